"""A training of what moves of Go are worth: games against itself, then strengths fitted to what its searches chose.

From nothing but the rules, round by round: each plays with the strengths of the one before. Everything made is kept in
a folder; a training that was interrupted goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.backends.go_tables import GROUPS, canonical_shapes, swapped_shapes
from engined.kernels import go_codes as codes
from engined.patterns.strengths import Strengths, read
from engined.tools.training.go.bradley_terry import Choices, Numbers, fit
from engined.tools.training.go.players import Players, Rows, played_out
from engined.variants.model import Variant

SHARE, SHAPE, TACTIC, PLAYOUT, DISTANCE, BEFORE, EDGE, HEAD = range(8)
"""The columns of rows."""
ILLEGAL = 65535
FIT_ROUNDS = 30
DOUBT = 4.0
"""Games won, and as many lost, that what was known before counts as."""


@dataclass(frozen=True)
class MovePlan:
    """What a training does in each round."""

    positions: int = 20_000
    nodes: int = 1_000
    """Games played out for each move."""
    seed: int = 1
    threads: int = 1


class MoveTraining:
    """The training of the strengths of a board's moves in a folder."""

    def __init__(
        self,
        variant: Variant,
        plan: MovePlan,
        folder: Path,
        cache: Path | None,
        teacher: Strengths | None,
        tell: Callable[[str, float], None],
    ) -> None:
        """``teacher`` plays the games, by hand-made strengths if None; ``tell`` hears what is done and which share of
        it.
        """
        self.variant = played_out(variant)
        self.plan, self.folder, self._cache, self._teacher, self._tell = plan, folder, cache, teacher, tell
        self.path = folder / "trained.weights"

    def run(self) -> Strengths:
        """Do what is left to do; gives the strengths, which are also in the folder."""
        if self.path.exists():
            return read(self.path)
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        rows = self._rows()
        self._tell("fitting", 0.0)
        found, origin = strengths_of(rows, self._teacher)
        origin |= {"variant": self.variant.name, "plan": asdict(self.plan)}
        origin["seconds"] = round(time.monotonic() - begun)
        strengths = Strengths(len(self.variant.board.cells), found, origin)
        strengths.write(self.path)
        return strengths

    def _rows(self) -> Rows:
        """The rows of all positions that the plan wants, and perhaps of a few more."""
        kept = {int(path.stem): np.load(path) for path in self.folder.glob("*.npy")}
        positions = sum(map(positions_in, kept.values()))
        if positions < self.plan.positions:
            todo = (number for number in range(self.plan.positions) if number not in kept)
            players = Players(self.variant, self._teacher, self._cache, self.plan.threads, self.plan.seed)
            for number, rows in players.games(todo, lambda player, chance: player.rows(self.plan.nodes, chance)):
                part = self.folder / f"{number}.part"
                with part.open("wb") as file:
                    np.save(file, rows)
                part.replace(self.folder / f"{number}.npy")
                kept[number] = rows
                positions += positions_in(rows)
                self._tell("games", min(1.0, positions / self.plan.positions))
                if positions >= self.plan.positions:
                    break
        return np.concatenate([kept[number] for number in sorted(kept)])


def positions_in(rows: Rows) -> int:
    """How many positions rows are of."""
    return int((rows[:, HEAD] > 0).sum())


def strengths_of(rows: Rows, before: Strengths | None) -> tuple[dict[str, NDArray[np.float32]], dict[str, Any]]:
    """The strengths that explain best what searches chose, for trees and for games played out, beginning with those
    that were there before; and how well they do.
    """
    heads = np.cumsum(rows[:, HEAD] > 0) - 1
    movers = rows[:, HEAD][rows[:, HEAD] > 0][heads]
    images = canonical_shapes()
    shapes = images[np.where(movers == 1, rows[:, SHAPE], swapped_shapes()[rows[:, SHAPE]])]
    priors = {"shapes": shapes, "tactics": rows[:, TACTIC], "distances": rows[:, DISTANCE]}
    priors |= {"distances before": rows[:, BEFORE], "edges": rows[:, EDGE]}
    found, surprise = _fitted(rows, heads, priors, np.ones(len(rows), np.bool_), before)
    played = rows[:, PLAYOUT] != ILLEGAL
    playouts = {"playout shapes": shapes, "playout classes": rows[:, PLAYOUT]}
    drawn, playout_surprise = _fitted(rows, heads, playouts, played, before)
    # Far moves are drawn as if their surroundings were as strong as any, on the average: let that be so.
    far = played & (rows[:, PLAYOUT] == codes.FAR)
    usual = float(drawn["playout shapes"][shapes[far]].mean()) if far.any() else 1.0
    drawn["playout shapes"] /= usual
    drawn["playout classes"] /= drawn["playout classes"][codes.QUIET]
    found |= drawn
    tables = {name: table[images] if len(table) == codes.SHAPES else table for name, table in found.items()}
    origin = {"positions": positions_in(rows), "surprise": round(surprise, 4)}
    origin["playout surprise"] = round(playout_surprise, 4)
    return {name: table.astype(np.float32) for name, table in tables.items()}, origin


def _fitted(
    rows: Rows, heads: NDArray[np.int64], groups: dict[str, Any], used: NDArray[np.bool_], before: Strengths | None
) -> tuple[dict[str, Numbers], float]:
    """The strengths of groups of features, from some of the rows; and the surprise that is left."""
    # A search chooses what it tried most; how much else it tried says more of the search than of the moves.
    tried = np.where(used, rows[:, SHARE], 0)
    most = np.maximum.reduceat(tried, np.flatnonzero(rows[:, HEAD]))[heads]
    shares = ((tried == most) & (most > 0)).astype(np.float64)
    totals = np.bincount(heads, shares)
    used = used & (totals[heads] > 0)
    used_heads = heads[used]
    begin = [np.ones(GROUPS[name][1]) if before is None else before.tables[name].astype(np.float64) for name in groups]
    choices = Choices(
        tuple(feature[used].astype(np.int64) for feature in groups.values()),
        tuple(map(len, begin)),
        np.flatnonzero(np.diff(used_heads, prepend=-1)),
        shares[used] / totals[used_heads],
    )
    gammas = fit(choices, FIT_ROUNDS, begin, DOUBT)
    return dict(zip(groups, gammas, strict=True)), choices.surprise(gammas)
