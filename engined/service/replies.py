"""How positions, variants and results look in messages."""

from __future__ import annotations

from msgspec import structs

from engined.engine.tasks import EngineFailure, PerftCount, PerftResult
from engined.results import Info, Kind, Line, Reason, Result
from engined.rules.position import Position, TooManyMoves, move_text
from engined.variants.model import EMPTY, Board, Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.notation import square_name

from .game import Game
from .solved import Solved

Final = m.Analysis | m.PerftDone | m.Error


def legal_moves(position: Position) -> tuple[str, ...]:
    """Legal moves as text. Raises ProtocolError ``unsupported`` where there are more than can be listed."""
    try:
        return tuple(move_text(position, move) for move in position.legal())
    except TooManyMoves as error:
        raise ProtocolError(Code.UNSUPPORTED, str(error)) from None


def drawing(variant: Variant, board: tuple[int, ...]) -> tuple[str, ...]:
    """A board row by row: colour symbols, ``.`` for an empty cell, a blank for a hole."""
    symbols = [
        " " if square in variant.board.holes else "." if content == EMPTY else variant.colours[content].symbol
        for square, content in enumerate(board)
    ]
    width = variant.board.width
    return tuple("".join(symbols[row : row + width]) for row in range(0, len(symbols), width))


def position_reply(id: str, game: Game, session: str = "") -> m.Position:
    """A position as it is shown."""
    position, variant = game.position, game.variant
    seat = variant.seats[position.seat]
    return m.Position(
        id=id,
        session=session,
        variant=variant.name,
        digest=position.digest,
        board=drawing(variant, position.board),
        mover="" if position.over else seat.name,
        colour="" if position.over else variant.colours[seat.colour].symbol,
        legal=legal_moves(position),
        moves=game.moves,
        seats=tuple(seat.name for seat in variant.seats),
        scores=position.scores(),
        discs=position.discs(),
        empties=position.empties,
        over=position.over,
        result=position.result(),
    )


def summary(variant: Variant) -> m.VariantSummary:
    """One line about a variant."""
    board = variant.board
    return m.VariantSummary(
        name=variant.name,
        title=variant.title,
        width=board.width,
        height=board.height,
        cells=len(board.cells),
        seats=tuple(seat.name for seat in variant.seats),
        aliases=variant.aliases,
    )


def description(id: str, variant: Variant, *, engine: str, state: str) -> m.Description:
    """Everything about a variant, and how it runs here."""
    board = variant.board
    return m.Description(
        id=id,
        name=variant.name,
        title=variant.title,
        digest=variant.digest,
        width=board.width,
        height=board.height,
        cells=len(board.cells),
        holes=_names(board, board.holes),
        drawing=drawing(variant, board.start),
        colours=tuple((colour.symbol, colour.name) for colour in variant.colours),
        seats=tuple((seat.name, variant.colours[seat.colour].symbol) for seat in variant.seats),
        first=variant.seats[variant.first].name,
        engine=engine,
        state=state,
        note=variant.note,
    )


def _names(board: Board, squares: frozenset[int]) -> tuple[str, ...]:
    return tuple(square_name(square, board.width) for square in sorted(squares))


def scored_move(line: Line) -> m.ScoredMove:
    """A line of the engine's as a scored move."""
    return m.ScoredMove(
        move=line.move,
        score=line.score.value,
        kind=str(line.score.kind),
        depth=line.score.depth,
        confidence=line.score.confidence,
        pv=line.pv,
        nodes=line.nodes,
    )


def partial(id: str, seq: int, info: Info | PerftCount) -> m.Info | m.PerftLine:
    """News of a job."""
    if isinstance(info, PerftCount):
        return m.PerftLine(id=id, depth=info.depth, leaves=info.leaves, seconds=info.seconds)
    return m.Info(
        id=id,
        seq=seq,
        depth=info.depth,
        moves=tuple(scored_move(line) for line in info.lines),
        nodes=info.nodes,
        seconds=info.seconds,
        state=info.state,
    )


def queued(id: str, seq: int) -> m.Info:
    """News of a job that has to wait."""
    return m.Info(id=id, seq=seq, depth=0, moves=(), nodes=0, seconds=0.0, state="queued")


def final(id: str, outcome: Result | PerftResult | EngineFailure) -> Final:
    """The end of a job."""
    match outcome:
        case EngineFailure():
            return m.Error(id=id, code=str(Code(outcome.code)), message=outcome.message)
        case PerftResult():
            return m.PerftDone(id=id, reason=str(outcome.reason), leaves=outcome.leaves, seconds=outcome.seconds)
        case Result():
            moves = tuple(scored_move(line) for line in outcome.lines)
            return _analysis(id, outcome.reason, outcome.depth, moves, outcome.nodes, outcome.seconds)


def never_ran(id: str, work: m.Work, reason: Reason) -> Final:
    """The end of a job that was stopped in the queue."""
    if isinstance(work, m.Perft):
        return m.PerftDone(id=id, reason=str(reason), leaves=(), seconds=0.0)
    return _analysis(id, reason, 0, (), 0, 0.0)


def recalled(id: str, known: Solved) -> m.Analysis:
    """An exact result from the store."""
    return _analysis(id, Reason.DONE, max(line.depth for line in known.lines), known.lines, 0, 0.0)


def game_over(id: str, position: Position) -> m.Analysis:
    """The analysis of a finished game: its exact score and no move."""
    return m.Analysis(
        id=id,
        reason=str(Reason.DONE),
        best="",
        score=position.value(position.seat),
        kind=str(Kind.EXACT),
        depth=0,
        moves=(),
        nodes=0,
        seconds=0.0,
    )


def played(reply: m.Analysis) -> m.Analysis:
    """The same analysis, its best move played."""
    return structs.replace(reply, played=True)


def _analysis(
    id: str, reason: Reason, depth: int, moves: tuple[m.ScoredMove, ...], nodes: int, seconds: float
) -> m.Analysis:
    best = moves[0] if moves else None
    return m.Analysis(
        id=id,
        reason=str(reason),
        best=best.move if best else "",
        score=best.score if best else None,
        kind=best.kind if best else "",
        depth=depth,
        moves=moves,
        nodes=nodes,
        seconds=seconds,
    )
