"""``engined systemd``: a unit for systemd that runs the daemon well shut in; install it as its first lines say."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from string import Template

SUMMARY = "print a unit for systemd that runs the daemon well shut in"
EXAMPLES = (("engined systemd", "to be kept as /etc/systemd/system/engined.service"),)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--program", metavar="FILE", help="the engined that it runs (default: this one)")


def run(arguments: Namespace) -> int:
    """Print the unit."""
    print(unit(arguments.program or str(Path(sys.argv[0]).absolute())), end="")
    return 0


def unit(program: str) -> str:
    """The unit that runs a program."""
    text = Path(__file__).with_name("engined.service").read_text(encoding="ascii")
    return Template(text).substitute(program=program.replace("%", "%%"))
