"""Life and death on positions whose count is known, in all orientations and both colours; and what is not read out."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.roots.life import Life, Question, Status
from engined.rules import scoring
from engined.rules.position import Position, parse_position
from engined.rules.removal import Removal
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY

POSITIONS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parents[1] / "data/counted_go.toml").read_text())[
    "position"
]
COLUMNS = "abcdefghjklmnopqrst"
SWAPPED = str.maketrans("XO", "OX")


@cache
def kernels() -> build.Kernels:
    """The same read captures on boards of any size."""
    return build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)


def turned(rows: list[str], turns: int) -> list[str]:
    """A board turned so often by a quarter."""
    for _ in range(turns):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows


def laid(rows: list[str], scoring_of: str = "", mover: str = "X") -> Position:
    size = len(rows)
    return parse_position(Catalogue().get(f"go-{size}x{size}{scoring_of}-komi-0"), f"{''.join(rows)} {mover}")


def as_it_stands(position: Position) -> tuple[float, ...]:
    """The ownership where every stone is its side's, and every region that of the colour that alone borders it."""
    owners = scoring.territory(position.variant, position.board)
    colours = (
        position.board[cell] if position.board[cell] != EMPTY else owners[cell] for cell in position.variant.board.cells
    )
    mine = position.variant.seats[position.seat].colour
    return tuple(0.0 if colour == EMPTY else 1.0 if colour == mine else -1.0 for colour in colours)


def drawn(owners: list[str], mover: str) -> tuple[float, ...]:
    return tuple(0.0 if owner == "." else 1.0 if owner == mover else -1.0 for owner in "".join(owners))


def square(name: str, size: int) -> int:
    return (size - int(name[1:])) * size + COLUMNS.index(name[0])


