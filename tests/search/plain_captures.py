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

    def after(self, state: State, *, attacker_passes: bool = False) -> Iterator[State]:
        """What the mover may make of a position. One side alone may pass."""
        own, opp = state.attacker, state.defender
        closed, theirs = state.closed_to_attacker, state.closed_to_defender
        if state.attacks and attacker_passes:
            yield State(own, opp, frozenset(), theirs, False)
        if not state.attacks:
            own, opp, closed, theirs = opp, own, theirs, closed
        if not state.attacks and not attacker_passes:
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

    def is_safe(self, state: State, target: int) -> bool:
        """Whether the attacker, who places one stone after another, never takes the chain off."""
        known, new = set[tuple[Points, Points]](), [(state.attacker, state.defender)]
        while new:
            stones = new.pop()
            if target not in stones[1]:
                return False
            if stones not in known:
                known.add(stones)
                turn = State(*stones, frozenset(), frozenset(), attacks=True)
                new += [(after.attacker, after.defender) for after in self.after(turn)]
        return True

    def lives(self, state: State, target: int) -> bool:
        """Whether the defender, who must not pass, makes the chain safe against an attacker who may; what goes round is
        the attacker's.
        """
        following: dict[State, list[State]] = {}
        new, won = [state], set[State]()
        while new:
            one = new.pop()
            if one not in following:
                if target in one.defender and self.is_safe(one, target):
                    won.add(one)
                over = one in won or target not in one.defender
                following[one] = [] if over else list(self.after(one, attacker_passes=True))
                new += following[one]
        while True:
            more = {
                one
                for one, others in following.items()
                if one not in won and others and (all if one.attacks else any)(other in won for other in others)
            }
            if not more:
                return state in won
            won |= more
