"""How jobs, and what they came to, look in messages."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from engined.book.tasks import BookCount, BookResult
from engined.engine.tasks import End, EngineFailure, EvaluationResult, PerftCount, PerftResult
from engined.families import hangs_on_ties
from engined.results import Certainty, Forecast, MoveLine, Reason, Result, Snapshot
from engined.roots.plain_root import unsearched
from engined.rules.outcome import Ending
from engined.rules.position import Position, move_text
from engined.rules.scoring import sides, winner
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError

from .. import tenants
from ..book_service import Advice, book_move
from ..exact_results import ExactResult
from ..game import Game
from ..kept_analyses import KeptAnalysis
from ..replies.positions import opening_names, position_reply
from ..replies.theory import theory_of
from ..replies.views import most_of, outlook_of, outlook_of_all, views_of
from .batches import Batch
from .job import Job
from .states import State

Final = m.Analysis | m.EvaluationsDone | m.PerftDone | m.BookDone | m.Error


def scored_moves(position: Position, lines: Iterable[MoveLine]) -> tuple[m.ScoredMove, ...]:
    """The engine's lines of a position as scored moves."""
    return tuple(_scored_move(position, line) for line in lines)


def _scored_move(position: Position, line: MoveLine) -> m.ScoredMove:
    return m.ScoredMove(
        move=move_text(position, line.move),
        score=line.score.value,
        kind=str(line.score.kind),
        depth=line.score.depth,
        confidence=line.score.confidence,
        pv=tuple(move_text(position, move) for move in line.pv),
        nodes=line.nodes,
        outlook=outlook_of(line),
        known=line.known,
        forecast=_forecast(line.forecast),
        at_most=line.at_most,
    )


def _forecast(forecast: Forecast | None) -> m.Forecast | None:
    return None if forecast is None else m.Forecast(**structs.asdict(forecast))


def partial(
    id: str, seq: int, info: Snapshot | PerftCount | BookCount, position: Position, advice: Advice | None = None
) -> m.Partial:
    """News of a job about a position, with what the book has to add."""
    if isinstance(info, PerftCount):
        return m.PerftLine(id=id, depth=info.depth, leaves=info.leaves, seconds=info.seconds)
    if isinstance(info, BookCount):
        return m.BookProgress(
            id=id,
            seq=seq,
            done=info.done,
            left=info.left,
            added=info.added,
            nodes=info.nodes,
            seconds=info.seconds,
            state=info.state,
        )
    moves = scored_moves(position, info.lines)
    return m.Info(
        id=id,
        seq=seq,
        depth=info.depth,
        moves=moves if advice is None else advice.beside(moves, info.depth),
        nodes=info.nodes,
        seconds=info.seconds,
        state=info.state,
        known_depth=info.known_depth,
        forecast=_forecast(info.forecast),
        mover=mover_of(position),
    )


def first(id: str, seq: int, state: str, position: Position, advice: Advice | None) -> m.Info | None:
    """News of a job before the engine has any: that it has to wait, or what the book says; None if there is none."""
    moves = () if advice is None else advice.beside((), 0)
    if not (state or moves):
        return None
    return m.Info(id=id, seq=seq, depth=0, moves=moves, nodes=0, seconds=0.0, state=state, mover=mover_of(position))


def from_book(request: m.Analyse, advice: Advice, lot: float) -> m.Analysis | None:
    """The move that the book would play at once, if it is asked to and has one, by a lot from 0 to 1."""
    choice = advice.choice(lot) if request.book == "play" else None
    if choice is None:
        return None
    others = tuple(move for move in advice.beside((), 0) if move.move != choice.move)
    moves = (book_move(choice), *others)[: advice.best]
    return _analysis(request.id, Reason.DONE, choice.value.depth, moves, 0, 0.0)


def with_book(reply: m.Analysis, advice: Advice) -> m.Analysis:
    """An analysis with what the book has to add."""
    moves = advice.beside(reply.moves, reply.depth)
    best = moves[0] if moves else None
    if best is None:
        return reply
    return structs.replace(reply, best=best.move, score=best.score, kind=best.kind, moves=moves)


