"""The command line: which command runs, and how it ends.

Only the module of the command that runs is imported, so that a GUI gets its first answer at once.
"""

from __future__ import annotations

import os
import signal
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Protocol, cast

from engined import __version__
from engined_client.terminal.ctrl_c import heard
from engined_protocol.printable import guarded
from engined_protocol.records.board_text import told_from_options

CLIENT_COMMANDS = (
    "analyse",
    "solve",
    "play",
    "practise",
    "club",
    "perft",
    "variants",
    "check",
    "attach",
    "status",
    "top",
    "replay",
    "book",
    "judge",
    "draw",
    "convert",
    "picture",
    "find",
    "review",
    "why",
    "web",
)
"""They ask a daemon; each is a module of ``engined_client.commands``."""
TOOLS = (
    "keys",
    "systemd",
    "doctor",
    "store",
    "warm",
    "gui",
    "bench",
    "match",
    "levels",
    "tournament",
    "train",
    "refit",
    "collect",
    "lab",
    "study",
    "cluster",
)
"""They look at the engine itself, and at others; each is a module or package of ``engined.tools``."""
SHELL = ("completion", "manual")
"""They are about the commands themselves; each is a module of this package."""

USAGE = 2
INTERRUPTED = 130

HINT = {
    "en": """\
engined: waiting for a GUI's first line (NBoard or GTP). Perhaps you wanted one of these:
    engined play                       a game in the terminal
    engined analyse f5d6c3 --time 5    scores of all moves
    engined web                        play and analyse in the browser
    engined gui                        what to paste into NBoard, GoGui, Sabaki, Lizzie, Quarry
    engined --help                     all commands
""",
    "ja": """\
engined：GUI（NBoard か GTP）の最初の行を待っています。次のどれかをお探しかもしれません。
    engined play                       端末で対局する
    engined analyse f5d6c3 --time 5    すべての手の評価値を見る
    engined web                        ブラウザで対局・解析する
    engined gui                        NBoard、GoGui、Sabaki、Lizzie、Quarry に登録する行を表示する
    engined --help                     コマンドの一覧
""",
}


class Command(Protocol):
    """What each command offers."""

    SUMMARY: str
    EXAMPLES: Sequence[tuple[str, str]]
    """Command lines, each with what it does."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the command's own arguments."""

    def run(self, arguments: Namespace) -> int:
        """Do it; the exit code."""


