"""``engined study`` as it is typed, and its picture."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from threading import Event
from typing import Any
from xml.etree import ElementTree

import pytest

from engined.tools.study import command, players, session
from engined.tools.study.players import GamesOrder, PlayedGames
from engined.variants.model import Variant
from tests.ctrl_c import interrupted
from tests.patience import LONG

SVG = "{http://www.w3.org/2000/svg}"
COMMAND = [sys.executable, "-W", "error", "-m", "engined", "study"]


def run(*words: object, folder: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=LONG, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def panels(file: Path) -> list[ElementTree.Element]:
    root = ElementTree.parse(file).getroot()
    assert root.tag == f"{SVG}svg"
    return root.findall(f"{SVG}svg")


def marks(panel: ElementTree.Element, style: str) -> list[tuple[float, float]]:
    found = [mark for mark in panel.iter() if mark.get("class") == style]
    return [(float(mark.attrib["data-x"]), float(mark.attrib["data-y"])) for mark in found]


def figures(finding: dict[str, Any], table: int, column: int, key: str) -> list[tuple[float, float]]:
    rows = finding["tables"][table]["rows"]
    return [(row["number"], row["figures"][column][key]) for row in rows]


@pytest.mark.parametrize(("name", "tables"), [("yonin-table3", 1), ("yonin-table4", 2)])
def test_json_and_picture_say_the_same(name: str, tables: int, tmp_path: Path) -> None:
    done = run(name, "--games", 60, "--rows", "5-6,8", "--json", "--out", "found.svg", folder=tmp_path)
    finding = json.loads(done.stdout)
    assert done.stderr == "picture: found.svg\n"
    assert [len(table["rows"]) for table in finding["tables"]] == [3] * tables
    drawn = panels(tmp_path / "found.svg")
    assert len(drawn) == 4 * tables
    for at, panel in enumerate(drawn):
        column, table = divmod(at, tables)
        assert marks(panel, "dot s0") == figures(finding, table, column, "ours")
        assert marks(panel, "dot s1") == figures(finding, table, column, "paper")
        keys = [text.text for text in panel.iter(f"{SVG}text") if text.text in ("this run", "paper")]
        assert keys == ["this run", "paper"]


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    words = ("yonin-table3", "--games", 30, "--rows", "5", "--json")
    first, again, other = (
        json.loads(run(*words, *more, folder=tmp_path).stdout)["tables"]
        for more in ((), ("--threads", 3), ("--seed", 2))
    )
    assert first == again != other


def test_freedom_is_drawn_as_bars(tmp_path: Path) -> None:
    done = run("yonin-table2", "--games", 300, folder=tmp_path)
    assert done.stdout.splitlines()[-1] == "picture: yonin-table2.svg"
    assert "Reversi 8x8  300" in done.stdout
    drawn = panels(tmp_path / "yonin-table2.svg")
    assert [round(sum(height for _, height in marks(panel, "bar"))) for panel in drawn] == [100] * 4


def test_a_picture_needs_nothing_else(tmp_path: Path) -> None:
    run("yonin-table1", "--games", 10, "--rows", "1,2", "--out", "teams.svg", folder=tmp_path)
    text = (tmp_path / "teams.svg").read_text(encoding="utf-8")
    assert text.count("http") == 1  # the namespace
    assert not any(word in text for word in ("<script", "<image", "href", "url(", "@import", "var("))
    assert len(panels(tmp_path / "teams.svg")) == 5


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("yonin-table5",), "invalid choice: 'yonin-table5'"),
        ((), "the following arguments are required: NAME"),
        (("yonin-table2", "--rows", "5"), "yonin-table2 has no rows to choose from"),
        (("yonin-table3", "--rows", "5-x"), "'5-x' is neither like 5-11 nor like 8,10"),
        (("yonin-table3", "--rows", "9-5"), "rows are numbers from 1 to 30, each once"),
        (("yonin-table3", "--rows", "5,5"), "rows are numbers from 1 to 30, each once"),
        (("yonin-table3", "--games", "x"), "'x' is not a whole number of at least 1"),
        (("yonin-table3", "--games", "9"), "9 games are too few"),
        (("yonin-table3", "--out", "nowhere/a.svg"), "there is no folder nowhere"),
    ],
)
def test_wrong_words_are_named(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = run(*words, folder=tmp_path, code=2)
    assert said in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_what_is_done_is_shown_when_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second row would take days."""
    parser = ArgumentParser()
    command.add_arguments(parser)
    out = tmp_path / "some.svg"
    begun = Event()
    words = ["yonin-table1", "--games", "40", "--rows", "1,20", "--json", "--out", str(out)]

    def play_on(variant: Variant, order: GamesOrder, *numbers: int, **more: Any) -> PlayedGames:
        if order.settings[0] == 20:
            begun.set()
        return players.play(variant, order, *numbers, **more)

    monkeypatch.setattr(session, "play", play_on)
    with interrupted(begun.is_set):
        assert command.run(parser.parse_args(words)) == 130
    finding = json.loads(capsys.readouterr().out)
    assert finding["interrupted"]
    assert [row["name"] for row in finding["tables"][0]["rows"]] == ["1"]
    assert len(panels(out)) == 5
