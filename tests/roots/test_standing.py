"""A game of Go as it would be counted if play stopped."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import cast

import pytest

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.roots.life import Fate, Life, Question, Status
from engined.roots.standing import Standing, is_closed, standing, where_it_matters
from engined.rules import scoring
from engined.rules.geometry import geometry
from engined.rules.groups import groups
from engined.rules.position import Position, parse_position
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from engined_protocol.notation import parse_square
from tests.roots.tired_reader import Tired

WALLS = ".X.O. .X.O. .X.OX .X.O. .X.O."
"""A column of Black's, a neutral one, a column of White's with a black stone in it."""


def owned(mover: str, *, corner: float = 1.0, stone: float = -1.0, neutral: float = 0.0) -> list[float]:
    """Of the mover: left what is Black's, in the middle what is nobody's, right what is White's."""
    black = ([corner, 1.0, neutral, -1.0, -1.0] * 5)[:25]
    black[14] = stone
    return black if mover == "X" else [-part for part in black]


@pytest.mark.parametrize(
    ("name", "mover", "ahead"),
    [
        ("go-5x5-area-komi-0", "X", 0),
        ("go-5x5-area-komi-0", "O", 0),
        ("go-5x5-komi-3", "X", -4),
        ("go-5x5-komi-3", "O", 4),
    ],
)
def test_it_is_counted_without_the_stones_that_are_the_others(name: str, mover: str, ahead: float) -> None:
    position = parse_position(Catalogue().get(name), f"{WALLS} {mover}")
    # Ten points each by area; of territory five each, and the stone in it is a prisoner.
    assert standing(position, owned(mover)) == Standing(ahead, True, True)


@pytest.mark.parametrize(
    ("doubts", "settled"),
    [
        ({"neutral": 0.9}, True),  # nobody's either way
        ({"stone": -0.5}, False),
        ({"stone": 0.5}, False),
        ({"corner": 0.5}, False),  # a region of empty points
    ],
)
def test_what_is_in_doubt_is_not_settled(doubts: dict[str, float], settled: bool) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{WALLS} X")
    assert standing(position, owned("X", **doubts)).settled is settled


@pytest.mark.parametrize(("row", "settled"), [("XX.OO", True), ("X..OO", True), ("X...O", False)])
def test_nothing_is_settled_where_nobodys_points_have_room_for_a_territory(row: str, settled: bool) -> None:
    """Both walls live, and what is left between them is one column wide, two, or three."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{row} " * 5 + "X")
    board = position.board
    chains = groups(geometry(position.variant.board), range(25), lambda one, other: board[one] == board[other])
    fates = {chain: Status.ALIVE for chain in chains if board[min(chain)] != EMPTY}
    stands = standing(position, [{EMPTY: 0.0, 0: 1.0, 1: -1.0}[stone] for stone in board], fates)
    assert (stands.settled, stands.neutral) == (settled, True)


def test_what_was_read_out_counts_before_games() -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{WALLS} X")
    stone, wall = frozenset({14}), frozenset({1, 6, 11, 16, 21})
    fates = {stone: Status.DEAD, wall: Status.ALIVE, frozenset({3, 8, 13, 18, 23}): Status.ALIVE}
    assert standing(position, owned("X", stone=0.5), fates) == Standing(0, True, True)
    assert standing(position, owned("X", stone=0.5)).settled is False
    assert standing(position, owned("X"), fates | {wall: Status.UNSETTLED}).settled is False


CLOSED = ".XO.. .XO.. .XO.X .XO.. .XO.."
"""Two walls side by side, and a black stone behind White's."""


def of_black(*, left: float = 1.0, right: float = -1.0, stone: float = -1.0, wall: float = -1.0) -> list[float]:
    """How much the columns are Black's, and the stone behind White's wall."""
    owned = ([left, 1.0, wall, right, right] * 5)[:25]
    owned[14] = stone
    return owned