def final(id: str, outcome: End | BookResult, position: Position) -> Final:
    """The end of a job about a position."""
    match outcome:
        case EngineFailure():
            return m.Error(id=id, code=str(outcome.code), message=outcome.message)
        case PerftResult():
            return m.PerftDone(id=id, reason=str(outcome.reason), leaves=outcome.leaves, seconds=outcome.seconds)
        case EvaluationResult():
            count = len(outcome.evaluations)
            return m.EvaluationsDone(id=id, reason=str(outcome.reason), positions=count, seconds=outcome.seconds)
        case BookResult():
            return m.BookDone(
                id=id,
                reason=str(outcome.reason),
                games=outcome.games,
                known=outcome.known,
                added=outcome.added,
                searched=outcome.searched,
                dropped=outcome.dropped,
                refused=tuple(m.Refusal(index=index, message=message) for index, message in outcome.refused),
                positions=outcome.positions,
                nodes=outcome.nodes,
                seconds=outcome.seconds,
            )
        case Result():
            moves = scored_moves(position, outcome.lines)
            analysis = _analysis(id, outcome.reason, outcome.depth, moves, outcome.nodes, outcome.seconds)
            return structs.replace(analysis, known_depth=outcome.known_depth, forecast=_forecast(outcome.forecast))


def never_ran(work: m.Work | m.BookWork, game: Game, reason: Reason) -> Final:
    """The end of a job that was stopped in the queue."""
    if isinstance(work, m.Perft):
        return m.PerftDone(id=work.id, reason=str(reason), leaves=(), seconds=0.0)
    if isinstance(work, m.Evaluate):
        return m.EvaluationsDone(id=work.id, reason=str(reason), positions=0, seconds=0.0)
    if isinstance(work, m.BookWork):
        return m.BookDone(id=work.id, reason=str(reason))
    return described(unknown(work.id, reason), work, game)


def refused(id: str, error: ProtocolError) -> m.Error:
    """The reply to a request that cannot be served."""
    return m.Error(id=id, code=str(error.code), message=error.message, field=error.field, retry_after=error.retry_after)


def unknown(id: str, reason: Reason) -> m.Analysis:
    """The end of an analysis that was not begun."""
    return _analysis(id, reason, 0, (), 0, 0.0)


def analyses_done(batch: Batch, now: float) -> m.AnalysesDone:
    """The end of a request for many positions."""
    return m.AnalysesDone(
        id=batch.request.id,
        reason=str(batch.reason),
        positions=batch.total,
        answered=batch.answered,
        errors=batch.errors,
        nodes=batch.nodes,
        seconds=now - batch.asked,
    )


def with_any_move(request: m.Analyse, game: Game) -> m.Analysis:
    """The end of an analysis that was due in the queue: some move is better than none."""
    moves = scored_moves(game.position, unsearched(game.position))
    return _analysis(request.id, Reason.LIMIT, 0, moves, 0, 0.0)


def recalled(id: str, known: ExactResult, advice: Advice | None) -> m.Analysis:
    """An exact result from the store, with how often the book has its moves."""
    lines = known.lines if advice is None else advice.counted(known.lines)
    lines = tuple(structs.replace(line, nodes=0, known=True) for line in lines)
    depth = max(line.depth for line in lines)
    return structs.replace(_analysis(id, Reason.DONE, depth, lines, 0, 0.0), known_depth=depth, stored=True)


def recalled_analysis(request: m.Analyse, kept: KeptAnalysis, position: Position, advice: Advice | None) -> m.Analysis:
    """An analysis from the store, with what the book has to add."""
    known = kept.known
    wanted = known.lines if request.best == known.best else known.lines[: request.best]
    lines = (structs.replace(line, nodes=0, known=True) for line in wanted)
    reply = _analysis(request.id, Reason.DONE, known.depth, scored_moves(position, lines), 0, 0.0)
    reply = structs.replace(reply, known_depth=known.depth, stored=True)
    return reply if advice is None else with_book(reply, advice)


