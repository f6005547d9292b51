"""Hints in three steps: where to look, what kind of move it is, and the move."""

from __future__ import annotations

from collections.abc import Iterator

from engined_protocol.messages import Position
from engined_protocol.notation import PASS, is_pass, parse_square

from ..client import Client
from ..drawing.text import choices, square_of
from ..drawing.wording import Wording

STEPS = 3
FEW = 3
"""The most moves left to the other side that are worth a word."""
SMALL_REGION = 8
"""Cells of a region of empty ones that is worth a word."""

PLACES = (
    ("at the top left", "at the top", "at the top right"),
    ("on the left", "in the middle of the board", "on the right"),
    ("at the bottom left", "at the bottom", "at the bottom right"),
)
"""Thirds of the board."""


def hint(client: Client, position: Position, move: str, step: int, words: Wording) -> str:
    """The step of a hint, from 1, to a move that is best in a position of a session."""
    if step <= 1:
        return words("where: {place}", place=_place(position, move, words))
    if step == 2:
        return words("what kind of move: {kind}", kind="; ".join(_kind(client, position, move, words)))
    return words("the move: {move}", move=words.move(move))


def _place(position: Position, move: str, words: Wording) -> str:
    """The part of the board."""
    if is_pass(move):
        return words("nowhere on the board")
    width, height = len(position.board[0]), len(position.board)
    row, column = divmod(parse_square(square_of(move), width, height), width)
    return words(PLACES[3 * row // height][3 * column // width])


def _kind(client: Client, position: Position, move: str, words: Wording) -> Iterator[str]:
    """What the move does, without its cell."""
    if is_pass(move):
        yield words("a pass")
        return
    yield _standing(position, square_of(move), words)
    after = client.show(session=position.session, moves=(move,))
    gone = _taken(position, after)
    if after.prisoners != position.prisoners and gone:
        yield words("it takes {discs}", discs=words.counted(gone, "disc"))
    elif gone:
        yield words("it turns {discs}", discs=words.counted(gone, "disc"))
    region = _region(client, position, square_of(move))
    if region is not None:
        yield (
            words("in a region of {count} empty cells, an odd number", count=region)
            if region % 2
            else words("in a region of {count} empty cells", count=region)
        )
    if after.over:
        yield words("the game is over after it")
    elif after.legal == (PASS,):
        yield words("the next side has to pass")
    elif after.mover != position.mover and len(choices(after)) <= FEW:
        yield words("the next side is left {moves}", moves=words.counted(len(choices(after)), "move"))


def _standing(position: Position, cell: str, words: Wording) -> str:
    """A corner, an edge or neither: by how many straight neighbours a cell has on the board."""
    width, height = len(position.board[0]), len(position.board)
    row, column = divmod(parse_square(cell, width, height), width)
    neighbours = sum(
        0 <= row + down < height and 0 <= column + right < width and position.board[row + down][column + right] != " "
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
    )
    if neighbours <= 2:
        return words("a corner")
    return words("on the edge") if neighbours == 3 else words("away from the edge")


def _taken(position: Position, after: Position) -> int:
    """How many cells that had a disc have another one, or none."""
    cells = zip("".join(position.board), "".join(after.board), strict=True)
    return sum(old not in ". " and new != old for old, new in cells)


def _region(client: Client, position: Position, cell: str) -> int | None:
    """The size of the region that the move is played into, where that is small."""
    theory = client.show(session=position.session, theory=True).theory
    regions = () if theory is None else theory.regions
    found = next((len(region.cells) for region in regions if cell in region.cells), 0)
    return found if 0 < found <= SMALL_REGION else None
