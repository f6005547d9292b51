"""The features of moves in Go and their draw in games played out, against the rules in plain Python."""

from __future__ import annotations

import random
from ctypes import sizeof

import numpy as np
import pytest

from engined.backends.go_board import lay
from engined.backends.go_tables import by_hand, canonical_shapes, cells_of_shapes, tables
from engined.backends.memory import Context, TranspositionTable, aligned
from engined.kernels import go_codes as codes
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import GoLayout, go_layout_of
from engined.patterns.strengths import Strengths
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Move, Position, parse_position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY

PROBE = Part("go-moves-probe", ("tests.kernels.go_moves_probe",), go_layout_of)
GO = Catalogue().get("go-7x7-area")
ILLEGAL = -1


class Laid:
    """A position in kernels' memory."""

    def __init__(self, position: Position, strengths: Strengths | None = None) -> None:
        self.kernels = build.load(position.variant, PROBE, None)
        layout = self.kernels.layout
        assert isinstance(layout, GoLayout)
        self.layout = layout
        self._tables = tables(layout.points, strengths)
        self._memory, self.address = aligned(self.kernels.BOARD_SIZE)
        lay(self.kernels, position, self.address, int(self._tables.ctypes.data))


class Chains:
    """The chains of a position: for each stone its chain and the liberties of that."""

    def __init__(self, position: Position) -> None:
        self.lines = geometry(position.variant.board)
        self.board = position.board
        stones = [square for square in position.variant.board.cells if self.board[square] != EMPTY]
        self.chain, self.liberties = {}, {}
        for group in groups(self.lines, stones, lambda one, other: self.board[one] == self.board[other]):
            free = frozenset(bordering(self.lines, self.board, group, EMPTY))
            for square in group:
                self.chain[square], self.liberties[square] = frozenset(group), free

    def beside(self, squares: frozenset[int], colour: int) -> set[frozenset[int]]:
        """The chains of a colour beside some squares."""
        near = {other for square in squares for other in self.lines.adjacent[square]}
        return {self.chain[square] for square in near if square in self.chain and self.board[square] == colour}

    def free(self, chain: frozenset[int]) -> int:
        """How many liberties a chain has."""
        return len(self.liberties[next(iter(chain))])


def is_own_eye(position: Position, square: int) -> bool:
    """Only the mover's stones beside it, and of the diagonals two, at the edge one, at most are not the other's."""
    width, height = position.variant.board.width, position.variant.board.height
    row, column = divmod(square, width)
    on = [(row + y, column + x) for y in (-1, 1) for x in (-1, 1)]
    inside = [y * width + x for y, x in on if 0 <= y < height and 0 <= x < width]
    others = sum(position.board[corner] == 1 - position.seat for corner in inside)
    adjacent = geometry(position.variant.board).adjacent[square]
    return all(position.board[near] == position.seat for near in adjacent) and others + (len(inside) < 4) < 2


def tactics_of(position: Position, square: int) -> set[int]:
    """What a move may be called; of an extension kernels are told by what is beside it alone."""
    if is_own_eye(position, square) or Move(square) not in position.legal():
        return {ILLEGAL}
    before, mine, theirs = Chains(position), position.seat, 1 - position.seat
    here = frozenset({square})
    taken = [chain for chain in before.beside(here, theirs) if before.free(chain) == 1]
    if taken:
        saved = any(before.free(own) == 1 for chain in taken for own in before.beside(chain, mine))
        return {codes.SAVES if saved else codes.CAPTURES if sum(map(len, taken)) > 1 else codes.CAPTURES_ONE}
    own = before.beside(here, mine)
    after = Chains(position.play(Move(square)))
    chain = after.chain[square]
    if after.free(chain) == 1:
        return {codes.GIVES if len(chain) > 1 else codes.GIVES_ONE}
    for chains, liberties, two, one in (
        (own, 1, codes.ESCAPES, codes.ESCAPES_ONE),
        (before.beside(here, theirs), 2, codes.ATTACKS, codes.ATTACKS_ONE),
    ):
        sizes = [len(chain) for chain in chains if before.free(chain) == liberties]
        if sizes:
            return {two if max(sizes) > 1 else one}
    weak = any(len(chain) > 1 and before.free(chain) == 2 for chain in own)
    return {codes.QUIET, codes.EXTENDS} if weak else {codes.QUIET}


