"""The check that the game of a record is played on the board of a variant: ``--variant`` may name any."""

from __future__ import annotations

from collections.abc import Iterable

from engined_protocol.messages import Description
from engined_protocol.words import board_of

from ..client import Client
from ..terminal.command import WrongInput
from .games import Found, FoundGame


def check_board(game: FoundGame, description: Description) -> None:
    """Raise WrongInput, naming the game and both sizes, where a record has another board than the variant."""
    record = game.record
    if record is None or not record.width:
        return
    size, wanted = (record.width, record.height), (description.width, description.height)
    if size != wanted:
        fault = f"it is on {board_of(*size)}, and {description.name} is played on {board_of(*wanted)}"
        raise WrongInput(f"{game.where}: {fault}" if game.where else fault)


def on_board_of(client: Client, named: str | None, games: Iterable[FoundGame | WrongInput]) -> Found:
    """The games as they come; those on another board than the variant that is named, if one is, as errors."""
    description = client.describe(named) if named else None
    for game in games:
        if description is not None and isinstance(game, FoundGame):
            try:
                check_board(game, description)
            except WrongInput as error:
                yield error
                continue
        yield game
