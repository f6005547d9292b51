"""Replies that wait for a disk: what tells of something that is kept goes out once that is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engined_protocol.messages import Analysed, Analysis, AnyReply, Droppable, Position

from .events import Address, Effect, ForgetSession, Receipt, SaveKnown, SaveSolved, SaveStep, Send, Written


class HeldReplies:
    """Replies that are held back until the store has written what came with them, or has said that it cannot.

    Whatever else has the same id as a held reply waits with it: replies to one request stay in order.
    """

    def __init__(self) -> None:
        self._held: dict[int, list[tuple[Send, bool]]] = {}
        """The held replies by the number of the receipt, each with whether it is of what is written for it."""
        self._last: dict[tuple[Address, str], int] = {}
        """The receipt that comes last, for each id of held replies."""

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, effects: list[Effect], new_number: Callable[[], int]) -> list[Effect]:
        """The effects of an event, without the replies that have to wait, and with a receipt in their place."""
        saved = any(isinstance(effect, SaveStep | SaveSolved | SaveKnown | ForgetSession) for effect in effects)
        steps = (effect for effect in effects if isinstance(effect, SaveStep | ForgetSession))
        if not saved and not self._last:
            return effects
        number = new_number() if saved else 0
        others: list[Effect] = []
        held: list[tuple[Send, bool]] = []
        for effect in effects:
            if not isinstance(effect, Send) or isinstance(effect.reply, Droppable):
                others.append(effect)
            elif saved:
                held.append((effect, True))
            elif (last := self._last.get(_which(effect))) is not None:
                self._held[last].append((effect, False))
            else:
                others.append(effect)
        if not held:
            return others
        self._held[number] = held
        self._last |= {_which(send): number for send, _ in held}
        return [*others, Receipt(number, tuple(dict.fromkeys((step.client, step.session) for step in steps)))]

    def release(self, event: Written) -> Iterable[Send]:
        """What was held for a receipt; it says whether all is on disk."""
        held = self._held.pop(event.receipt, [])
        for send, _ in held:
            if self._last.get(_which(send)) == event.receipt:
                del self._last[_which(send)]
        return [Send(send.to, _marked(send.reply, not event.error)) if own else send for send, own in held]

    def release_all(self) -> Iterable[Send]:
        """All that is held, unwritten as it may be."""
        sends = [send for held in self._held.values() for send, _ in held]
        self._held.clear()
        self._last.clear()
        return sends


def _which(send: Send) -> tuple[Address, str]:
    return send.to, send.reply.id


def _marked(reply: AnyReply, stored: bool) -> AnyReply:
    if isinstance(reply, Analysed) and reply.analysis is not None:
        return replace(reply, analysis=replace(reply.analysis, stored=stored))
    return replace(reply, stored=stored) if isinstance(reply, Position | Analysis) else reply
