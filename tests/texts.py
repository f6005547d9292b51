"""Moves of tests, as they are written and as the engine has them."""

from __future__ import annotations

from collections.abc import Iterable

from engined.rules.position import Move, Position, move_text, parse_move


def pv_of(position: Position, *texts: str) -> tuple[Move, ...]:
    """What texts mean on the board of a position, one after the other or not."""
    return tuple(parse_move(position, text) for text in texts)


def texts_of(position: Position, moves: Iterable[Move]) -> tuple[str, ...]:
    """The inverse."""
    return tuple(move_text(position, move) for move in moves)