@pytest.mark.parametrize(
    ("board", "doubts", "closed"),
    [
        (CLOSED, {}, True),
        (CLOSED, {"stone": 0.5}, True),  # whether it lives is all that is left
        (CLOSED, {"wall": -0.5}, True),  # the same of the wall
        (CLOSED, {"stone": 0.9}, False),  # both sides have a living chain there
        (CLOSED.replace("O", "."), {"stone": 0.9}, True),
        ("..... " * 5, {}, False),
        (CLOSED.replace(".XO.. ", "..... ", 1), {}, False),  # a gap in both walls
    ],
)
def test_a_board_is_closed_where_living_chains_part_it(board: str, doubts: dict[str, float], closed: bool) -> None:
    position = parse_position(Catalogue().get("go-5x5"), f"{board} X")
    assert is_closed(position, of_black(**doubts)) is closed


class Reading:
    """Answers alike of each chain but the walls, whoever moves first; of these that they stay."""

    def __init__(self, first: bool | None, second: bool | None) -> None:
        self._answers = {True: first, False: second}

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        return self._answers[question.attacker_first] if question.target == 14 else False

    def halt(self) -> None:
        raise AssertionError


BEHIND = frozenset(cell for cell in range(25) if cell % 5 > 2 and cell != 14)
"""The points behind White's wall."""


