"""``engined collect VARIANT``: labelled positions by the million, for trainings to learn from, as a background job."""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engined.config import ConfigError, Count, cores, read_config
from engined.families import find_family
from engined.families.base import WeightsKind
from engined.files import FileError
from engined.patterns.weight_files import WeightsError
from engined.tools.train import LINE_SECONDS, USAGE, WRONG_INPUT, add_variant_argument, default_positions, variant_named
from engined.tools.training.collecting import DEPTH, EXACT, LEAST, added
from engined.variants.catalogue import UnknownVariant
from engined.variants.declaration import DeclarationError
from engined.variants.model import Variant
from engined_protocol.values import reading

if TYPE_CHECKING:
    from engined.tools.training.patterns.training import MakeWorkers
    from engined.tools.training.position_file import Labelling, PositionFile
    from engined.tools.training.workers import Workers

SUMMARY = "collect labelled positions of games against itself, to train an evaluation with; goes on until it is stopped"
EXAMPLES = (
    ("engined collect othello", "on all cores, at the lowest priority; Ctrl-C ends it, the same command goes on"),
    ("engined collect othello --threads 1 --positions 5000000", "on one core, until there are so many"),
)
LOWEST_PRIORITY = 19


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add_variant_argument(parser)
    add("--positions", metavar="N", type=reading(Count), help="end when the file has so many (default: never)")
    add("--depth", metavar="N", type=reading(Count), default=DEPTH, help=f"plies of searches (default: {DEPTH})")
    text = f"most empty cells of positions that are solved instead (default: {EXACT})"
    add("--exact", metavar="N", type=reading(Count), default=EXACT, help=text)
    add("--threads", metavar="N", type=reading(Count), help="default: all cores")
    add("--folder", metavar="FOLDER", type=Path, help="where the files are (default: where trainings look)")


def run(arguments: Namespace) -> int:
    """Collect here until there is enough, or Ctrl-C; the exit code."""
    return collect(arguments)


def collect(arguments: Namespace, make: MakeWorkers | None = None) -> int:
    """Collect until there is enough, or Ctrl-C; ``make`` gives others who play and label. The exit code."""
    if arguments.variant is None:
        print("engined: which VARIANT? `engined variants` lists them", file=sys.stderr)
        return USAGE
    try:
        config = read_config({})
        variant = variant_named(arguments.variant, config.variants)
        reason = _refusal(variant)
        if reason is not None:
            print(f"engined: positions of {variant.name} cannot be collected: {reason}", file=sys.stderr)
            return WRONG_INPUT
        folder = arguments.folder or default_positions(variant)
        return _collect(variant, arguments, folder, config.weights, config.cache, make)
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    except (UnknownVariant, DeclarationError, FileError, WeightsError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    except OSError as error:
        print(f"engined: {error.filename or 'the file'}: {error.strerror or error}", file=sys.stderr)
        return WRONG_INPUT


def _refusal(variant: Variant) -> str | None:
    """Why a variant's positions teach nothing; None where they do."""
    from engined.tools.training.patterns.training import untrainable

    family = find_family(variant)
    if family is None or family.learns is not WeightsKind.VALUES:
        return "its evaluation has no weights of patterns"
    return untrainable(variant)


def _collect(
    variant: Variant,
    arguments: Namespace,
    folder: Path,
    weights_folder: Path,
    cache: Path | None,
    make: MakeWorkers | None,
) -> int:
    from engined.backends.two_sided import MIDGAME_LEVEL
    from engined.patterns.weights import load
    from engined.tools.training.position_file import Labelling, PositionFile, digest_of
    from engined.tools.training.workers import Workers

    os.setpriority(os.PRIO_PROCESS, 0, LOWEST_PRIORITY)
    threads = arguments.threads or cores()
    weights = load(variant, weights_folder)
    workers = (make or Workers)(variant, cache, threads, weights, MIDGAME_LEVEL)
    labelling = Labelling(digest_of(weights), arguments.depth, arguments.exact, LEAST)
    file = PositionFile.opened(folder, variant, workers.words, labelling)
    # A machine that is shut down, or a service manager, says SIGTERM: whole blocks are on the disk then too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for text in _collected(file, workers, labelling, arguments.positions):
            print(text, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"{file.path}: {file.rows:,} positions; the same command goes on", file=sys.stderr)
        return 130
    finally:
        file.close()
    print(f"{file.path}: {file.rows:,} positions")
    return 0


def _collected(file: PositionFile, workers: Workers, labelling: Labelling, enough: int | None) -> Iterator[str]:
    """Add games to the file until it has enough; lines of what was done."""
    begun = said = time.monotonic()
    rows_before = file.rows
    for rows in added(file, workers, labelling, enough):
        now = time.monotonic()
        if now - said >= LINE_SECONDS:
            said = now
            yield f"{file.path}: {rows:,} positions, {(rows - rows_before) / (now - begun):,.0f} a second"
