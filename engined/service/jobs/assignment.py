"""From a request to the task of the engine or of a book: limits checked, moves read, the clock turned into seconds."""

from __future__ import annotations

from msgspec.structs import replace

from engined.book.node import Leaf
from engined.book.tasks import AddTask, BookTask, DeviateTask, FixTask, GivenGame, MergeTask, OtherBooksEntry
from engined.engine.tasks import EvaluationTask, PerftTask, SearchTask, Task
from engined.families import Unsupported, family_of, hangs_on_ties
from engined.results import Certainty, Result
from engined.roots.limits import Limits
from engined.rules.position import Move, Position, TooManyMoves, parse_move
from engined.rules.registry import CaptureUnavailable, capture_of
from engined.rules.removal import has_removal
from engined.rules.repetition import boards_of, repeating
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from ..game import Game, Phase
from .levels import nodes_at
from .timing import allot, later

SHORTEST = 0.01
"""Seconds that a search gets that begins again when its time is over."""
FARTHEST = 1_000_000
"""No score of any variant is beyond this."""


def begin(task: Task | BookTask, request: m.Work | m.BookWork, *, threads: int, waited: float) -> Task | BookTask:
    """The task as it starts now, after so many seconds in the queue: a clock went on meanwhile."""
    if isinstance(task, PerftTask | EvaluationTask | AddTask | MergeTask):
        return task
    if isinstance(task, DeviateTask | FixTask):
        return replace(task, threads=threads)
    task = replace(task, limits=replace(task.limits, threads=threads))
    assert isinstance(request, m.Analyse | m.Solve)
    if request.within is not None:
        left = max(request.within - waited, 0.0)
        task = replace(task, limits=replace(task.limits, seconds=min(left, request.seconds or left)))
    if not isinstance(request, m.Analyse) or request.clock is None or request.seconds is not None:
        return task
    position = task.position
    clock, seats = later(request.clock, waited), len(position.variant.seats)
    budget = allot(clock, position.empties, seats, threads, solving=not has_removal(position.variant))
    limits = replace(task.limits, threads=threads, soft=budget.soft, seconds=budget.hard, compiling=budget.compiling)
    return replace(task, limits=limits)


def resumed(task: Task | BookTask, outcome: Result) -> Task | BookTask:
    """A search that ended before its time, to begin again: with what is left of its limits."""
    assert isinstance(task, SearchTask)
    limits = task.limits
    if limits.seconds is not None:
        limits = replace(limits, seconds=max(limits.seconds - outcome.seconds, SHORTEST))
    if limits.nodes is not None:
        limits = replace(limits, nodes=max(limits.nodes - outcome.nodes, 1))
    return replace(task, limits=limits)


def subject(request: m.Work | m.BookWork, origin: Game) -> Game:
    """The game whose position a request is about, as it goes on from the one that it names. Raises ProtocolError."""
    game = origin
    if game.phase is Phase.REMOVAL and isinstance(request, m.Analyse | m.Solve):
        game = game.resume()
    if not isinstance(request, m.Analyse):
        return game
    game = game.as_of(request.seat)
    if request.play and (request.session is None or request.moves):
        raise ProtocolError(Code.INVALID, "to play the move, name a session and no moves", "play")
    if request.play and origin.phase is Phase.REMOVAL:
        raise ProtocolError(Code.WRONG_PHASE, "play has stopped: resume it first", "play")
    if request.ponder and request.session is None:
        raise ProtocolError(Code.INVALID, "to ponder, name a session", "ponder")
    return game


