"""``engined club`` as it is typed: a tournament from its names to its table, results from records and links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engined_client.web.kept_games import KeptGames, default_folder
from engined_client.web.messages import GameTree, TreeNode
from tests.process.serving import Served

SHORT = "e6f4e3f6g5d6e7f5c5".upper()
"""The shortest game of Othello: Black wins by 64 after nine moves."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture
def file(served: Served, tmp_path: Path) -> str:
    """A tournament of four, with its first round drawn."""
    path = str(tmp_path / "t.toml")
    assert served.engined("club", "new", path, "Aoki", "Baba", "Chida", "Doi").returncode == 0
    run = served.engined("club", "pair", path)
    assert run.stdout == "round 1:\n  1  Aoki   -  Baba\n  2  Chida  -  Doi\n"
    return path


def test_an_evening(served: Served, file: str, tmp_path: Path) -> None:
    """A result that is typed, one of a record whose players sat the other way round, then the next round."""
    run = served.engined("club", "result", file, "1", "40-24")
    assert run.stdout == "round 1, game 1: Aoki 40-24 Baba\n"
    record = tmp_path / "game.ggf"
    record.write_text("(;GM[Othello]PB[doi]PW[Chida]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"
                      + "".join(f"{'BW'[at % 2]}[{SHORT[2 * at : 2 * at + 2]}]" for at in range(9)) + ";)")  # fmt: skip
    run = served.engined("club", "record", file, str(record))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "round 1, game 2: Doi 64-0 Chida\n"
    run = served.engined("club", "pair", file)
    assert run.stdout == "round 2:\n  1  Aoki   -  Doi\n  2  Chida  -  Baba\n"
    run = served.engined("club", "table", file, "--csv")
    assert run.stdout.splitlines()[1:3] == ["1,Doi,1,1,1,0,0,64,64", "2,Aoki,1,1,1,0,0,40,40"]
    shown = served.engined("club", "rounds", file).stdout
    assert shown.startswith("round 1:\n  1  Aoki  40-24  Baba\n  2  Doi   64-0   Chida\nround 2:\n")


def test_the_game_of_a_link(served: Served, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page keeps, by its address; it has no names, so the table is told."""
    moves = [SHORT[at : at + 2].lower() for at in range(0, 18, 2)]
    nodes = tuple(TreeNode(parent=at - 1, move=move) for at, move in enumerate(moves))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    KeptGames(default_folder()).keep("link", GameTree(variant="othello", nodes=nodes, at=3))
    address = "http://127.0.0.1:8264/?lang=ja#link"
    run = served.engined("club", "record", file, address)
    assert (run.returncode, run.stdout) == (1, "")
    assert "no game without a result has the players ? - ?" in run.stderr
    run = served.engined("club", "record", file, address, "--table", "1")
    assert run.stdout == "round 1, game 1: Aoki 64-0 Baba\n"
    run = served.engined("club", "record", file, address.replace("link", "other"))
    assert "no game of that address is kept on this machine" in run.stderr


def test_what_cannot_be_is_said_and_changes_nothing(served: Served, file: str, tmp_path: Path) -> None:
    before = Path(file).read_text()
    unfinished = tmp_path / "u.txt"
    unfinished.write_text("f5d6c3\n")
    for words, code, says in (
        (("result", file, "1", "40-20"), 1, "60 discs of 64; the empty cells go to the winner"),
        (("result", file, "3", "40-24"), 1, "there is no game 3 in round 1: it has 2"),
        (("pair", file), 1, "2 games have no result yet, and a Swiss round is drawn by results"),
        (("record", file, str(unfinished)), 1, "the game is not over, and nothing says who won"),
        (("record", file, str(tmp_path / "none.sgf")), 1, "No such file or directory"),
        (("table", str(tmp_path / "none.toml")), 1, "No such file or directory"),
        (("new", file, "A", "B"), 1, "it is there already"),
        (("new", str(tmp_path / "n.toml"), "A"), 1, "a tournament needs two players"),
        (("new", str(tmp_path / "n.toml"), "A", "A"), 1, "A is there twice"),
    ):
        run = served.engined("club", *words)
        assert run.returncode == code, words
        assert says in run.stderr
        assert run.stdout == ""
    assert Path(file).read_text() == before
    assert not (tmp_path / "n.toml").exists()
