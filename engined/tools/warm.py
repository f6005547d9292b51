"""``engined warm``: machine code compiled now, so that no game waits for it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from engined.config import Config, ConfigError, read_config
from engined.engine.warming import ALL, CannotWarm, named, warm
from engined.files import FileError
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant

SUMMARY = "compile variants before they are played, so that no clock runs meanwhile"
EXAMPLES = (
    ("engined warm othello-6x6 go-9x9", "before a tournament"),
    ("engined warm --all", "everything that has a name"),
)

WRONG_INPUT, USAGE, INTERRUPTED = 1, 2, 130


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("variants", metavar="VARIANT", nargs="*", help="a name or a declaration's .toml file (default: othello)")
    add("--variant", metavar="V", dest="more", action="append", default=[], help="the same; may be repeated")
    add("--all", action="store_true", help="every variant that has a name and can be searched")
    add("--config", metavar="FILE", type=Path, help="settings (default: ~/.config/engined/config.toml)")
    add("--folder", metavar="FOLDER", type=Path, action="append", help="folder with declarations; may be repeated")
    add("--cache", metavar="FOLDER", type=Path, help="compiled kernels (default: ~/.cache/engined)")


def run(arguments: Namespace) -> int:
    """Compile one after the other, a line for each; the exit code."""
    try:
        config = read_config({"cache": arguments.cache, "variants": arguments.folder}, file=arguments.config)
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    names = [*arguments.variants, *arguments.more, *([ALL] if arguments.all else ())] or [config.variant]
    try:
        variants = named(_catalogue(config), names)
    except (UnknownVariant, DeclarationError, FileError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    try:
        return max([_warm(variant, config) for variant in variants])
    except KeyboardInterrupt:
        print("\nengined: what is compiled is kept; the same command goes on", file=sys.stderr)
        return INTERRUPTED


def _catalogue(config: Config) -> Catalogue:
    """All variants by name; declarations at fault are told of and left out."""
    catalogue = Catalogue()
    for folder in config.variants:
        for error in catalogue.load_folder(folder):
            print(f"engined: {error}", file=sys.stderr)
    return catalogue


def _warm(variant: Variant, config: Config) -> int:
    """Compile one variant, and say so."""
    print(f"{variant.name}: ", end="", flush=True)
    try:
        seconds = warm(variant, config.cache, config.weights)
    except CannotWarm as error:
        print("not compiled", flush=True)
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    print("warm already" if seconds is None else f"{seconds:.1f} s", flush=True)
    return 0