@dataclass
class Server:
    """The commands that are the daemon itself: on sockets, or for one GUI on stdin and stdout."""

    SUMMARY: str
    text: str
    sockets: bool = False
    EXAMPLES: Sequence[tuple[str, str]] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the settings of :mod:`engined.config`; those not given are left to the environment and file."""
        add = parser.add_argument
        add("--config", metavar="FILE", type=Path, help="settings (default: ~/.config/engined/config.toml)")
        add("--variant", metavar="V", help="a name or a declaration's .toml file (default: othello)")
        add(
            "--variants",
            metavar="FOLDER",
            type=Path,
            action="append",
            help="folder with declarations; may be repeated",
        )
        add("--threads", metavar="N", help="threads that search at once (default: all cores)")
        add("--job-threads", metavar="N", help="threads of a job that names no number")
        add("--memory", metavar="MIB", help="all memory (default: half of the machine's, at most 1408)")
        add("--table-mib", metavar="MIB", help="of that, for transposition tables (default: about a third)")
        add("--cache", metavar="FOLDER", type=Path, help="compiled kernels (default: ~/.cache/engined)")
        add("--store", metavar="FILE", help="exact results and games; '' keeps nothing")
        add("--log", metavar="FILE", type=Path, help="'-' is stderr")
        add("--log-level", choices=("debug", "info", "warning", "error"), help="what is logged (default: info)")
        add("--coordinates", choices=("auto", "othello", "go"), help="names of squares in GTP (default: auto)")
        add(
            "--byoyomi",
            choices=("unlimited", "increment", "per-move", "refills"),
            help="what a GTP byoyomi time for 0 stones means (default: unlimited, as GTP says)",
        )
        add("--ponder", action="store_true", default=None, help="think in the opponent's time (NBoard and GTP)")
        add("--variety", metavar="DISCS", help="what moves of the book may give away (default: 0.5; 0: the best alone)")
        add("--book", choices=("all", "own", "none"), help="those of the store and of engined (all: default), or own")
        add("--level", metavar="N", help="play weakly in GTP: 1 is the weakest, 15 the strongest of them")
        if self.sockets:
            add("--endpoint", metavar="E", help="a folder, or tcp://HOST:PORT (control is on PORT + 1)")
            add(
                "--text",
                choices=("none", "auto", "nboard", "gtp"),
                help="serve a GUI on stdin and stdout, too",
            )
            add(
                "--warm",
                metavar="V",
                action="append",
                help="compile this variant too, beside the work, or 'all'; may be repeated",
            )
            add("--log-requests", metavar="FILE", type=Path, help="log all requests and finals, for `engined replay`")
            text = "figures for Prometheus by HTTP, and /health and /ready: on loopback, or at ADDRESS:PORT"
            add("--metrics", metavar="PORT", help=text)
            add("--allow-remote", action="store_true", default=None, help="let anyone in from beyond loopback")
            add("--curve-secret", metavar="FILE", type=Path, help="this daemon's CURVE keys")
            add(
                "--curve-clients",
                metavar="FOLDER",
                type=Path,
                help="public CURVE keys of those who may come in",
            )
            add("--private", action="store_true", default=None, help=SUPPRESS)

    def run(self, arguments: Namespace) -> int:
        """Run the daemon in this process until it is told to end."""
        # Until the daemon has its own handler: process 1 of a container would ignore the signal.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        from engined.config import ConfigError, read_config
        from engined.daemon import run

        given = vars(arguments)
        settings = {"text": self.text, "sockets": self.sockets} | {
            name: value for name, value in given.items() if name != "config" and value is not None
        }
        try:
            config = read_config(settings, file=given["config"])
        except ConfigError as error:
            print(f"engined: {error}", file=sys.stderr)
            return USAGE
        return run(config)


ALONE = Server("speak NBoard or GTP on stdin; the first line decides", "auto")
SERVERS = {
    "serve": Server(
        "serve ZeroMQ sockets until told to end",
        "none",
        sockets=True,
        EXAMPLES=(
            ("engined serve", "for this user's commands and GUIs"),
            (
                "engined serve --warm go-9x9 --memory 4096 --log -",
                "another game compiled too, more memory, the log here",
            ),
        ),
    ),
    "nboard": Server(
        "speak the NBoard protocol on stdin and stdout",
        "nboard",
        EXAMPLES=(("engined nboard --ponder", "NBoard's engine command"),),
    ),
    "gtp": Server(
        "speak GTP 2 on stdin and stdout",
        "gtp",
        EXAMPLES=(("engined gtp --variant go-9x9 --level 3", "a weak opponent at Go for GoGui, Sabaki, Quarry"),),
    ),
}
GROUPS: Mapping[str, Sequence[str]] = {
    "they ask the daemon that runs, or a private one": CLIENT_COMMANDS,
    "they are one": tuple(SERVERS),
    "they look at the engine itself, and at others": TOOLS,
    "they help a shell": SHELL,
}
NAMES = tuple(name for names in GROUPS.values() for name in names)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. 0: fine; 1: the input was wrong; 2: the usage was; 3: no daemon, or it was lost."""
    sys.stdout, sys.stderr = guarded(sys.stdout), guarded(sys.stderr)
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with heard():
            return _run(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; without this, Python complains when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str]) -> int:
    name = words[0] if words and not words[0].startswith("-") else ""
    if not name and {"-h", "--help"} & set(words):
        print(_overview())
        return 0
    if not name and "--version" in words:
        print(f"engined {__version__}")
        return 0
    if name and name not in NAMES:
        near = get_close_matches(name, NAMES, 1)
        meant = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(NAMES)}"
        print(f"engined: {_in_users_language(f'no command {name!r}{meant}')}", file=sys.stderr)
        return USAGE
    if not words and sys.stdin.isatty():
        from engined_client.terminal.language import user_language

        print(HINT[user_language()], file=sys.stderr, end="")
    command = command_named(name)
    parsed = arguments_of(name, words[1:] if name else words)
    if name in CLIENT_COMMANDS:
        from engined_client.terminal.command import run

        return int(run(command.run, parsed))
    return int(command.run(parsed))


def _in_users_language(text: str) -> str:
    from engined_client.drawing.japanese import translated
    from engined_client.terminal.language import user_language

    return translated(text) if user_language() == "ja" else text


def arguments_of(name: str, words: Sequence[str]) -> Namespace:
    """What a command is given; options may stand between a game and a move."""
    parser, given = parser_of(name), told_from_options(words)
    try:
        return parser.parse_intermixed_args(given)
    except TypeError:  # so argparse answers for a command with verbs of its own
        return parser.parse_args(given)


def parser_of(name: str) -> ArgumentParser:
    """What reads the arguments of a command; of no command, for the empty name."""
    from engined_client.terminal.parsing import Parser

    command = command_named(name)
    parser = Parser(
        prog=f"engined {name}".rstrip(),
        description=fill(command.SUMMARY, get_terminal_size().columns - 2),
        epilog=_examples(command.EXAMPLES),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser


def command_named(name: str) -> Command:
    """The command of a name; of no name, what runs without one."""
    if name in CLIENT_COMMANDS:
        return cast(Command, import_module(f"engined_client.commands.{name}"))
    if name in TOOLS:
        return cast(Command, import_module(f"engined.tools.{name}"))
    if name in SHELL:
        return cast(Command, import_module(f"engined.cli.{name}"))
    return SERVERS.get(name, ALONE)


def _examples(examples: Sequence[tuple[str, str]]) -> str | None:
    lines = [f"  {line}\n      {text}" for line, text in examples]
    return "\n".join(["examples:", *lines]) if lines else None


def _overview() -> str:
    lines = ["usage: engined [COMMAND] [ARGUMENTS]", "", "Every variant of the flipping game, Go and chain games."]
    columns = get_terminal_size().columns - 1
    for heading, names in GROUPS.items():
        lines += ["", f"{heading}:"]
        for name in names:
            text = command_named(name).SUMMARY
            lines.append(
                fill(
                    text,
                    columns,
                    initial_indent=f"  {name:<11}",
                    subsequent_indent=" " * 13,
                    break_on_hyphens=False,
                )
            )
    end = f"Without a command: {ALONE.SUMMARY}. `engined COMMAND --help` has the details."
    return "\n".join([*lines, "", fill(end, columns)])
