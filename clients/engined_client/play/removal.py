"""The end of a game of Go in the terminal: passes have stopped it, and all agree on which stones are dead."""

from __future__ import annotations

from collections.abc import Callable

from engined_protocol.dead_stones import UNSETTLED, all_stones, dead_groups, groups_in
from engined_protocol.messages import Analysis, Position

from ..client import Client
from ..drawing.text import removed_cells
from ..drawing.wording import Wording


class RemovalPhase:
    """What the player and the engine think dead. Methods give the position after what they do."""

    def __init__(self, client: Client, session: str, think: Callable[[], Analysis]) -> None:
        """``think`` analyses the game as it stands, life and death too."""
        self._client = client
        self._session = session
        self._think = think
        self._dead: frozenset[str] | None = None
        """The stones that the engine thinks dead since play has stopped; None where nobody has asked it."""
        self._unsettled: frozenset[str] = frozenset()
        """The chains whose fate depends on who moves first, or has no answer: what the engine thinks of them is a
        guess.
        """

    def forget(self) -> None:
        """Play goes on: what was thought dead counts no more."""
        self._dead = None

    def remove_dead(self, position: Position, words: Wording) -> Position:
        """Have just those stones off the board that the engine thinks dead. Raises ValueError where it cannot say."""
        if position.phase != "removal":
            raise ValueError("play has not stopped: all pass first")
        self._dead = self._think_dead(position)
        if self._dead is None:
            raise ValueError("the engine cannot say which stones are dead")
        if removed_cells(position):
            position = self._client.restore(self._session)
        if self._dead:
            position = self._client.remove(self._session, *sorted(self._dead))
        cells = _listed(self._dead, words) or words("no stone")
        print(words("the engine thinks dead: {cells}", cells=cells))
        if self._unsettled:
            print(words("unsettled, as far as the engine can see: {cells}", cells=_listed(self._unsettled, words)))
        return position

    def agree(self, position: Position, seats: frozenset[str], name: str, words: Wording) -> Position:
        """One of the player's ``seats`` is content, that of a ``name`` or the next one; then the engine, if it thinks
        so too or the player says it once more. Raises ValueError.
        """
        waiting = [seat for seat in position.seats if seat in seats and seat not in position.agreed]
        if name and name.lower() not in (seat.lower() for seat in seats):
            raise ValueError(f"{name} is none of your seats")
        if name or waiting:
            position = self._client.agree(self._session, name or waiting[0])
        if seats <= {*position.agreed} and position.phase == "removal":
            position = self._engine_agrees(position, seats, words, insisted=not waiting)
        return position

    def _engine_agrees(self, position: Position, seats: frozenset[str], words: Wording, *, insisted: bool) -> Position:
        """The position after the engine has agreed to it, or has said why not."""
        off = removed_cells(position)
        if self._dead is not None and off != self._dead and not insisted:
            if dead := self._dead - off:
                print(words("the engine thinks dead: {cells}", cells=_listed(dead, words)))
            if alive := off - self._dead:
                print(words("the engine thinks alive: {cells}", cells=_listed(alive, words)))
            print(words("`done` again if you insist, `resume` to play it out"))
            return position
        for seat in set(position.seats) - seats:
            position = self._client.agree(self._session, seat)
        return position

    def _think_dead(self, position: Position) -> frozenset[str] | None:
        """The cells of the stones that the engine thinks dead; None where it plays no games out."""
        forecast = self._think().forecast
        if forecast is None or not forecast.ownership:
            return None
        board = all_stones(position.board, position.removed)
        self._unsettled = frozenset(cell for group in groups_in(board, forecast.life, UNSETTLED) for cell in group)
        groups = dead_groups(board, forecast, position.colour)
        return frozenset(cell for group in groups for cell in group)


def _listed(cells: frozenset[str], words: Wording) -> str:
    """Cells by their columns, then rows."""
    return " ".join(sorted(map(words.move, cells), key=lambda cell: (cell[0], int(cell[1:]))))
