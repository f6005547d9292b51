"""The variant itself: its board, and its rules in words."""

from __future__ import annotations

from engined.rules.scoring import names_of_sides, sides
from engined.variants.model import EMPTY, Capture, CaptureKind, Choice, Passing, Placement, ScoreKind, Variant

from .findings import Card, Side

PLACEMENTS = {
    Placement.CAPTURE: "on an empty cell from which something is bracketed",
    Placement.TOUCH: "where something is bracketed; if there is no such cell, next to any disc",
    Placement.ANYWHERE: "on any empty cell",
    Placement.CHAIN: "where no chain closes or branches",
}
CAPTURES = {
    CaptureKind.FLIP: "turn to the mover's colour",
    CaptureKind.REMOVE: "leave the board",
    CaptureKind.SURROUND: "groups without liberties leave the board",
    CaptureKind.NONE: "nothing is captured",
}
CHOICES = {
    Choice.ALL: "all bracketed discs",
    Choice.ONE: "one of the bracketed discs, of the mover's choice,",
    Choice.SOME: "those bracketed discs that the mover chooses",
}
PASSES = {
    Passing.FORCED: "only, and always, without a placement",
    Passing.FREE: "at any time; when all pass in turn, the game is over",
}
SCORES = {
    ScoreKind.DISCS: "discs of one's colour",
    ScoreKind.HOME: "discs of one's colour in one's own region",
    ScoreKind.AREA: "stones and what they alone surround",
    ScoreKind.TERRITORY: "what one's stones alone surround, and prisoners",
    ScoreKind.CHAINS: "points for chains",
}


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
        rules=tuple(_rules(variant)),
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


def _rules(variant: Variant) -> list[tuple[str, str]]:
    """What the declaration settles, in words; what it leaves out is not told."""
    scoring, capture = variant.scoring, variant.capture
    counted = SCORES[scoring.kind] + ("; the empty cells go to whoever has most" if scoring.empties_to_winner else "")
    if isinstance(capture.kind, CaptureKind):
        rules = [("Place", PLACEMENTS[variant.placement]), ("Capture", _capture(capture, capture.kind))]
    else:
        rules, counted = [("Place, capture", f"as {capture.kind} has it")], f"as {capture.kind} has it"
    rules.append(("Pass", PASSES[variant.passing]))
    if variant.setup.plies:
        rules.append(("Set-up", f"the first {variant.setup.plies} discs go freely to {len(variant.setup.cells)} cells"))
    if capture.indirect:
        times = "until nothing changes" if capture.indirect < 0 else f"{capture.indirect} times"
        rules.append(("Indirectly", f"what turns brackets in its turn, {times}"))
    if variant.board.rings:
        rules.append(("Rings", f"{len(variant.board.rings)} closed lines besides the straight ones"))
    for seat in variant.seats:
        if seat.forbidden:
            rules.append((seat.name, f"may not place on {len(seat.forbidden)} of the cells"))
        if seat.supply is not None:
            rules.append((seat.name, f"places {seat.supply} discs at most"))
    rules.append(("Score", counted + ("; who has least wins" if scoring.misere else "")))
    if scoring.komi:
        rules.append(("Komi", f"{scoring.komi:g} for {variant.seats[1].name}"))
    if scoring.draw_right.seat is not None:
        holder = variant.seats[scoring.draw_right.seat].name
        rules.append(("Equal scores", f"{holder} wins"))
    return rules


def _capture(capture: Capture, kind: CaptureKind) -> str:
    if kind not in (CaptureKind.FLIP, CaptureKind.REMOVE):
        return CAPTURES[kind]
    least = f", {capture.min_flips} at least," if capture.choice is Choice.SOME else ""
    return f"{CHOICES[capture.choice]}{least} {CAPTURES[kind]}"
