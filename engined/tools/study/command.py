"""The command line of ``engined study``."""

from __future__ import annotations

import re
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from engined import __version__
from engined.config import Config, ConfigError, Count, cores, read_config
from engined_protocol.printable import own, printable
from engined_protocol.values import reading
from engined_protocol.words import counted

if TYPE_CHECKING:
    from .chain_boards import Records, Setting
    from .finding import Finding

SUMMARY = "experiments of papers, repeated beside the printed figures; the theory of chain games"
EXAMPLES = (
    ("engined study yonin-table3 --games 50000 --rows 5-12", "a table of the paper beside ours"),
    ("engined study chains --cells 12 --out chains.html", "small boards of chain games, solved"),
)

CHAINS = "chains"
NAMES = ("yonin-table1", "yonin-table2", "yonin-table3", "yonin-table4", CHAINS)
CELLS, SECONDS, TABLE_MIB = 16, 60.0, 256
"""The cells of boards of chain games, and the seconds and the table for each of them, by default."""
FEWEST_GAMES = 10
"""The fewest games of which an error can be told."""
MOST = 30
"""Rows ask for so much at most: more is out of reach."""
USAGE = 2
INTERRUPTED = 130


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("experiment", metavar="NAME", choices=NAMES, help=f"one of {', '.join(NAMES)}")
    add("--games", metavar="N", type=_games, help="of each row (default: at most some minutes' worth)")
    add(
        "--rows",
        metavar="A-B",
        type=_rows,
        help="depths of table 1, moves read in tables 3 and 4: 5-11, or 8,10",
    )
    add("--seed", metavar="N", type=reading(int), default=1, help="another seed, other games (default: 1)")
    add("--threads", metavar="N", type=reading(Count), help="default: all cores; the result is the same")
    add_chain_options(parser)
    add("--out", metavar="FILE", type=Path, help="the picture, SVG (default: NAME.svg here); of chains a page, HTML")
    add("--json", action="store_true", help="print the same as one JSON object")


def add_chain_options(parser: ArgumentParser) -> None:
    """Add what says which boards of chain games are to be solved, and for how long."""
    add = parser.add_argument
    cells = f"chains: boards of at most so many cells (default: {CELLS})"
    add("--cells", metavar="N", type=reading(Annotated[int, Meta(ge=4, le=361)]), default=CELLS, help=cells)
    add("--boards", metavar="WxH,...", type=_boards, help="chains: boards of these sizes instead: 6x5,6x6")
    add("--rules", metavar="NAME,...", type=_rules, help="chains: of these alone: hashijime,chain-count")
    add("--two-ends", action="store_true", help="chains: none that branch")
    table = f"chains: MiB of the tables' memory (default: {TABLE_MIB})"
    add("--table", metavar="N", type=reading(Count), default=TABLE_MIB, help=table)
    seconds = f"chains: for each board; as long again, where it is not solved, for bounds (default: {SECONDS:g})"
    add("--seconds", metavar="S", type=reading(Annotated[float, Meta(gt=0)]), default=SECONDS, help=seconds)


def run(arguments: Namespace) -> int:
    """Repeat the experiment, print what was found and draw it, also when interrupted; the exit code."""
    name: str = arguments.experiment
    out: Path = arguments.out or Path(f"{name}.{'html' if name == CHAINS else 'svg'}")
    try:
        config = read_config({})
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    from .yonin import EXPERIMENTS

    wrong = None if out.parent.is_dir() else f"{out}: there is no folder {out.parent}"
    if out.is_dir():
        wrong = f"{out}: Is a directory"
    if name == CHAINS and (arguments.rows or arguments.games):
        wrong = "chains has boards, not games or rows: --cells and --seconds"
    elif arguments.rows and not EXPERIMENTS[name].rows:
        wrong = f"{name} has no rows to choose from: leave out --rows"
    if wrong:
        print(f"engined: {wrong}", file=sys.stderr)
        return USAGE
    if name == CHAINS:
        return _study_chains(arguments, config, out)
    finding = _finding(arguments, config)
    if arguments.json:
        from msgspec.json import encode

        print(encode(finding).decode())
    else:
        from .listing import lines_of

        print("\n".join(lines_of(finding)))
    from .picture import picture_of

    out.write_text(picture_of(finding), encoding="utf-8")
    print(f"picture: {out}", file=sys.stderr if arguments.json else sys.stdout)
    return INTERRUPTED if finding.interrupted else 0


Solve = Callable[["list[Setting]", "Records", "Callable[[Setting], None]"], None]
"""Solves settings that the records do not settle, adds what is found, and tells of each setting as it is done."""


