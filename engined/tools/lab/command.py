"""The command line of ``engined lab``."""

from __future__ import annotations

import platform
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta

from engined import __version__
from engined.config import Config, ConfigError, Count, cores, read_config
from engined.files import FileError, read_text
from engined.rules.position import start
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined.variants.declaration import DeclarationError
from engined.variants.model import Variant
from engined_protocol.printable import own, printable
from engined_protocol.values import reading

if TYPE_CHECKING:
    from .findings import Report
    from .laboratory import Laboratory, LabPlan

SUMMARY = "look into a new variant: perft, random play, balance, exact values; one report"
EXAMPLES = (
    ("engined lab nip", "three minutes; the report is nip-lab.html"),
    ("engined lab hollow.toml --train --minutes 30", "a declaration of your own, with an evaluation for it"),
)

MINUTES = 3.0
INPUT_WRONG = 1
USAGE = 2
INTERRUPTED = 130


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    text = "a declaration's .toml file, or the name of a variant"
    add("variant", metavar="FILE", nargs="?", default=SUPPRESS, help=text)
    add("--variant", metavar="V", help="the same")
    add(
        "--minutes",
        metavar="M",
        type=reading(Annotated[float, Meta(gt=0, le=7 * 24 * 60)]),
        default=MINUTES,
        help=f"for everything but compiling (default: {MINUTES:g})",
    )
    add("--seed", metavar="N", type=reading(int), default=1, help="another seed, other games (default: 1)")
    add("--games", metavar="N", type=reading(Count), help="at random (default: as many as there is time for)")
    add("--train", action="store_true", help="train an evaluation and use it, in as much time again")
    add("--threads", metavar="N", type=reading(Count), help="of training and solving boards (default: all cores)")
    add("--out", metavar="FILE", type=Path, help="the report (default: NAME-lab.html here)")
    add("--json", action="store_true", help="print the same as one JSON object")


def run(arguments: Namespace) -> int:
    """Look into the variant and write the report, also when interrupted; the exit code."""
    if arguments.variant is None:
        print("engined: which VARIANT? `engined variants` lists them", file=sys.stderr)
        return USAGE
    try:
        config = read_config({})
        catalogue, variant, text = declared(arguments.variant, config.variants)
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    except (UnknownVariant, FileError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return INPUT_WRONG
    except DeclarationError as error:
        print(f"engined: {arguments.variant}: {error}", file=sys.stderr)
        return INPUT_WRONG
    if start(variant).over:
        print(f"engined: {arguments.variant}: the game is over before it begins: nobody can place", file=sys.stderr)
        return INPUT_WRONG
    out = arguments.out or Path(f"{variant.name}-lab.html")
    if not out.parent.is_dir() or out.is_dir():
        wrong = "Is a directory" if out.is_dir() else f"there is no folder {out.parent}"
        print(f"engined: {out}: {wrong}", file=sys.stderr)
        return INPUT_WRONG
    from .laboratory import Laboratory
    from .page import page_of

    code = 0
    with Progress() as progress:
        laboratory = Laboratory(_plan(arguments, config, catalogue, variant, out), progress.show)
        try:
            laboratory.run()
        except KeyboardInterrupt:
            code = INTERRUPTED
    report = report_of(laboratory, variant, text, arguments)
    out.write_text(page_of(report), encoding="utf-8")
    if arguments.json:
        from msgspec.json import encode

        print(encode(report).decode())
    print(f"{variant.name}: {out}", file=sys.stderr if arguments.json else sys.stdout)
    for part, reason in report.missing.items():
        print(f"engined: {part}: {reason}", file=sys.stderr)
    return code


def declared(name: str, folders: tuple[Path, ...]) -> tuple[Catalogue, Variant, str]:
    """All variants, the one that is meant, and its declaration's text if it is a file.

    Raises DeclarationError, UnknownVariant, FileError.
    """
    catalogue = Catalogue()
    for folder in folders:
        catalogue.load_folder(folder)
    if not name.endswith(".toml"):
        return catalogue, catalogue.get(name), ""
    text = read_text(Path(name))
    return catalogue, catalogue.declare(text), text


def report_of(laboratory: Laboratory, variant: Variant, text: str, arguments: Namespace) -> Report:
    """Everything that is known so far."""
    from .card import card_of
    from .findings import Report

    findings: dict[str, Any] = {name: laboratory.finding(name) for name in laboratory.names}
    return Report(
        engined=__version__,
        seed=arguments.seed,
        minutes=arguments.minutes,
        seconds=laboratory.seconds,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        machine=f"{platform.system()} {platform.machine()}, {cores()} cores",
        variant=card_of(variant, laboratory.kernels, text),
        **findings,
        missing=laboratory.missing,
    )


def _plan(arguments: Namespace, config: Config, catalogue: Catalogue, variant: Variant, out: Path) -> LabPlan:
    from .laboratory import LabPlan

    return LabPlan(
        catalogue=catalogue,
        variant=variant,
        seconds=60 * arguments.minutes,
        seed=arguments.seed,
        threads=arguments.threads or cores(),
        games=arguments.games,
        cache=config.cache,
        weights=config.weights,
        train=out.with_name(f"{variant.name}.weights") if arguments.train else None,
    )


class Progress:
    """A bar for each part on a terminal; silent elsewhere."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._title = ""

    def show(self, title: str, share: float) -> None:
        """This part is being worked on; so much of it is done."""
        if not sys.stderr.isatty():
            return
        if title != self._title:
            from tqdm import tqdm

            self._end()
            form = "{desc} {bar} {percentage:3.0f} % {elapsed}"
            self._bar = tqdm(
                total=1.0, desc=f"{printable(title):<14}", bar_format=form, file=own(sys.stderr), dynamic_ncols=True
            )
            self._title = title
        self._bar.update(share - self._bar.n)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.close()