@pytest.mark.parametrize("known", POSITIONS, ids=lambda known: known["name"])
def test_every_position_is_counted_right(known: dict[str, Any]) -> None:
    board, size = known["board"].split(), len(known["board"].split())
    marks = [["."] * size for _ in range(size)]
    for letter, places in (("d", known["dead"]), ("s", known["seki"])):
        for place in (square(name, size) for name in places):
            marks[place // size][place % size] = letter
    for turns, swaps in product(range(4), (False, True)):
        wanted = "".join(turned(["".join(row) for row in marks], turns))
        rows, owners = (
            [row.translate(SWAPPED) if swaps else row for row in turned(drawing, turns)]
            for drawing in (board, known.get("owners", "").split())
        )
        position = laid(rows)
        life = Life(position, drawn(owners, "X") if owners else as_it_stands(position), GoReader(kernels()))
        for chain, status in life.statuses.items():
            mark = next((wanted[point] for point in chain if wanted[point] != "."), "a")
            assert status.value[0] == mark, (turns, swaps, min(chain))
        dead = [min(chain) for chain, status in life.statuses.items() if status is Status.DEAD]
        for name, one in (("territory", position), ("area", laid(rows, "-area"))):
            assert Removal(one).remove(dead).counted.value(0) == (-known[name] if swaps else known[name])


def test_there_is_no_kind_of_position_missing() -> None:
    names = " ".join(known["name"] for known in POSITIONS)
    assert all(
        kind in names
        for kind in (
            "seki",
            "bent four",
            "nakade",
            "false eye",
            "snapback",
            "neutral",
            "a ko",
            "two kos",
            "ten-thousand-year ko",
            "double ko",
        )
    )


class Silent:
    """Answers nothing."""

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        return None

    def halt(self) -> None:
        raise AssertionError


@pytest.mark.parametrize(("share", "status"), [(0.1, Status.UNSETTLED), (0.5, Status.ALIVE), (-0.5, Status.DEAD)])
def test_what_is_not_read_out_goes_by_games_and_is_unsettled_where_they_are_even(share: float, status: Status) -> None:
    position = laid([".....", ".....", "XXXXX", "OOOOO", ".X.X."])
    ownership = (*as_it_stands(position)[:15], *[-share] * 10)
    statuses = Life(position, ownership, Silent()).statuses
    assert next(found for chain, found in statuses.items() if 15 in chain) is status


def test_chains_that_capture_each_other_are_unsettled() -> None:
    position = laid([*["..OX..."] * 6, "..XO..."])
    statuses = Life(position, drawn(["OOOXXXX"] * 7, "X"), GoReader(kernels())).statuses
    assert {min(chain) for chain, status in statuses.items() if status is Status.UNSETTLED} == {44, 45}


def test_what_is_saved_by_the_capture_that_saves_an_unsettled_chain_is_unsettled_as_well() -> None:
    """Twelve stones that touch none of the three that they capture where their side moves first: those beside them do,
    and share their liberties."""
    rows = [
        "XOOOO..O.",
        "XXOXO.OXX",
        "XXXXO.OX.",
        "...XOOXOO",
        "...XOOXOO",
        "..X.OXXXO",
        "...XXXXXO",
        ".....XOO.",
        "......X.O",
    ]
    ownership = [max(share, 0.0) for share in as_it_stands(laid(rows))]
    ownership[16] = ownership[17] = ownership[25] = 0.0  # the three
    statuses = Life(laid(rows), ownership, GoReader(kernels())).statuses
    unsettled = {min(chain): len(chain) for chain, status in statuses.items() if status is Status.UNSETTLED}
    assert unsettled == {1: 12, 7: 1, 15: 2, 16: 3, 34: 6}


@pytest.mark.parametrize("middle", [".", "X", "O"])
def test_what_the_other_side_captures_when_it_moves_first_is_dead(middle: str) -> None:
    """An eye space of three: whoever takes its middle has what he wants."""
    position = laid([".......", ".......", ".......", ".......", "XXXXX..", "OOOOX..", f".{middle}.OX.."])
    statuses = Life(position, as_it_stands(position), GoReader(kernels())).statuses
    (white,) = (status for chain, status in statuses.items() if 35 in chain)
    assert white is {".": Status.DEAD, "X": Status.DEAD, "O": Status.ALIVE}[middle]


LONE = [".......", ".......", "..X.X..", "...O...", "..X.X..", ".......", "......."]


def lone(stone: float, near: float, corner: float = 0.9) -> dict[int, Status]:
    """What becomes of the chains, by first stones, where nothing is read out. ``stone`` is how much the white stone is
    White's by games, ``near`` how much the points beside it are, ``corner`` how much the first black stone is Black's.
    """
    ownership = [0.5] * 49
    for cell, share in ((24, -stone), (17, -near), (23, -near), (16, corner), (18, 0.9), (30, 0.9), (32, 0.9)):
        ownership[cell] = share
    statuses = Life(laid(LONE), ownership, Silent()).statuses
    return {min(chain): status for chain, status in statuses.items()}


def test_what_has_no_points_of_its_own_by_games_is_dead() -> None:
    assert lone(stone=0.4, near=-0.1)[24] is Status.DEAD
    assert lone(stone=0.4, near=0.1)[24] is Status.ALIVE


def test_where_games_are_even_the_other_sides_first_move_decides_unless_that_is_in_doubt_as_well() -> None:
    assert lone(stone=0.2, near=0.1)[24] is Status.DEAD
    assert lone(stone=0.2, near=0.1, corner=0.1)[24] is Status.UNSETTLED


def test_what_is_dead_by_such_reasons_alone_is_not_settled() -> None:
    ownership = [0.5] * 24 + [-0.2] + [0.5] * 24
    life = Life(laid(LONE), ownership, Silent())
    assert (life.statuses[frozenset({24})], life.read[frozenset({24})]) == (Status.DEAD, Status.UNSETTLED)


class Recorder(Silent):
    """Answers nothing, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, Question]] = []

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        self.asked.append((position, question))
        return None


def test_a_region_too_large_to_be_read_falls_apart_at_what_is_surest() -> None:
    rows = [*["........."] * 2, "....O....", ".........", "XXXXXXXXX", ".........", "....O....", *["........."] * 2]
    ownership = [0.9 if 36 <= cell < 45 else 0.5 for cell in range(81)]
    reader = Recorder()
    Life(laid(rows), ownership, reader)
    assert {(question.target, len(question.points)) for _, question in reader.asked} == {(22, 36), (58, 36)}


def test_points_that_are_surely_one_sides_wall_off_a_region_as_well() -> None:
    rows = [*["........."] * 2, "....O....", *["........."] * 6]
    ownership = [0.9 if cell >= 36 else 0.5 for cell in range(81)]
    reader = Recorder()
    Life(laid(rows), ownership, reader)
    ((position, question),) = {question.target: (position, question) for position, question in reader.asked}.values()
    assert question.points == frozenset(range(36))
    assert {position.board[cell] for cell in range(36, 81)} == {0}, "as if Black's stones stood there"


def test_what_a_stone_changes_on_a_point_that_counts_as_one_already_is_not_read() -> None:
    rows = [*["........."] * 2, "....O....", *["........."] * 6]
    reader = Recorder()
    life = Life(laid(rows), [0.9 if cell >= 36 else 0.5 for cell in range(81)], reader)
    reader.asked.clear()
    assert life.fate_after(frozenset({22}), 40) is None
    assert not reader.asked
    assert life.fate_after(frozenset({22}), 0) is None
    assert reader.asked


@pytest.mark.parametrize(("wall", "cells"), [(False, 21), (None, 49)])
def test_what_is_open_is_asked_again_between_chains_that_live_by_themselves(wall: bool | None, cells: int) -> None:
    class KnowsOfWall(Recorder):
        """Answers what is said of the wall in the middle, and nothing else."""

        def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
            super().captured(position, question, nodes)
            return wall if question.target == 3 else None

    reader = KnowsOfWall()
    Life(laid([*["...X..."] * 3, ".O.X.O.", *["...X..."] * 3]), [0.5] * 49, reader)
    asked = [len(question.points) for _, question in reader.asked if question.target == 22]
    assert (asked[0], asked[-1]) == (49, cells)


class Counting(Silent):
    """Answers nothing, but what is said of one stone, and remembers how many positions it might have searched."""

    def __init__(self, known: int | None = None) -> None:
        self.nodes: list[int] = []
        self._known = known

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        self.nodes.append(nodes)
        return True if question.target == self._known else None


@pytest.mark.parametrize(("games", "most"), [(0.1, 150_000), (0.9, 20_000)])
def test_what_games_leave_in_doubt_is_searched_for_longer(games: float, most: int) -> None:
    reader = Counting()
    rows = [*["......."] * 3, "...O...", *["......."] * 3]
    Life(laid(rows), [0.5] * 24 + [-games] + [0.5] * 24, reader)
    assert max(reader.nodes) == most


@pytest.mark.parametrize(
    ("rows", "known", "most"),
    [
        ("....... ....... ....... ...O... ....... ....... .......", None, 5_000),
        ("....... ....... ....... ...O... ....... ....... ...X...", None, 5_000),
        ("....... ....... ....... ...O... ....... ....... ...X...", 24, 150_000),  # one of two is answered
        (".... ..O. .... ....", None, 150_000),  # few points are empty
    ],
)
def test_who_is_not_thorough_leaves_wide_regions_where_cheap_searches_say_nothing(
    rows: str, known: int | None, most: int
) -> None:
    board = rows.split()
    for thorough, wanted in ((True, 150_000), (False, most)):
        reader = Counting(known)
        Life(laid(board), [0.0] * len(board) ** 2, reader, thorough=thorough)
        assert max(reader.nodes) == wanted


@pytest.mark.parametrize(("share", "status"), [(-0.5, Status.DEAD), (0.5, Status.ALIVE)])
def test_what_only_a_dead_stone_could_capture_lives_unless_games_say_no(share: float, status: Status) -> None:
    class Beside(Silent):
        """Knows that the black stone is captured."""

        def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
            return True if question.target == 25 else None

    rows = [*["......."] * 3, "...OX..", *["......."] * 3]
    ownership = [0.5] * 24 + [-share, -0.5] + [0.5] * 23
    statuses = Life(laid(rows), ownership, Beside()).statuses
    assert statuses[frozenset({24})] is status


def test_a_neutral_point_may_be_filled_once_the_stones_beside_it_are_connected() -> None:
    """White captures d1 to f1 at c1, once Black has taken their other liberty, f2, itself."""
    position = laid(["XXO.OO", ".XOOO.", "XXO.OO", ".XOO.O", "XXXOO.", ".X.XXX"])
    life = Life(position, as_it_stands(position), GoReader(kernels()))
    assert set(life.statuses.values()) == {Status.ALIVE}
    assert life.exposed(square("f2", 6)) == {square(name, 6) for name in ("d1", "e1", "f1")}
    assert life.exposed(square("c1", 6)) == frozenset()
    assert list(life.before_filling(square("f2", 6))) == [square("c1", 6)]


def test_stones_beside_a_large_territory_are_exposed_where_they_can_be_cut_off_from_it() -> None:
    """Once Black has filled g8 itself, White plays d7: Black has to save three stones at e8, and White captures at d8.
    With g8 empty, Black answers at d8, and White cannot play at e8.
    """
    rows = [".....X.O", "....XXOO", "...XOOO.", *["...XO..."] * 5]
    position = laid(rows)
    life = Life(position, as_it_stands(position), GoReader(kernels()))
    assert set(life.statuses.values()) == {Status.ALIVE}
    assert life.exposed(square("g8", 8)) == {square(name, 8) for name in ("e7", "f7", "f8")}
    assert list(life.before_filling(square("g8", 8))) == [square(name, 8) for name in ("d8", "c7", "d7")]


def test_dead_stones_that_live_once_a_liberty_is_filled_beside_them_are_exposed() -> None:
    """White's nine stones at g2 are captured even if White moves first: by e2 it takes a liberty of the black stones
    around them, and Black answers at j4. With e2 filled by Black himself, White has c1, and neither side may begin.
    """
    rows = [
        "....OOOOX",
        "...OOXXXX",
        "...OXXOOO",
        "..OOOXOX.",
        "..OXXXOXX",
        ".OOOX.OX.",
        "..OXXXOOX",
        "..OX.XOXX",
        ".O.OOXXXX",
    ]
    position = laid(rows)
    captured = {square(name, 9) for name in ("g2", "g3", "h3", "g4", "g5", "g6", "g7", "h7", "j7")}
    ownership = [1.0 if cell in captured else share for cell, share in enumerate(as_it_stands(position))]
    life = Life(position, ownership, GoReader(kernels()))
    assert life.statuses[frozenset(captured)] is Status.DEAD
    assert life.exposed(square("e2", 9)) == captured
    assert life.exposed(square("f4", 9)) == frozenset()


@pytest.mark.parametrize("beside", [False, True])
def test_a_territory_keeps_no_stones_that_touch_it_beside_a_stone_of_the_other_sides_alone(beside: bool) -> None:
    rows = [*["......."] * 2, "XX.O.XX" if beside else "XX...XX", "OOX.XOO", *["OOOOOOO"] * 2, "......."]
    owners = [*["XXXXXXX"] * 3, "OOXXXOO", *["OOOOOOO"] * 3]
    reader = Recorder()
    Life(laid(rows), drawn(owners, "X"), reader)
    loose = {square(name, 7) for name in ("c4", "e4", "d5")}
    assert {question.target for _, question in reader.asked} == (loose if beside else set())
