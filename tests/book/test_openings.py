"""Names of openings: facts from the literature, wherever they came about and however the board is turned."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.book.folding import fold
from engined.book.openings import FILE, openings
from engined.rules.position import Position, parse_move, start
from engined.rules.symmetry import image, symmetries
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import split_transcript

OTHELLO = Catalogue().get("othello")
ROWS = [line.split("\t") for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def game(moves: str) -> list[Position]:
    positions = [start(OTHELLO)]
    for move in split_transcript(moves):
        positions.append(positions[-1].play(parse_move(positions[-1], move)))
    return positions


def names(positions: list[Position]) -> dict[str, tuple[str, int]]:
    return {opening.language: (opening.name, opening.plies) for opening in openings(positions)}


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5d6c3d3c4", "Tiger"),
        ("f5f6e6f4e3", "Cow"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
        ("f5f4", "Parallel Opening"),
        ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
        ("f5d6c4g5", "Ganglion/No-Cat"),
        ("f5d6c5f4e3", "Rabbit"),
        ("f5f4e3", "Mouse"),
    ],
)
def test_well_known_names(moves: str, name: str) -> None:
    assert names(game(moves))["en"] == (name, 0)


def test_a_draw_that_theory_has_found() -> None:
    """The best line of H. Takizawa, "Othello is solved" (2023): by the rules it ends 32 to 32."""
    line = game(
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
        "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
    )
    assert names(line[:21]) == {"en": ("Takizawa's Draw", 0), "ja": ("滝沢の引き分け", 0)}
    assert line[-1].over
    assert line[-1].value(0) == 0


def test_the_file_is_what_its_moves_say() -> None:
    assert ROWS[0] == ["variant", OTHELLO.digest], "the variant has changed: its positions are others"
    assert len(ROWS) > 170
    for language, moves, text, name in ROWS[1:]:
        assert fold(game(moves)[-1]).text == text
        assert language in ("en", "ja")
        assert name == name.strip() != ""
        assert language == "ja" or name.isascii()
    assert len({(language, text) for language, _, text, _ in ROWS[1:]}) == len(ROWS) - 1


def test_what_has_an_english_name_has_a_japanese_one() -> None:
    named = {language: {row[2]: row[3] for row in ROWS[1:] if row[0] == language} for language in ("en", "ja")}
    assert [name for text, name in named["en"].items() if text not in named["ja"]] == []


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("f5f6e6f4e3c5c4e7b5e2", "ヨット定石"),
        ("f5f6e6f4g5d6", "白裏大量"),
        ("f5f6e6f4e3c5g5", "こうもり定石"),
        ("f5d6c3d3c4f4f6", "Stephenson"),
        ("f5d6c5f4e3c6d3f6e6d7e7", "手塚システム"),
        ("f5d6c5f4e3d3", "三村流"),
    ],
)
def test_names_that_japanese_players_use(moves: str, name: str) -> None:
    """As Japanese pages on openings draw them."""
    assert names(game(moves))["ja"] == (name, 0)


def test_a_name_covers_what_follows_until_a_longer_one_takes_over() -> None:
    tiger = game("f5d6c3d3c4f4c5b3c2")
    assert names(tiger[:3])["en"] == ("Perpendicular Opening", 0)
    assert names(tiger[:4])["en"] == ("Perpendicular Opening", 1)
    assert names(tiger[:6])["en"] == ("Tiger", 0)
    assert names(tiger[:8])["en"] == ("Tiger", 2)
    assert names(tiger)["en"] == ("Rose-Bill", 0)
    assert names(tiger[-1:])["en"] == ("Rose-Bill", 0)
    assert names(tiger[-2:-1]) == {}, "without its history a position has only a name of its own"
    assert names(tiger[:2]) == {}


def test_a_transposition_has_the_name_too() -> None:
    assert names(game("f5f6e6f4e3c5c4"))["en"][0] == "Rose-v-Toth"
    # The Cow by another order of moves, as a Japanese source draws it.
    assert names(game("f5f6e6d6c5"))["en"][0] == "Cow"


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(ROWS[1:]), st.sampled_from(symmetries(OTHELLO)))
def test_turned_boards_have_the_same_names(row: list[str], symmetry: tuple[int, ...]) -> None:
    positions = game(row[1])
    turned = [Position(OTHELLO, image(position, symmetry), position.seat, position.placed) for position in positions]
    assert names(turned) == names(positions)
    assert names(positions)[row[0]] == (row[3], 0)


def test_other_variants_have_no_such_names() -> None:
    for name in ("othello-6x6", "anti-othello", "reversi-original"):
        assert openings([start(Catalogue().get(name))]) == ()
