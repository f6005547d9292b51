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

    def __init__(self, batches: Batches, admission: Admission) -> None:
        self._batches = batches
        self._admission = admission

    def add(self, sender: Address, request: m.AnalyseMany, game: Game, now: float, *, stopped: bool) -> list[Effect]:
        """Take a request, unless it was ``stopped`` on its way. Raises ProtocolError."""
        batch = Batch(sender, request, game, now)
        self._admission.check_positions(sender.client, batch.total)
        self._admission.admit(sender.client)
        self._batches.add(batch)
        if not stopped:
            return []
        batch.stop(Reason.STOPPED)
        return self.end(batch, now)

    def answer(self, batch: Batch, index: int, reply: m.AnyReply, now: float) -> list[Effect]:
        """Tell the end of one position, and of the request if that was the last."""
        analysis = reply if isinstance(reply, m.Analysis) else None
        error = reply if isinstance(reply, m.Error) else None
        batch.answered += 1
        batch.errors += error is not None
        batch.nodes += 0 if analysis is None else analysis.nodes
        analysed = m.Analysed(id=batch.request.id, index=index, analysis=analysis, error=error)
        return [Send(batch.sender, analysed), *self.end(batch, now)]

    def stop_waiting(self, client: bytes, id: str, index: int, now: float) -> list[Effect] | None:
        """End one position that has not been begun; None where there is no such one."""
        for batch in self._batches.of(client, id):
            if index in batch.waiting:
                batch.waiting.remove(index)
                return self.answer(batch, index, replies.unknown(id, Reason.STOPPED), now)
        return None

    def end(self, batch: Batch, now: float) -> list[Effect]:
        """Say that a request has ended, if it has."""
        if not batch.over or batch not in self._batches:
            return []
        self._batches.forget(batch)
        self._admission.release(batch.sender.client)
        return [Send(batch.sender, replies.analyses_done(batch, now))]
