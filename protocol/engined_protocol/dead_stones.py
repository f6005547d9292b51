"""Which stones are dead at the end of a game, and which alive in seki, by the forecast of an analysis with ``life``.

What is unsettled there is thought dead by how often its cells were whose in games played out from there; so is
everything where nothing was read out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from .messages.forecast import Forecast
from .notation import parse_square, square_name

DEAD_BELOW = 0.0
"""An unsettled group is thought dead if, on average, its cells are its own colour's less often than that at the end,
from -1 to 1."""
LIKELY = 0.3
"""The least average ownership of a territory's cells, in the same measure."""
MOST_NEUTRAL = 6
"""Points of a region that both colours border where nothing is left to play for."""
DEAD, SEKI, UNSETTLED = "d", "s", "u"
"""The letters for these three in the rows of ``life``."""


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


class Fates(Struct, frozen=True):
    """What becomes of the groups on a board, each as the names of its cells; the others are alive."""

    dead: tuple[tuple[str, ...], ...]
    seki: tuple[tuple[str, ...], ...]
    unsettled: tuple[tuple[str, ...], ...]
    """The chains whose fate depends on who moves first, or has no answer; for the count it is guessed."""


def fates(board: Sequence[str], life: Sequence[str]) -> Fates:
    """What was read out of the groups on a board, by the rows of ``life``; nothing where there are none."""
    return Fates(*(groups_in(board, life, fate) for fate in (DEAD, SEKI, UNSETTLED)))


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


def is_divided(
    board: Sequence[str], dead: Sequence[Sequence[str]], forecast: Forecast, colours: tuple[str, str]
) -> bool:
    """Whether a game looks finished: without the dead groups, every empty region is one colour's, by the stones around
    it and by games played out, or else no more than a few neutral points. Games have no say where most of a region are
    stones that were read out to be dead: they may save these.

    ``colours`` are those of the seat from whose view the forecast is, and of the other. Raises ValueError as
    :func:`dead_groups` does.
    """
    width, height = len(board[0]), len(board)
    cells = list("".join(board))
    for name in (name for group in dead for name in group):
        cells[parse_square(name, width, height)] = "."
    own = dict(zip((square for square, cell in enumerate(cells) if cell != " "), forecast.ownership, strict=True))
    fates = "".join(forecast.life) or UNSETTLED * len(cells)
    for region, stones in _empty_regions(cells, width, height):
        around = {cells[stone] for stone in stones}
        if len(around) > 1 and len(region) > MOST_NEUTRAL:
            return False
        if len(around) == 1 and 2 * sum(fates[square] == DEAD for square in region) <= len(region):
            average = sum(own[square] for square in region) / len(region)
            if (average if around == {colours[0]} else -average) < LIKELY:
                return False
    return True


def points_in_seki(
    board: Sequence[str], dead: Sequence[Sequence[str]], seki: Sequence[Sequence[str]]
) -> dict[str, int]:
    """The empty points that one colour alone borders, some of it with groups that are alive in seki: how many each
    colour's symbol has of them, without the dead groups. There are rules by which they count for nobody.
    """
    width, height = len(board[0]), len(board)
    cells = list("".join(board))
    for name in (name for group in dead for name in group):
        cells[parse_square(name, width, height)] = "."
    in_seki = {parse_square(name, width, height) for group in seki for name in group}
    points: dict[str, int] = {}
    for region, stones in _empty_regions(cells, width, height):
        around = {cells[stone] for stone in stones}
        if len(around) == 1 and stones & in_seki:
            (colour,) = around
            points[colour] = points.get(colour, 0) + len(region)
    return points


def liberties(board: Sequence[str], groups: Sequence[Sequence[str]], symbol: str) -> Iterator[str]:
    """The empty cells beside those of the groups that are of one colour."""
    width, height = len(board[0]), len(board)
    cells = "".join(board)
    for square in (parse_square(name, width, height) for group in groups for name in group):
        if cells[square] == symbol:
            yield from (square_name(near, width) for near in _beside(square, width, height) if cells[near] == ".")


def _empty_regions(cells: Sequence[str], width: int, height: int) -> Iterator[tuple[list[int], set[int]]]:
    """The connected empty squares of a board, each with the squares of the stones beside it."""
    empty = {square for square, cell in enumerate(cells) if cell == "."}
    while empty:
        region = [empty.pop()]
        stones = set()
        for square in region:  # grows while it is walked through
            near = set(_beside(square, width, height))
            stones |= {other for other in near if cells[other] not in ". "}
            region += near & empty
            empty -= near
        yield region, stones


def _beside(square: int, width: int, height: int) -> Iterator[int]:
    """The squares above, below, left and right of one."""
    row, column = divmod(square, width)
    for down, right in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= down < height and 0 <= right < width:
            yield down * width + right


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
            near = _beside(stone, width, len(board))
            joined = [other for other in near if other in left and symbols[other] == symbols[square]]
            left.difference_update(joined)
            group += joined
        yield sorted(group)
