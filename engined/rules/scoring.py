"""What a finished game counts: for each seat, for each side, and who wins."""

from __future__ import annotations

from ..variants.model import EMPTY, ScoreKind, Variant
from .geometry import geometry
from .groups import groups


def scores(variant: Variant, board: tuple[int, ...], taken: tuple[int, ...] = ()) -> tuple[float, ...]:
    """What each seat counts if the game ends on this board: empties to the winner are in, komi is not.

    ``taken`` are the discs that each seat has taken off the board.
    """
    kind = variant.scoring.kind
    if kind is ScoreKind.HOME:
        return tuple(float(sum(board[s] == seat.colour for s in seat.home)) for seat in variant.seats)
    if kind is ScoreKind.DISCS:
        return _discs(variant, board)
    owners = territory(variant, board)
    none = (0,) * len(variant.seats)
    stones = none if kind is ScoreKind.TERRITORY else [board.count(seat.colour) for seat in variant.seats]
    prisoners = none if kind is ScoreKind.AREA else taken or none
    return tuple(
        float(owners.count(seat.colour) + own + captured)
        for seat, own, captured in zip(variant.seats, stones, prisoners, strict=True)
    )


def territory(variant: Variant, board: tuple[int, ...]) -> tuple[int, ...]:
    """The colour, for each square, that alone borders its empty region; ``EMPTY`` for all other squares."""
    lines = geometry(variant.board)
    empty = [square for square in variant.board.cells if board[square] == EMPTY]
    owners = [EMPTY] * len(board)
    for region in groups(lines, empty, lambda *_: True):
        beside = {board[near] for cell in region for near in lines.adjacent[cell]} - {EMPTY}
        if len(beside) == 1:
            (owner,) = beside
            for cell in region:
                owners[cell] = owner
    return tuple(owners)


def _discs(variant: Variant, board: tuple[int, ...]) -> tuple[float, ...]:
    """Discs of each seat's colour; the empty cells go to the colour that has most, in misère too: so they always widen
    the margin by which a game is won. Two that have as many get half of them each, among more they stay empty.
    """
    counts = {seat.colour: board.count(seat.colour) for seat in variant.seats}
    leaders = [colour for colour, count in counts.items() if count == max(counts.values())]
    share = dict.fromkeys(counts, 0.0)
    if variant.scoring.empties_to_winner and (len(leaders) == 1 or len(variant.seats) == 2):
        discs = sum(board.count(colour) for colour in range(len(variant.colours)))
        share |= dict.fromkeys(leaders, (len(variant.board.cells) - discs) / len(leaders))
    return tuple(counts[seat.colour] + share[seat.colour] for seat in variant.seats)


def sides(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """Seats that win or lose together: the teams, and each other seat alone, by first seat."""
    teamed = {seat for team in variant.teams for seat in team}
    alone = tuple((seat,) for seat in range(len(variant.seats)) if seat not in teamed)
    return tuple(sorted(variant.teams + alone, key=min))


def side_of_seats(variant: Variant) -> tuple[int, ...]:
    """The number of each seat's side among :func:`sides`."""
    return tuple(
        next(number for number, side in enumerate(sides(variant)) if seat in side) for seat in range(len(variant.seats))
    )


def names_of_sides(variant: Variant) -> tuple[str, ...]:
    """``Black``, or ``A and C`` for a team."""
    return tuple(" and ".join(variant.seats[seat].name for seat in side) for side in sides(variant))


def standings(variant: Variant, counted: tuple[float, ...]) -> tuple[float, ...]:
    """What each side brings to the comparison, more being better: with komi, negated in misère.

    Discs that two seats of a side count alike, because they share the colour, count once.
    """
    totals = []
    for side in sides(variant):
        if variant.scoring.kind is ScoreKind.DISCS:
            total = sum({variant.seats[seat].colour: counted[seat] for seat in side}.values())
        else:
            total = sum(counted[seat] for seat in side)
        if 1 in side:
            total += variant.scoring.komi
        totals.append(-total if variant.scoring.misere else total)
    return tuple(totals)


def value(variant: Variant, counted: tuple[float, ...], seat: int) -> float:
    """What this seat's side is ahead of the best other side by (negative: behind)."""
    totals = standings(variant, counted)
    own = side_of_seats(variant)[seat]
    return totals[own] - max(total for index, total in enumerate(totals) if index != own)


def komi_for(variant: Variant, seat: int) -> float:
    """Return what komi adds to what this seat's side is ahead by, where there are two sides: the one with the second
    seat counts it, which is bad for it in misère.
    """
    together = sides(variant)[side_of_seats(variant)[seat]]
    counted = variant.scoring.komi if 1 in together else -variant.scoring.komi
    return -counted if variant.scoring.misere else counted


def ranks(variant: Variant, counted: tuple[float, ...]) -> tuple[int, ...]:
    """The rank of each seat, from 1, by what its side brings to the comparison; equal ones share the better rank."""
    totals, together = standings(variant, counted), sides(variant)
    own = [totals[next(index for index, side in enumerate(together) if seat in side)] for seat in range(len(counted))]
    return tuple(1 + sum(other > mine for other in own) for mine in own)


def winner(variant: Variant, seat: int, ahead: float) -> str:
    """The side that wins if this seat's side is ahead by so much of the only other; empty for a draw."""
    if not ahead:
        holder = variant.scoring.draw_right.seat
        return "" if holder is None else variant.seats[holder].name
    own = side_of_seats(variant)[seat]
    return names_of_sides(variant)[own if ahead > 0 else 1 - own]


def margin(variant: Variant, counted: tuple[float, ...]) -> float:
    """What the best side is ahead of the next by: 0 where several are the best."""
    best, second, *_ = sorted(standings(variant, counted), reverse=True)
    return best - second


def leader(variant: Variant, counted: tuple[float, ...]) -> str:
    """The side that wins: it alone is the best, or has the right to a draw; empty if there is none."""
    totals, holder = standings(variant, counted), variant.scoring.draw_right.seat
    if margin(variant, counted):
        return names_of_sides(variant)[totals.index(max(totals))]
    return "" if holder is None else variant.seats[holder].name


def result(variant: Variant, counted: tuple[float, ...]) -> str:
    """The end in words: ``Black wins by 4``, ``Draw``, ``White wins by the right to a draw``."""
    totals, names, ahead = standings(variant, counted), names_of_sides(variant), margin(variant, counted)
    won = leader(variant, counted)
    if won:
        return f"{wins(variant, won)} by {f'{ahead:g}' if ahead else 'the right to a draw'}"
    best = [name for name, total in zip(names, totals, strict=True) if total == max(totals)]
    return "Draw" if len(best) == len(names) else f"Draw between {', '.join(best)}"


def wins(variant: Variant, side: str) -> str:
    """``Black wins``, ``A and C win``."""
    alone = side in (seat.name for seat in variant.seats)
    return f"{side} {'wins' if alone else 'win'}"
