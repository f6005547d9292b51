"""Dead groups by the forecast of whose cells are whose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.dead_stones import dead_groups, groups_in, is_divided, points_in_seki
from engined_protocol.messages.forecast import Forecast

BOARD = (".X.O.", ".X.O.", "XX.OX", ".X.OX", ".X.O.")


def games(*owned: float, life: tuple[str, ...] = ()) -> Forecast:
    """Games that ended so."""
    return Forecast(visits=100, win_rate=0.5, mean=0.0, spread=1.0, ownership=owned, life=life)


def ownership(*dead: int, sign: int = 1, life: tuple[str, ...] = ()) -> Forecast:
    """All cells left of the middle are X's, all right of it O's; and as it is said for some squares."""
    own = [-1.0 if square in dead else 0.0 if square % 5 == 2 else 1.0 - 2 * (square % 5 > 2) for square in range(25)]
    return games(*(sign * part for part in own), life=life)


def test_a_group_in_the_others_region_is_dead() -> None:
    assert dead_groups(BOARD, ownership(), "X") == (("e3", "e4"),)
    assert dead_groups(BOARD, ownership(sign=-1), "O") == (("e3", "e4"),)


def test_a_group_is_dead_as_a_whole_by_the_average_of_its_cells() -> None:
    wall = [1, 6, 10, 11, 16, 21]
    assert len(dead_groups(BOARD, ownership(*wall[:3]), "X")) == 1
    assert dead_groups(BOARD, ownership(*wall[:4]), "X")[0] == ("b1", "b2", "a3", "b3", "b4", "b5")


@pytest.mark.parametrize(
    ("stone", "wall", "dead"),
    [("d", "a", ["e3"]), ("a", "a", []), ("s", "a", []), ("u", "a", ["e3"]), ("a", "d", ["d1"])],
)
def test_what_was_read_out_counts_before_games(stone: str, wall: str, dead: list[str]) -> None:
    life = tuple(f".a.{wall}{symbol}" for symbol in f"..{stone}..")
    life = (*life[:2], f"aa.{life[2][3:]}", *life[3:])
    forecast = ownership(life=life)
    assert [group[0] for group in dead_groups(BOARD, forecast, "X")] == dead
    assert ("e3", "e4") in groups_in(BOARD, forecast.life, stone)
    assert groups_in(BOARD, (), stone) == ()


def test_points_in_seki_are_those_that_its_groups_alone_border() -> None:
    """Four of X's and two of O's above, two of each below, and two between that are nobody's."""
    board = ("..XO.", "..XO.", "XXXOO", ".X.O.", ".X.O.")
    assert points_in_seki(board, (), (("c1", "c2"),)) == {"X": 4}
    assert points_in_seki(board, (), (("b4", "b5"), ("d1", "d2"))) == {"X": 2, "O": 2}
    assert points_in_seki(board, (("d4", "d5"),), (("b4", "b5"),)) == {"X": 2}, "what was dead is open to both"
    assert points_in_seki(board, (("d4", "d5"), ("b4", "b5")), (("e3",),)) == {"O": 2}
    assert points_in_seki(board, (), ()) == {}


def test_holes_have_no_number() -> None:
    assert dead_groups((" X.", ".OX"), games(1.0, 0.0, 0.0, 1.0, -1.0), "X") == (("b2",), ("c2",))
    with pytest.raises(ValueError, match="shorter"):
        dead_groups((" X.", ".OX"), games(1.0, 0.0), "X")


@given(st.lists(st.text(".XO", min_size=4, max_size=4), min_size=1, max_size=5), st.data())
def test_dead_groups_are_of_stones_and_none_twice(board: list[str], data: st.DataObject) -> None:
    owned = data.draw(st.lists(st.floats(-1, 1), min_size=4 * len(board), max_size=4 * len(board)))
    cells = [cell for group in dead_groups(board, games(*owned), "X") for cell in group]
    assert len(set(cells)) == len(cells)
    assert all(board[int(cell[1]) - 1]["abcd".index(cell[0])] in "XO" for cell in cells)
    lost = games(*[-1.0] * len(owned))
    everything = dead_groups(board, lost, "X") + dead_groups(board, lost, "O")
    stones = sum(row.count("X") + row.count("O") for row in board)
    assert sum(len(group) for group in everything) == stones


@pytest.mark.parametrize(
    ("board", "dead", "doubts", "divided"),
    [
        (BOARD, [("e3", "e4")], {}, True),  # the middle is neutral
        (BOARD, [], {}, True),  # e1, e2 and e5 are O's by games
        ((".X.O.", ".X.O.", "XX.OX", ".X.OX", "...O."), [("e3", "e4")], {}, False),  # a gap in the wall
        (BOARD, [("b1", "b2", "a3", "b3", "b4", "b5")], {}, False),  # O surrounds what games say is X's
        (BOARD, [("e3", "e4")], {0: 0.2, 5: 0.2}, False),  # in the corner anything may happen
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_game_looks_finished_where_regions_are_divided(
    board: tuple[str, ...], dead: list[tuple[str, ...]], doubts: dict[int, float], divided: bool, sign: int
) -> None:
    whole = ownership()
    owned = [sign * doubts.get(square, part) for square, part in enumerate(whole.ownership)]
    assert is_divided(board, dead, games(*owned), ("X", "O") if sign == 1 else ("O", "X")) is divided


@pytest.mark.parametrize(("fate", "divided"), [("d", True), ("u", False), ("a", False)])
def test_where_a_group_was_read_out_to_be_dead_games_have_no_say(fate: str, divided: bool) -> None:
    """Games say that the stones of X on the right live."""
    board = (".X.OX", ".X.OX", "XX.OX", ".X.OX", ".X.OX")
    life = (f".a.a{fate}", f".a.a{fate}", f"aa.a{fate}", f".a.a{fate}", f".a.a{fate}")
    owned = [1.0 if square % 5 in (0, 1, 4) else 0.0 if square % 5 == 2 else -1.0 for square in range(25)]
    dead = [("e1", "e2", "e3", "e4", "e5")]
    assert is_divided(board, dead, games(*owned, life=life), ("X", "O")) is divided


def test_a_wide_region_between_both_is_not_yet_divided() -> None:
    assert not is_divided(["X.......O"] * 2, [], games(*[0.0] * 18), ("X", "O"))