def game_over(id: str, game: Game) -> m.Analysis:
    """The analysis of a game that has ended: no move, and the exact score that is recorded, if one is."""
    outcome, position = game.outcome, game.counted
    assert outcome is not None
    score = position.value(position.seat) if outcome.ending is Ending.COUNT else outcome.margin
    if outcome.ending is not Ending.COUNT and score is not None:
        score = score if outcome.winner == position.variant.seats[position.seat].name else -score
    return m.Analysis(
        id=id,
        reason=str(Reason.DONE),
        best="",
        score=score,
        kind="" if score is None else str(Certainty.EXACT),
        depth=0,
        moves=(),
        nodes=0,
        seconds=0.0,
    )


def described(reply: m.Analysis, work: m.Work | m.BookWork, game: Game) -> m.Analysis:
    """The same analysis, with what is known without a search: who wins, the opening's name, theory and position if
    wanted, and of more than two sides what each view thinks best.
    """
    wanted = work if isinstance(work, m.Analyse | m.Solve) else None
    theory = theory_of(game.position) if wanted and wanted.theory else None
    position = position_reply(work.id, game, wanted.session or "") if wanted and wanted.show else None
    views = views_of(game.position, reply.moves)
    ties = work.ties if isinstance(work, m.Analyse) and work.ties != "all" and hangs_on_ties(game.variant) else ""
    wins = _winner(game, reply)
    return structs.replace(
        reply,
        winner=wins,
        openings=opening_names(game),
        theory=theory,
        position=position,
        views=views,
        ties=ties,
        mover=mover_of(game.counted),
    )


def mover_of(position: Position) -> str:
    """The name of the seat from whose view the scores of a position are."""
    return position.variant.seats[position.seat].name


def _winner(game: Game, reply: m.Analysis) -> str:
    """The side of two that won, or wins by what is proven; empty while that is open."""
    position = game.position
    if len(sides(position.variant)) > 2:
        return ""
    if game.outcome is not None:
        return game.outcome.winner
    if reply.score is None:
        return ""
    kind = reply.moves[0].source if reply.kind == Certainty.BOOK else reply.kind
    worth = reply.score or position.draw_worth(0.0)
    proven = (
        kind == Certainty.EXACT or (kind == Certainty.LOWER and worth > 0) or (kind == Certainty.UPPER and worth < 0)
    )
    return winner(position.variant, position.seat, reply.score) if proven else ""


def job_summary(job: Job, now: float) -> m.JobSummary:
    """One line about a job."""
    running = now - job.since if job.state is State.RUNNING else 0.0
    state = State.HELD if job.state is State.GIVING_PLACE else job.state
    return m.JobSummary(
        id=job.request.id,
        state=str(state),
        kind=str(job.request.__struct_config__.tag),
        seconds=now - job.asked,
        client=tenants.shown(job.client),
        variant=job.game.variant.name,
        session=getattr(job.request, "session", None) or "",
        depth=job.depth,
        nodes=job.nodes,
        threads=job.threads,
        searched=job.ran + running,
    )


def progress(info: Snapshot | PerftCount | BookCount) -> tuple[int, int]:
    """How deep a job has come, and in how many nodes."""
    if isinstance(info, BookCount):
        return 0, info.nodes
    return info.depth, info.leaves if isinstance(info, PerftCount) else info.nodes


def played(reply: m.Analysis) -> m.Analysis:
    """The same analysis, its best move played."""
    return structs.replace(reply, played=True)


def _analysis(
    id: str, reason: Reason, depth: int, moves: tuple[m.ScoredMove, ...], nodes: int, seconds: float
) -> m.Analysis:
    best = moves[0] if moves else None
    outlook = outlook_of_all(moves)
    kind = best.kind if best else ""
    if best and kind == Certainty.EXACT and max(map(most_of, moves)) > best.score:
        kind = str(Certainty.LOWER)
    return m.Analysis(
        id=id,
        reason=str(reason),
        best=best.move if best else "",
        score=best.score if best else None,
        kind=kind,
        depth=depth,
        moves=moves,
        nodes=nodes,
        seconds=seconds,
        outlook=outlook,
    )
