"""``engined judge``: is a move that somebody says was played legal, and if not, which fault is it?"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from msgspec.structs import asdict

from engined_protocol.messages import Description, Judge, Judgement
from engined_protocol.records.board_text import read_cells

from ..files.positions import START, read_position
from ..notation import Notation
from ..terminal.command import (
    Exit,
    WrongInput,
    add_usual_options,
    complain,
    connected,
    known_variant,
    read_input,
    typed_notation,
    value_of,
)
from ..terminal.seats import seat_of

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
    seat = value_of(Judge, "seat")
    parser.add_argument("--seat", metavar="SEAT", type=seat, help="who played it (default: the seat to move)")
    text = "colour that the placed disc shows: black, b, 黒 or its symbol (default: as on the board)"
    parser.add_argument("--colour", metavar="C", help=text)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_usual_options(parser)


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
        variant = known_variant(client, arguments.variant)
        description = client.describe(variant)
        seat = arguments.seat
        if seat is not None:
            seat = seat_of(seat, [name for name, _ in description.seats]) or seat
        judged = client.judge(
            move,
            read_cells(board),
            seat=seat,
            colour=arguments.colour and _symbol(arguments.colour, description),
            variant=variant,
            start=given.start,
            moves=given.moves,
        )
    print(_as_json(judged) if arguments.json else "\n".join(_lines(notation.write(move), judged, notation)))
    return Exit.WRONG_INPUT if judged.fault else Exit.FINE


def _symbol(colour: str, description: Description) -> str:
    """The symbol of a colour, which is named by that, by the seat that has it or by its own name. Raises WrongInput."""
    symbols = [symbol for symbol, _ in description.colours]
    if colour.upper() in map(str.upper, symbols):
        return colour
    if (seat := seat_of(colour, [name for name, _ in description.seats])) is not None:
        return dict(description.seats)[seat]
    named = {name.casefold(): symbol for symbol, name in description.colours}
    if colour.casefold() not in named:
        raise WrongInput(f"--colour: no colour {colour!r}; there are {', '.join(named)}, or {', '.join(symbols)}")
    return named[colour.casefold()]


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
