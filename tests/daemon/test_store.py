"""The store: what is written is there again, whatever happened to the process or the file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engined.daemon.store.store import ANOTHERS, DAY, KEPT_DAYS, UNFIT, Store, StoreError, open_store
from engined.service.events import CutLog, ForgetSession, SaveGame, SaveSolved, SaveStep
from engined.service.exact_results import ExactResult
from engined.service.game import Game
from engined.service.sessions.session import (
    Agreed,
    Begun,
    MovesPlayed,
    Removed,
    Resigned,
    Restored,
    Resumed,
    Step,
    Undone,
)
from engined.variants.catalogue import Catalogue
from engined_protocol.messages import ScoredMove


def record(digest: str = "d", exact: int = 1, score: float = 4.0) -> ExactResult:
    lines = tuple(
        ScoredMove(move=move, score=score, kind="exact" if index < exact else "upper", depth=9, pv=(move, "--"))
        for index, move in enumerate(("f5", "d3"))
    )
    return ExactResult(digest=digest, variant="othello", position="...", exact=exact, moves=2, lines=lines)


ROOT = Path(__file__).parents[2]
OTHELLO = Catalogue().get("othello")
BEGUN = Begun("othello", "d", None, ("f5",))
START = Game.begin(OTHELLO).positions


def game(ticket: int = 1, moves: tuple[str, ...] = ("f5", "d6")) -> SaveGame:
    """What was played does not matter here: only where it began is given as a position."""
    return SaveGame(ticket, START, moves, "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "store.sqlite"


def open_quietly(path: Path) -> Store:
    store, warning = open_store(path)
    assert warning == ""
    return store


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ('{"type":"begun","variant":"othello","digest":"d","start":null,"moves":["f5"]}', BEGUN),
        ('{"type":"played","moves":["f5","--"]}', MovesPlayed(("f5", "--"))),
        ('{"type":"undone","plies":2}', Undone(2)),
        ('{"type":"removed","cells":["e3"]}', Removed(("e3",))),
        ('{"type":"restored","cells":[]}', Restored(())),
        ('{"type":"agreed","seat":"Black"}', Agreed("Black")),
        ('{"type":"resumed"}', Resumed()),
        ('{"type":"resigned","seat":"White","reason":"time"}', Resigned("White", "time")),
    ],
)
def test_steps_stay_readable_as_they_are_written(text: str, step: Step) -> None:
    assert msgspec.json.decode(text, type=Step) == step
    assert msgspec.json.encode(step).decode() == text


def test_a_game_that_was_kept_in_the_middle_gets_its_result(path: Path) -> None:
    store = open_quietly(path)
    for result in ("", "White wins by resignation", ""):
        assert store.write([replace(game(), result=result)]) == 1
    store.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT moves, result FROM games").fetchall() == [
            ("f5 d6", "White wins by resignation")
        ]
    connection.close()


def test_what_was_written_is_there_after_opening_again(path: Path) -> None:
    store = open_quietly(path)
    assert store.recall("d") is None
    assert store.write([SaveSolved(record()), game()]) == 1
    assert store.recall("d") == record()
    store.close()
    store = open_quietly(path)
    assert store.recall("d") == record()
    assert store.write([game(2), game(3, ("f5",))]) == 2
    store.close()


def test_a_better_record_replaces_a_worse_one_and_not_the_other_way(path: Path) -> None:
    store = open_quietly(path)
    store.write([SaveSolved(record(exact=2))])
    store.write([SaveSolved(record(exact=1, score=-64.0))])
    assert store.recall("d") == record(exact=2)
    store.close()


def test_logs_of_kept_sessions(path: Path) -> None:
    begun, played = Begun("othello", "0", None, ("f5",)), MovesPlayed(("d6", "--"))
    store = open_quietly(path)
    store.write([SaveStep(b"\xffann", "s", begun), SaveStep(b"bob", "s", begun), SaveStep(b"bob", "t", begun)])
    store.write([SaveStep(b"\xffann", "s", played), SaveStep(b"\xffann", "s", Undone(2))])
    store.write([ForgetSession(b"bob", "t")])
    store.close()
    store = open_quietly(path)
    assert {(client, name): log for client, name, log in store.kept()} == {
        (b"\xffann", "s"): (begun, played, Undone(2)),
        (b"bob", "s"): (begun,),
    }
    store.write([SaveStep(b"\xffann", "s", begun)])
    assert (b"\xffann", "s", (begun,)) in store.kept()
    store.close()


def test_sessions_that_nobody_touched_for_months_are_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of days on which the store was open: a clock that jumps, or a long holiday, makes one day."""
    now = [1_750_000_000.0]
    monkeypatch.setattr("engined.daemon.store.store.time.time", lambda: now[0])
    store = open_quietly(path)
    store.write([SaveStep(b"ann", "old", BEGUN), SaveStep(b"ann", "new", BEGUN)])
    store.close()
    for jump in (100, 1000, -500):
        now[0] += jump * DAY
        store = open_quietly(path)
        assert len(store.kept()) == 2
        store.close()
    now[0] += 2000 * DAY
    for _ in range(KEPT_DAYS):
        now[0] += DAY
        store = open_quietly(path)
        store.write([SaveStep(b"ann", "new", BEGUN)])
        store.close()
    store = open_quietly(path)
    assert [session for _, session, _ in store.kept()] == ["new"]
    store.close()


def test_two_processes_share_a_file(path: Path) -> None:
    first, second = open_quietly(path), open_quietly(path)
    first.write([SaveSolved(record("one")), game(1, ("f5",))])
    assert second.write([SaveSolved(record("two")), game(2, ("d3",))]) == 2
    assert first.recall("two") == record("two")
    assert second.recall("one") == record("one")
    first.close()
    second.close()


