"""The rules of a variant in words, from its declaration."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engined_protocol.notation import square_name

from .model import Capture, CaptureKind, Chain, Choice, Ko, Passing, Placement, ScoreKind, Seat, Variant

PLACEMENTS = {
    Placement.CAPTURE: "on an empty cell from which something is bracketed",
    Placement.TOUCH: "where something is bracketed; if there is no such cell, next to any disc",
    Placement.ANYWHERE: "on any empty cell",
    Placement.CHAIN: "where no chain closes",
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
    ScoreKind.AREA_AND_PRISONERS: "stones, what they alone surround, and prisoners",
    ScoreKind.CHAINS: "points for chains",
}
KOS = {
    Ko.SIMPLE: "the board before the last ply may not come back",
    Ko.SITUATIONAL: "no earlier board with the same seat to move may come back",
    Ko.POSITIONAL: "no earlier board may come back",
}


def rules_in_words(variant: Variant) -> tuple[tuple[str, str], ...]:
    """What a declaration settles: of what, and how."""
    scoring, capture = variant.scoring, variant.capture
    counted = SCORES[scoring.kind] + ("; the empty cells go to whoever has most" if scoring.empties_to_winner else "")
    if isinstance(capture.kind, CaptureKind):
        two_ended = variant.chain is not None and not variant.chain.multi
        placed = PLACEMENTS[variant.placement] + (" or branches" if two_ended else "")
        rules = [("Place", placed), ("Capture", _capture(capture, capture.kind))]
    else:
        rules, counted = [("Place, capture", f"as {capture.kind} has it")], f"as {capture.kind} has it"
    rules.append(("Pass", PASSES[variant.passing]))
    if variant.setup.plies:
        cells = _places(variant.setup.cells, variant.board.width)
        rules.insert(0, ("Set-up", f"the first {variant.setup.plies} discs go freely to {cells}"))
    if capture.indirect:
        times = "until nothing changes" if capture.indirect < 0 else f"{capture.indirect} times"
        rules.append(("Indirectly", f"what turns brackets in its turn, {times}"))
    if variant.board.rings:
        rules.append(("Rings", f"{len(variant.board.rings)} closed lines besides the straight ones"))
    for seat in variant.seats:
        if own := "; ".join(_seat(seat, variant.board.width)):
            rules.append((seat.name, own))
    rules.append(("Score", counted + ("; who has least wins" if scoring.misere else "")))
    if variant.chain is not None:
        rules.append(("Points", _points(variant, variant.chain)))
    if variant.teams:
        rules.append(
            ("Teams", "; ".join(" and ".join(variant.seats[seat].name for seat in team) for team in variant.teams))
        )
    if capture.surrounds:
        rules.append(("Ko", KOS[capture.ko]))
        rules.append(("Suicide", "is allowed" if capture.suicide else "is not allowed"))
    if scoring.komi:
        rules.append(("Komi", f"{abs(scoring.komi):g} for {variant.seats[1 if scoring.komi > 0 else 0].name}"))
    if scoring.draw_right.seat is not None:
        holder = variant.seats[scoring.draw_right.seat].name
        rules.append(("Equal scores", f"{holder} wins"))
    return tuple(rules)


def _seat(seat: Seat, width: int) -> Iterator[str]:
    """What holds for one seat alone."""
    if seat.home:
        yield f"counts {_places(seat.home, width)}"
    if seat.forbidden:
        yield f"may not place on {_places(seat.forbidden, width)}"
    if seat.supply is not None:
        yield f"places {seat.supply} discs at most"


def _places(cells: Collection[int], width: int) -> str:
    """Names of cells, those that fill a rectangle by its first and last one: ``a1-d4, e5``."""
    left, told = set(cells), list[str]()
    while left:
        first = last = min(left)
        while last + 1 in left and (last + 1) % width:
            last += 1
        row = range(first, last + 1)
        while all(square + width in left for square in row):
            left.difference_update(row)
            row = range(row.start + width, row.stop + width)
        left.difference_update(row)
        corners = dict.fromkeys([square_name(first, width), square_name(row.stop - 1, width)])
        told.append("-".join(corners))
    return ", ".join(told)


def _points(variant: Variant, chain: Chain) -> str:
    """What chains count, and for whom."""
    odd, even = variant.seats[chain.odd].name, variant.seats[1 - chain.odd].name
    told = {
        "ends": f"{'all' if chain.multi else 'both'} ends of one colour: for that one",
        "count": f"an odd number of stones: for {odd}, an even one: for {even}",
        "bends": f"an odd number of bends: for {odd}, an even one: for {even}",
    }
    return "; ".join(told[kind] for kind in told if kind in chain.points)


def _capture(capture: Capture, kind: CaptureKind) -> str:
    if kind not in (CaptureKind.FLIP, CaptureKind.REMOVE):
        return CAPTURES[kind]
    least = f", {capture.min_flips} at least," if capture.choice is Choice.SOME else ""
    return f"{CHOICES[capture.choice]}{least} {CAPTURES[kind]}"
