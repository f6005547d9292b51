"""The thread that writes to the store: in order, and nothing that must be kept is lost."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from engined.book.given import Given
from engined.daemon.store.store import REPLACED, Passing, Store, StoreError, open_store
from engined.daemon.store.tables import Tell
from engined.daemon.store.writer import BESIDES, NOT_AS_LEFT, THEIRS, StoreWriter
from engined.rules.position import move_text
from engined.service.events import GameSaved, Receipt, SaveSolved, SaveStep, StoreOpened, Written
from engined.service.game import Game
from engined.service.sessions.session import Begun, MovesPlayed, Session, Step, replay
from engined.variants.catalogue import Catalogue
from tests.daemon.test_store import OTHELLO, START, game, open_quietly, record
from tests.patience import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "store.sqlite"


class Ears:
    """What a store writer reports."""

    def __init__(self) -> None:
        self.saved: list[GameSaved] = []
        self.receipts: list[tuple[int, str]] = []
        """Their numbers, and what went wrong."""
        self.opened: list[StoreOpened] = []
        self.troubles: list[str] = []
        self.damage: list[str] = []
        self.heard = threading.Condition()

    def on_saved(self, event: GameSaved | Written | StoreOpened) -> None:
        with self.heard:
            if isinstance(event, StoreOpened):
                self.opened.append(event)
            elif isinstance(event, Written):
                self.receipts.append((event.receipt, event.error))
            else:
                self.saved.append(event)
            self.heard.notify_all()

    def wait_for_receipts(self, number: int) -> list[tuple[int, str]]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.receipts) >= number, timeout=PATIENCE)
        return self.receipts

    def wait_for_games(self, number: int) -> list[GameSaved]:
        with self.heard:
            assert self.heard.wait_for(lambda: len(self.saved) >= number, timeout=PATIENCE)
        return self.saved


def test_the_store_writer_writes_in_order_and_reports_games(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    assert store_writer.wait() is not None
    for number in range(50):
        store_writer.save(game(number, (f"m{number}",)))
        store_writer.save(SaveSolved(record(str(number))))
    assert [event.ticket for event in ears.wait_for_games(50)] == list(range(50))
    assert ears.saved[-1].games == 50
    assert store_writer.close(20)
    assert ears.troubles == []
    store = open_quietly(path)
    assert store.recall("49") == record("49")
    store.close()


def test_a_store_writer_without_a_store_says_so_and_goes_on(tmp_path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(tmp_path, ears.on_saved, ears.troubles.append, ears.damage.append)
    assert store_writer.wait() is None
    assert store_writer.recall("d") is None
    store_writer.save(SaveSolved(record()))
    store_writer.save(game(7))
    (event,) = ears.wait_for_games(1)
    assert event.ticket == 7
    assert str(tmp_path) in event.error
    assert len(ears.troubles) == 1
    assert store_writer.close(20)


class Sessions:
    """A kept session as a client sees it, and what a store writer is told of it."""

    def __init__(self, store_writer: StoreWriter) -> None:
        self._store_writer = store_writer
        self._game = Game.begin(OTHELLO)
        self._session = Session("s", Begun("othello", OTHELLO.digest, None, ()), self._game, keep=True)
        self._save(self._session.log[0])

    def play(self) -> None:
        move = move_text(self._session.game.position, self._session.game.position.legal()[0])
        self._save(self._session.play(self._session.game.play((move,)), 0.0))

    @property
    def moves(self) -> tuple[str, ...]:
        return self._session.game.moves

    def _save(self, step: Step) -> None:
        self._store_writer.save(SaveStep(b"ann", "s", step))


def limit(store: Store, pages: int) -> None:
    """How large the file may become; what fills a disk fills this."""
    store._writing.execute(f"PRAGMA max_page_count = {pages}")


def fill(store_writer: StoreWriter, ears: Ears) -> None:
    """Learn games until there is no room for one more, large or small."""
    for size in (2000, 200, 1):
        while True:
            seen = len(ears.saved)
            store_writer.save(game(seen, tuple(f"{seen}.{index}" for index in range(size))))
            if ears.wait_for_games(seen + 1)[-1].error:
                break


def restored(path: Path) -> tuple[str, ...]:
    """The moves of the session that is on disk, if its log can be read."""
    store = open_quietly(path)
    ((_, name, log),) = store.kept()
    store.close()
    return replay(name, log, Catalogue().get).game.moves


def test_a_full_store_costs_nothing_but_what_was_refused(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store = store_writer.wait()
    assert store is not None
    session = Sessions(store_writer)
    session.play()
    limit(store, 40)
    fill(store_writer, ears)
    known = len([event for event in ears.saved if not event.error])
    for _ in range(20):
        session.play()
    store_writer.save(game(1000, ("f5",) * 2000))
    full = ears.wait_for_games(len(ears.saved) + 1)[-1]
    assert (full.ticket, full.games) == (1000, 0)
    assert "full" in full.error
    with pytest.raises(StoreError, match="full"):
        store_writer.change(lambda store, books: store.add_game(books, START, ("f5",) * 2000, "", 0)).result(20)
    assert restored(path) == session.moves[: len(restored(path))]
    limit(store, 1000)
    session.play()
    store_writer.save(game(1001, ("f5",) * 2000))
    assert ears.wait_for_games(len(ears.saved) + 1)[-1] == GameSaved(1001, known + 1)
    assert restored(path) == session.moves
    assert store_writer.close(20)


def test_steps_of_sessions_are_tried_again_though_nothing_else_is_saved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engined.daemon.store.writer.RETRY", 0.01)
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store = store_writer.wait()
    assert store is not None
    session = Sessions(store_writer)
    limit(store, 40)
    fill(store_writer, ears)
    troubles = len(ears.troubles)
    session = Sessions(store_writer)  # begun anew, like that: the old one is deleted with the first step
    while len(session.moves) < 50:
        session.play()
    limit(store, 1000)
    while restored(path) != session.moves:
        time.sleep(0.01)
    assert len(ears.troubles) <= troubles + 1
    assert store_writer.close(20)


def test_steps_count_until_they_are_on_disk_or_need_not_be(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store = store_writer.wait()
    assert store is not None
    limit(store, 40)
    fill(store_writer, ears)
    session = Sessions(store_writer)
    for _ in range(40):
        session.play()
    first = store_writer.unwritten
    assert first > 40 * BESIDES
    for number in range(10):
        Sessions(store_writer)
        store_writer.save(Receipt(number))
    ears.wait_for_receipts(10)
    assert store_writer.unwritten < first, "sessions that began anew owe nothing of what was before"
    limit(store, 1000)
    store_writer.save(Receipt(10))
    assert ears.wait_for_receipts(11)[10] == (10, "")
    assert store_writer.unwritten == 0
    assert store_writer.close(20)


def test_a_receipt_is_given_when_what_came_before_is_on_disk(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    session = Sessions(store_writer)
    for number in range(20):
        session.play()
        store_writer.save(SaveSolved(record(str(number))))
        store_writer.save(Receipt(number))
        assert ears.wait_for_receipts(number + 1)[number] == (number, "")
        assert restored(path) == session.moves
        assert store_writer.recall(str(number)) == record(str(number))
    assert store_writer.close(20)


def test_a_receipt_says_what_is_not_on_disk_and_why(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store = store_writer.wait()
    assert store is not None
    limit(store, 40)
    fill(store_writer, ears)
    store_writer.save(game(1000, ("f5",) * 2000))
    store_writer.save(Receipt(1))
    assert "full" in ears.wait_for_receipts(1)[0][1]
    limit(store, 1000)
    store_writer.save(game(1001, ("f5",) * 2000))
    store_writer.save(Receipt(2))
    assert ears.wait_for_receipts(2)[1] == (2, "")
    assert store_writer.close(20)


def test_a_receipt_where_there_is_no_store(tmp_path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(tmp_path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store_writer.save(Receipt(3))
    ((_, error),) = ears.wait_for_receipts(1)
    assert str(tmp_path) in error
    assert store_writer.close(20)


def test_one_save_that_makes_no_sense_is_an_error_and_no_end(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    store_writer.save(replace(game(1), positions=()))
    assert "IndexError" in ears.wait_for_games(1)[0].error
    store_writer.save(game(2))
    assert ears.wait_for_games(2)[1] == GameSaved(2, 1)
    assert store_writer.close(20)


def test_a_session_begun_while_the_store_could_not_be_opened_does_not_cost_the_one_of_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_quietly(path)) as store:
        store.write([SaveStep(b"ann", name, Begun("othello", OTHELLO.digest, None, ("f5",))) for name in "st"])
    openings = [Passing("the disk is full")] * 2

    def open_later(path: Path, tell: Tell, given: Given) -> tuple[Store, str]:
        if openings:
            raise openings.pop()
        return open_store(path, tell, given)

    monkeypatch.setattr("engined.daemon.store.writer.open_store", open_later)
    monkeypatch.setattr("engined.daemon.store.writer.RETRY", 0.01)
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    assert store_writer.wait() is None
    assert not store_writer.hopeless
    session = Sessions(store_writer)
    session.play()
    while store_writer.problem:
        time.sleep(0.01)
    store_writer.save(Receipt(1))
    assert ears.wait_for_receipts(1) == [(1, "")]
    assert ears.troubles == ["the disk is full"], "it is said once"
    ((kept,),) = [event.kept for event in ears.opened]
    assert kept[:2] == (b"ann", "t")
    assert store_writer.close(20)
    with closing(open_quietly(path)) as store:
        logs = {name: log for _, name, log in store.kept()}
    assert replay("s", logs["s"], Catalogue().get).game.moves == session.moves
    assert replay("t", logs["t"], Catalogue().get).game.moves == ("f5",)
    assert ears.damage == ["step 1 of the kept session s of ann" + REPLACED]


def test_a_receipt_says_of_which_sessions_another_daemon_has_the_logs(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    begun = Begun("othello", OTHELLO.digest, None, ())
    mine = [SaveStep(b"ann", name, begun) for name in "st"]
    for save in mine:
        store_writer.save(save)
    store_writer.save(Receipt(1, ((b"ann", "s"), (b"ann", "t"))))
    ears.wait_for_receipts(1)
    with closing(open_quietly(path)) as other:
        other.write([SaveStep(b"ann", "s", begun)])
    for number, name in ((2, "s"), (3, "t"), (4, "s")):
        store_writer.save(SaveStep(b"ann", name, MovesPlayed(("f5",))))
        store_writer.save(Receipt(number, ((b"ann", name),)))
    ears.wait_for_receipts(4)
    store_writer.save(mine[0])
    store_writer.save(Receipt(5, ((b"ann", "s"),)))
    receipts = ears.wait_for_receipts(5)
    assert receipts == [(1, ""), (2, THEIRS), (3, ""), (4, THEIRS), (5, "")]
    assert store_writer.close(20)
    assert ears.troubles == [NOT_AS_LEFT.format("s", "ann")]


def test_a_file_that_breaks_under_a_daemon_is_mended_with_the_next_write(path: Path) -> None:
    ears = Ears()
    store_writer = StoreWriter(path, ears.on_saved, ears.troubles.append, ears.damage.append)
    assert store_writer.wait() is not None
    for number in range(60):
        store_writer.save(game(number, (f"m{number}",)))
    ears.wait_for_games(60)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096] ^= 0x80
    path.write_bytes(content)
    store_writer.save(game(60, ("m60",)))
    assert ears.wait_for_games(61)[60] == GameSaved(60, 61)
    assert len(ears.troubles) == 1
    assert "is broken" in ears.troubles[0]
    assert store_writer.close(20)
