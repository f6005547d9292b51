"""Requests to the arbiter: claims judged, colours drawn."""

from __future__ import annotations

from engined.rules.colour_draw import DrawError, fuseishi
from engined.rules.judge import Claim, judge
from engined.rules.position import IllegalMove, TooManyMoves, parse_board
from engined.rules.registry import capture_of
from engined.variants.model import EMPTY, Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.notation import parse_square, square_name

from ..game import Game
from ..replies.positions import drawing


def judgement(request: m.Judge, game: Game) -> m.Judgement:
    """What the judge says of a claim about a game's position. Raises ProtocolError."""
    variant = game.variant
    if game.over:
        raise ProtocolError(Code.GAME_OVER, _after_the_end(game, request.move), "move")
    try:
        board = parse_board(variant, request.board)
    except ValueError as error:
        raise ProtocolError(Code.BAD_POSITION, str(error), "board") from None
    claim = Claim(request.move, board, game.seat_of(request.seat), _colour(variant, request.colour))
    try:
        verdict = judge(game.position, claim)
    except TooManyMoves as error:
        raise ProtocolError(Code.UNSUPPORTED, str(error)) from None
    except IllegalMove as error:
        raise ProtocolError(Code.GAME_OVER, str(error), "move") from None
    except ValueError as error:
        raise ProtocolError(Code.ILLEGAL_MOVE, str(error), "move") from None
    return m.Judgement(
        id=request.id,
        fault="" if verdict.fault is None else str(verdict.fault),
        message=verdict.message,
        move=verdict.move,
        board=() if verdict.after is None else drawing(variant, verdict.after.board),
        missing=tuple(square_name(square, variant.board.width) for square in verdict.missing),
        extra=tuple(square_name(square, variant.board.width) for square in verdict.extra),
    )


def _after_the_end(game: Game, move: str) -> str:
    """How the game has ended; and of a cell that was closed to the mover anyway, why."""
    said = f"the game is over: {game.result}" if game.result else "the game is over"
    position = game.position
    try:
        square = parse_square(move, position.variant.board.width, position.variant.board.height)
    except ValueError:
        return said
    if position.board[square] != EMPTY or square in position.placements(position.seat):
        return said
    return f"{said}; and on {move.strip()} {capture_of(position.variant).reason(position, square)}"


def drawn(request: m.DrawColours) -> m.ColoursDrawn:
    """Who plays which colour. Raises ProtocolError."""
    try:
        draw = fuseishi(request.mode, request.call, request.face, request.choice, request.colour)
    except DrawError as error:
        raise ProtocolError(Code.INVALID, str(error), error.field) from None
    return m.ColoursDrawn(
        id=request.id,
        black=draw.black or "",
        draw_right=draw.draw_right or "",
        chooser=draw.chooser or "",
        choosing=draw.choosing,
    )


def _colour(variant: Variant, symbol: str | None) -> int | None:
    """The colour of a symbol. Raises ProtocolError when there is none of that symbol."""
    if symbol is None:
        return None
    symbols = [colour.symbol.lower() for colour in variant.colours]
    if symbol.lower() not in symbols:
        known = " ".join(colour.symbol for colour in variant.colours)
        raise ProtocolError(Code.INVALID, f"no colour {symbol!r}; the colours are {known}", "colour")
    return symbols.index(symbol.lower())
