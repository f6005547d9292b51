"""``engined refit VARIANT``: how far searches by its weights are off, how often selective ones right.

A training finds weights. What selective searches may prune by them, and what is to be said of such scores, is measured
here, on games that the engine plays itself: fitted to one half of them, and held against the other.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from engined.config import ConfigError, Count, cores, default_training, read_config
from engined.families import family_of, find_family
from engined.families.base import WeightsKind
from engined.files import FileError
from engined.patterns.weight_files import SUFFIX, WeightsError
from engined.tools.train import WRONG_INPUT, Progress, variant_named
from engined.variants.catalogue import UnknownVariant
from engined.variants.declaration import DeclarationError
from engined.variants.model import Variant
from engined_protocol.values import reading

if TYPE_CHECKING:
    from engined.backends.probcut_errors import Errors
    from engined.backends.two_sided import TwoSidedBackend
    from engined.patterns.weights import Weights
    from engined.tools.training.selectivity.selective_scores import Measured

SUMMARY = (
    "measure how far a variant's searches are off, and how often their selective scores are exact, for its weights"
)
EXAMPLES = (
    ("engined refit othello-6x6", "after `engined train othello-6x6`"),
    ("engined refit othello --games 4000 --threads 2", "more games, smaller errors"),
)
GAMES = 1200
COMPARED = 160
"""The number of positions on which searches are compared, for each number of empty cells: each is of another game.
"""
PLAY_DEPTH = 5
"""The depth of the searches that choose moves in games whose positions are compared."""
LEAST = 12
"""Fewest empty cells where probes are made."""
TABLE_MIB = 32
"""The mebibytes of each thread's table."""
Ratios = tuple[float | None, float | None]
Seed = Annotated[int, msgspec.Meta(ge=0)]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("variant", metavar="VARIANT", help="a name, or a declaration's .toml file")
    text = f"whose selective scores are looked at, half of them to fit, half to check (default: {GAMES})"
    add("--games", metavar="N", type=reading(Count), default=GAMES, help=text)
    text = f"positions that searches are compared on, for each number of empty cells (default: {COMPARED})"
    add("--compared", metavar="N", type=reading(Count), default=COMPARED, help=text)
    add("--seed", metavar="N", type=reading(Seed), default=1, help="another seed, other games")
    add("--threads", metavar="N", type=reading(Count), help="default: all cores; the result is the same")
    add("--folder", metavar="FOLDER", type=Path, help="where the work is kept, to go on after a break")
    add("--out", metavar="FILE", type=Path, help="where the weights go with it (default: where engined looks)")


