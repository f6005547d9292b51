"""The laboratory: which parts there are, in which order, and how the time is shared out.

Start reading here. A part works in steps, and at any moment has a finding: what it knows so far. So whoever ends the
work early gets a report of what is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from engined.engine.learned import find
from engined.families import Unsupported, family_of, kind
from engined.families.base import WeightsKind
from engined.tools.match.openings import OpeningError
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

from .balance import SelfPlay
from .boards import SolvingBoards
from .endings import Solving
from .oracle import Oracle
from .random_play import RandomGames
from .training import Training
from .tree_size import CountingLeaves

ORDER = ("perft", "random", "trained", "balance", "endings", "boards")
SHARES = {"perft": 5, "random": 15, "balance": 40, "endings": 15, "boards": 25}
"""The shares of the time. A part that is not wanted, or ends early, leaves its share to those after it. Training has as
much time again as all others together.
"""
TITLES = {
    "perft": "perft",
    "random": "random play",
    "trained": "training",
    "balance": "self-play",
    "endings": "endings",
    "boards": "boards solved",
}
INTERRUPTED = "interrupted"
NO_TIME = "there was no time for it"


class LabPart(Protocol):
    """One part of the work."""

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Work for so long; gives the share that is done. Raises Unsupported."""
        ...

    def finding(self) -> Struct | None:
        """What is known so far; None if that is nothing."""
        ...


@dataclass(frozen=True)
class LabPlan:
    """What is to be looked at, and for how long."""

    catalogue: Catalogue
    variant: Variant
    seconds: float
    seed: int
    threads: int
    """The threads of solutions from the start, and of training; all else runs on one."""
    games: int | None
    """The number of random games; None stands for as many as there is time for."""
    cache: Path
    weights: Path
    """Folder with trained weights."""
    train: Path | None
    """The file that the weights of a training are written to; None if there is no training."""


class Laboratory:
    """All parts, one after another. ``watch`` hears which is being worked on, and which share of it is done."""

    def __init__(self, plan: LabPlan, watch: Callable[[str, float], None]) -> None:
        self._plan, self._watch = plan, watch
        self.missing: dict[str, str] = {}
        self.seconds = 0.0
        """The seconds that it took so far."""
        self._parts: dict[str, LabPart] = {}
        self._weights = plan.weights
        self._oracle = self._new_oracle()

    @property
    def names(self) -> tuple[str, ...]:
        """The parts that there can be."""
        return ORDER

    @property
    def kernels(self) -> str:
        """How the variant runs."""
        return kind(self._plan.variant)

    def run(self) -> None:
        """Do everything. What KeyboardInterrupt leaves undone is said in ``missing``."""
        begun = time.monotonic()
        waiting = [name for name in ORDER if self._is_wanted(name)]
        spent = 0.0
        try:
            while waiting:
                name, *later = waiting
                share = self._plan.seconds
                if name != "trained":
                    share = (share - spent) * SHARES[name] / sum(SHARES.get(other, 0) for other in waiting)
                since = time.monotonic()
                self._work(name, share)
                if name != "trained":
                    # What it took beyond that, it waited for the compiler.
                    spent += min(time.monotonic() - since, share)
                self._plan_ahead(name)
                waiting = later
        except KeyboardInterrupt:
            self.missing |= dict.fromkeys(waiting, INTERRUPTED)
            raise
        finally:
            self.seconds = time.monotonic() - begun
            self._oracle.close()

    def finding(self, name: str) -> Struct | None:
        """What a part knows."""
        return self._parts[name].finding() if name in self._parts else None

    def _is_wanted(self, name: str) -> bool:
        plan = self._plan
        if name == "boards":
            return bool(plan.catalogue.sizes(plan.variant.name))
        return name != "trained" or plan.train is not None

    def _work(self, name: str, seconds: float) -> None:
        if seconds <= 0:
            self.missing[name] = NO_TIME
            return
        try:
            part = self._parts[name] = self._part(name)
            with closing(part.run(seconds)) as steps:
                for done in steps:
                    self._watch(TITLES[name], done)
        except (Unsupported, OpeningError) as error:
            self.missing[name] = str(error)
        else:
            if part.finding() is None:
                self.missing[name] = NO_TIME

    def _plan_ahead(self, name: str) -> None:
        """Let the search be compiled while games are played at random; use new weights from now on."""
        train = self._plan.train
        if name == "perft" and train is None:
            self._oracle.prepare(self._plan.variant)
        elif name == "trained" and train is not None and self.finding(name) is not None:
            self._weights = train.parent
            self._oracle = self._new_oracle()

    def _part(self, name: str) -> LabPart:
        plan, oracle = self._plan, self._oracle
        variant = plan.variant
        if name == "perft":
            return CountingLeaves(variant, oracle)
        if name == "random":
            return RandomGames(variant, plan.seed, plan.games)
        if name == "trained":
            assert plan.train is not None
            return Training(variant, plan.seed, plan.threads, plan.cache, plan.weights, plan.train)
        if name == "balance":
            return SelfPlay(variant, oracle, plan.seed, self._evaluation())
        if name == "endings":
            # An engine that knows nothing of these games yet.
            games = self._parts.get("balance")
            records = games.records if isinstance(games, SelfPlay) else ()
            return Solving(variant, self._new_oracle(), records)
        return SolvingBoards(plan.catalogue, variant.name, self._new_oracle(), plan.threads)

    def _new_oracle(self) -> Oracle:
        return Oracle(self._plan.cache, self._weights)

    def _evaluation(self) -> str:
        """What the engine's estimates rest on."""
        variant = self._plan.variant
        family = family_of(variant)
        if not family.zero_sum:
            return "playouts"
        if find(variant, self._weights) is not None:
            return "trained"
        return "geometry" if family.learns is WeightsKind.VALUES else "rules"