def steps(session: str, *moves: str) -> list[SaveStep]:
    return [SaveStep(b"ann", session, MovesPlayed((move,))) for move in moves]


def test_two_processes_do_not_mix_the_logs_of_sessions_of_one_name(path: Path) -> None:
    lost: list[str] = []
    first, (second, _) = open_quietly(path), open_store(path, lost.append)
    first.write([SaveStep(b"ann", "s", BEGUN), *steps("s", "d6"), SaveStep(b"ann", "t", BEGUN)])
    second.write([SaveStep(b"ann", "s", replace(BEGUN, moves=("d3", "c3"))), *steps("s", "c4")])
    theirs = second.kept()
    assert lost == [f"step {place} of the kept session s of ann{ANOTHERS}" for place in (1, 2)]
    first.write([*steps("s", "c3", "d3"), *steps("t", "d6")])
    assert [first.has_lost(b"ann", session) for session in "st"] == [True, False]
    assert dict(log[1:] for log in first.kept()) == dict(log[1:] for log in theirs) | {
        "t": (BEGUN, MovesPlayed(("d6",)))
    }
    first.close()
    second.close()


def test_of_two_processes_that_go_on_with_one_log_the_quicker_has_it_until_the_other_begins_anew(path: Path) -> None:
    first, second = open_quietly(path), open_quietly(path)
    first.write([SaveStep(b"ann", "s", BEGUN)])
    ((_, _, log),) = second.kept()
    second.write(steps("s", "d6"))
    first.write([*steps("s", "f4"), ForgetSession(b"ann", "s")])
    assert second.kept() == ((b"ann", "s", (*log, MovesPlayed(("d6",)))),)
    first.write([SaveStep(b"ann", "s", BEGUN), *steps("s", "f4")])
    second.write(steps("s", "c3"))
    assert [store.has_lost(b"ann", "s") for store in (first, second)] == [False, True]
    assert first.kept() == ((b"ann", "s", (*log, MovesPlayed(("f4",)))),)
    first.close()
    second.close()


def test_a_log_is_its_stores_only_once_that_is_written(path: Path) -> None:
    """What is tried again, after a disk was full, goes on from what is on disk."""
    store = open_quietly(path)
    store.write([SaveStep(b"ann", "s", BEGUN)])
    with pytest.raises(StoreError):
        store.write([*steps("s", "d6"), replace(steps("s", "c3")[0], session=["not a text"])])
    store.write(steps("s", "d6"))
    assert store.kept() == ((b"ann", "s", (BEGUN, MovesPlayed(("d6",)))),)
    assert not store.has_lost(b"ann", "s")
    store.close()


def test_steps_that_cannot_follow_are_cut_off(path: Path) -> None:
    lost: list[str] = []
    store, _ = open_store(path, lost.append)
    store.write([SaveStep(b"ann", "s", BEGUN), *steps("s", "d6", "f5", "c3")])
    store.write([CutLog(b"ann", "s", 2), *steps("s", "c4")])
    assert store.kept() == ((b"ann", "s", (BEGUN, MovesPlayed(("d6",)), MovesPlayed(("c4",)))),)
    assert lost == [f"step {place} of the kept session s of ann{UNFIT}" for place in (3, 4)]
    store.close()


def test_all_or_nothing(path: Path) -> None:
    store = open_quietly(path)
    broken = replace(SaveStep(b"ann", "s", Begun("othello", "0", None, ())), session=["not a text"])
    with pytest.raises(StoreError):
        store.write([SaveSolved(record()), broken])
    assert store.recall("d") is None
    assert store.write([game()]) == 1
    store.close()


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.daemon.test_store import game, open_store
store, _ = open_store(Path(sys.argv[1]))
for number in range(100000):
    print(store.write([game(number, (f"m{number}",))]), flush=True)
"""


def test_what_was_reported_as_written_survives_kill_9(path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(ROOT)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    for _ in range(20):
        reported = int(writer.stdout.readline())
    writer.send_signal(signal.SIGKILL)
    reported = max([reported, *(int(line) for line in writer.stdout.read().split(b"\n")[:-1])])
    writer.wait()
    writer.stdout.close()
    store = open_quietly(path)
    assert store.write([]) in (reported, reported + 1)  # the last may be written and not yet reported
    store.close()


@pytest.mark.parametrize(
    "content",
    [b"this is no database", b"SQLite format 3\0" + b"\xa5" * 5000, b"\0" * 4096],
    ids=["text", "torn", "zeros"],
)
def test_a_broken_file_is_set_aside_and_kept(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    store, warning = open_store(path)
    assert str(path) in warning
    (aside,) = path.parent.glob("store.sqlite.broken-*")
    assert str(aside) in warning
    assert aside.read_bytes() == content
    assert store.write([game()]) == 1
    store.close()


def test_a_page_that_went_bad_is_noticed(path: Path) -> None:
    store = open_quietly(path)
    store.write([SaveSolved(record(str(number))) for number in range(500)])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096 * 5 : 4096 * 9] = os.urandom(4096 * 4)
    path.write_bytes(content)
    store, warning = open_store(path)
    assert "is broken" in warning
    store.close()


def test_a_place_that_cannot_be_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        open_store(tmp_path / "file" / "store.sqlite")
    with pytest.raises(StoreError):
        open_store(tmp_path)


def test_a_broken_file_that_cannot_be_set_aside_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    path.write_text("this is no database")
    with pytest.raises(StoreError, match="too long"):
        open_store(path)
