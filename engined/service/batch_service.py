"""Requests for many positions: taken, answered one by one, and ended."""

from __future__ import annotations

from engined.results import Reason
from engined_protocol import messages as m

from .admission import Admission
from .events import Address, Effect, Send
from .game import Game
from .jobs import replies
from .jobs.batches import Batch, Batches


class BatchService:
    """What is told to those who asked for many positions."""

    def __init__(self, batches: Batches, admission: Admission, effects: list[Effect]) -> None:
        self._batches = batches
        self._admission = admission
        self._effects = effects

    def add(self, sender: Address, request: m.AnalyseMany, game: Game, now: float, *, stopped: bool) -> None:
        """Take a request, unless it was ``stopped`` on its way. Raises ProtocolError."""
        batch = Batch(sender, request, game, now)
        self._admission.check_positions(sender.client, batch.total)
        self._admission.admit(sender.client)
        self._batches.add(batch)
        if stopped:
            batch.stop(Reason.STOPPED)
            self.end(batch, now)

    def answer(self, batch: Batch, index: int, reply: m.AnyReply, now: float) -> None:
        """Tell the end of one position, and of the request if that was the last."""
        analysis = reply if isinstance(reply, m.Analysis) else None
        error = reply if isinstance(reply, m.Error) else None
        batch.answered += 1
        batch.nodes += 0 if analysis is None else analysis.nodes
        analysed = m.Analysed(id=batch.request.id, index=index, analysis=analysis, error=error)
        self._effects.append(Send(batch.sender, analysed))
        self.end(batch, now)

    def stop_waiting(self, client: bytes, id: str, index: int, now: float) -> bool:
        """End one position that has not been begun; whether there is such a one."""
        for batch in self._batches.of(client, id):
            if index in batch.waiting:
                batch.waiting.remove(index)
                self.answer(batch, index, replies.unknown(id, Reason.STOPPED), now)
                return True
        return False

    def end(self, batch: Batch, now: float) -> None:
        """Say that a request has ended, if it has."""
        if batch.over and batch in self._batches:
            self._batches.forget(batch)
            self._effects.append(Send(batch.sender, replies.analyses_done(batch, now)))
            self._admission.release(batch.sender.client)