@pytest.mark.parametrize(
    ("first", "second", "doubts", "cells"),
    [
        (True, True, {}, set()),
        (True, False, {}, BEHIND),  # it lives if its side moves
        (True, True, {"right": -0.75}, set()),
        (True, True, {"right": -0.5, "stone": 0.5}, None),  # there may be room for more stones
        (None, None, {}, set()),  # nobody has read it out, and nobody need
        (None, None, {"stone": -0.5}, BEHIND),
        (True, True, {"left": 0.5}, None),
    ],
)
def test_it_matters_where_what_becomes_of_stones_hangs_on_who_moves(
    first: bool | None, second: bool | None, doubts: dict[str, float], cells: set[int] | None
) -> None:
    owned = of_black(**doubts)
    for mover, ownership in (("X", owned), ("O", [-part for part in owned])):
        position = parse_position(Catalogue().get("go-5x5-komi-0"), f"{CLOSED} {mover}")
        matters = where_it_matters(position, ownership, Life(position, ownership, Reading(first, second)))
        assert (matters and matters.cells) == cells
        if matters is None:
            continue
        assert matters.quiet is not (matters.cells >= BEHIND), "there a chain hangs on who moves"
        settled = {cell: min(cell % 5 // 2, 1) for cell in range(25) if cell % 5 < 3}
        assert matters.settled == settled | ({} if matters.cells >= BEHIND else dict.fromkeys({*BEHIND, 14}, 1))


@pytest.mark.parametrize(
    ("row", "doubted", "closed"),
    [
        ("..XO..", {0, 1}, True),  # nobody lives on the edge with two lines of points
        (".XO...", {3, 4, 5}, False),  # three lines are enough
        (".XO...", {0}, False),  # nobody lives on one line, but the wall has no other eyes
    ],
)
@pytest.mark.parametrize("mover", ["X", "O"])
def test_a_region_where_the_other_side_is_read_to_live_nowhere_is_closed(
    mover: str, row: str, doubted: set[int], closed: bool
) -> None:
    position = parse_position(Catalogue().get("go-6x6"), f"{row} " * 6 + mover)
    wall = row.index("X")
    sides = [1.0 if column <= wall else -1.0 for column in range(6)]
    of_first = [0.5 * side if column in doubted else side for column, side in enumerate(sides)] * 6
    ownership = of_first if mover == "X" else [-part for part in of_first]
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    found = where_it_matters(position, ownership, Life(position, ownership, GoReader(kernels)))
    assert (found is not None) is closed
    if found is not None:
        assert found.cells == frozenset()
        assert found.settled == {cell: 0 if cell % 6 <= wall else 1 for cell in range(36)}


@pytest.mark.parametrize(("share", "closed"), [(0.75, False), (0.9, True)])
def test_a_chain_that_may_be_captured_closes_no_region_that_it_lives_by(share: float, closed: bool) -> None:
    """Two stones of Black's in the middle of 4x4 and a white one beside them: that nobody else lives there is read as
    if Black's could not be captured. White moves, and makes a game of it; games may be sure of Black, though.
    """
    position = parse_position(Catalogue().get("go-4x4"), ".... ..X. .OX. .... O")
    ownership = tuple(-0.3 if cell == 9 else -share for cell in range(16))
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    found = where_it_matters(position, ownership, Life(position, ownership, GoReader(kernels)))
    assert (found is not None) is closed


SEKI = "...... ...... ...... XXXXXX OOOOOO .XXX.O"
OPEN = ".XX.. .XXOO .XXOO .XXOO ..OO."
KO = "...... ...... XXXXXX OOOOXX .O.OXO OOOOO."


@pytest.mark.parametrize(
    ("board", "matters"),
    [
        (SEKI, set()),  # what is nobody's in it is nobody's for good
        (OPEN, {*range(0, 25, 5), 3, 21}),  # each has one eye, but the border is open: only in e1 is a stone captured
        (".X.O.. " * 6, set(range(2, 36, 6))),
        (KO, None),  # the stone may be taken by a ko: then threats matter, wherever they are
    ],
)
def test_neutral_points_matter_but_those_of_a_seki(board: str, matters: set[int] | None) -> None:
    size = len(board.split())
    position = parse_position(Catalogue().get(f"go-{size}x{size}"), f"{board} X")
    owners = scoring.territory(position.variant, position.board)
    colours = [owners[cell] if stone == EMPTY else stone for cell, stone in enumerate(position.board)]
    ownership = [{EMPTY: 0.0, 0: 1.0, 1: -1.0}[colour] for colour in colours]
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    found = where_it_matters(position, ownership, Life(position, ownership, GoReader(kernels)))
    assert (found and found.cells) == matters


CORNER = {parse_square(name, 7, 7) for name in ("a6", "b6", "c6", "a7", "b7", "c7", "d7")}
NEUTRAL = parse_square("a4", 7, 7)


def corner_of_black(mover: str) -> tuple[Position, list[float]]:
    """A position in which Black's corner is a territory or a seki, by who moves first; and whose each point is."""
    board = "O.O.OOO  OOOOOOO  OOOOOOO  .OOOOOO  XXXXOOO  ...XXOO  ....XOO"
    position = parse_position(Catalogue().get("go-7x7"), f"{board} {mover}")
    black = {cell for cell, stone in enumerate(position.board) if stone == 0} | CORNER
    of_first = [0.0 if cell == NEUTRAL else 1.0 if cell in black else -1.0 for cell in range(49)]
    return position, of_first if mover == "X" else [-part for part in of_first]


@pytest.mark.parametrize(
    ("mover", "deciding"), [("X", {"a6", "b6", "c6", "a7", "b7", "c7"}), ("O", {"c7"})], ids=["owner", "other"]
)
def test_where_a_seki_can_be_made_of_a_territory_it_matters_who_moves(mover: str, deciding: set[str]) -> None:
    """Black lives in the corner, whoever moves. If White plays c7, Black gets no two eyes; which moves prevent that was
    worked out by the definition (``lives`` of tests/search/plain_captures.py).
    """
    position, ownership = corner_of_black(mover)
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    found = where_it_matters(position, ownership, Life(position, ownership, GoReader(kernels)))
    assert found is not None
    assert found.cells == {parse_square(name, 7, 7) for name in deciding} | {NEUTRAL}
    assert not found.quiet
    assert not found.settled.keys() & CORNER


def test_the_time_for_reading_may_be_over_after_any_answer() -> None:
    """Then a move may matter anywhere in the corner where it is not known whether Black gets two eyes."""
    position, ownership = corner_of_black("X")
    reader = GoReader(build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None))
    whole = where_it_matters(position, ownership, Life(position, ownership, reader))
    assert whole is not None
    for answers in count():
        tired = Tired(reader, answers)
        found = where_it_matters(position, ownership, Life(position, ownership, tired))
        assert found is None or found.cells <= whole.cells | CORNER
        if tired.left >= 0:
            break
    assert found == whole
    assert answers > 10


def contested(stones: int) -> list[str]:
    """A board of 9x9. In the corner below, Black has seven points, but who moves there first decides whether it has two
    eyes or a seki (as in the test above). So many of its stones at the right are cut off as soon as White plays between
    them and the others.
    """
    rows = [
        "X.X.XXXXX",
        "XXXXXXXXX",
        "OOOOOOOO.",
        "O.O.OOOOO",
        "OOOOOOOOO",
        ".OOOOOOOO",
        "XXXXOOOOO",
        "...XXOOOO",
        "....XOOOO",
    ]
    return [f"{row[:8]}X" if 3 <= number < 3 + stones else row for number, row in enumerate(rows)]


SAVING, CAPTURE = {(7, 0), (7, 1), (7, 2), (8, 0), (8, 1), (8, 2)}, {(2, 8)}


@pytest.mark.parametrize("scoring", ["", "-area"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("owner", ["X", "O"])
@pytest.mark.parametrize(
    ("stones", "owner_moves", "best"),
    [(2, True, SAVING), (2, False, {(8, 2)}), (4, True, CAPTURE), (4, False, CAPTURE)],
)
def test_a_territory_that_is_lost_comes_before_the_capture_of_fewer_points(
    stones: int, owner_moves: bool, best: set[tuple[int, int]], owner: str, turned: bool, scoring: str
) -> None:
    """The territory is six points or none, once its owner has played there. Two stones are four points, four are
    eight.
    """
    rows = contested(stones)
    share = {"X": 1.0, "O": -1.0}
    owned = [
        [share.get(stone, 1.0 if number < 2 or number > 6 else 0.0) for stone in row] for number, row in enumerate(rows)
    ]
    owned[3][1] = owned[3][3] = -1.0
    for number in range(2, 3 + stones):
        owned[number][8] = 0.0
    if turned:
        rows, owned = ["".join(row) for row in zip(*rows, strict=True)], [list(row) for row in zip(*owned, strict=True)]
        best = {(column, row) for row, column in best}
    board = " ".join(rows)
    if owner == "O":
        board = board.translate(str.maketrans("XO", "OX"))
    mover = owner if owner_moves else "XO".replace(owner, "")
    ownership = [part if owner_moves else -part for row in owned for part in row]
    position = parse_position(Catalogue().get(f"go-9x9{scoring}"), f"{board} {mover}")
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    found = where_it_matters(position, ownership, Life(position, ownership, GoReader(kernels)))
    assert found is not None
    assert found.best == {9 * row + column for row, column in best}


def test_only_points_between_both_sides_are_filled_before_a_pass() -> None:
    """White may come in at the right, but on the left is Black's territory."""
    position = parse_position(Catalogue().get("go-6x6"), "...... ...... ...... ...... XXXXX. OOOOOO X")
    board = position.board
    chains = groups(geometry(position.variant.board), range(36), lambda one, other: board[one] == board[other])
    life = cast(Life, Known({chain: Status.ALIVE for chain in chains if board[min(chain)] != EMPTY}, frozenset()))
    found = where_it_matters(position, [0.5] * 30 + [-1.0] * 6, life)
    assert found is not None
    assert found.cells == {*range(24), 29}, "moves may gain something on all of them"
    assert found.neutral == {23, 29}


@dataclass(frozen=True)
class Known:
    """What was read out: white's stone on the left may hang on who moves first."""

    statuses: dict[frozenset[int], Status]
    hanging: frozenset[frozenset[int]]
    kos: frozenset[frozenset[int]] = frozenset()

    def stays(self, placed: int) -> bool:
        return False

    def deciding(self, region: frozenset[int], chain: frozenset[int]) -> frozenset[int]:
        return frozenset()

    def exposed(self, placed: int) -> frozenset[int]:
        return frozenset()

    def read_with(self, chain: frozenset[int]) -> frozenset[int]:
        return chain

    def fate_after(self, chain: frozenset[int], placed: int | None) -> Fate | None:
        return None


@pytest.mark.parametrize(
    ("hangs", "matters"), [(True, frozenset({0, 5, 15, 20, 2, 7, 12, 17, 22})), (False, frozenset())]
)
def test_points_of_a_seki_matter_where_a_chain_beside_it_hangs(hangs: bool, matters: frozenset[int]) -> None:
    """What is read out with the others has no ko threats; there may be some while play goes on."""
    position = parse_position(Catalogue().get("go-5x5"), ".X.O. .X.O. OX.O. .X.O. .X.O. X")
    stone, black, white = frozenset({10}), frozenset(range(1, 25, 5)), frozenset(range(3, 25, 5))
    statuses = {stone: Status.DEAD, black: Status.SEKI, white: Status.SEKI}
    life = cast(Life, Known(statuses, frozenset({stone} if hangs else ())))
    found = where_it_matters(position, [1.0, 1.0, 0.0, -1.0, -1.0] * 5, life)
    assert found is not None
    assert found.cells == matters
