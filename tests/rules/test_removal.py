"""The removal phase: groups off and back, who agrees, what counts, and how play goes on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.rules.outcome import FORFEIT, Ending, counted, forfeited, most_plies
from engined.rules.position import PASS, Move, Position, parse_position, start
from engined.rules.removal import Removal, RemovalError, has_removal
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from engined_protocol.notation import parse_square

CATALOGUE = Catalogue()
WALLS = ".X.O. .X.O. .X.OX .X.O. .X.O. X"
"""A column of Black's, a neutral one, a column of White's with a black stone in it."""


def stopped(position: Position) -> Removal:
    return Removal(position.play(PASS).play(PASS))


def walls(name: str = "go-5x5") -> Removal:
    return stopped(parse_position(CATALOGUE.get(name), WALLS))


def cell(name: str) -> int:
    return parse_square(name, 5, 5)


def played_out(name: str, seed: int, plies: int) -> Removal:
    """Where passes stop a game of random moves."""
    chance, position = random.Random(seed), start(CATALOGUE.get(name))
    for _ in range(plies):
        if not position.over:
            position = position.play(chance.choice(position.legal()[:-1] or (PASS,)))
    while not position.over:
        position = position.play(PASS)
    return Removal(position)


def test_marks_are_regions_that_one_colour_borders() -> None:
    removal = walls()
    assert [removal.owners[cell(name)] for name in ("a1", "c3", "e1", "e5", "b1")] == [0, EMPTY, EMPTY, EMPTY, EMPTY]
    assert [removal.remove([cell("e3")]).owners[cell(name)] for name in ("a1", "c3", "e1", "e3")] == [0, EMPTY, 1, 1]


@pytest.mark.parametrize(
    ("name", "before", "after", "result"),
    [
        ("go-5x5", (5, 0), (5, 6), "White wins by 7"),
        ("go-5x5-area-komi-0", (11, 5), (10, 10), "Draw"),
        ("go-5x5-area-and-prisoners-komi-0", (11, 5), (10, 11), "White wins by 1"),
    ],
)
def test_removed_stones_are_prisoners(name: str, before: tuple[int, int], after: tuple[int, int], result: str) -> None:
    removal = walls(name)
    assert removal.counted.scores() == before
    removal = removal.remove([cell("e3")])
    assert removal.counted.scores() == after
    assert counted(removal.counted).result == result
    assert removal.restore().counted == removal.stopped


@pytest.mark.parametrize(("name", "result"), [("go-komi-0", "White wins by 35"), ("go", "White wins by 41")])
def test_the_example_that_a_server_gives(name: str, result: str) -> None:
    """Black has 7 points, White 28 and 14 prisoners; two points are neutral."""
    rows = (
        "....OX...",
        "X.XOXXXXX",
        "X.XOXXXXX",
        "X.XO.XXXX",
        "X.XOXX...",
        "X.XO.XXXX",
        "X.XOXXXXX",
        "X.XOXXXXX",
        "...OXXXX.",
    )
    removal = stopped(parse_position(CATALOGUE.get(name), " ".join(rows) + " X"))
    removal = removal.remove(parse_square(dead, 9, 9) for dead in ("a2", "c2"))
    assert removal.counted.scores() == (7, 28 + 14)
    assert counted(removal.counted).result == result


def test_whole_groups_go_and_come_back() -> None:
    removal = walls().remove([cell("b2"), cell("e3")])
    assert removal.removed == {cell(f"b{row}") for row in range(1, 6)} | {cell("e3")}
    assert removal.restore([cell("b5")]).removed == {cell("e3")}
    assert removal.undo().removed == frozenset()
    assert removal.restore([cell("b5")]).undo().removed == removal.removed
    assert removal.restore().undo().removed == removal.removed


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (lambda: walls().remove([cell("a1")]), "there is no stone on a1"),
        (lambda: walls().remove([cell("e3")]).remove([cell("e3")]), "the stone on e3 is removed already"),
        (lambda: walls().restore(), "no stone has been removed"),
        (lambda: walls().remove([cell("e3")]).restore([cell("b1")]), "no stone was removed from b1"),
        (lambda: walls().undo(), "nothing has been removed or put back"),
    ],
)
def test_what_cannot_be_done(act: Callable[[], Removal], says: str) -> None:
    with pytest.raises(RemovalError, match=says):
        act()


def test_all_agree_or_it_goes_on_and_any_change_asks_anew() -> None:
    one = walls().remove([cell("e3")]).agree(0)
    assert not one.settled
    assert not one.agree(0).settled
    assert one.agree(1).settled
    for changed in (one.undo(), one.restore(), one.remove([cell("b1")])):
        assert changed.agreed == frozenset()
    reopened = one.agree(1).undo()
    assert (reopened.removed, reopened.agreed) == (one.removed, frozenset())


def test_who_passed_first_plays_on_with_all_stones() -> None:
    variant = CATALOGUE.get("go-5x5")
    position = start(variant).play(Move(0)).play(Move(12)).play(Move(24))
    removal = stopped(position).remove([12])
    resumed = removal.resume()
    assert (resumed.seat, resumed.passes, resumed.board, resumed.over) == (1, 0, position.board, False)
    once_more = resumed.play(PASS)
    assert not once_more.over
    assert once_more.play(PASS).over


@pytest.mark.parametrize(("name", "allowed"), [("go-5x5", True), ("go-5x5-positional-superko", False)])
def test_the_history_for_ko_is_kept(name: str, allowed: bool) -> None:
    """Two passes are two plies: what the simple rule forbids is allowed again, what superko forbids is not."""
    ko = parse_position(CATALOGUE.get(name), ".XO.. X.XO. .XO.. ..... ..... O").play(Move(cell("b2")))
    retakes = Move(cell("c2"))
    assert retakes not in ko.legal()
    assert (retakes in stopped(ko).resume().legal()) is allowed


@given(st.integers(0, 10**6), st.sampled_from(["go-5x5", "go-7x4-area", "go-4x4-area-and-prisoners"]), st.data())
def test_whatever_is_done_can_be_undone(seed: int, name: str, data: st.DataObject) -> None:
    first = removal = played_out(name, seed, 30)
    stones = {square for square in first.stopped.variant.board.cells if first.stopped.board[square] != EMPTY}
    done = [first]
    for _ in range(data.draw(st.integers(0, 6))):
        there = sorted(stones - removal.removed)
        if there and (not removal.removed or data.draw(st.booleans())):
            removal = removal.remove([data.draw(st.sampled_from(there))])
        elif removal.removed:
            removal = removal.restore([data.draw(st.sampled_from(sorted(removal.removed)))])
        board, taken = removal.counted.board, removal.counted.taken
        assert {square for square in stones if board[square] == EMPTY} == removal.removed
        assert sum(taken) - sum(first.stopped.taken) == len(removal.removed)
        assert removal.resume() == first.resume()
        done.append(removal)
    for earlier in reversed(done[:-1]):
        removal = removal.undo() if stones else removal
        assert removal == earlier


def test_what_a_game_given_up_is_recorded_as() -> None:
    go, othello = CATALOGUE.get("go"), CATALOGUE.get("othello")
    outcome = forfeited(go, 0, Ending.RESIGNATION)
    assert (outcome.result, outcome.winner, outcome.margin) == ("White wins by resignation", "White", FORFEIT)
    assert forfeited(go, 1, Ending.TIME).result == "Black wins on time"
    assert forfeited(othello, 1, Ending.TIME).margin is None
    assert forfeited(CATALOGUE.get("yonin-team"), 0, Ending.RESIGNATION).result.endswith("win by resignation")
    with pytest.raises(ValueError, match="only a game between two sides"):
        forfeited(CATALOGUE.get("rolit-3"), 0, Ending.RESIGNATION)


def test_where_there_is_a_removal_phase() -> None:
    assert {name for name in CATALOGUE.names() if has_removal(CATALOGUE.get(name))} == {"go"}
    assert most_plies(CATALOGUE.get("go-13x13-area")) == 3 * 169
    assert most_plies(CATALOGUE.get("othello")) is None
