"""The end of a game of Go under review: which stones are dead there, which alive in seki, and which unsettled."""

from __future__ import annotations

from engined_protocol.dead_stones import Fates, all_stones, dead_groups, fates, is_divided
from engined_protocol.messages import Description, Position

from ..client import Client

GAMES, SECONDS = 1_500, 20.0
"""Played out to see whose everything is, and the most that they and the reading of captures may take."""


def ending(client: Client, position: Position, description: Description) -> Fates | None:
    """What was read out of the last position of a session; None where stones do not die, or where there is something
    left to play for and play has not stopped.
    """
    if description.capture != "surround" or position.phase == "ended" or not position.moves:
        return None
    found = client.analyse(session=position.session, best=1, nodes=GAMES, seconds=SECONDS, life=True).result().forecast
    if found is None or not found.life:
        return None
    board = all_stones(position.board, position.removed)
    colours = [colour for _, colour in description.seats]
    dead = dead_groups(board, found, position.colour)
    other = next(colour for colour in colours if colour != position.colour)
    if position.phase != "removal" and not is_divided(board, dead, found, (position.colour, other)):
        return None
    return fates(board, found.life)