def random_positions(seed: str, games: int) -> list[Position]:
    """Of games at random that fill no own eyes."""
    chance, found = random.Random(seed), []
    for _ in range(games):
        position = start(GO)
        for _ in range(70):
            moves = [move for move in position.legal() if move != PASS and not is_own_eye(position, move.square)]
            if position.over or not moves:
                break
            position = position.play(chance.choice(moves))
            found.append(position)
    return found


def test_tactics_are_as_by_the_rules() -> None:
    seen = set()
    for position in random_positions("tactics", 6):
        laid = Laid(position)
        for square in GO.board.cells:
            if position.board[square] == EMPTY:
                found = laid.kernels.tactic_of(laid.address, laid.layout.point_of(square))
                assert found in tactics_of(position, square), (position, square)
                seen.add(found)
    assert seen == {ILLEGAL, *range(codes.EXTENDS + 1)}, "all were met with"


@pytest.mark.parametrize(
    ("breaker", "attack", "escape"),
    [
        ("", codes.CATCHES, codes.IN_VAIN),
        ("f2", codes.ATTACKS_ONE, codes.ESCAPES_ONE),
        ("b1", codes.CATCHES, codes.IN_VAIN),
    ],
)
def test_ladders_are_read_to_their_end(breaker: str, attack: int, escape: int) -> None:
    """White's stone at c5 runs down to the right: it is caught at the edge, or saved by a stone on its way."""
    rows = [".......", "..X....", ".XOX...", ".......", ".......", ".......", "......."]
    if breaker:
        column, row = "abcdefg".index(breaker[0]), 7 - int(breaker[1])
        rows[row] = rows[row][:column] + "O" + rows[row][column + 1 :]
    rows[3] = ".X....."
    text = "".join(rows)
    kernels, memory = Laid(parse_position(GO, text + " X")).kernels, None
    memory, address = aligned(sizeof(kernels.structure("LadderMemory")))
    # The stone has two liberties where one of those around it is missing.
    two = "".join([rows[0], rows[1], ".XO....", *rows[3:]])
    for text, square, wanted in ((two + " X", 2 * 7 + 3, attack), ("".join(rows) + " O", 3 * 7 + 2, escape)):
        laid = Laid(parse_position(GO, text))
        assert laid.kernels.tactic_with_ladders(laid.address, laid.layout.point_of(square), address) == wanted
    del memory


Shape = frozenset[tuple[int, int]]


def images(shape: Shape) -> set[Shape]:
    """A shape turned and mirrored, each image with its least row and column 0."""
    found = set()
    for turned in ({(row, column) for row, column in shape}, {(row, -column) for row, column in shape}):
        for _ in range(4):
            turned = {(column, -row) for row, column in turned}
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.add(frozenset((row - top, column - left) for row, column in turned))
    return found


def polyominoes(cells: int) -> set[Shape]:
    """All shapes of so many cells side by side, one of each and its images."""
    found: set[Shape] = {frozenset({(0, 0)})}
    for _ in range(cells - 1):
        grown = {
            shape | {(row + down, column + right)}
            for shape in found
            for row, column in shape
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
            if (row + down, column + right) not in shape
        }
        found = {min(images(shape), key=sorted) for shape in grown}
    return found


def fills(shape: Shape, top: int, left: int) -> bool:
    """Whether Black's stones of a shape on a board are a nakade, whichever of them is played last."""
    squares = [7 * (top + row) + left + column for row, column in shape]
    answers = set()
    for last in squares:
        laid = Laid(parse_position(GO, "".join(".X"[s in squares and s != last] for s in range(49)) + " X"))
        answers.add(laid.kernels.is_nakade(laid.address, laid.layout.point_of(last), len(squares)))
    (answer,) = answers
    return bool(answer)


