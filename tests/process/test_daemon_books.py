"""Books in a real daemon: on its sockets, for a GUI, across kill -9, and from the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.process.raw_client import FakeServed, Raw
from tests.process.serving import Served
from tests.process.test_daemon_text import GAME, Spoken

TIGER = ["f5", "d6", "c3", "d3", "c4"]


@pytest.fixture
def served() -> Iterator[FakeServed]:
    with FakeServed() as daemon:
        yield daemon


def show(daemon: FakeServed, *moves: str) -> dict[str, Any]:
    with daemon.client() as client:
        return client.ask("book-show", moves=list(moves))


def finish(client: Raw, t: str, **fields: Any) -> dict[str, Any]:
    """The end of work on a book; what comes before is progress."""
    id = client.send(t, interval=0.01, **fields)
    while (reply := client.receive())["t"] == "book-progress":
        assert reply["id"] == id
    assert reply["t"] == "book-done", reply
    return reply


def test_a_book_survives_kill_9(served: FakeServed) -> None:
    with served.client() as client:
        done = finish(client, "book-add", games=[{"moves": TIGER}, {"moves": ["f5", "f5"]}])
        assert (done["games"], done["added"], len(done["refused"])) == (1, 6, 1)
        done = finish(client, "book-fix", depth=1)
        assert done["searched"] > 0
        before = client.ask("book-show", moves=TIGER[:2])
        assert before["score"] is not None
    served.kill()
    served.start()
    assert show(served, *TIGER[:2]) | {"id": ""} == before | {"id": ""}


def test_a_kill_in_the_middle_leaves_whole_positions_and_work_goes_on(served: FakeServed) -> None:
    with served.client() as client:
        client.send("book-deviate", error=64.0, depth=1, interval=0.01)
        while client.receive().get("added", 0) < 20:
            pass
    served.kill()
    served.start()
    with served.client() as client:
        positions = client.ask("book-show")["positions"]
        assert positions >= 20
        fixed = finish(client, "book-fix")
        assert (fixed.get("dropped", 0), fixed["positions"]) == (0, positions)
        more = finish(client, "book-deviate", error=64.0, depth=1, positions=5)
        assert (more["reason"], more["positions"]) == ("limit", positions + 5)


def test_deviate_is_stopped_by_control(served: FakeServed) -> None:
    with served.client() as client:
        id = client.send("book-deviate", error=64.0, depth=1, interval=0.01)
        assert client.receive()["t"] == "book-progress"
        assert client.ask("ping", by="control")["t"] == "pong"
        assert client.ask("stop", target=id, by="control")["jobs"] == 1
        while (reply := client.receive())["t"] == "book-progress":
            pass
        assert (reply["t"], reply["id"], reply["reason"]) == ("book-done", id, "stopped")
        assert reply["positions"] == client.ask("book-show")["positions"]


def test_work_on_a_book_ends_with_the_daemon(served: FakeServed) -> None:
    with served.client() as client:
        client.send("book-deviate", error=64.0, depth=1, interval=0.01)
        assert client.receive()["t"] == "book-progress"
        served.process.send_signal(signal.SIGTERM)
        while (reply := client.receive())["t"] == "book-progress":
            pass
        assert (reply["t"], reply["reason"]) == ("book-done", "shutdown")
    assert served.process.wait(PATIENCE) == 0


class Engine(Spoken):
    """``engined nboard`` with its real engine."""

    def start(self) -> None:
        self._heard = b""
        command = [sys.executable, "-m", "engined", "nboard", "--store", str(self.settings["store"])]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)


def test_a_gui_plays_from_the_book_that_it_had_learnt_after_a_restart() -> None:
    """What was found out about both positions of the game is learnt with it."""
    with Engine() as daemon:
        daemon.say("nboard 2", f"set game {GAME}", "set depth 9", "ping 1")
        daemon.hear("pong 1")
        daemon.say("hint 9")
        daemon.hear("nodestats")
        daemon.say("move D6", "hint 9")
        daemon.hear("status Perpendicular Opening")
        daemon.say("learn")
        daemon.hear("learned")
        daemon.kill()
        daemon.start()
        # The store is opened after the first answer; once the game is learnt (again), it is open.
        daemon.say("nboard 2", f"set game {GAME}", "learn")
        daemon.hear("learned")
        daemon.say("ping 1", "hint 9")
        assert "book D6" in daemon.hear("book")
        daemon.say("set depth 9", "ping 2", "go")
        assert daemon.hear("===").splitlines()[-1][4:6] in ("D6", "F4", "F6")


# --- the command line, with the real engine -----------------------------------------------------------


@pytest.fixture(scope="module")
def engined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(store=str(tmp_path_factory.mktemp("books") / "store.sqlite")) as daemon:
        yield daemon


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    board = "8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *"
    (folder / "a.ggf").write_text(f"(;GM[Othello]PB[a]PW[b]TY[8]BO[{board}]B[F5]W[D6/1.5]B[C3];)\n" * 2)
    (folder / "b.sgf").write_text("(;GM[2]FF[4]SZ[8];B[f5];W[f6])")
    (folder / "c.txt").write_text("% a comment\nf5d6c3d3c4\n\n1. c4 e3 2. f6\nf5d3\nhello\n")
    return folder


def test_the_verbs_one_after_the_other(engined: Served, games: Path, tmp_path: Path) -> None:
    added = engined.engined("book", "add", *map(str, sorted(games.iterdir())))
    # The two games of a.ggf are one, and the last but two of c.txt is the same on a turned board: another game.
    assert added.stdout == "4 new games, 1 known one; 7 new positions\n"
    assert "c.txt, line 5: move 2, d3:" in added.stderr
    assert "c.txt, line 6:" in added.stderr
    assert added.returncode == 1
    shown = engined.engined("book", "show", "f5")
    assert "in 4 games; not analysed (a book of 7 positions" in shown.stdout
    assert shown.returncode == 0
    assert "\n\nplayed, not analysed:\n  d6  3 games\n  f6  1 game\n\n" in shown.stdout
    shown = engined.engined("book", "show", "f5", "--language", "ja")
    assert "打たれたが未解析:\n  d6  3 局\n  f6  1 局\n\n4 局にあり、未解析（ブック 7 局面、" in shown.stdout
    played = json.loads(engined.engined("book", "show", "f5", "--json").stdout)["unvalued"]
    assert played == [{"move": "d6", "games": 3}, {"move": "f6", "games": 1}]
    fixed = engined.engined("book", "fix", "--depth", "4")
    assert "7 positions in the book" in fixed.stdout
    assert fixed.stdout.rstrip().endswith("; finished")
    deviated = engined.engined("book", "deviate", "--depth", "4", "--error", "3", "--positions", "5", "f5d6")
    assert deviated.stdout.startswith("5 new positions, ")
    assert deviated.stdout.rstrip().endswith("; the limit is reached")
    found = json.loads(engined.engined("book", "show", "f5d6", "--json").stdout)
    assert (found["found"], found["games"], found["positions"]) == (True, 3, 12)
    assert found["moves"][0]["pv"][0] == found["moves"][0]["move"]
    assert {"name": "Perpendicular Opening", "language": "en", "plies": 0} in found["openings"]
    analysed = engined.engined("analyse", "f5d6", "--depth", "4")
    assert "opening: Perpendicular Opening" in analysed.stdout
    assert "book (estimate)" in analysed.stdout
    _export_and_merge(engined, tmp_path)


def _export_and_merge(engined: Served, folder: Path) -> None:
    book = folder / "my.book"
    assert engined.engined("book", "export", str(book)).returncode == 0
    header, *entries = book.read_text().splitlines()
    assert json.loads(header)["variant"] == "othello"
    assert len(entries) == 12
    assert engined.engined("book", "export").stdout == book.read_text()
    text = engined.engined("book", "export", "--text").stdout.splitlines()
    assert len(text) == 12
    assert "." * 27 in text[0]
    with Served(store=str(folder / "other.sqlite")) as other:
        assert other.engined("book", "merge", str(book)).stdout == "12 new positions, 0 known ones\n"
        assert other.engined("book", "export").stdout == book.read_text()
        damaged = folder / "damaged.book"
        damaged.write_text("\n".join([header, entries[0], entries[1][:40], '{"position": "x"}', entries[2]]))
        merged = other.engined("book", "merge", str(damaged))
        assert merged.stdout == "0 new positions, 2 known ones\n"
        assert merged.returncode == 1
        assert "line 3:" in merged.stderr
        assert "line 4:" in merged.stderr
        assert other.engined("book", "export").stdout == book.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("merge", "{games}/c.txt"), "not a book, as `engined book export` writes it"),
        (("add", "{games}/none.ggf"), "No such file"),
        (("show", "f5f5"), "f5 is occupied"),
        (("fix", "--variant", "otello"), "otello"),
        (("export", "/nowhere/my.book"), "No such file"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_what_is_wrong_is_said_in_one_line(engined: Served, games: Path, words: tuple[str, ...], says: str) -> None:
    run = engined.engined("book", *(word.format(games=games) for word in words))
    assert run.returncode == 1
    assert says in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_another_variants_book_is_refused(engined: Served, tmp_path: Path) -> None:
    (tmp_path / "six.txt").write_text("b3b2\n")
    assert engined.engined("book", "add", "--variant", "othello-6x6", str(tmp_path / "six.txt")).returncode == 0
    book = tmp_path / "six.book"
    engined.engined("book", "export", "--variant", "othello-6x6", str(book))
    assert len(book.read_text().splitlines()) == 1 + 3
    run = engined.engined("book", "merge", str(book))
    assert "not of othello" in run.stderr
    assert run.returncode == 1


def test_a_game_on_another_board_is_refused_by_its_size(engined: Served, tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    file.write_text("(;GM[Othello]TY[10]B[f4];)(;GM[Othello]TY[8]B[f5];)")
    run = engined.engined("book", "add", str(file))
    assert run.stderr == f"engined: {file}, game 1: it is on a 10x10 board, and othello is played on an 8x8 board\n"
    assert run.stdout.startswith(("1 new game, 0 known ones;", "0 new games, 1 known one;"))


def test_wthor(engined: Served, tmp_path: Path) -> None:
    """A file made by hand: a header, and one game of three moves on an 8x8 board."""
    header = bytes([20, 26, 1, 1]) + (1).to_bytes(4, "little") + bytes(4) + bytes([8, 0, 20, 0])
    game = bytes(6) + bytes([40, 40]) + bytes([56, 64, 33]) + bytes(57)
    (tmp_path / "games.wtb").write_bytes(header + game)
    run = engined.engined("book", "add", "--variant", "othello-8x8", str(tmp_path / "games.wtb"))
    assert run.stdout.startswith(("1 new game, 0 known ones;", "0 new games, 1 known one;"))
    assert run.returncode == 0
    (tmp_path / "cut.wtb").write_bytes(header + game[:-5])
    assert engined.engined("book", "add", str(tmp_path / "cut.wtb")).returncode == 1
