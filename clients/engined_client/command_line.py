"""``engined-client``: the commands that ask a daemon, where only the client is installed."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from engined_protocol.printable import guarded
from engined_protocol.records.board_text import told_from_options

from . import commands
from .terminal.command import Exit, complain, run
from .terminal.ctrl_c import heard
from .terminal.parsing import Parser

INTERRUPTED = 130


def main(words: Sequence[str] | None = None) -> int:
    """Run a command, and end as ``engined`` does."""
    sys.stdout, sys.stderr = guarded(sys.stdout), guarded(sys.stderr)
    given = list(sys.argv[1:] if words is None else words)
    name = given[0] if given else ""
    names = sorted(module.name for module in iter_modules(commands.__path__))
    if name in ("", "-h", "--help"):
        print(f"usage: engined-client COMMAND [ARGUMENTS]\n\ncommands: {', '.join(names)}")
        return Exit.FINE
    if name not in names:
        complain(f"no command {name!r}; there are {', '.join(names)}")
        return Exit.USAGE
    command = import_module(f"{commands.__name__}.{name}")
    parser = Parser(prog=f"engined-client {name}", description=command.SUMMARY, allow_abbrev=False)
    command.add_arguments(parser)
    try:
        with heard():
            return int(run(command.run, _parsed(parser, given[1:])))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; without this, Python complains when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FINE


def _parsed(parser: ArgumentParser, words: Sequence[str]) -> Namespace:
    """Options may stand between a game and a move, but in commands with verbs."""
    given = told_from_options(words)
    try:
        return parser.parse_intermixed_args(given)
    except TypeError:
        return parser.parse_args(given)


if __name__ == "__main__":
    sys.exit(main())
