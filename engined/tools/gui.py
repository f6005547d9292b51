"""``engined gui``: what to paste into each GUI, tried before it is told."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

SUMMARY = "what to paste into a GUI (NBoard, GoGui, Sabaki, Lizzie, Quarry), tried here first"
EXAMPLES = (
    ("engined gui nboard", "the line for NBoard, and where it goes"),
    ("engined gui gogui --variant othello-10x10", "another game in GoGui"),
)

FINE, WRONG_INPUT = 0, 1
PATIENCE = 60.0
"""Seconds; an engine answers in less than one unless the machine is very busy."""


@dataclass(frozen=True, slots=True)
class Gui:
    """A program that people play in, and where it takes an engine."""

    name: str
    home: str
    speaks: Literal["nboard", "gtp"]
    place: str
    game: str
    """The variant, where the program's own is not engined's usual one."""
    split: bool = False
    """Whether program and arguments go into fields of their own."""


GUIS = {
    "nboard": Gui(
        "NBoard", "http://www.orbanova.com/nboard/", "nboard", "Engine > Select Analysis Engine... > Add engine...", ""
    ),
    "gogui": Gui("GoGui", "https://github.com/Remi-Coulom/gogui", "gtp", "Program > New Program...", ""),
    "sabaki": Gui(
        "Sabaki", "https://sabaki.yichuanshen.de/", "gtp", "File > Preferences > Engines > Add", "go-19x19", split=True
    ),
    "lizzie": Gui(
        "Lizzie",
        "https://github.com/featurecat/lizzie",
        "gtp",
        "Settings > Engine, the command of an engine",
        "go-19x19",
    ),
    "quarry": Gui("Quarry", "", "gtp", "Preferences > GTP Engines > Add", ""),
}
CONVERSATIONS = {"nboard": ("nboard 2\nping 1\nquit\n", "pong 1"), "gtp": ("protocol_version\nquit\n", "= 2")}
"""The lines that try an engine, and the answer to them, by the protocol."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("gui", metavar="GUI", nargs="?", choices=tuple(GUIS), help=f"{', '.join(GUIS)} (default: all)")
    parser.add_argument("--variant", metavar="V", help="the game (default: the GUI's own)")


def run(arguments: Namespace) -> int:
    """Print the lines; exit with 1 if one of them does not work."""
    program = program_path()
    guis = list(GUIS.values()) if arguments.gui is None else [GUIS[arguments.gui]]
    tried: dict[Sequence[str], str] = {}
    failed = False
    for gui in guis:
        variant = arguments.variant or gui.game
        words = (program, gui.speaks, *(("--variant", variant) if variant else ()))
        if words not in tried:
            tried[words] = trouble(words, gui.speaks)
        print("\n".join(_lines(gui, words)))
        if " " in program and not gui.split:
            print("  beware: the path has a blank, where the GUI may split it; install engined elsewhere")
        if tried[words]:
            failed = True
            print(f"engined: {gui.name}: this line does not work here: {tried[words]}", file=sys.stderr)
        else:
            print("  tried: it answers")
        print()
    print("Before the first game, `engined warm` compiles what will be played, so that no clock waits for it.")
    return WRONG_INPUT if failed else FINE


def program_path() -> str:
    """The full path of this program: no GUI looks for programs as a shell does."""
    called = Path(sys.argv[0])
    if called.name == "engined" and called.is_file():
        return str(called.absolute())
    beside = Path(sys.executable).parent / "engined"
    return str(beside if beside.is_file() else shutil.which("engined") or beside)


def trouble(words: Sequence[str], protocol: str) -> str:
    """Why a command line is no engine of this protocol; empty if it is one."""
    said, answer = CONVERSATIONS[protocol]
    began = time.monotonic()
    try:
        done = subprocess.run(words, input=said, capture_output=True, text=True, timeout=PATIENCE)
    except OSError as error:
        return f"{words[0]}: {error.strerror or error}"
    except subprocess.TimeoutExpired:
        return f"no answer within {time.monotonic() - began:.0f} s"
    if answer in done.stdout.splitlines():
        return ""
    return (done.stderr.strip().splitlines() or ["it does not answer"])[-1]


def _lines(gui: Gui, words: Sequence[str]) -> list[str]:
    if gui.split:
        fields = [f"  path:      {words[0]}", f"  arguments: {' '.join(words[1:])}"]
    else:
        fields = [f"  {' '.join(words)}"]
    home = gui.home or "its home page is gone; Debian and others have the package quarry"
    return [f"{gui.name} ({home})", f"  {gui.place}:", *fields]