@pytest.mark.parametrize(("cells", "shapes"), [(3, 2), (4, 5), (5, 12), (6, 35)])
def test_nakades_are_those_of_the_books(cells: int, shapes: int) -> None:
    """Three of any shape; of four the square and the T, of five the bulky and the crossed, of six the rabbity."""
    books = {3: ("XXX", "XX X."), 4: ("XX XX", "XXX .X."), 5: ("XXX XX.", ".X. XXX .X."), 6: (".X. XXX .XX",)}
    wanted: set[Shape] = set()
    for rows in (text.split() for text in books[cells]):
        shape = frozenset((r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "X")
        wanted |= images(shape)
    every = polyominoes(cells)
    assert len(every) == shapes, "as many as there are"
    for shape in every:
        assert fills(shape, 1, 1) == (shape in wanted), sorted(shape)


def test_four_bent_in_the_corner_are_a_nakade_and_nowhere_else() -> None:
    bent: Shape = frozenset({(0, 0), (1, 0), (0, 1), (0, 2)})
    assert fills(bent, 0, 0)
    assert not fills(bent, 0, 1)
    assert not fills(frozenset({(0, 0), (0, 1), (0, 2), (0, 3)}), 0, 0)
    assert not fills(frozenset({(r, c) for r in range(2) for c in range(4)} - {(1, 3)}), 1, 1), "seven are too many"


def test_distances_and_lines_are_as_in_the_paper() -> None:
    laid = Laid(start(GO))
    point = laid.layout.point_of
    for one in GO.board.cells:
        row, column = divmod(one, 7)
        assert laid.kernels.edge(laid.address, point(one)) == min(row, column, 6 - row, 6 - column)
        for other in GO.board.cells:
            down, across = abs(row - other // 7), abs(column - other % 7)
            assert laid.kernels.steps(point(one), point(other)) == min(down + across + max(down, across), 17)
    assert laid.kernels.steps(point(0), 0) == codes.AFTER_PASS


def test_shapes_that_symmetries_make_equal_have_one_number() -> None:
    canonical, cells = canonical_shapes(), cells_of_shapes()
    rng = np.random.default_rng(1)
    ring = [0, 4, 2, 5, 1, 7, 3, 6]  # once around the point: the right side first, then on to the one below
    for shape in rng.integers(0, 65536, 200):
        around = cells[shape][ring]
        images = [np.roll(order, 2 * turn) for order in (around, np.roll(around[::-1], 1)) for turn in range(4)]
        numbers = {sum(int(colour) << 2 * way for colour, way in zip(image, ring, strict=True)) for image in images}
        assert canonical[shape] == min(numbers)
        assert len({canonical[number] for number in numbers}) == 1


def test_moves_near_the_last_are_drawn_by_their_weights() -> None:
    strengths, rng = by_hand(), np.random.default_rng(7)
    strengths.tables["playout shapes"][:] = rng.uniform(0.2, 3.0, codes.SHAPES)
    text = ".......  ..XX...  .XOOX..  ..XO...  .......  .......  .......".replace(" ", "") + " O"
    position = parse_position(GO, text).play(Move(5 * 7 + 5)).play(Move(3 * 7 + 4))
    laid = Laid(position, strengths)
    out = np.zeros(256, np.int64)
    listed = laid.kernels.listed_near(laid.address, int(out.ctypes.data))
    weights = {point: weight for point, weight in out[: 2 * listed].reshape(-1, 2).tolist() if weight}
    shape_of = laid.kernels.structure("GoBoard").from_address(laid.address).shapes
    judged = 0
    for point, weight in weights.items():
        by_shape = round(
            float(strengths.tables["playout shapes"][mover_view(shape_of[point], position.seat)]) * codes.ONE
        )
        tactic = laid.kernels.tactic_of(laid.address, point)
        by_tactic = round(float(strengths.tables["playout classes"][tactic]) * codes.ONE)
        assert weight in (by_shape, by_shape * by_tactic // codes.ONE)
        judged += weight != by_shape
    assert judged > 0, "some are tactics"
    context = Context(TranspositionTable(64, 0), laid.kernels)
    context.seed(1)
    counts, draws = np.zeros(laid.layout.points, np.int64), 40_000
    empties = laid.kernels.draw_near(laid.address, draws, int(counts.ctypes.data), context.address)
    weights[0] = empties * round(float(strengths.tables["playout classes"][codes.FAR]) * codes.ONE) + 1
    whole = sum(weights.values())
    wanted = np.zeros(len(counts))
    for point, weight in weights.items():
        wanted[point] = draws * weight / whole
    spread = np.sqrt(wanted * (1 - wanted / draws))
    assert (np.abs(counts - wanted) <= 5 * spread).all()


def mover_view(shape: int, seat: int) -> int:
    """A shape with the mover's stones as the first seat's."""
    other = (0, 2, 1, 3) if seat else (0, 1, 2, 3)
    return sum(other[shape >> 2 * way & 3] << 2 * way for way in range(8))


def test_strengths_of_other_features_are_refused() -> None:
    with pytest.raises(ValueError, match="3 tactics"):
        tables(64, Strengths(81, {"tactics": np.ones(3, np.float32)}))
    with pytest.raises(ValueError, match="ladders"):
        tables(64, Strengths(81, {"ladders": np.ones(3, np.float32)}))
