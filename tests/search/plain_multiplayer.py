"""Searches of games of many seats over the rules, as plainly as can be: what kernels are held to."""

from __future__ import annotations

import random
from collections.abc import Callable

from engined.rules.position import Move, Position
from engined.rules.scoring import sides, value

Counts = tuple[float, ...]
Rule = Callable[[Position, list[Move]], Move]
"""Of equally good moves, in board order, the one that is played."""
Plain = tuple[Counts, Counts, Counts, Counts]
"""The least and the most that each seat counts, the lowest and the highest margin of each side."""


def first(position: Position, moves: list[Move]) -> Move:
    """The rule by which the first is played."""
    return moves[0]


def by_lot(seed: int) -> Rule:
    """A rule that draws for each position."""
    return lambda position, moves: random.Random(f"{seed} {position.digest}").choice(moves)


def maxn(position: Position, rule: Rule = first) -> Counts:
    """What each seat counts by max^n and a rule for ties."""
    if position.over:
        return position.scores()
    found = {move: maxn(position.play(move), rule) for move in position.legal()}
    worth = {move: value(position.variant, counts, position.seat) for move, counts in found.items()}
    best = [move for move in found if worth[move] == max(worth.values())]
    return found[rule(position, best)]


def outcomes(position: Position) -> frozenset[Counts]:
    """What max^n may lead to: all that some choices among equally good moves bring about, made anew in every line."""
    if position.over:
        return frozenset([position.scores()])
    after = [outcomes(position.play(move)) for move in position.legal()]

    def worth(counts: Counts) -> float:
        return value(position.variant, counts, position.seat)

    # The other moves can be made as bad for the mover as any of their outcomes is.
    sure = max(min(map(worth, found)) for found in after)
    return frozenset(counts for found in after for counts in found if worth(counts) >= sure)


def bounds(position: Position) -> Plain:
    """The bounds of outcomes by all rules, as :mod:`engined.search.many_seats.maxn` defines them, without pruning."""
    together = sides(position.variant)
    if position.over:
        counts = position.scores()
        margins = tuple(value(position.variant, counts, side[0]) for side in together)
        return counts, counts, margins, margins
    mine = next(index for index, side in enumerate(together) if position.seat in side)
    after = [bounds(position.play(move)) for move in position.legal()]
    sure = max(found[2][mine] for found in after)
    least, most, lowest, highest = zip(*(found for found in after if found[3][mine] >= sure), strict=True)
    if len({*least, *most}) == 1:
        return least[0], most[0], lowest[0], highest[0]
    low = [min(column) for column in zip(*lowest, strict=True)]
    high = [max(column) for column in zip(*highest, strict=True)]
    high = [end if side == mine else min(end, -sure) for side, end in enumerate(high)]
    low[mine] = sure
    fewest = tuple(min(column) for column in zip(*least, strict=True))
    greatest = tuple(max(column) for column in zip(*most, strict=True))
    return fewest, greatest, tuple(low), tuple(high)


def margin(position: Position, allies: frozenset[int], seat: int) -> float:
    """By how much a seat's side is ahead at the end, the allies playing for it and all others against."""
    if position.over:
        return position.value(seat)
    found = [margin(position.play(move), allies, seat) for move in position.legal()]
    return max(found) if position.seat in allies else min(found)
