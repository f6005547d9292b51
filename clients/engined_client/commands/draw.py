"""``engined draw``: fuse-ishi, the draw of colours, and of the right to a draw where there are none."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser, Namespace
from typing import Literal

from msgspec.structs import asdict

from engined_protocol.messages import ColoursDrawn

from ..terminal.command import Exit, add_daemon_options, connected
from ..terminal.seats import call, colour

FACES: tuple[Literal["black"], Literal["white"]] = ("black", "white")

SUMMARY = "draw the colours: a disc is hidden, the lower player calls"
EXAMPLES = (
    ("engined draw up", "who plays Black"),
    ("engined draw white", "without draws: and who has which right"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "call",
        metavar="CALL",
        type=call,
        choices=("up", "down", "black", "white"),
        help="the lower player's: up or down where draws are allowed, black or white where they are not",
    )
    parser.add_argument("--face", type=colour, choices=FACES, help="the upper face (default: by chance)")
    parser.add_argument("--choice", choices=("colours", "draws"), help="without draws: the right taken first")
    parser.add_argument("--colour", type=colour, choices=FACES, help="without draws: what the right to colours took")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print the upper face and what it brings, or who has to choose what next."""
    face = arguments.face or secrets.choice(FACES)
    with connected(arguments) as client:
        drawn = client.draw_colours(
            mode="draws" if arguments.call in ("up", "down") else "no-draws",
            call=arguments.call,
            face=face,
            choice=arguments.choice,
            colour=arguments.colour,
        )
    print(_as_json(face, drawn) if arguments.json else "\n".join(_lines(face, drawn)))
    return Exit.FINE


def _lines(face: str, drawn: ColoursDrawn) -> list[str]:
    lines = [f"the upper face is {face}"]
    if drawn.draw_right:
        lines.append(f"equal counts are a win of the {drawn.draw_right}")
    if drawn.choosing == "right":
        lines.append(f"the {drawn.chooser} has the choice: --face {face} --choice colours, or draws")
    elif drawn.choosing:
        lines.append(f"the {drawn.chooser} takes a colour: --face {face} --colour black, or white")
    else:
        white = "lower" if drawn.black == "higher" else "higher"
        lines.append(f"Black is the {drawn.black}, White the {white}")
    return lines


def _as_json(face: str, drawn: ColoursDrawn) -> str:
    fields = asdict(drawn)
    del fields["id"]
    return json.dumps({"face": face, **fields})
