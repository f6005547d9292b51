"""Who meets whom: round robins are complete, Swiss rounds are the fairest that there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined_client.club.pairing import Candidate, Round, round_robin, swiss

NAMES = tuple("abcdefghijkl")


def everybody(pairing: Round) -> list[str]:
    """Whoever plays or has a bye."""
    paired = [name for pair in pairing.pairs for name in pair]
    return sorted(paired if pairing.bye is None else [*paired, pairing.bye])


@pytest.mark.parametrize("count", range(2, 13))
def test_a_round_robin_has_every_pair_once(count: int) -> None:
    names = NAMES[:count]
    rounds = [round_robin(names, number) for number in range(1, count + count % 2)]
    assert all(everybody(pairing) == list(names) for pairing in rounds)
    met = Counter(frozenset(pair) for pairing in rounds for pair in pairing.pairs)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    byes = Counter(pairing.bye for pairing in rounds if pairing.bye is not None)
    assert byes == (Counter(names) if count % 2 else Counter())
    balance = Counter(pair[0] for pairing in rounds for pair in pairing.pairs)
    balance.subtract(pair[1] for pairing in rounds for pair in pairing.pairs)
    assert all(abs(balance[name]) <= (count + 1) % 2 for name in names)


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_a_second_round_robin_swaps_colours(count: int) -> None:
    names, turns = NAMES[:count], count - 1 + count % 2
    for number in range(1, turns + 1):
        first, second = round_robin(names, number), round_robin(names, number + turns)
        assert [pair[::-1] for pair in second.pairs] == list(first.pairs)
        assert second.bye == first.bye


# --- Swiss ----------------------------------------------------------------------------------------


def matchings(places: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put an even number of places into pairs."""
    if not places:
        yield []
        return
    one, *rest = places
    for other in rest:
        left = tuple(place for place in rest if place != other)
        yield from ([(one, other), *more] for more in matchings(left))


def unfairness(standing: list[Candidate], pairs: list[tuple[int, int]], uneven: bool) -> tuple[float, ...]:
    """What the specification wants small: repeats, gaps in points, colours out of balance, gaps in rank."""
    total = [0.0] * 4
    for low, high in map(sorted, pairs):
        one, other = standing[low], standing[high] if high < len(standing) else None
        total[3] += (high - low) ** 2
        if other is None:
            total[0] += one.byes
            total[1] += (2 * (one.points - min(c.points for c in standing))) ** 2
            total[2] += one.balance**2 if uneven else 0
            continue
        total[0] += one.met.get(other.name, 0)
        total[1] += (2 * (one.points - other.points)) ** 2
        if uneven:
            total[2] += min(
                (one.balance + 1) ** 2 + (other.balance - 1) ** 2, (one.balance - 1) ** 2 + (other.balance + 1) ** 2
            )
    return tuple(total)


def places(standing: list[Candidate], pairing: Round) -> list[tuple[int, int]]:
    index = {candidate.name: place for place, candidate in enumerate(standing)}
    pairs = [(index[one], index[other]) for one, other in pairing.pairs]
    return pairs if pairing.bye is None else [*pairs, (index[pairing.bye], len(standing))]


class Tournament:
    """Swiss rounds with results by chance."""

    def __init__(self, count: int, dice: random.Random, uneven: bool) -> None:
        self.names = NAMES[:count]
        self.dice = dice
        self.uneven = uneven
        self.points = dict.fromkeys(self.names, 0.0)
        self.met: dict[str, Counter[str]] = {name: Counter() for name in self.names}
        self.byes: Counter[str] = Counter()
        self.balance: Counter[str] = Counter()
        self.last: Counter[str] = Counter()

    def standing(self) -> list[Candidate]:
        best_first = sorted(self.names, key=lambda name: -self.points[name])
        return [
            Candidate(name, self.points[name], self.met[name], self.byes[name], self.balance[name], self.last[name])
            for name in best_first
        ]

    def play(self, pairing: Round) -> None:
        for one, other in pairing.pairs:
            result = self.dice.choice((0, 0.5, 1))
            self.points[one] += result
            self.points[other] += 1 - result
            self.met[one][other] += 1
            self.met[other][one] += 1
            if self.uneven:
                self.balance.update({one: 1, other: -1})
                self.last.update({one: 1 - self.last[one], other: -1 - self.last[other]})
        if pairing.bye is not None:
            self.points[pairing.bye] += 1
            self.byes[pairing.bye] += 1


@given(st.integers(2, 8), st.integers(1, 9), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_no_swiss_round_could_be_fairer(count: int, rounds: int, uneven: bool, dice: random.Random) -> None:
    """Against all pairings that there are: at most 105."""
    tournament = Tournament(count, dice, uneven)
    for number in range(1, rounds + 1):
        standing = tournament.standing()
        pairing = swiss(standing, number, uneven=uneven)
        assert everybody(pairing) == sorted(tournament.names)
        possible = matchings(tuple(range(count + count % 2)))
        best = min(unfairness(standing, pairs, uneven) for pairs in possible)
        assert unfairness(standing, places(standing, pairing), uneven) == best
        tournament.play(pairing)


@given(st.integers(4, 12), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_nobody_meets_twice_while_half_of_the_others_are_left(count: int, dice: random.Random) -> None:
    """With so few rounds there is always a pairing without repeats (Dirac: each has half of the others left)."""
    tournament = Tournament(count, dice, uneven=True)
    for number in range(1, (count + count % 2) // 2 + 1):
        tournament.play(swiss(tournament.standing(), number, uneven=True))
    assert max(max(met.values()) for met in tournament.met.values()) == 1
    assert max(tournament.byes.values(), default=0) <= 1


def test_colours_go_to_whom_they_are_due() -> None:
    standing = [Candidate("a", balance=1, last=1), Candidate("b", balance=-1, last=-1)]
    assert swiss(standing, 1, uneven=True).pairs == (("b", "a"),)
    standing = [Candidate("a", last=1), Candidate("b", last=-1)]
    assert swiss(standing, 1, uneven=True).pairs == (("b", "a"),)


def test_the_lowest_has_the_bye_unless_it_had_one() -> None:
    standing = [Candidate("a", 2), Candidate("b", 1), Candidate("c", 0)]
    assert swiss(standing, 1, uneven=False).bye == "c"
    standing[2] = Candidate("c", 0, byes=1)
    assert swiss(standing, 1, uneven=False).bye == "b"
