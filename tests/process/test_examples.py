"""The examples beside the client run against a real daemon, and say what is known by other ways."""

from __future__ import annotations

import ast
import doctest
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engined.rules.position import parse_move, start
from engined.service.replies.positions import drawing
from engined.variants.catalogue import Catalogue
from engined_client import Board, Client, async_client, client
from engined_protocol.records.sgf_tree import read_trees
from tests.browser.site import Site
from tests.families.installed import minimax
from tests.patience import LONG
from tests.process.serving import Served

EXAMPLES = Path(__file__).parents[2] / "clients" / "examples"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def run(served: Served, name: str, *words: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *words],
        capture_output=True,
        text=True,
        timeout=LONG,
        env=served.environment(),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_is_run_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [path.name for path in EXAMPLES.iterdir() if f'"{path.name}"' not in text] == []


@pytest.mark.parametrize("module", [client, async_client], ids=lambda module: module.__name__)
def test_what_docstrings_show(served: Served, module: ModuleType) -> None:
    failed, tried = doctest.testmod(module, extraglobs={"endpoint": served.endpoint})
    assert (failed, tried > 0) == (0, True)


def test_an_analysis_is_watched(served: Served) -> None:
    out = run(served, "watch_an_analysis.py", "f5 d6", "--seconds", "1")
    assert re.search(r"^depth \d+: c\d [+-]\d+\.\d \(", out, re.MULTILINE)
    assert "Black (X) to move" in out


def test_a_game_is_scored(served: Served) -> None:
    head, *lines = run(served, "score_a_game.py", "f5d6c3d3c4", "--depth", "4").splitlines()
    assert head.split() == ["ply", "played", "score", "best", "score"]
    assert [line.split()[1] for line in lines] == ["f5", "d6", "c3", "d3", "c4"]
    assert all(float(line.split()[2]) <= float(line.split()[4]) for line in lines)


def test_a_new_variant_is_solved(served: Served) -> None:
    out = run(served, "solve_a_new_variant.py")
    declaration = ast.parse((EXAMPLES / "solve_a_new_variant.py").read_text("utf-8")).body[2]
    assert isinstance(declaration, ast.Assign)
    position = start(Catalogue().declare(ast.literal_eval(declaration.value)))
    assert f"{len(position.legal())} ways to play 1 plies" in out
    worth = minimax(position)
    winner = "Black" if worth > 0 else "White" if worth < 0 else "Nobody"
    assert f"{winner} wins, by {abs(worth):g};" in out
    assert "is best (exact)" in out


def test_a_record_is_annotated(served: Served, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("f5d6c3d3c4f4c5b3c2")
    out = run(served, "annotate_a_record.py", str(tmp_path / "game.txt"), "--depth", "4")
    (tree,) = read_trees(out)
    comments = [node.text("C") for node in tree.main_line()]
    assert comments[0] == ""
    told = [re.fullmatch(r"(\w\d) ([+-]\d+\.\d) for Black; best \w\d ([+-]\d+\.\d)", text) for text in comments[1:]]
    assert "".join(match[1] for match in told if match) == "f5d6c3d3c4f4c5b3c2"
    for ply, match in enumerate(told):
        assert match is not None
        assert float(match[2]) <= float(match[3]) if ply % 2 == 0 else float(match[2]) >= float(match[3])


def test_a_game_of_go_is_counted(served: Served, tmp_path: Path) -> None:
    """Black has the middle and an eye on each side; White's four stones have not."""
    moves = "B[cc];W[bb];B[cb];W[bd];B[cd];W[ab];B[ca];W[dd];B[ce];W[];B[]"
    (tmp_path / "game.sgf").write_text(f"(;GM[1]FF[4]SZ[5]KM[6]RU[Chinese];{moves})")
    dead, *_, result = run(served, "count_a_game_of_go.py", str(tmp_path / "game.sgf"), "--games", "2000").splitlines()
    assert sorted(dead.split()[1:]) == ["A4", "B2", "B4", "D2"]
    assert result.startswith("Black wins by 19;")


def test_a_game_outlives_its_daemon() -> None:
    with tempfile.TemporaryDirectory(prefix="outlive-") as folder:
        store, name = f"{folder}/store", "outlive-test-3f1c0e6b8a7d4f52"
        with Served(folder, store=store) as served:
            with Client(folder, name=name) as client:
                client.open(session="game", variant="othello-4x4", keep=True)
                client.play("game", *Board("othello-4x4").play("b1").moves)
            served.process.kill()
        for socket in ("work", "control"):  # of the dead one: the next one is there when they are there again
            Path(folder, socket).unlink()
        with Served(folder, store=store) as served:
            *moves, result = run(served, "outlive_the_daemon.py", name, "--variant", "othello-4x4").splitlines()
            board = Board("othello-4x4", moves=["b1", *(line.split()[1] for line in moves)])
            assert [int(line.split()[0]) for line in moves] == list(range(2, len(board.moves) + 1))
            assert (board.over, board.result) == (True, result)
            with Client(folder, name=name) as client:
                assert client.sessions() == ()


def test_a_game_of_go_is_played(served: Served) -> None:
    *_, result = run(served, "play_go.py").splitlines()
    assert re.search(r"(Black|White) wins by \d+|Draw", result)


def node() -> str:
    """A Node that has WebSocket; skips where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no Node here")
    version = int(
        subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout[1:].split(".")[0]
    )
    if version < 20:
        pytest.skip("Node has WebSocket from version 20 on")
    return found


def test_a_client_in_javascript(served: Served) -> None:
    program = node()
    with Site("--endpoint", served.endpoint) as site:
        done = subprocess.run(
            [program, "--experimental-websocket", str(EXAMPLES / "analyse.mjs"), site.address, "othello-4x4"],
            capture_output=True,
            text=True,
            timeout=LONG,
        )
    assert done.returncode == 0, done.stderr
    title, *rest = done.stdout.splitlines()
    assert title.endswith(": 4x4, 16 cells")
    board, (moves, result), told, refused = rest[:4], rest[4:6], rest[6:-1], rest[-1]
    position = start(Catalogue().get("othello-4x4"))
    for move in moves.split():
        position = position.play(parse_move(position, move))
    assert (position.over, position.result()) == (True, result)
    assert drawing(position.variant, position.board) == tuple(board)
    assert " exact for " in told[-1]
    assert refused.startswith("illegal-move: moves[0] a1: ")
