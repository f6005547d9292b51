"""Names with suffixes: what they change, in which order they stand, and what is said of those that cannot be."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import EMPTY, DrawRight, Ko, ScoreKind
from engined_protocol.notation import square_name

CATALOGUE = Catalogue()


def stones(name: str) -> set[str]:
    """The squares with a stone at the start, as Go players call them."""
    variant = CATALOGUE.get(name)
    letters, board = "ABCDEFGHJKLMNOPQRST", variant.board
    return {
        f"{letters[square % board.width]}{board.height - square // board.width}"
        for square in board.cells
        if board.start[square] == 0
    }


def test_suffixes_of_go() -> None:
    variant = CATALOGUE.get("go-13x13-area-positional-superko-suicide-komi-7.5")
    assert (variant.board.width, variant.scoring.kind, variant.scoring.komi) == (13, ScoreKind.AREA, 7.5)
    assert variant.capture.ko is Ko.POSITIONAL
    assert variant.capture.suicide
    assert CATALOGUE.get("go").scoring.komi == 6
    assert CATALOGUE.get("go-komi--6").scoring.komi == -6
    assert CATALOGUE.get("go-area-and-prisoners").scoring.kind is ScoreKind.AREA_AND_PRISONERS


def test_the_same_game_by_two_names_is_the_same_variant() -> None:
    assert CATALOGUE.get("go-9x9") == CATALOGUE.get("go") == CATALOGUE.get("囲碁-komi-6")
    assert CATALOGUE.get("go-area") == CATALOGUE.get("碁-9x9-area-komi-6.0")
    assert CATALOGUE.get("go-situational-superko") != CATALOGUE.get("go")


def test_handicap_is_as_players_put_it() -> None:
    corners = {"D4", "Q16", "D16", "Q4"}
    wanted = {
        2: {"D4", "Q16"},
        3: {"D4", "Q16", "D16"},
        4: corners,
        5: corners | {"K10"},
        6: corners | {"D10", "Q10"},
        7: corners | {"D10", "Q10", "K10"},
        8: corners | {"D10", "Q10", "K4", "K16"},
        9: corners | {"D10", "Q10", "K4", "K16", "K10"},
    }
    for number, points in wanted.items():
        assert stones(f"go-19x19-handicap-{number}") == points
        variant = CATALOGUE.get(f"go-19x19-handicap-{number}")
        assert (variant.seats[variant.first].name, variant.scoring.komi) == ("White", 0)
    assert stones("go-handicap-5") == {"C3", "G7", "C7", "G3", "E5"}
    assert stones("go-13x13-handicap-2") == {"D4", "K10"}
    first = CATALOGUE.get("go-handicap-1")
    assert (first.first, first.scoring.komi, stones("go-handicap-1")) == (0, 0, set())
    assert CATALOGUE.get("go-handicap-0").digest == CATALOGUE.get("go").digest, "no handicap takes no komi away"
    assert CATALOGUE.get("go-handicap-0-komi-3").scoring.komi == 3
    assert CATALOGUE.get("go-handicap-3-komi-0.5").scoring.komi == 0.5


def test_suffixes_of_chain_games() -> None:
    variant = CATALOGUE.get("chain-count-5x4-multi-odd-second-half")
    assert (variant.board.width, variant.board.height) == (5, 4)
    assert variant.chain is not None
    assert (variant.chain.multi, set(variant.chain.points), variant.chain.odd) == (True, {"count"}, 1)
    assert variant.scoring.draw_right is DrawRight.SECOND
    assert CATALOGUE.get("端占め-half").scoring.draw_right is DrawRight.SECOND


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("go-komi-112", "komi is from -99 to 99 in halves, not 112"),
        ("go-komi-0.3", "komi is from -99 to 99 in halves, not 0.3"),
        ("go-handicap-10", "handicap is from 0 to 9, not 10"),
        ("go-komi-0-area", "stand in this order: area,"),
        ("go-area-area-and-prisoners", "exclude each other"),
        ("go-5x5-handicap-2", "a board of 5x5 has no points for handicap stones"),
        ("go-8x8-handicap-5", "has points for 2 to 4 handicap stones"),
        ("go-99x99-area", "there is no variant"),
        ("go-area-", "there is no variant"),
        ("go-", "there is no variant"),
        ("othello-area", "there is no variant"),
        ("go-area-13x13-komi-nan", "there is no variant"),
    ],
)
def test_names_that_cannot_be(name: str, message: str) -> None:
    with pytest.raises(UnknownVariant, match=message):
        CATALOGUE.get(name)


@given(st.text("go-12x3area komi.5hdcpsu", max_size=40))
def test_any_name_is_known_or_refused(text: str) -> None:
    with suppress(UnknownVariant):
        assert CATALOGUE.get("go-" + text).capture.kind == "surround"


OWN = """
name = "tiny"
inherits = "go"
sizes = "2..4"
[board]
size = "3x3"
[suffixes]
free = { sets = { scoring = { komi = 0 } } }
"""


def test_a_users_declaration_may_have_suffixes() -> None:
    catalogue = Catalogue()
    catalogue.declare(OWN)
    assert catalogue.get("tiny-4x2-free").scoring.komi == 0
    assert catalogue.get("tiny").scoring.komi == 6
    with pytest.raises(DeclarationError, match="the name tiny-free is already taken"):
        catalogue.declare('name = "tiny-free"\ninherits = "othello"')


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        ("x = { }", "a suffix gives keys"),
        ("'X' = { sets = { first = 'White' } }", "is no suffix"),
        ("x = { sets = { colour = 1 } }", "unknown key"),
        ("x = { sets = { name = 'y' } }", "unknown key"),
        ("x = { number = 'scoring.kind' }", "is no key that takes a number"),
        ("x = { number = 'scoring.komi', step = 0 }", "a step is above 0"),
        ("x = { number = 'scoring.komi', most = 99999 }", "is out of range"),
        ("x = { sets = { capture = { ko = 'super' } } }", "'super' is not known"),
    ],
)
def test_suffixes_are_checked_where_they_are_declared(suffix: str, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        CATALOGUE.check(f'name = "mine"\ninherits = "go"\n[suffixes]\n{suffix}')


def test_ko_and_suicide_belong_to_surrounding() -> None:
    with pytest.raises(DeclarationError, match="only where discs are surrounded"):
        CATALOGUE.check('name = "mine"\n[capture]\nsuicide = true')
    with pytest.raises(DeclarationError, match="there is a disc on a handicap point"):
        CATALOGUE.check('name = "mine"\n[board]\nhandicap = 2\ndrawing = """\n' + 7 * "..X....\n" + '"""')


def test_names_of_squares_are_of_the_board() -> None:
    variant = CATALOGUE.get("go-handicap-2")
    placed = [square_name(s, 9) for s in variant.board.cells if variant.board.start[s] != EMPTY]
    assert placed == ["g3", "c7"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("数奇偶-8x8-複端", "chain-count-8x8-multi"),
        ("端占め-5x4-後手半点", "hashijime-5x4-half"),
        ("端取り-複端", "hashijime-multi"),
        ("曲がり奇偶-3x3-複端-後手奇数-後手半点", "chain-bend-3x3-multi-odd-second-half"),
        ("chain-all-複端-half", "chain-all-multi-half"),
    ],
)
def test_suffixes_have_other_names(name: str, meant: str) -> None:
    variant = CATALOGUE.get(name)
    assert variant.name == meant
    assert variant == CATALOGUE.get(meant)


@pytest.mark.parametrize(
    "name",
    ["chain-count-8x8-multi", "hashijime-2x3-odd-second-half", "othello-10x8", "go-13x13-area-komi-7.5", "碁-9x9"],
)
def test_a_variant_is_found_by_all_of_its_names(name: str) -> None:
    variant = CATALOGUE.get(name)
    assert variant.aliases
    assert {CATALOGUE.get(alias).name for alias in variant.aliases} == {variant.name}


def test_the_first_other_name_of_a_suffix_goes_with_those_of_its_game() -> None:
    assert CATALOGUE.get("chain-all-7x2-multi-half").aliases == ("端占め-数奇偶-曲がり奇偶-7x2-複端-後手半点",)
    assert CATALOGUE.get("go-area-komi-7.5").aliases[0] == "囲碁-area-komi-7.5"
