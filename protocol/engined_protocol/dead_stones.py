"""Which stones are dead at the end of a game, by how often their cells were whose in games played out from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .notation import parse_square, square_name

DEAD_BELOW = 0.0
"""A group is dead if, on average, its cells are its own colour's less often than that at the end, from -1 to 1."""


def dead_groups(board: Sequence[str], ownership: Sequence[float], colour: str) -> tuple[tuple[str, ...], ...]:
    """The dead groups, each as the names of its cells, all in board order.

    ``board`` has the rows of a ``position``, with :func:`all_stones`; ``ownership`` is that of a
    :class:`~engined_protocol.forecast.Forecast`, for each cell but the holes, from the view of the seat that plays
    ``colour``. Between two colours. Raises ValueError when there are not as many numbers as cells.
    """
    width = len(board[0])
    cells = [square for square, symbol in enumerate("".join(board)) if symbol != " "]
    own = dict(zip(cells, ownership, strict=True))
    dead = []
    for group in _squares_of_chains(board):
        row, column = divmod(group[0], width)
        average = sum(own[square] for square in group) / len(group)
        if (average if board[row][column] == colour else -average) < DEAD_BELOW:
            dead.append(tuple(square_name(square, width) for square in group))
    return tuple(dead)


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
