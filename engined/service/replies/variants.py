"""How variants look in messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engined.variants.model import Board, Variant
from engined.variants.rules_text import rules_in_words
from engined_protocol import messages as m
from engined_protocol.notation import square_name

from .positions import drawing


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
    surrounding = variant.capture.surrounds
    return m.Description(
        id=id,
        name=variant.name,
        title=variant.title,
        digest=variant.digest,
        width=board.width,
        height=board.height,
        cells=len(board.cells),
        holes=_names(board, sorted(board.holes)),
        drawing=drawing(variant, board.start),
        colours=tuple((colour.symbol, colour.name) for colour in variant.colours),
        seats=tuple((seat.name, variant.colours[seat.colour].symbol) for seat in variant.seats),
        first=variant.seats[variant.first].name,
        engine=engine,
        state=state,
        note=variant.note,
        capture=str(variant.capture.kind),
        scoring=str(variant.scoring.kind),
        komi=variant.scoring.komi,
        ko=str(variant.capture.ko) if surrounding else "",
        suicide=variant.capture.suicide,
        aliases=variant.aliases,
        lies="points" if surrounding else "cells",
        rings=tuple(_names(board, ring) for ring in board.rings),
        homes=_of_seats(board, [seat.home for seat in variant.seats]),
        forbidden=_of_seats(board, [seat.forbidden for seat in variant.seats]),
        movers=variant.mover_names,
        teams=tuple(tuple(variant.seats[seat].name for seat in team) for team in variant.teams),
        rules=rules_in_words(variant),
        choice=variant.capture.choice.value,
        coordinates="go" if surrounding else "othello",
    )


def _of_seats(board: Board, regions: Sequence[frozenset[int]]) -> tuple[tuple[str, ...], ...]:
    """The cells of each seat's region; nothing where no seat has one."""
    return tuple(_names(board, sorted(region)) for region in regions) if any(regions) else ()


def _names(board: Board, squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(square_name(square, board.width) for square in squares)
