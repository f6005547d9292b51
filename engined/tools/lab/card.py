"""The variant itself: its board, and its rules in words."""

from __future__ import annotations

from engined.rules.scoring import names_of_sides, sides
from engined.variants.model import EMPTY, Variant
from engined.variants.rules_text import rules_in_words

from .findings import Card, Side


def card_of(variant: Variant, kernels: str, declaration: str) -> Card:
    """What there is to say of a variant; ``kernels`` is how it runs, ``declaration`` its text."""
    board = variant.board
    names = tuple(colour.name for colour in variant.colours)
    return Card(
        name=variant.name,
        title=variant.title or variant.name,
        note=variant.note,
        digest=variant.digest,
        width=board.width,
        height=board.height,
        cells=len(board.cells),
        empties=sum(board.start[square] == EMPTY for square in board.cells),
        board=rows_of(variant),
        colours=tuple((colour.symbol, colour.name) for colour in variant.colours),
        seats=tuple(seat.name for seat in variant.seats),
        first=variant.seats[variant.first].name,
        sides=tuple(
            Side(name, tuple(dict.fromkeys(names[variant.seats[seat].colour] for seat in members)))
            for name, members in zip(names_of_sides(variant), sides(variant), strict=True)
        ),
        rules=rules_in_words(variant),
        kernels=kernels,
        declaration=declaration,
    )


def rows_of(variant: Variant) -> tuple[str, ...]:
    """The board at the start, as declarations draw it, without blanks."""
    board = variant.board
    symbols = [variant.colours[colour].symbol if colour != EMPTY else "." for colour in board.start]
    for square in board.holes:
        symbols[square] = "#"
    return tuple("".join(symbols[at : at + board.width]) for at in range(0, len(symbols), board.width))