def _study_chains(arguments: Namespace, config: Config, out: Path) -> int:
    """Solve boards here; see :func:`study_chains`."""
    from engined.tools.lab.oracle import Oracle

    from .chain_boards import ChainStudy

    threads = arguments.threads or cores()

    def solve(wanted: list[Setting], records: Records, watch: Callable[[Setting], None]) -> None:
        def oracle() -> Oracle:
            return Oracle(config.cache, config.weights, arguments.table)

        ChainStudy(oracle, records, __version__, arguments.seconds, threads).run(wanted, watch)

    return study_chains(arguments, out, solve)


def study_chains(arguments: Namespace, out: Path, solve: Solve) -> int:
    """Have boards solved, keep what was found beside the page, and write that, also when interrupted; the exit code."""
    from tqdm import tqdm

    from .chain_boards import RULES, Records, settings, sizes_up_to
    from .chain_listing import chain_listing
    from .chain_page import chain_page

    kept = out.with_suffix(".jsonl")
    try:
        records = Records(kept)
    except (OSError, ValueError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    sizes = arguments.boards or sizes_up_to(arguments.cells)
    wanted = settings(sizes, arguments.rules or RULES, multi=not arguments.two_ends)
    code = 0
    with tqdm(total=len(wanted), unit=" games", disable=not sys.stderr.isatty(), file=own(sys.stderr)) as bar:

        def watch(setting: Setting) -> None:
            bar.set_description(printable(setting.variant))
            bar.update()

        try:
            solve(wanted, records, watch)
        except KeyboardInterrupt:
            code = INTERRUPTED
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    out.write_text(chain_page(records, __version__, made), encoding="utf-8")
    if arguments.json:
        from msgspec.json import encode

        print(encode(list(records)).decode())
    else:
        print("\n".join(chain_listing(records)))
    ended = "interrupted, and the same command goes on: " if code else ""
    print(f"{ended}page {out}, kept in {kept}", file=sys.stderr if arguments.json else sys.stdout)
    return code


def _finding(arguments: Namespace, config: Config) -> Finding:
    """What the experiment finds; what it has found by then if interrupted."""
    from tqdm import tqdm

    from . import paper
    from .finding import Finding
    from .session import Run
    from .yonin import EXPERIMENTS

    name: str = arguments.experiment
    experiment = EXPERIMENTS[name]
    notes = list(experiment.notes)
    finding = Finding(__version__, name, experiment.title, paper.TITLE, arguments.seed, 0.0, [], notes, {})
    begun = time.monotonic()
    # A bar where somebody watches, nothing elsewhere.
    with tqdm(
        unit=" games", desc=name, dynamic_ncols=True, disable=not sys.stderr.isatty(), file=own(sys.stderr)
    ) as bar:
        session = Run(
            seed=arguments.seed,
            rows=arguments.rows or experiment.rows,
            games=arguments.games,
            threads=arguments.threads or cores(),
            cache=config.cache,
            watch=bar.update,
        )
        bar.total = experiment.games(session)
        try:
            for _ in experiment.run(session, finding):
                pass
        except KeyboardInterrupt:
            finding.interrupted = True
            finding.notes.append("Interrupted: the rows are those that were done.")
    finding.seconds = time.monotonic() - begun
    return finding


def _games(text: str) -> int:
    games: int = reading(Count)(text)
    if games < FEWEST_GAMES:
        few = counted(games, "game is", "games are")
        raise ArgumentTypeError(f"{few} too few to tell an error: {FEWEST_GAMES} are wanted at least")
    return games


def _boards(text: str) -> list[tuple[int, int]]:
    from .chain_boards import LONGEST, SHORTEST

    found = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})", part.strip())
        sides = (int(match[1]), int(match[2])) if match else (0, 0)
        if not all(SHORTEST <= side <= LONGEST for side in sides):
            raise ArgumentTypeError(f"{part!r} is no board like 6x5, of {SHORTEST} to {LONGEST} cells a side")
        found.append(sides)
    return found


def _rules(text: str) -> list[str]:
    from .chain_boards import RULES

    names = [part.strip() for part in text.split(",")]
    for name in names:
        if name not in RULES:
            raise ArgumentTypeError(f"{name!r} is none of {', '.join(RULES)}")
    return names


def _rows(text: str) -> tuple[int, ...]:
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part.strip())
        if match is None:
            raise ArgumentTypeError(f"{text!r} is neither like 5-11 nor like 8,10")
        low, high = int(match[1]), int(match[2] or match[1])
        found += range(low, high + 1)
    if not found or min(found) < 1 or max(found) > MOST or len(set(found)) < len(found):
        raise ArgumentTypeError(f"{text!r}: rows are numbers from 1 to {MOST}, each once")
    return tuple(sorted(found))
