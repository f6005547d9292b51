"""The table of words: nothing is said that it lacks, and nothing of the daemon's stays English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engined_client
from engined.service.replies.variants import description
from engined.variants.catalogue import Catalogue
from engined.variants.rules_text import rules_in_words
from engined_client.drawing.japanese import JAPANESE
from engined_client.drawing.table import aligned, columns, wrapped
from engined_client.drawing.variants import rules_of
from engined_client.drawing.wording import PLAIN, Wording
from engined_client.play.game import HELP

JA = Wording(language="ja")
FILES = sorted(Path(engined_client.__path__[0]).rglob("*.py"))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_entry_has_the_facts_of_its_english() -> None:
    assert [english for english, japanese in JAPANESE.items() if fields(english) != fields(japanese)] == []


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may come to, as far as it says so itself."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from (*literals(body), *literals(other))
        case _:
            pass


def texts_of(file: Path) -> Iterator[str]:
    """What a file says by ``words(...)`` and counts by ``words.counted(...)``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="words"), args=[text, *_]):
                yield from literals(text)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="words"), attr="counted"), args=[_, noun, *_]):
                yield from (f"{{count}} {text}" for text in literals(noun))
            case _:
                pass


def test_all_that_is_said_is_in_the_table() -> None:
    said = {text for file in FILES for text in texts_of(file)} | {text for _, text in HELP if text}
    assert len(said) > 60
    assert said - JAPANESE.keys() == set()


SUFFIXED = (
    "chain-all-4x4-multi-odd-second-half",
    "hashijime-multi",
    "go-9x9-area-situational-superko-suicide",
    "go-area-and-prisoners-komi--6",
    "othello-komi-3",
)


@pytest.mark.parametrize("name", [*Catalogue().names(), *SUFFIXED])
def test_the_rules_of_each_variant_are_japanese(name: str) -> None:
    for topic, rule in rules_in_words(Catalogue().get(name)):
        assert not re.search("[A-Za-z]{2,}", JA.told(topic)), topic
        assert not re.search("[A-Za-z]{2,}", JA.told(rule)), rule


@pytest.mark.parametrize("name", [name for name in Catalogue().names() if Catalogue().get(name).note])
def test_the_note_of_each_variant_is_japanese(name: str) -> None:
    """As the rules tell it: names of variants are in it, but no sentence in English."""
    described = description("1", Catalogue().get(name), engine="", state="")
    told = dict(rules_of(described, JA))["注"]
    assert not re.search("[A-Za-z]+ [A-Za-z]+ [A-Za-z]+", told), told


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("Black wins by 4", "黒の 4 差勝ち"),
        ("Red and Yellow wins by 3", "赤と黄の 3 差勝ち"),
        ("White wins by the right to a draw", "引き分けの権利により白の勝ち"),
        ("White wins on time", "白の時間勝ち"),
        ("Draw", "引き分け"),
        ("compiling nip: depth 3 by the rules alone", "nip をコンパイル中（規則だけで深さ 3）"),
        ("A", "A"),
        ("a1: Black may not place on a1: it captures nothing", "a1：黒は a1 に打てません。何も取れません"),
        ("z9: there is no z9 on an 8x8 board", "z9：8x8 の盤に z9 はありません"),
        ("no record: it looks like text without moves or boards", "棋譜ではありません。着手も盤もないようです"),
        ("neither here or there", "neither here or there"),
        ("failed: no room and no disk", "failed: no room and no disk"),
    ],
)
def test_what_the_daemon_says(english: str, japanese: str) -> None:
    assert JA.told(english) == japanese
    assert PLAIN.told(english) == english


# --- on a terminal ---------------------------------------------------------------------------------


def test_columns_stand_below_each_other_in_japanese() -> None:
    lines = aligned([("手", "評価", "読み筋"), ("d3", "+1", "d3 c5"), ("f5", "-12", "f5")], right=(1,))
    assert {columns(line[: line.rindex(end)]) for line, end in zip(lines, ("読", "d3", "f5"), strict=True)} == {10}


def test_japanese_is_parted_where_the_line_ends() -> None:
    text = "置けないときに限り、必ず。a long word"
    lines = wrapped(text, 11)
    assert all(columns(line) <= 11 for line in lines)
    assert not any(line.startswith(("、", "。")) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(text=st.text("ab 置、", max_size=40), width=st.integers(2, 12))
def test_no_line_is_wider_than_asked_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
