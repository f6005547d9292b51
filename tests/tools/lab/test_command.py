"""``engined lab`` as it is typed: the page, the same as JSON, and how it ends."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, parse

import pytest
from msgspec.json import decode

from engined.tools.lab.findings import Report
from engined.tools.lab.page import page_of
from tests.patience import LONG
from tests.process import commands

LAB = [sys.executable, "-m", "engined", "lab"]
"""Seconds until a test gives up waiting; nothing is measured by it."""
LEAVES = (4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980)
"""Of 4x4 Othello."""


def lab(folder: Path, *words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = commands.run(["lab", *map(str, words)], timeout=LONG, cwd=folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Element, dict[str, Any], str]:
    """The page about 4x4 Othello, the JSON, and the page's text."""
    folder = tmp_path_factory.mktemp("lab")
    done = lab(folder, "othello-4x4", "--minutes", 0.5, "--games", 150, "--json", "--threads", 1)
    page = folder / "othello-4x4-lab.html"
    return parse(page).getroot(), json.loads(done.stdout), page.read_text("utf-8")


def numbers(page: Element, figure: str) -> list[float]:
    """What the marks of a figure say they stand for."""
    found = next(element for element in page.iter("figure") if element.get("id") == figure)
    return [float(mark.get("data-y", "nan")) for mark in found.iter() if mark.get("data-y") is not None]


def text_of(page: Element) -> str:
    return " ".join(" ".join(page.itertext()).split())


def test_the_page_needs_nothing_else(small: tuple[Element, dict[str, Any], str]) -> None:
    page, _, text = small
    assert text.startswith("<!DOCTYPE html>\n<html")
    assert not {"script", "link", "img", "iframe", "object"} & {element.tag for element in page.iter()}
    assert not {"src", "href"} & {name for element in page.iter() for name in element.attrib}
    for foreign in ("http", "url(", "@import", "&lt;"):
        assert foreign not in text


def test_what_is_known_of_this_board_is_found(small: tuple[Element, dict[str, Any], str]) -> None:
    page, told, _ = small
    found = tuple(depth["leaves"] for depth in told["perft"]["depths"])
    assert found[: len(LEAVES)] == LEAVES
    start = told["endings"]["start"]
    assert (start["margin"], start["mover"], start["empties"]) == (-10, "Black", 12)
    assert "Solved from the start, with 12 empty cells" in text_of(page)
    assert "White wins by 10" in text_of(page)
    assert told["missing"] == {}
    assert told["random"]["games"] == 150
    assert told["variant"]["board"] == ["....", ".OX.", ".XO.", "...."]


def test_self_play_goes_on_to_the_end(small: tuple[Element, dict[str, Any], str]) -> None:
    _, told, _ = small
    levels = told["balance"]["levels"]
    assert [level["level"]["effort"] for level in levels] == list(range(1, len(levels) + 1))
    for level in levels:
        one, other = level["results"]["sides"]
        assert one["won"] + other["won"] + level["results"]["draws"] == level["results"]["games"]
        assert one["margin"] == -other["margin"]
    # Whoever sees the end plays perfectly, from whatever beginning: no deeper search changes anything.
    seen = [level["results"] for level in levels if level["level"]["effort"] >= 10]
    assert all(results == seen[0] for results in seen)


def test_figures_show_the_numbers_of_the_json(small: tuple[Element, dict[str, Any], str]) -> None:
    page, told, _ = small
    levels = [level["results"]["sides"][0] for level in told["balance"]["levels"]]
    endings = [ending for ending in told["endings"]["endings"] if ending["nodes"]]
    random = told["random"]
    turns = random["choices"]["count"]
    assert numbers(page, "perft") == [depth["leaves"] for depth in told["perft"]["depths"]]
    assert numbers(page, "points") == pytest.approx([100 * side["points"]["value"] for side in levels])
    assert numbers(page, "leads") == pytest.approx([side["margin"] for side in levels])
    assert numbers(page, "endings") == [ending[of] for of in ("nodes", "most_nodes") for ending in endings]
    assert numbers(page, "held") == [value for value in random["held"] if value is not None]
    often = [ply["mean"] for ply in random["by_ply"] if ply["games"] >= 0.05 * random["games"]]
    assert numbers(page, "choices-by-ply") == often
    shares = [100 * count / turns for count in random["choices"]["histogram"].values()]
    assert numbers(page, "choices") == pytest.approx(shares)
    assert sum(numbers(page, "margins")) == pytest.approx(100)


def test_the_json_is_all_that_the_page_shows(small: tuple[Element, dict[str, Any], str]) -> None:
    _, told, text = small
    assert page_of(decode(json.dumps(told), type=Report)) == text


def test_a_declaration_with_sizes_has_its_boards_solved(tmp_path: Path) -> None:
    file = tmp_path / "least.toml"
    declaration = 'name = "least"\ntitle = "Fewer <&> less"\ninherits = "othello"\nsizes = "4..5"\n'
    file.write_text(declaration + '[board]\nsize = "4x4"\n[scoring]\nmisere = true\n')
    out = tmp_path / "report.html"
    told = json.loads(lab(tmp_path, file, "--minutes", 0.3, "--games", 20, "--out", out, "--json").stdout)
    # What is known of 4x4 where least discs win, the empty cells being the winner's.
    (board,) = told["boards"]["solved"]
    assert (board["name"], board["exact"]["margin"], board["exact"]["mover"]) == ("least-4x4", 4, "Black")
    page = parse(out).getroot()
    assert "Black wins by 4" in text_of(page)
    assert "Fewer <&> less" in text_of(page)
    assert declaration.split()[-1] in told["variant"]["declaration"]


