"""Whether a chain is captured in a region, by the definition alone: all positions, and a fixed point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Points = frozenset[int]


class State(NamedTuple):
    """A position: both sides' stones, where neither may take a ko back, and whose turn it is."""

    attacker: Points
    defender: Points
    closed_to_attacker: Points
    closed_to_defender: Points
    attacks: bool


class Region:
    """A region among stones that nobody takes."""

    def __init__(self, adjacent: Mapping[int, Points], beside_attacker: Points, beside_defender: Points) -> None:
        """``adjacent`` has the points of the region; the other two are those beside safe stones of a side."""
        self._adjacent = adjacent
        self._beside = {True: beside_attacker, False: beside_defender}

    def chain(self, point: int, stones: Points) -> Points:
        """The chain of a stone."""
        found, new = {point}, [point]
        while new:
            near = self._adjacent[new.pop()] & stones - found
            found |= near
            new += near
        return frozenset(found)

    def breathes(self, chain: Points, own: Points, opp: Points, attacks: bool) -> bool:
        """Whether a chain has a liberty, or is connected to what nobody takes."""
        return bool(chain & self._beside[attacks]) or any(self._adjacent[stone] - own - opp for stone in chain)

    def after(self, state: State) -> Iterator[State]:
        """What the mover may make of a position."""
        own, opp = state.attacker, state.defender
        closed, theirs = state.closed_to_attacker, state.closed_to_defender
        if not state.attacks:
            own, opp, closed, theirs = opp, own, theirs, closed
            yield State(opp, own, theirs, frozenset(), True)
        for point in self._adjacent.keys() - own - opp:
            mine = own | {point}
            chains = {self.chain(near, opp) for near in self._adjacent[point] & opp}
            dead = [chain for chain in chains if not self.breathes(chain, opp, mine, not state.attacks)]
            taken = frozenset().union(*dead)
            left, chain = opp - taken, self.chain(point, mine)
            if not self.breathes(chain, mine, left, state.attacks):
                continue
            alone = chain == {point} and not chain & self._beside[state.attacks]
            ko = taken if alone and len(taken) == 1 and self._adjacent[point] - left == taken else frozenset()
            if ko and point in closed:
                continue
            if state.attacks:
                yield State(mine, left, closed, theirs | ko, False)
            else:
                yield State(left, mine, theirs | ko, closed, True)

    def captured(self, state: State, target: int) -> bool:
        """Whether the attacker takes the chain off, however the defender plays; what goes round is the defender's."""
        following: dict[State, list[State]] = {}
        new = [state]
        while new:
            one = new.pop()
            if one not in following:
                following[one] = list(self.after(one)) if target in one.defender else []
                new += following[one]
        won = {one for one in following if target not in one.defender}
        while True:
            more = {
                one
                for one, others in following.items()
                if one not in won and (any if one.attacks else all)(other in won for other in others) and others
            }
            if not more:
                return state in won
            won |= more