def run(arguments: Namespace) -> int:
    """Measure, fit, check and write; the exit code."""
    try:
        config = read_config({})
        variant = variant_named(arguments.variant, config.variants)
        weights = _weights(variant, config.weights)
        if isinstance(weights, str):
            print(f"engined: {variant.name}: {weights}", file=sys.stderr)
            return WRONG_INPUT
        out = arguments.out or config.weights / f"{variant.name}{SUFFIX}"
        if out.is_dir():
            print(f"engined: {out}: Is a directory: the weights are one file", file=sys.stderr)
            return WRONG_INPUT
        out.parent.mkdir(parents=True, exist_ok=True)
        _refit(variant, weights, arguments, config.cache).write(out, variant)
    except KeyboardInterrupt:
        print("\nengined: the weights are as they were; the same command goes on", file=sys.stderr)
        return 130
    except (ConfigError, UnknownVariant, DeclarationError, FileError, WeightsError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        print(f"engined: {error.filename or 'the weights'}: {error.strerror or error}", file=sys.stderr)
        return WRONG_INPUT
    print(f"{out}: searches of {variant.name} go by this from engined's next start on")
    return 0


def _weights(variant: Variant, folder: Path) -> Weights | str:
    """A variant's own weights, or why there is nothing to be measured for them. Raises WeightsError, OSError."""
    from engined.patterns.weights import game_of, load

    family = find_family(variant)
    if family is None or family.learns is not WeightsKind.VALUES:
        return "its evaluation has no weights of patterns"
    if not family.selective:
        return "no search of it is selective"
    weights = load(variant, folder)
    if weights is None:
        return f"it has no weights; `engined train {variant.name}` makes some"
    if weights.game != game_of(variant):
        made_for = weights.origin.get("variant", "another game")
        return f"it has no weights of its own; it is played with those of {made_for}"
    return weights


def _refit(variant: Variant, weights: Weights, arguments: Namespace, cache: Path | None) -> Weights:
    """The weights with what was measured."""
    from engined.tools.training.selectivity.selective_scores import fitted, table, too_small

    errors, (midgame, end) = _errors(variant, weights, arguments, cache)
    for what, ratio in (("short of the end", midgame), ("to the end", end)):
        if ratio is None:
            print(f"searches {what}: there are too few positions to compare them on")
        else:
            print(f"searches {what}: on other games they are off by {ratio:.2f} times what was fitted")
    weights = replace(weights, errors=errors.numbers())
    if too_small(variant):
        print("the board is too small for selective searches: all is searched exactly there")
        return replace(weights, confidence=[])
    rows = list(_scores(variant, weights, arguments, cache))
    to_fit, to_check = ([row for row in rows if row.game % 2 == half] for half in (0, 1))
    confidence = fitted(to_fit)
    if confidence is None:
        print("there are too few positions to say how often selective scores are exact", file=sys.stderr)
        return replace(weights, confidence=[])
    print(f"{variant.name}: what is said of selective scores, and what is so, on games that it was not fitted to")
    for text in table(to_check, confidence):
        print(text)
    return replace(weights, confidence=confidence.numbers())


def _kept(variant: Variant, weights: Weights, arguments: Namespace, what: str, *more: object) -> Path:
    """The file that keeps what is measured, for the same weights, seed and more, until the same is asked for again."""
    network = b"" if weights.network is None else weights.network.block().tobytes()
    evaluation = zlib.crc32(network, zlib.crc32(weights.block().tobytes()))
    facts = (variant.digest, evaluation, weights.errors, arguments.seed, *more)
    folder = arguments.folder or default_training() / variant.name / "refit"
    folder.mkdir(parents=True, exist_ok=True)
    path: Path = folder / f"{what}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"
    return path


def _errors(variant: Variant, weights: Weights, arguments: Namespace, cache: Path | None) -> tuple[Errors, Ratios]:
    """How far searches are off, and how many times as far they are on games that this was not fitted to."""
    from engined.backends.probcut_errors import Errors

    kept = _kept(variant, weights, arguments, "errors", arguments.compared)
    if kept.exists():
        numbers, ratios = msgspec.json.decode(kept.read_bytes(), type=tuple[list[float], Ratios])
        return Errors.of(numbers), ratios
    found, ratios = _measured_errors(variant, weights, arguments, cache)
    part = kept.with_suffix(".part")
    part.write_bytes(msgspec.json.encode((found.numbers(), ratios)))
    part.replace(kept)
    return found, ratios


def _measured_errors(
    variant: Variant, weights: Weights, arguments: Namespace, cache: Path | None
) -> tuple[Errors, Ratios]:
    import numpy as np

    from engined.backends.probcut_errors import BY_GEOMETRY, Errors
    from engined.search.probcut_levels import FULL_WIDTH
    from engined.tools.training.selectivity.search_errors import deviations
    from engined.tools.training.workers import LABELS_OF_ROW, Boards, Workers

    threads, progress = _threads(arguments), Progress(variant.name)
    players = Workers(variant, cache, threads, weights)
    judges = Workers(variant, cache, threads, weights, FULL_WIDTH)
    rng = np.random.default_rng(arguments.seed)
    cells = len(variant.board.cells)
    numbers = -(-arguments.compared // 4)

    def positions(games: range) -> Boards:
        parts = dict(players.labelled_games(games, PLAY_DEPTH, 0, arguments.seed, LEAST))
        boards: Boards = np.concatenate([parts[number][:, :-LABELS_OF_ROW] for number in games])
        return rng.permutation(boards)

    def sampled(boards: Boards, most: int) -> Callable[[int], Boards]:
        left = players.empties(boards)
        return lambda empties: boards[left == empties][:most]

    former = Errors.of(weights.errors) if weights.errors else BY_GEOMETRY
    begun, further = positions(range(numbers)), positions(range(numbers, 2 * numbers))
    found = deviations(judges, sampled(begun, arguments.compared), cells, progress).fitted(former)
    checked = deviations(judges, sampled(further, arguments.compared // 2), cells, progress)
    return found, checked.against(found)


def _scores(variant: Variant, weights: Weights, arguments: Namespace, cache: Path | None) -> Iterator[Measured]:
    """What selective searches come to, of all games."""
    from engined.backends.two_sided import TwoSidedBackend
    from engined.tools.training.selectivity.selective_scores import Measured, measured

    def make() -> TwoSidedBackend:
        backend = family_of(variant).load(variant, cache, TABLE_MIB, weights)
        assert isinstance(backend, TwoSidedBackend)
        return backend

    progress = Progress(variant.name)
    with _kept(variant, weights, arguments, "scores").open("a+b") as file:
        file.seek(0)
        whole = [line for line in file if line.endswith(b"\n")]
        file.truncate(sum(map(len, whole)))
        known = [msgspec.json.decode(line, type=list[Measured]) for line in whole]
        for rows in known[: arguments.games]:
            yield from rows
        games = range(len(known), arguments.games)
        for game, rows in zip(games, measured(variant, make, games, arguments.seed, _threads(arguments)), strict=True):
            file.write(msgspec.json.encode(rows) + b"\n")
            file.flush()
            yield from rows
            progress("selective scores", game / arguments.games)


def _threads(arguments: Namespace) -> int:
    return arguments.threads or cores()