def assign(request: m.Work, game: Game) -> Task:
    """The task that a request about a game's position asks for, but for what a clock allows. Raises ProtocolError
    naming the field at fault.
    """
    position = game.position
    searched = request.scores if isinstance(request, m.Evaluate) else not isinstance(request, m.Perft)
    if searched and not position.over:
        check_searchable(position.variant)
    match request:
        case m.Analyse():
            if request.clock is not None and request.clock.refills and request.clock.stones:
                raise ProtocolError(Code.INVALID, "a clock that refills counts no stones", "clock.stones")
            if request.seed and request.ties != "random" and request.level is None:
                message = "only ties broken at random and moves at a level have a seed"
                raise ProtocolError(Code.INVALID, message, "seed")
            limits = Limits(
                seconds=request.seconds,
                nodes=_nodes(request, position.variant),
                depth=request.depth,
                best=request.best if request.level is None else None,
                only=frozenset(_read(position, text, index) for index, text in enumerate(request.only)),
                repeating=repeating(game.positions),
                # What becomes of the stones hangs on the position alone, not on how it came about.
                boards=frozenset() if request.life else boards_of(game.positions),
                life=request.life,
                ownership=request.ownership,
                solve_empties=request.solve_empties,
                contempt=request.contempt,
                ties=request.ties if hangs_on_ties(position.variant) else "all",
                seed=request.seed,
                alone=request.fresh or request.level is not None,
                weak=request.level is not None,
            )
            return SearchTask(position=position, limits=limits, interval=request.interval)
        case m.Solve():
            limits = Limits(best=1, prove=True, window=_window(request), seconds=request.seconds, nodes=request.nodes)
            return SearchTask(position=position, limits=limits, interval=request.interval)
        case m.Evaluate():
            if request.scores and not family_of(position.variant).evaluates:
                message = f"what positions of {position.variant.name} are worth, only a search says"
                raise ProtocolError(Code.UNSUPPORTED, message, "scores")
            texts = request.positions
            return EvaluationTask(position=position, positions=texts, moves=request.legal, values=request.scores)
        case m.Perft():
            return PerftTask(position=position, depth=request.depth)


def assign_book(request: m.BookWork, position: Position) -> BookTask:
    """The task that a request asks for; the position names the variant. Raises ProtocolError for another's book.

    As well for searches of a variant that cannot be searched.
    """
    variant = position.variant
    match request:
        case m.BookAdd():
            games = tuple(GivenGame(game.start, game.moves) for game in request.games)
            return AddTask(variant=variant, games=games, plies=request.plies, interval=request.interval)
        case m.BookMerge():
            if request.digest != variant.digest:
                message = f"this book is not of {variant.name} as it is declared here: its digest is another"
                raise ProtocolError(Code.INVALID, message, "digest")
            return MergeTask(variant=variant, entries=tuple(map(_entry, request.entries)), interval=request.interval)
        case m.BookDeviate():
            check_searchable(variant)
            return DeviateTask(
                position=position,
                error=request.error,
                plies=request.plies,
                positions=request.positions,
                depth=request.depth,
                seconds=request.seconds,
                deepen=request.deepen,
                interval=request.interval,
            )
        case m.BookFix():
            check_searchable(variant)
            return FixTask(
                variant=variant,
                depth=request.depth,
                seconds=request.seconds,
                deepen=request.deepen,
                interval=request.interval,
            )


def check_playable(variant: Variant) -> None:
    """Raises ProtocolError for a variant whose way to capture is another package's, which fails."""
    try:
        capture_of(variant)
    except CaptureUnavailable as error:
        raise ProtocolError(Code.UNSUPPORTED, str(error), "variant") from None


def check_searchable(variant: Variant) -> None:
    """Raises ProtocolError for a variant that the engine could not search."""
    try:
        family_of(variant)
    except Unsupported as error:
        raise ProtocolError(Code.UNSUPPORTED, str(error), "variant") from None


def _nodes(request: m.Analyse, variant: Variant) -> int | None:
    """The most that may be searched."""
    given = [request.nodes, None if request.level is None else nodes_at(variant, request.level)]
    return min((nodes for nodes in given if nodes is not None), default=None)


def _read(position: Position, text: str, index: int) -> Move:
    """A root move that may be considered."""
    try:
        move = parse_move(position, text)
        position.play(move)
    except TooManyMoves as error:
        raise ProtocolError(Code.UNSUPPORTED, f"{text}: {error}", f"only[{index}]") from None
    except ValueError as error:
        raise ProtocolError(Code.ILLEGAL_MOVE, f"{text}: {error}", f"only[{index}]") from None
    return move


def _window(request: m.Solve) -> tuple[int, int] | None:
    """What a solution is held against; None where the score is wanted. A window has two bounds, in order; other goals
    have none.
    """
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
    if request.lower is not None and request.upper is not None:
        return request.lower, request.upper
    return (-1, 1) if request.goal == "wld" else None


def _entry(entry: m.BookEntry) -> OtherBooksEntry:
    leaves = (Leaf(leaf.move, leaf.score, Certainty(leaf.kind), leaf.depth, leaf.confidence) for leaf in entry.leaves)
    return OtherBooksEntry(entry.position, entry.games, tuple(leaves))
