"""A short training of an evaluation, and whether it is worth anything: games against the one that there was."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

from engined.families import Unsupported
from engined.patterns.weights import find
from engined.results import Interrupted
from engined.rules.position import Position, start
from engined.rules.scoring import value
from engined.tools.match.openings import positions_of, random_openings
from engined.tools.match.strength import mean_of, strength
from engined.tools.training.patterns.training import PatternTraining, untrainable
from engined.tools.training.patterns.training import Plan as TrainingPlan
from engined.variants.model import Variant

from .balance import opening_plies
from .findings import Duel, Level, StageError, Trained
from .oracle import Oracle

TRAINING_SHARE = 0.8
"""The part of the time for learning; the rest is for the games."""
COMPILING = 30.0
"""Seconds of it, deliberately high."""
LABELS_A_SECOND = 4000
"""Positions that one thread labels in a second, deliberately low: games and fitting take their time too."""
LEAST_POSITIONS, MOST_POSITIONS = 200, 100_000
PATIENCE = 3.0
"""A training may take so many times its share before it is given up."""
DUEL = Level(3, "plies")
PAIRS = 100
"""The most pairs of games."""


class Training:
    """Weights by :mod:`engined.tools.training`, with as many positions as there is time for."""

    def __init__(self, variant: Variant, seed: int, threads: int, cache: Path, before: Path, out: Path) -> None:
        """``before``: folder of the weights that there are. ``out``: where the new ones go.

        Raises Unsupported where there can be none.
        """
        reason = untrainable(variant)
        if reason is not None:
            raise Unsupported(f"there is nothing to train: {reason}")
        self._variant, self._seed, self._threads = variant, seed, threads
        self._cache, self._before, self._out = cache, before, out
        self._plan = TrainingPlan()
        self._begun = 0.0
        self._took: float | None = None
        self._origin: dict[str, float] = {}
        self._pairs: list[tuple[float, float]] = []
        """The discs by which the trained evaluation won in both games of each pair."""

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Train and compare; gives the share that is done. Raises Unsupported where it takes far too long."""
        self._begun = time.monotonic()
        cells = len(self._variant.board.cells)
        labelling = max(TRAINING_SHARE * seconds - COMPILING, 0)
        positions = int(labelling * self._threads * LABELS_A_SECOND / cells)
        self._plan = TrainingPlan(
            positions=min(max(positions, LEAST_POSITIONS), MOST_POSITIONS),
            play_depth=2,
            depth=4,
            exact=10,
            compared=60,
            seed=self._seed,
            threads=self._threads,
        )
        with tempfile.TemporaryDirectory(prefix="engined-lab-") as folder:
            for done in self._train(Path(folder), PATIENCE * TRAINING_SHARE * seconds + COMPILING):
                yield TRAINING_SHARE * done
        begun: float | None = None
        for _ in self._compare():
            # From the first game on: compiling is not counted.
            begun = begun or time.monotonic()
            passed = (time.monotonic() - begun) / ((1 - TRAINING_SHARE) * seconds)
            if passed >= 1:
                return
            yield TRAINING_SHARE + (1 - TRAINING_SHARE) * passed

    def finding(self) -> Trained | None:
        """What is known so far; None before there are weights."""
        if self._took is None:
            return None
        width, cells = self._plan.width, len(self._variant.board.cells)
        stages = tuple(
            StageError(stage, tuple(empties for empties in range(1, cells + 1) if empties // width == stage), error)
            for stage, error in sorted((int(name), error) for name, error in self._origin.items())
        )
        return Trained(str(self._out), self._plan.positions, self._took, stages, self._duel())

    # --- the training -------------------------------------------------------------------------------

    def _train(self, folder: Path, patience: float) -> Generator[float, None, None]:
        """Run a training on a thread of its own; gives the share that is done."""
        news: SimpleQueue[float | Exception | None] = SimpleQueue()
        ended = threading.Event()
        tell = _Teller(news, ended, self._variant, self._plan.width)
        training = PatternTraining(self._variant, self._plan, folder / "course", self._cache, None, tell)

        def work() -> None:
            try:
                weights = training.run()
                weights.write(self._out, self._variant)
                self._origin = dict(weights.origin["errors"])
                self._took = time.monotonic() - self._begun
                news.put(None)
            except Exception as error:  # noqa: BLE001 - raised again by whoever waits
                news.put(error)

        thread = threading.Thread(target=work, name="training", daemon=True)
        thread.start()
        try:
            while True:
                left = patience - (time.monotonic() - self._begun)
                try:
                    heard = news.get(timeout=max(left, 0))
                except Empty:
                    raise Unsupported(f"the training was not done in {patience:.0f} s") from None
                if heard is None:
                    return
                if isinstance(heard, Exception):
                    raise heard
                yield heard
        finally:
            ended.set()
            thread.join()

    # --- the games --------------------------------------------------------------------------------

    def _compare(self) -> Iterator[None]:
        """Pairs of games from random openings, seats swapped, one after another."""
        trained, untrained = (Oracle(self._cache, folder) for folder in (self._out.parent, self._before))
        for oracle in (trained, untrained):
            oracle.choose((start(self._variant),), DUEL)
        for opening in random_openings(self._variant, opening_plies(self._variant), PAIRS, self._seed):
            opened = positions_of(self._variant, opening)
            yield
            first = _margin(opened, (trained, untrained), 0)
            yield
            self._pairs.append((first, _margin(opened, (untrained, trained), 1)))

    def _duel(self) -> Duel | None:
        if not self._pairs:
            return None
        margins = [margin for pair in self._pairs for margin in pair]
        points = [sum((margin > 0) + (margin == 0) / 2 for margin in pair) for pair in self._pairs]
        found, margin = strength(points), mean_of([sum(pair) / 2 for pair in self._pairs])
        assert margin is not None
        return Duel(
            against="trained" if find(self._variant, self._before) else "geometry",
            level=DUEL,
            games=len(margins),
            won=sum(margin > 0 for margin in margins),
            drawn=margins.count(0),
            lost=sum(margin < 0 for margin in margins),
            margin=margin.value,
            margin_error=margin.error,
            superiority=found.superiority,
        )


class _Teller:
    """Hears what a training is doing, and ends it."""

    def __init__(
        self, news: SimpleQueue[float | Exception | None], ended: threading.Event, variant: Variant, width: int
    ) -> None:
        self._news, self._ended = news, ended
        self._steps = len(variant.board.cells) // width + 2
        """Games, stages, and the measuring of errors."""

    def __call__(self, what: str, share: float) -> None:
        """Tell of progress, as :class:`PatternTraining` does. Raises Interrupted."""
        if self._ended.is_set():
            raise Interrupted
        stage = int(what.removeprefix("stage ").partition(":")[0]) if what.startswith("stage ") else None
        step = 0 if what == "games" else self._steps - 1 if stage is None else 1 + stage
        self._news.put(min((step + share) / self._steps, 1.0))


def _margin(opened: Sequence[Position], players: tuple[Oracle, Oracle], seat: int) -> float:
    """Return what a seat wins a game by that begins with these positions."""
    game = [*opened]
    while not game[-1].over:
        game.append(game[-1].play(players[game[-1].seat].choose(game, DUEL)))
    return value(game[-1].variant, game[-1].scores(), seat)
