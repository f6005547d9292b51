"""A variant of one's own, for three seats on a board with holes: from the page about it to playing, everywhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.rules.perft import perft
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from engined_client import Client
from tests.process.serving import Served

PAGE = (Path(__file__).parents[2] / "docs" / "variants.md").read_text(encoding="utf-8")
DECLARATION = next(
    text for text in re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if "lagoon" in text
)
FIRST = {"f2", "g2", "g3", "c5", "c6", "d6"}
"""Where Red brackets at the start, by hand: the two others between a red disc and the cell."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "lagoon.toml"
    path.write_text(DECLARATION)
    return path


def spoken(file: Path, protocol: str, says: str, until: str) -> str:
    """What a GUI hears that says this, and ``quit`` once it has heard a line that begins like ``until``."""
    command = [sys.executable, "-m", "engined", protocol, "--variant", str(file), "--store", "", "--threads", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, "--coordinates", "othello"], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(says)
        process.stdin.flush()
        heard = ""
        for line in process.stdout:
            heard += line
            if line.startswith(until):
                break
        process.stdin.write("quit\n")
        process.stdin.close()
        heard += process.stdout.read()
    assert process.returncode == 0
    return heard


def test_it_is_what_it_says() -> None:
    variant = Catalogue().check(DECLARATION)
    assert (variant.board.width, variant.board.height, len(variant.board.cells), len(variant.seats)) == (9, 7, 55, 3)


def test_the_command_line(served: Served, file: Path) -> None:
    assert served.engined("check", str(file)).stdout == f"{file}: lagoon: fine (9x7, 55 cells, 3 seats)\n"
    counted = served.engined("perft", str(file), "4").stdout.split()[1::3]
    beginning = start(Catalogue().check(DECLARATION))
    assert [int(leaves) for leaves in counted] == [perft(beginning, depth) for depth in (1, 2, 3, 4)]
    played = served.engined("play", "--variant", str(file), "--depth", "1", stdin="f2\nquit\n")
    assert played.returncode == 0, played.stderr
    assert "Yellow plays" in played.stdout
    assert "Green plays" in played.stdout


def test_zeromq_has_a_score_for_each_seat(served: Served, file: Path) -> None:
    with Client(served.endpoint) as client:
        assert client.declare(file.read_text()).name == "lagoon"
        shown = client.show(variant="lagoon")
        assert set(shown.legal) == FIRST
        result = client.analyse(variant="lagoon", depth=1, best=1).result()
        (move,) = result.moves
        assert move.move in FIRST
        assert move.outlook is not None
        assert len(move.outlook.counts) == 3


def test_gtp_and_gogui(file: Path) -> None:
    heard = spoken(
        file,
        "gtp",
        "1 gogui-rules_board_size\n2 gogui-rules_legal_moves\n3 play red F2\n4 gogui-rules_board_gfx\n"
        "5 kata-set-param maxVisits 5000\n6 genmove yellow\n7 gogui-rules_side_to_move\n",
        "=7",
    )
    size, legal, played, drawn, _, move, turn, *_ = (part.strip() for part in heard.split("\n\n"))
    assert size == "=1 9 7"
    assert {cell.lower() for cell in legal.split()[1:]} == FIRST
    assert played == "=3"
    assert drawn.startswith("=4 TEXT Red 6, Yellow 2, Green 2")
    assert re.search(r"^COLOR red (?=.*\bF2\b)(?=.*\bF3\b)(?=.*\bF4\b)", drawn, re.MULTILINE), "two have turned"
    assert re.fullmatch(r"=6 [A-I][1-7]", move)
    assert turn == "=7 black", "GoGui's two colours take turns"


def test_nboard(file: Path) -> None:
    heard = spoken(file, "nboard", "nboard 2\nset depth 1\nmove F2\ngo\n", "===")
    assert re.search(r"^=== [A-I][1-7]", heard, re.MULTILINE), heard


def test_json_of_the_command_line(served: Served, file: Path) -> None:
    told = json.loads(served.engined("analyse", "--variant", str(file), "--depth", "1", "--json").stdout)
    assert {move["move"] for move in told["moves"]} == FIRST
