"""How dear an exact solution is, when to turn from deepening to solving, and when to end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engined.rules.position import Position

from .limits import Limits, SearchClock
from .time_manager import FORCED_DEPTH, DeepeningProgress, TimeManager

NODES_AT_20 = 2.1e6
GROWTH = 2.03
CAUTION = 1.35
"""The best move and its exact score cost this many nodes at 20 empties and so many times more for each further empty
cell, in the middle of many positions; three of four cost no more than ``CAUTION`` times that.

``engined bench --effort`` prints these constants and the table that they fit: 166 positions of games that the engine
plays, with 16 to 22 empties, on one thread; at 22, 9.3 million nodes in the middle, 13.9 for three of four, 50.6 at
most. To be measured again whenever search or evaluation have changed. They are of 8x8 Othello, and borrowed elsewhere,
where untrained evaluations order moves worse."""
SPEED = 2.5e7
"""Nodes a second and thread of the solver, deliberately low: 29 million were measured at 22 empties on a busy core."""
SURE_OF_SPEED = 1_000_000
"""Nodes after which the speed of the search at hand is known well enough."""
SOLVER_GAIN = 2.0
"""A solver visits at least so many nodes while a search with evaluations visits one."""
PATIENCE = 30
"""Without a limit of time, an exact score may cost so many times what was spent before."""
AT_ONCE = 2.0e6
"""Nodes that are always worth spending on an exact score."""
BEYOND = 8
"""A limit of depth is one for solutions too, with so many more empty cells: a low level is to stay quick and weak."""
CLOSING_PLIES = 10
"""The plies before the end from which on searches to it at rising levels of confidence are worth more than deeper ones
short of it, which are all at the first. In a second a move on one thread, moves with 26 empties lost 0.29 +- 0.09 discs
less to the exact score (70 positions), with 28 empties 0.1 +- 0.1 (40); in a tenth of a second it made no difference.
"""
CLOSING_COST = 10
"""The first level costs about so many times the nodes of all depths before: 7 to 17 times in most of 16 positions."""


def solving_nodes(empties: int, lines: int) -> float:
    """Expected nodes to solve a position, for exact scores of this many of its moves."""
    return NODES_AT_20 * float(GROWTH ** (empties - 20)) * (1 + 0.5 * (lines - 1))


def solving_seconds(empties: int, threads: int) -> float:
    """Seconds in which three of four positions are solved."""
    return CAUTION * solving_nodes(empties, 1) / (SPEED * threads)


def deep_enough(depth: int, empties: int) -> bool:
    """Whether to turn to exact scores when an iteration of this depth is done: half of the way."""
    return 2 * depth >= empties


def near_the_end(depth: int, empties: int) -> bool:
    """Whether one more ply is the last."""
    return depth + 1 >= empties


def never_enough(progress: DeepeningProgress) -> bool:
    """Deepen as long as there is something to find."""
    return False


def always(nodes: float) -> bool:
    """There is no limit to what a search may spend."""
    return True


def never(nodes: float) -> bool:
    """A search does not spend more than it must."""
    return False


@dataclass(frozen=True, slots=True)
class Policy:
    """The decisions of a root search."""

    worth_solving: Callable[[int, int], bool] = deep_enough
    """(depth reached, empties) -> whether to go for exact scores now, whatever ``enough`` says."""
    worth_closing: Callable[[int, int], bool] = near_the_end
    """(depth reached, empties) -> whether to search to the end now all the same, selectively as long as time is short.
    Not asked where the depth wanted does not reach the end; must be true when one more ply is the last."""
    enough: Callable[[DeepeningProgress], bool] = never_enough
    """Whether to end as at a limit, asked before each iteration, and each step to the end, once something is known."""
    affords: Callable[[float], bool] = always
    """It says whether the limits leave so many nodes for an iteration of two plies; else it is one ply deeper."""
    proofs: bool = True
    """Whether to prove every move of the lines that are exact."""


@dataclass(frozen=True, slots=True)
class SolveBudget:
    """What an analysis has used so far, and may use."""

    spent: Callable[[], int]
    """The function that gives the nodes spent."""
    elapsed: Callable[[], float]
    """The function that gives the seconds spent."""
    threads: int = 1
    seconds: float | None = None
    nodes: int | None = None

    @property
    def speed(self) -> float:
        """Nodes a second that a search to the end will visit."""
        nodes, past = self.spent(), self.elapsed()
        known = SOLVER_GAIN * nodes / past if nodes >= SURE_OF_SPEED and past > 0 else SPEED * self.threads
        return min(SPEED * self.threads, known)

    def affords(self, nodes: float) -> bool:
        """Return whether so many more of a search short of the end should fit."""
        spent, past = self.spent(), self.elapsed()
        if self.nodes is not None and nodes > self.nodes - spent:
            return False
        return self.seconds is None or nodes * past <= (self.seconds - past) * spent

    def affords_solving(self, nodes: float) -> bool:
        """Return whether so many more of a search to the end should fit."""
        if self.nodes is not None and nodes > self.nodes - self.spent():
            return False
        return self.seconds is None or nodes / self.speed <= self.seconds - self.elapsed()


def solving_policy(
    *, empties_wanted: int | None, depth: int | None, lines: int, budget: SolveBudget
) -> Callable[[int, int], bool]:
    """A rule (depth reached, empties) -> whether to go for exact scores now."""

    def worth(reached: int, empties: int) -> bool:
        if empties_wanted is not None:
            return empties <= empties_wanted and 2 * reached >= empties
        if reached == 0:
            # Something must be known before time can run out.
            return False
        if depth is not None and empties > depth + BEYOND:
            return False
        nodes = solving_nodes(empties, lines)
        affordable = budget.affords_solving(CAUTION * nodes)
        if nodes <= AT_ONCE and affordable:
            return True
        at_its_end = depth is not None and reached >= depth
        worthwhile = nodes <= PATIENCE * budget.spent() if budget.seconds is None else 2 * reached >= empties
        return affordable and (at_its_end or worthwhile)

    return worth


def closing_policy(budget: SolveBudget) -> Callable[[int, int], bool]:
    """A rule (depth reached, empties) -> whether to search selectively to the end now, rather than a ply deeper."""

    def worth(reached: int, empties: int) -> bool:
        near = reached >= empties - CLOSING_PLIES and 2 * reached >= empties
        return near_the_end(reached, empties) or (near and budget.affords_solving(CLOSING_COST * budget.spent()))

    return worth


MAXN_SECONDS_AT_10 = 0.06
MAXN_GROWTH = 6.0
"""All views of all moves among more than two sides: seconds at 10 empty cells, and how many times as many for each
further one. They are of Rolit for four, in the middle of positions from random games; Rolit for three is twice as fast,
and Yonin, where seats have fewer moves, much faster."""
PROVEN_AT_ONCE = 0.5
"""Seconds that are always worth spending on proofs."""


def proving_policy(
    *, empties_wanted: int | None, depth: int | None, spent: Callable[[], float], seconds: float | None
) -> Callable[[int, int], bool]:
    """A rule (depth reached, empties) -> whether to turn from playing games to proofs, among more than two sides.

    ``spent`` gives the seconds that the analysis has used, of ``seconds`` (None: no limit).
    """

    def worth(reached: int, empties: int) -> bool:
        if empties_wanted is not None:
            return empties <= empties_wanted
        if reached == 0:
            # Something must be known before time can run out.
            return False
        if depth is not None and empties > depth + BEYOND:
            return False
        price = MAXN_SECONDS_AT_10 * float(MAXN_GROWTH ** (empties - 10))
        if seconds is not None:
            return price <= seconds - spent()
        return price <= max(PROVEN_AT_ONCE, PATIENCE * spent())

    return worth


@dataclass(frozen=True, slots=True)
class Effort:
    """How dear it is to solve the positions of a family, as measured."""

    nodes_at_20: float
    """The median of the nodes for the best move and its score with 20 placements left."""
    growth: float
    """The factor on these nodes for each further placement."""
    speed: float
    """Nodes a second and thread."""

    def seconds(self, left: int, lines: int, threads: int) -> float:
        """What it takes to solve so many moves of a position."""
        return self.nodes_at_20 * float(self.growth ** (left - 20)) * (1 + 0.5 * (lines - 1)) / (self.speed * threads)


# --- the policies of limits -----------------------------------------------------------------------


def solver_policy(position: Position, limits: Limits, clock: SearchClock, spent: Callable[[], int]) -> Policy:
    """The policy of an alpha-beta search with a solver of its own; ``spent`` gives its nodes so far."""
    if limits.prove:
        return PROVING
    lines = len(position.legal()) if limits.best is None else limits.best
    budget = _budget(limits, clock, spent, limits.seconds)
    solving = solving_policy(empties_wanted=limits.solve_empties, depth=limits.depth, lines=lines, budget=budget)
    closing: Callable[[int, int], bool] = near_the_end
    if limits.solve_empties is None:
        closing = closing_policy(_budget(limits, clock, spent, limits.soft or limits.seconds))
    policy = Policy(solving, closing, affords=_affords(limits, budget))
    return _on_clock(policy, position, limits, clock, 2 * FORCED_DEPTH)


def deepener_policy(position: Position, limits: Limits, clock: SearchClock, spent: Callable[[], int]) -> Policy:
    """The policy of an alpha-beta search that solves by searching ever deeper: the last depth is exact by itself."""
    if limits.prove:
        return PROVING

    def worth(reached: int, empties: int) -> bool:
        return limits.solve_empties is not None and empties <= limits.solve_empties and 2 * reached >= empties

    policy = Policy(worth, affords=_affords(limits, _budget(limits, clock, spent, limits.seconds)))
    return _on_clock(policy, position, limits, clock, 2 * FORCED_DEPTH)


def games_policy(position: Position, limits: Limits, clock: SearchClock) -> Policy:
    """The policy of a search that plays games until the end is in reach, among more than two sides."""
    if limits.prove:
        return PROVING
    worth = proving_policy(
        empties_wanted=limits.solve_empties, depth=limits.depth, spent=clock.elapsed, seconds=limits.seconds
    )
    return _on_clock(Policy(worth), position, limits, clock, 0)


def games_first_policy(
    position: Position, limits: Limits, clock: SearchClock, effort: Effort, before: int = 1
) -> Policy:
    """The policy of a search between two sides that plays games, or deepens, until the end is in reach, and solves
    then.

    ``before``: so many plies are looked ahead in any case, if there are twice as many.
    """
    if limits.prove:
        return Policy(worth_solving=lambda reached, left: True)
    lines = len(position.legal()) if limits.best is None else limits.best
    seconds = limits.soft or limits.seconds

    def worth(reached: int, left: int) -> bool:
        if limits.solve_empties is not None:
            return left <= limits.solve_empties
        if reached < max(1, min(before, left // 2)):
            # Something must be known before time can run out.
            return False
        if limits.depth is not None and left > limits.depth + BEYOND:
            return False
        price = effort.seconds(left, lines, limits.threads)
        if limits.nodes is not None and price * effort.speed * limits.threads > limits.nodes:
            return False
        if seconds is not None:
            return price <= seconds - clock.elapsed()
        return price <= max(PROVEN_AT_ONCE, PATIENCE * clock.elapsed())

    return _on_clock(Policy(worth), position, limits, clock, 2 * FORCED_DEPTH)


PROVING = Policy(worth_solving=lambda depth, empties: 3 * depth >= empties)
"""A short search for the order of moves, and then to the end."""


def _budget(limits: Limits, clock: SearchClock, spent: Callable[[], int], seconds: float | None) -> SolveBudget:
    return SolveBudget(spent, clock.elapsed, limits.threads, seconds, limits.nodes)


def _affords(limits: Limits, budget: SolveBudget) -> Callable[[float], bool]:
    """Play that is to be weak searches ply by ply: its levels were measured so."""
    return never if limits.weak else budget.affords


def _on_clock(policy: Policy, position: Position, limits: Limits, clock: SearchClock, forced: int) -> Policy:
    """The same on a clock: no longer than needed, and for a move without an alternative hardly anything; that is solved
    with so many empty cells only.
    """
    if limits.soft is None:
        return policy
    assert limits.seconds is not None
    time_manager = TimeManager(limits.soft, limits.seconds, clock.before)
    most = forced if len(position.legal()) == 1 else len(position.board)
    return replace(
        policy,
        worth_solving=lambda reached, empties: empties <= most and policy.worth_solving(reached, empties),
        enough=lambda progress: time_manager.enough(progress, clock.elapsed()),
        affords=never,  # most plies are known from the move before; and the time manager counts single ones
        proofs=False,
    )
