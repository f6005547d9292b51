"""``engined picture``: a position as a picture, for a page, a letter or a report."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Final

from engined_protocol.messages import Analyse, Position
from engined_protocol.notation import square_name

from ..client import Client
from ..drawing.notebook import board_svg
from ..drawing.text import choices, score_text, square_of
from ..drawing.wording import Wording
from ..files.chosen_game import add_game_arguments, chosen_game, chosen_variant
from ..files.games import reading_of
from ..options import Where
from ..terminal.command import (
    Exit,
    WrongInput,
    add_usual_options,
    check_folder,
    connected,
    errors_in,
    value_of,
    wording_of,
    write_bytes,
)

SUMMARY = "draw a position into a file, SVG or PNG: the last move, scores, marks"
EXAMPLES = (
    ("engined picture f5d6c3 --out board.svg", "the last move is ringed"),
    ("engined picture game.sgf --plies 20 --time 5 --out board.png", "with a score on each move"),
    ("engined picture f5d6 --mark c4=A --mark d3 --out board.svg", "with a letter and a dot"),
)

FORMS: Final = (".svg", ".png")
ZOOM: Final = 2.0
"""The pixels of a PNG for each unit of the drawing."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "moves (f5d6c3), a position, or a file with a game (default: the start)")
    parser.add_argument(
        "--out", metavar="FILE", type=_out, required=True, help="the picture; its name ends in .svg or .png"
    )
    parser.add_argument("--time", metavar="S", type=value_of(Analyse, "seconds"), help="analyse so long, for scores")
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="analyse so deep, for scores")
    parser.add_argument("--legal", action="store_true", help="a dot on each square where the mover may play")
    parser.add_argument(
        "--mark",
        metavar="SQUARE[=TEXT]",
        action="append",
        default=[],
        help="a dot, or a short text, on a square; may be repeated",
    )
    add_usual_options(parser)


def run(arguments: Namespace) -> int:
    """Write the picture, and say where it is."""
    out: Path = arguments.out
    check_folder(out)
    with connected(arguments) as client:
        game = chosen_game(arguments, reading_of(client, arguments))
        variant = chosen_variant(client, arguments, game)
        words = wording_of(client, variant, arguments)
        with errors_in(words.notation):
            where = Where(variant=variant, start=game.given.start, moves=game.given.moves)
            position = client.show(**where)
            notes = dict.fromkeys(map(square_of, choices(position)), "") if arguments.legal else {}
            scores, best = _scores(client, where, arguments)
        notes |= scores | _marks(arguments.mark, position, words)
        drawn = board_svg(position, notes, best, words.notation)
    write_bytes(out, drawn.encode() if out.suffix.lower() == ".svg" else _png(drawn))
    print(out)
    return Exit.FINE


def _scores(client: Client, where: Where, arguments: Namespace) -> tuple[dict[str, str], str]:
    """The score of each move by its square, and the square of the best one; none where no search is asked for."""
    if arguments.time is None and arguments.depth is None:
        return {}, ""
    moves = client.analyse(**where, seconds=arguments.time, depth=arguments.depth).result().moves
    scores: dict[str, str] = {}
    for move in moves:
        scores.setdefault(square_of(move.move), score_text(move))
    return scores, square_of(moves[0].move) if moves else ""


def _marks(given: list[str], position: Position, words: Wording) -> dict[str, str]:
    """The text on each marked square, by the square's name in messages. Raises WrongInput."""
    marks: dict[str, str] = {}
    for mark in given:
        name, _, text = mark.partition("=")
        try:
            square = words.notation.read(name)
        except ValueError as error:
            raise WrongInput(f"--mark: {error}") from error
        if square not in _squares(position):
            raise WrongInput(f"--mark: there is no square {name!r} on this board")
        marks[square] = text
    return marks


def _squares(position: Position) -> set[str]:
    width = len(position.board[0])
    return {
        square_name(row * width + column, width)
        for row, symbols in enumerate(position.board)
        for column, symbol in enumerate(symbols)
        if symbol != " "
    }


def _png(drawn: str) -> bytes:
    """The picture in pixels. Raises WrongInput."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise WrongInput("--out: PNG needs a package that is not installed: pip install resvg-py") from None
    return bytes(svg_to_bytes(svg_string=drawn, background="white", zoom=ZOOM))


def _out(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in FORMS:
        raise ArgumentTypeError(f"{text}: its name ends in .svg or .png")
    return path
