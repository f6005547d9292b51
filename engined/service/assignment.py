"""From a request to the engine's task: limits checked, moves read, the clock turned into seconds."""

from __future__ import annotations

from msgspec.structs import replace

from engined.book.tasks import AddTask, BookTask, MergeTask
from engined.engine.tasks import AnalyseTask, PerftTask, SolveTask, Task
from engined.rules.position import IllegalMove, Move, Position, TooManyMoves, parse_move
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .timing import allot, later

FARTHEST = 1_000_000
"""No score of any variant is beyond this."""


def begin(task: Task | BookTask, request: m.Work | m.BookWork, *, threads: int, waited: float) -> Task | BookTask:
    """The task as it starts now, after so many seconds in the queue: a clock went on meanwhile."""
    if isinstance(task, PerftTask | AddTask | MergeTask):
        return task
    if not isinstance(request, m.Analyse) or request.clock is None or request.seconds is not None:
        return replace(task, threads=threads)
    assert isinstance(task, AnalyseTask)
    position = task.position
    budget = allot(later(request.clock, waited), position.empties, len(position.variant.seats), threads)
    return replace(task, threads=threads, soft=budget.soft, seconds=budget.hard)


def assign(request: m.Work, position: Position) -> Task:
    """The task that a request asks for, but for what a clock allows. Raises ProtocolError naming the field at fault."""
    match request:
        case m.Analyse():
            return AnalyseTask(
                position=position,
                seconds=request.seconds,
                nodes=request.nodes,
                depth=request.depth,
                best=request.best,
                only=tuple(_read(position, text, index) for index, text in enumerate(request.only)),
                solve_empties=request.solve_empties,
                interval=request.interval,
                contempt=request.contempt,
            )
        case m.Solve():
            _check_window(request)
            return SolveTask(
                position=position,
                goal=request.goal,
                lower=request.lower,
                upper=request.upper,
                seconds=request.seconds,
                nodes=request.nodes,
                interval=request.interval,
            )
        case m.Perft():
            return PerftTask(position=position, depth=request.depth)


def _read(position: Position, text: str, index: int) -> Move:
    """A root move that may be considered."""
    try:
        move = parse_move(position, text)
        position.play(move)
    except TooManyMoves as error:
        raise ProtocolError(Code.UNSUPPORTED, str(error), f"only[{index}]") from None
    except IllegalMove as error:
        raise ProtocolError(Code.ILLEGAL_MOVE, f"{text}: {error}", f"only[{index}]") from None
    except ValueError as error:
        raise ProtocolError(Code.ILLEGAL_MOVE, str(error), f"only[{index}]") from None
    return move


def _check_window(request: m.Solve) -> None:
    """A window has two bounds, in order; other goals have none."""
    for name, bound in (("lower", request.lower), ("upper", request.upper)):
        if request.goal == "window" and bound is None:
            raise ProtocolError(Code.INVALID, f"a window needs its {name} bound", name)
        if request.goal != "window" and bound is not None:
            raise ProtocolError(Code.INVALID, f"only the goal 'window' has a {name} bound", name)
        if bound is not None and abs(bound) > FARTHEST:
            raise ProtocolError(Code.INVALID, f"no score is beyond {FARTHEST}", name)
    if request.lower is not None and request.upper is not None and request.lower >= request.upper:
        raise ProtocolError(
            Code.INVALID,
            f"the lower bound {request.lower} is not below the upper bound {request.upper}",
            "lower",
        )
