"""Which language a user is told things in."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.variants.catalogue import Catalogue
from engined_client.drawing.japanese import translated
from engined_client.terminal.language import user_language


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "ENGINED_LANGUAGE": "ja"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "ENGINED_LANGUAGE": "en"}, "en"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
    ],
)
def test_the_environment_says_it(environ: dict[str, str], language: str, tmp_path: Path) -> None:
    assert user_language({"XDG_CONFIG_HOME": str(tmp_path), **environ}) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [('language = "ja"\n', "ja"), ("threads = 1\n", "en"), ("no toml", "en"), ("language = 7\n", "en")],
)
def test_the_settings_say_it_before_the_locale(text: str, language: str, tmp_path: Path) -> None:
    (tmp_path / "engined").mkdir()
    (tmp_path / "engined" / "config.toml").write_text(text)
    assert user_language({"XDG_CONFIG_HOME": str(tmp_path), "LANG": "en_US.UTF-8"}) == language
    assert user_language({"XDG_CONFIG_HOME": str(tmp_path), "ENGINED_LANGUAGE": "en"}) == "en"


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("move 2, z9: there is no z9 on an 8x8 board", "2 手目 z9：8x8 の盤に z9 はありません"),
        ("move 2, d5: d5 is occupied", "2 手目 d5：d5 は空いていません"),
        (
            "move 2, a1: White may not place on a1: it captures nothing",
            "2 手目 a1：白は a1 に打てません。何も取れません",
        ),
        ("move 2, --: White can move and so may not pass", "2 手目 --：白は打てるのでパスできません"),
        ("not a move at character 3: '??'", "3 文字目から着手として読めません：'??'"),
        ("no opening is called 'tigr'; did you mean Tiger?", "'tigr' という定石はありません。Tiger のことですか"),
        (
            "there is no othello-3x99: its sides can have 4 to 24 squares, as in othello-4x24",
            "othello-3x99 はありません。一辺は 4 から 24 までで、othello-4x24 のようにします",
        ),
        ("no record: it looks like binary data", "棋譜ではありません。バイナリのようです"),
        ("e5 should have turned; a1 should not have changed", "e5 が返るはずです。a1 は変わらないはずです"),
        ("f6 shows black, not white", "f6 は白のはずが黒です"),
        ("x.sgf: No such file or directory", "x.sgf：そのようなファイルやフォルダはありません"),
        (
            "x.sgf: it is there already; --force writes over it",
            "x.sgf：既にあります。上書きするには --force を付けます",
        ),
    ],
)
def test_what_went_wrong_is_said_in_japanese(english: str, japanese: str) -> None:
    assert translated(english) == japanese


def test_the_notes_of_all_variants_are_there_in_japanese() -> None:
    catalogue = Catalogue()
    notes = {variant.note for variant in map(catalogue.get, catalogue.names()) if variant.note}
    assert notes
    assert {note for note in notes if translated(note) == note} == set()
