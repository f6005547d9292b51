"""Replies that wait for a disk: what tells of something that is kept goes out once that is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engined_protocol.messages import Analysis, AnyReply, Partial, Position

from .events import Effect, ForgetSession, Receipt, SaveKnown, SaveSolved, SaveStep, Send, Written


class HeldReplies:
    """Finals that are held back until the store has written what came with them, or has said that it cannot."""

    def __init__(self) -> None:
        self._held: dict[int, list[Send]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def hold(self, effects: list[Effect], new_number: Callable[[], int]) -> list[Effect]:
        """The effects of an event, without the finals that have to wait and with a receipt in their place."""
        if not any(isinstance(effect, SaveStep | SaveSolved | SaveKnown | ForgetSession) for effect in effects):
            return effects
        finals = [effect for effect in effects if isinstance(effect, Send) and not isinstance(effect.reply, Partial)]
        if not finals:
            return effects
        number = new_number()
        self._held[number] = finals
        others = (effect for effect in effects if not isinstance(effect, Send) or isinstance(effect.reply, Partial))
        return [*others, Receipt(number)]

    def release(self, event: Written) -> Iterable[Send]:
        """What was held for a receipt; it says whether all is on disk."""
        return [Send(send.to, _marked(send.reply, not event.error)) for send in self._held.pop(event.receipt, [])]

    def release_all(self) -> Iterable[Send]:
        """All that is held, unwritten as it may be."""
        sends = [send for held in self._held.values() for send in held]
        self._held.clear()
        return sends


def _marked(reply: AnyReply, stored: bool) -> AnyReply:
    return replace(reply, stored=stored) if isinstance(reply, Position | Analysis) else reply
