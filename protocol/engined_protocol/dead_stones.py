"""Which stones are dead at the end of a game, and which alive in seki, by the forecast of an analysis with ``life``.

What is unsettled there is thought dead by how often its cells were whose in games played out from there; so is
everything where nothing was read out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .messages.forecast import Forecast
from .notation import parse_square, square_name

DEAD_BELOW = 0.0
"""An unsettled group is thought dead if, on average, its cells are its own colour's less often than that at the end,
from -1 to 1."""
DEAD, SEKI, UNSETTLED = "d", "s", "u"
"""In the rows of ``life``."""


def dead_groups(board: Sequence[str], forecast: Forecast, colour: str) -> tuple[tuple[str, ...], ...]:
    """The dead groups, each as the names of its cells, all in board order.

    ``board`` has the rows of a ``position``, with :func:`all_stones`; the forecast is from the view of the seat that
    plays ``colour``. Between two colours. Raises ValueError when ``ownership`` has not as many numbers as there are
    cells.
    """
    width = len(board[0])
    cells = [square for square, symbol in enumerate("".join(board)) if symbol != " "]
    own = dict(zip(cells, forecast.ownership, strict=True))
    dead = []
    for group in _squares_of_chains(board):
        row, column = divmod(group[0], width)
        average = sum(own[square] for square in group) / len(group)
        fate = forecast.life[row][column] if forecast.life else UNSETTLED
        by_games = (average if board[row][column] == colour else -average) < DEAD_BELOW
        if by_games if fate == UNSETTLED else fate == DEAD:
            dead.append(tuple(square_name(square, width) for square in group))
    return tuple(dead)


def groups_in(board: Sequence[str], life: Sequence[str], fate: str) -> tuple[tuple[str, ...], ...]:
    """The groups of which ``life`` says this, in the same form; none where it says nothing."""
    width = len(board[0])
    groups = [group for group in _squares_of_chains(board) if life and "".join(life)[group[0]] == fate]
    return tuple(tuple(square_name(square, width) for square in group) for group in groups)


def all_stones(board: Sequence[str], removed: Sequence[str]) -> tuple[str, ...]:
    """The rows of a ``position`` with the stones back that were ``removed`` in the removal phase."""
    if not removed:
        return tuple(board)
    return tuple(
        "".join(symbol if stone in ". " else stone for symbol, stone in zip(row, stones, strict=True))
        for row, stones in zip(board, removed, strict=True)
    )


def chains(board: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All groups, dead or not, each as the names of its cells, all in board order."""
    width = len(board[0])
    return tuple(tuple(square_name(square, width) for square in chain) for chain in _squares_of_chains(board))


def liberties(board: Sequence[str], groups: Sequence[Sequence[str]], symbol: str) -> Iterator[str]:
    """The empty cells beside those of the groups that are of one colour."""
    width, height = len(board[0]), len(board)
    for name in (name for group in groups for name in group):
        row, column = divmod(parse_square(name, width, height), width)
        if board[row][column] != symbol:
            continue
        for down, right in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= down < height and 0 <= right < width and board[down][right] == ".":
                yield square_name(down * width + right, width)


def _squares_of_chains(board: Sequence[str]) -> Iterator[list[int]]:
    """Squares of stones of one colour that hang together by their sides, by first square."""
    width = len(board[0])
    symbols = "".join(board)
    left = {square for square, symbol in enumerate(symbols) if symbol not in " ."}
    for square in sorted(left):
        if square not in left:
            continue
        group = [square]
        left.remove(square)
        for stone in group:  # grows while it is walked through
            near = [stone - width, stone + width]
            near += [stone - 1] * (stone % width > 0) + [stone + 1] * (stone % width < width - 1)
            joined = [other for other in near if other in left and symbols[other] == symbols[square]]
            left.difference_update(joined)
            group += joined
        yield sorted(group)
