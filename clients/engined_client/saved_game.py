"""A game of the terminal written to a file."""

from __future__ import annotations

from pathlib import Path

from engined_protocol.messages import Position
from engined_protocol.record import RecordError

from .client import Client
from .command import WrongInput, write_lines
from .game_files import FoundGame
from .notation import Notation
from .positions import GivenPosition
from .record_texts import WRITERS
from .replay import replayed


def save_game(client: Client, start: str | None, position: Position, path: Path, notation: Notation) -> None:
    """Write the game that has come to a position: as SGF, GGF, or its moves alone in a notation, as the file is called.

    Raises WrongInput for another name, and where the kind cannot hold the game.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind == "txt":
        moves = notation.write_moves(position.moves)
        write_lines(path, [moves if start is None else f"{start}; {moves}"])
        return
    if kind not in ("sgf", "ggf"):
        raise WrongInput(f"FILE.sgf, FILE.ggf or FILE.txt, not {path.name!r}")
    game = FoundGame("", 1, GivenPosition(start, position.moves, variant=position.variant))
    try:
        write_lines(path, [WRITERS[kind](replayed(client, game, position.variant))])
    except RecordError as error:
        raise WrongInput(str(error)) from error
