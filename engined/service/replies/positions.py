"""How positions look in messages."""

from __future__ import annotations

from msgspec import structs

from engined.book.openings import openings
from engined.rules.outcome import counted
from engined.rules.position import Position, TooManyMoves, format_position, move_text, start
from engined.variants.model import EMPTY, Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from ..game import Game, Phase
from .theory import theory_of
from .views import ranks_of


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
    position, variant, over, ended = game.counted, game.variant, game.over, game.phase is Phase.ENDED
    seat, holder = variant.seats[position.seat], variant.scoring.draw_right.seat
    reply = m.Position(
        id=id,
        session=session,
        variant=variant.name,
        digest=position.digest,
        board=drawing(variant, position.board),
        mover="" if ended else seat.name,
        colour="" if ended else variant.colours[seat.colour].symbol,
        legal=() if over else legal_moves(position),
        moves=game.moves,
        start=_start_text(game.positions[0]),
        seats=tuple(seat.name for seat in variant.seats),
        scores=position.scores(),
        scoring=str(variant.scoring.kind),
        ranks=ranks_of(position),
        discs=position.discs(),
        empties=position.empties,
        over=over,
        draw_right="" if holder is None else variant.seats[holder].name,
        openings=opening_names(game),
        komi=variant.scoring.komi,
        prisoners=position.taken,
    )
    return _with_end(reply, game) if over else reply


def _start_text(first: Position) -> str:
    """Where a game began, as text; empty where that is the variant's own start."""
    return "" if first == start(first.variant) else format_position(first)


def _with_end(reply: m.Position, game: Game) -> m.Position:
    """The same position, with what there is to say when play is over."""
    removal, variant = game.removal, game.variant
    outcome = game.outcome or counted(game.counted)
    if removal is not None:
        dead = [content if square in removal.removed else EMPTY for square, content in enumerate(game.position.board)]
        reply = structs.replace(
            reply,
            removed=drawing(variant, tuple(dead)),
            owners=drawing(variant, removal.owners),
            agreed=tuple(seat.name for number, seat in enumerate(variant.seats) if number in removal.agreed),
        )
    return structs.replace(
        reply,
        phase=str(game.phase),
        result=game.result,
        ending="" if game.outcome is None else str(outcome.ending),
        winner=outcome.winner,
        margin=outcome.margin,
    )


def opening_names(game: Game) -> tuple[m.OpeningName, ...]:
    """What a game's opening is called."""
    return tuple(
        m.OpeningName(name=opening.name, language=opening.language, plies=opening.plies)
        for opening in openings(game.positions)
    )


def shown(request: m.Show, game: Game) -> m.Position:
    """A position as somebody asked for it."""
    reply = position_reply(request.id, game, request.session or "")
    return structs.replace(reply, theory=theory_of(game.position)) if request.theory else reply
