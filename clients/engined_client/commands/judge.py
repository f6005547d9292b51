"""``engined judge``: is a move that somebody says was played legal, and if not, which fault is it?"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from msgspec.structs import asdict

from engined_protocol.messages import Judge, Judgement
from engined_protocol.records.board_text import read_cells

from ..files.positions import START, read_position
from ..notation import Notation
from ..terminal.command import (
    Exit,
    WrongInput,
    add_coordinates_option,
    add_daemon_options,
    add_variant_option,
    complain,
    connected,
    known_variant,
    read_input,
    typed_notation,
    value_of,
)

SUMMARY = "name the fault of a move by the board after it, or confirm it"
EXAMPLES = (
    ('engined judge f5 "........ ........ ........ ...OX... ...XXX.. ........ ........ ........"', "from the start"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("move", metavar="MOVE", type=value_of(Judge, "move"), help="what was played: a cell, or `pass`")
    parser.add_argument("board", metavar="BOARD", nargs="+", help="the cells after it, row by row; - reads stdin")
    parser.add_argument(
        "--position",
        metavar="MOVES|POSITION",
        default="",
        help="where it was played: moves from the start, or the cells and the mover's symbol (default: the start)",
    )
    seat, colour = value_of(Judge, "seat"), value_of(Judge, "colour")
    parser.add_argument("--seat", metavar="SEAT", type=seat, help="who played it (default: the seat to move)")
    text = "symbol that the placed disc shows (default: as on the board)"
    parser.add_argument("--colour", metavar="C", type=colour, help=text)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_variant_option(parser)
    add_coordinates_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print the verdict, and the board as it should be; exit with 1 for a fault."""
    board = read_input() if arguments.board == ["-"] else " ".join(arguments.board)
    with connected(arguments) as client:
        notation = typed_notation(client, arguments)
        try:
            given = read_position(arguments.position or START, notation)
            move = notation.read(arguments.move)
        except ValueError as error:
            raise WrongInput(str(error)) from error
        if given.assumed:
            complain(f"--position: {given.assumed}")
        judged = client.judge(
            move,
            read_cells(board),
            seat=arguments.seat,
            colour=arguments.colour,
            variant=known_variant(client, arguments.variant),
            start=given.start,
            moves=given.moves,
        )
    print(_as_json(judged) if arguments.json else "\n".join(_lines(notation.write(move), judged, notation)))
    return Exit.WRONG_INPUT if judged.fault else Exit.FINE


def _lines(move: str, judged: Judgement, notation: Notation) -> list[str]:
    """The verdict in words; after a fault the board as it should be."""
    if not judged.fault:
        return [f"{notation.write(judged.move)}: legal"]
    lines = [f"{move}: {judged.fault}: {notation.retold(judged.message)}"]
    if judged.board:
        lines += [
            f"the board after {notation.write(judged.move)}:",
            *(f"  {' '.join(row)}".rstrip() for row in judged.board),
        ]
    return lines


def _as_json(judged: Judgement) -> str:
    fields = asdict(judged)
    del fields["id"]
    return json.dumps(fields)