def test_what_has_no_search_gets_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "chains.toml"
    file.write_text(
        'name = "chains"\nplacement = "chain"\n[board]\nsize = "3x3"\nstart = "empty"\n[capture]\nkind = "none"\n'
        '[scoring]\nkind = "chains"\nempties_to_winner = false\nmisere = true\n[chain]\npoints = ["ends"]\n'
    )
    done = lab(tmp_path, file, "--minutes", 0.05, "--games", 30, "--json")
    told = json.loads(done.stdout)
    assert told["variant"]["kernels"] == "rules"
    assert [depth["leaves"] for depth in told["perft"]["depths"]][:4] == [9, 72, 504, 2736]
    assert told["random"]["games"] == 30
    assert told["balance"] is None
    assert set(told["missing"]) == {"balance", "endings"}
    assert "balance: chains can be played by its rules, but not searched: the lower count wins" in done.stderr
    assert "the lower count wins" in text_of(parse(tmp_path / "chains-lab.html").getroot())


@pytest.mark.slow
def test_what_learns_nothing_does_not_rest_on_geometry(tmp_path: Path) -> None:
    told = json.loads(lab(tmp_path, "chain-count-3x3", "--minutes", 0.2, "--json").stdout)
    assert told["balance"]["evaluation"] == "rules"
    assert told["endings"]["start"]["margin"] == 1
    assert "geometry" not in text_of(parse(tmp_path / "chain-count-3x3-lab.html").getroot())


@pytest.mark.slow
def test_seats_of_one_each(tmp_path: Path) -> None:
    told = json.loads(lab(tmp_path, "yonin-4x4", "--minutes", 0.5, "--json").stdout)
    level = told["balance"]["levels"][0]
    assert level["level"] == {"effort": 4096, "unit": "games"}
    assert [side["name"] for side in level["results"]["sides"]] == list("ABCD")
    assert len(told["endings"]["start"]["counts"]) == 4
    page = parse(tmp_path / "yonin-4x4-lab.html").getroot()
    assert numbers(page, "leads") == pytest.approx(
        [level["results"]["sides"][side]["margin"] for side in range(4) for level in told["balance"]["levels"]]
    )


@pytest.mark.slow
def test_a_trained_evaluation(tmp_path: Path) -> None:
    told = json.loads(lab(tmp_path, "othello-4x4", "--minutes", 0.4, "--train", "--json").stdout)
    assert (tmp_path / "othello-4x4.weights").is_file()
    assert told["trained"]["weights"] == "othello-4x4.weights"
    assert told["balance"]["evaluation"] == "trained"
    duel = told["trained"]["duel"]
    assert duel["won"] + duel["drawn"] + duel["lost"] == duel["games"] > 0
    page = parse(tmp_path / "othello-4x4-lab.html").getroot()
    assert numbers(page, "stages") == [stage["error"] for stage in told["trained"]["stages"]]


# --- how it ends --------------------------------------------------------------------------------------


def test_ctrl_c_leaves_a_report_of_what_is_done(tmp_path: Path) -> None:
    terminal, errors = pty.openpty()
    fcntl.ioctl(errors, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    command = [*LAB, "othello-4x4", "--minutes", "600", "--json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=errors) as process:
        os.close(errors)
        try:
            shown = b""
            while b"random play" not in shown:
                assert select.select([terminal], [], [], LONG)[0], shown
                shown += os.read(terminal, 4096)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=LONG)
        finally:
            process.kill()
    while select.select([terminal], [], [], 0)[0]:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # that was all
            break
    os.close(terminal)
    assert process.returncode == 130, shown
    told = json.loads(output)
    assert told["perft"]["depths"][0]["leaves"] == 4
    assert told["missing"]["random"] == told["missing"]["endings"] == "interrupted"
    assert "interrupted" in text_of(parse(tmp_path / "othello-4x4-lab.html").getroot())


BROKEN = {
    "no TOML": "name = ",
    "an unknown key": 'name = "x"\nboards = 3\n',
    "a hole that is none": 'name = "x"\n[board]\nholes = "z9"\n',
    "a name that is taken": 'name = "othello"\ntitle = "mine"\n',
    "nobody to play": 'name = "x"\n[seats]\nBlack = { colour = "X" }\n',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_wrong_declaration_is_refused_as_check_does(text: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    said = lab(tmp_path, file, code=1).stderr
    if "taken" not in said:
        check = [sys.executable, "-m", "engined", "check", "--private", str(file)]
        assert said == subprocess.run(check, capture_output=True, text=True, env={**os.environ}).stderr
    assert said.startswith(f"engined: {file}: line ")
    assert list(tmp_path.iterdir()) == [file]


def test_a_game_without_a_move_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "still.toml"
    file.write_text('name = "still"\n[board]\nsize = "4x4"\nstart = "empty"\n')
    assert "the game is over before it begins" in lab(tmp_path, file, code=1).stderr


@pytest.mark.parametrize(
    ("words", "code", "fault"),
    [
        (("nosuch",), 1, "there is no variant 'nosuch'"),
        (("nofile.toml",), 1, "nofile.toml: No such file or directory"),
        (("othello", "--minutes", "0"), 2, "0 is not a number above 0 and at most 10080"),
        (("othello", "--minutes", "nan"), 2, "'nan' is not a number above 0"),
        (("othello", "--games", "0"), 2, "0 is not a whole number of at least 1"),
        (("othello", "--out", "nowhere/x.html"), 1, "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_is_said(words: tuple[str, ...], code: int, fault: str, tmp_path: Path) -> None:
    done = lab(tmp_path, *words, code=code)
    assert fault in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
