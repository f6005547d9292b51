"""What a worker does: an engine of this process answers questions, one at a time for each of Dask's threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from queue import Empty, SimpleQueue

from msgspec.structs import replace

from engined.config import read_config
from engined.engine.engine import Engine
from engined.engine.tasks import End, EngineFailure, SearchTask
from engined.results import Result
from engined.service.exact_results import learnt
from engined.service.game import Game
from engined.service.jobs import replies
from engined.service.jobs.assignment import assign, subject
from engined.service.kept_analyses import keepable
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .question import ProofAnswer, ProofQuestion

TABLE_MIB = 256
"""The mebibytes of an engine's table; the first variant that it is asked about has half of it."""
LOOK_SECONDS = 0.2
"""Between two looks whether an answer is still wanted."""


class EngineFault(Exception):
    """A worker's engine failed, by no fault of the question: another one may be asked."""


class Unwanted(Exception):
    """Nobody waits for the answer any more."""


def answer(question: ProofQuestion) -> ProofAnswer:
    """The answer to a question, the same on every machine but for nodes and seconds.

    Raises EngineFault, and OtherVariant where this machine's variant is another one.
    """
    return answered(question, engine(), _wanted())


def answered(question: ProofQuestion, engine: Engine, wanted: Callable[[], bool] = lambda: True) -> ProofAnswer:
    """What an engine answers, as long as it is ``wanted``. Raises EngineFault and Unwanted."""
    request = question.request
    try:
        origin = Game.begin(question.declared.variant(), request.start).play(request.moves, record=True)
        game = subject(request, origin)
        if game.over:
            return ProofAnswer(replies.described(replies.game_over(request.id, game), request, game))
        task = assign(request, game)
    except ProtocolError as error:
        return ProofAnswer(fault=error.message)
    assert isinstance(task, SearchTask)
    limits = replace(task.limits, threads=request.threads or 1)
    outcome = _searched(replace(task, limits=limits), engine, wanted)
    if isinstance(outcome, EngineFailure):
        if outcome.code is Code.UNSUPPORTED:
            return ProofAnswer(fault=outcome.message)
        raise EngineFault(outcome.message)
    assert isinstance(outcome, Result)
    return answer_of(request, game, outcome)


def answer_of(request: m.Solve | m.Analyse, game: Game, result: Result) -> ProofAnswer:
    """A result as an answer, with what the store keeps of it."""
    reply = replies.final(request.id, result, game.position)
    assert isinstance(reply, m.Analysis)
    return ProofAnswer(
        analysis=replies.described(reply, request, game),
        solved=learnt(request, game.position, result, reply.moves),
        kept=keepable(request, game.position, result),
    )


def _searched(task: SearchTask, engine: Engine, wanted: Callable[[], bool]) -> End:
    """What becomes of a search. Raises Unwanted."""
    ends: SimpleQueue[End] = SimpleQueue()
    running = engine.start(task, lambda info: None, ends.put)
    while True:
        try:
            return ends.get(timeout=LOOK_SECONDS)
        except Empty:
            if not wanted():
                running.stop()
                raise Unwanted from None


@lru_cache(maxsize=1)
def engine() -> Engine:
    """The engine of this process, with the folders of this machine's user."""
    config = read_config({})
    return Engine(table_mib=TABLE_MIB, cache=config.cache, weights=config.weights)


def _wanted() -> Callable[[], bool]:
    """Whether Dask still wants what this thread is at work on: it ends no thread itself."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    return wanted
