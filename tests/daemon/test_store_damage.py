"""A store in which bits went bad: what they are in is lost, and named, and kept aside; nothing else is."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from engined.book.folding import fold
from engined.daemon.store import whole_file
from engined.daemon.store.damage import KNOWN
from engined.daemon.store.export_lines import export
from engined.daemon.store.pages import PAGE
from engined.daemon.store.store import Passing, Store, StoreError, open_store
from engined.service.events import ForgetSession, SaveGame, SaveKnown, SaveSolved, SaveStep
from engined.service.game import Game
from engined.service.sessions.session import Begun, MovesPlayed, Step
from tests.bench import bit_flips
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import OTHELLO, game, record

LOG: tuple[Step, ...] = (
    Begun("othello", OTHELLO.digest, None, ()),
    *(MovesPlayed((move,)) for move in ("f5", "d6", "c3")),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def write_log(store: Store, client: bytes, session: str) -> None:
    store.write([SaveStep(client, session, step) for step in LOG])


def spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def flip_where(path: Path, text: bytes) -> None:
    """Flip a bit in the one place of the file where this stands."""
    content = path.read_bytes()
    assert content.count(text) == 1
    path.write_bytes(bit_flips.flip(content, 8 * content.index(text) + 1))


def aside(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM aside ORDER BY number")]


def opened(path: Path) -> tuple[Store, list[str], str]:
    lost: list[str] = []
    store, warning = open_store(path, lost.append)
    return store, lost, warning


def test_bits_flipped_at_random(tmp_path: Path) -> None:
    """A short run of ``python -m tests.bench.bit_flips``."""
    for where, saved, had in bit_flips.run(tmp_path, 25, seed=7):
        losses = max(len(saved.lost) + len(saved.shorter), len(had.lost) + len(had.shorter))
        assert losses <= 1, (where, saved, had)
        assert (saved.wrong, had.wrong) == ([], []), where
        assert losses == 0 or (saved.said and had.said), (where, saved, had)


@pytest.mark.slow
def test_a_thousand_bits_flipped_at_random(tmp_path: Path) -> None:
    outcomes = bit_flips.run(tmp_path, 1000, seed=8)
    assert len(outcomes) == 1000
    for where, saved, had in outcomes:
        assert max(len(saved.lost) + len(saved.shorter), len(had.lost) + len(had.shorter)) <= 1, (where, saved, had)
        assert (saved.wrong, had.wrong) == ([], []), where


# --- rows -----------------------------------------------------------------------------------------


def test_a_step_that_went_bad_is_known_from_the_one_after_it(path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        for session in ("s", "t"):
            write_log(store, b"ann", session)
    for place in (1, 3):
        spoil(path, f"UPDATE steps SET step = 'x' WHERE session = 's' AND place = {place}")
    store, lost, warning = opened(path)
    with closing(store):
        assert {name: log for _, name, log in store.kept()} == {"s": LOG, "t": LOG}
    assert warning == ""
    assert lost == [f"step {place} of the kept session s of ann{KNOWN}" for place in (1, 3)]
    assert whole_file.check(path) == []
    store, lost, _ = opened(path)
    store.close()
    assert lost == [], "it is named once"


@pytest.mark.parametrize(("bad", "left"), [((4,), LOG[:3]), ((2, 3), LOG[:1]), ((1, 2), ())])
def test_a_log_goes_as_far_as_it_can_be_read_and_the_rest_is_kept_aside(
    bad: tuple[int, ...], left: tuple[Step, ...], path: Path
) -> None:
    with closing(open_store(path)[0]) as store:
        write_log(store, b"ann", "s")
        write_log(store, b"ann", "whole")
    spoil(path, f"UPDATE steps SET saved_at = 1 WHERE session = 's' AND place IN ({', '.join(map(str, bad))})")
    store, lost, _ = opened(path)
    with closing(store):
        logs = {name: log for _, name, log in store.kept()}
        assert logs == {"whole": LOG} | ({"s": left} if left else {})
        assert len(lost) == len(LOG) - len(left)
        store.write([SaveStep(b"ann", "s", LOG[0]), SaveStep(b"ann", "s", LOG[1])])
    with closing(opened(path)[0]) as store:
        assert {name: log for _, name, log in store.kept()} == {"whole": LOG, "s": LOG[:2]}
    assert aside(path) == lost


def test_a_log_that_is_begun_anew_over_one_that_went_bad_under_a_daemon_keeps_that_aside(path: Path) -> None:
    store, lost, _ = opened(path)
    with closing(store):
        write_log(store, b"ann", "s")
        spoil(path, "UPDATE steps SET step = 'x' WHERE place = 2")
        store.write([SaveStep(b"ann", "s", LOG[0])])
        assert [log for _, _, log in store.kept()] == [LOG[:1]]
        store.write([SaveStep(b"ann", "s", LOG[1])])
        spoil(path, "UPDATE steps SET step = 'x' WHERE place = 2")
        store.write([ForgetSession(b"ann", "s")])
        assert store.kept() == ()
    assert aside(path) == lost == ["step 2 of the kept session s of ann"] * 2


def test_results_and_analyses_that_went_bad_count_as_missing_and_are_not_overwritten(path: Path) -> None:
    store, lost, _ = opened(path)
    with closing(store):
        store.write([SaveSolved(record("d")), SaveSolved(record("e")), SaveKnown(kept("k")), SaveKnown(kept("l"))])
        spoil(path, "UPDATE solved SET exact = 2 WHERE digest = 'd'")
        spoil(path, "UPDATE analyses SET depth = 60 WHERE digest = 'k'")
        assert [store.recall(digest) is not None for digest in "de"] == [False, True]
        assert [store.recall_analysis(digest) is not None for digest in "kl"] == [False, True]
        assert len(lost) == 2
        store.write([SaveSolved(record("d", exact=1)), SaveKnown(kept("k", 13))])
        assert store.recall("d") == record("d", exact=1)
        assert store.recall_analysis("k") == kept("k", 13)
    assert aside(path) == ["the exact result d (othello)", "the analysis k (othello)"]


def test_a_book_position_that_went_bad_costs_no_other(path: Path) -> None:
    played = Game.begin(OTHELLO).play(("f5", "d6", "c3"))
    save = SaveGame(1, played.positions, played.moves, "")
    with closing(open_store(path)[0]) as store:
        store.write([save])
    key = fold(played.positions[1]).key
    spoil(path, f"UPDATE book_nodes SET node = x'90' WHERE key = {key}")
    store, lost, _ = opened(path)
    with closing(store):
        assert lost == [f"the book position {key} (othello)"]
        assert whole_file.check(path) == []
        book = store.book(OTHELLO, pytest.fail)
        assert [book.store.get(fold(position).key) is None for position in played.positions] == [
            False,
            True,
            False,
            False,
        ]
        store.change(lambda store, books: books.book(OTHELLO).place(played.positions[1]))
        assert set(store.book(OTHELLO, pytest.fail).store.parents(fold(played.positions[2]).key)) == {key}
    assert whole_file.check(path) == []


def test_a_game_that_went_bad_is_kept_aside(path: Path) -> None:
    store, lost, _ = opened(path)
    with closing(store):
        store.write([game(1, ("f5",)), game(2, ("d3",))])
        spoil(path, "UPDATE games SET booked = 9 WHERE moves = 'f5'")
        assert store.write([game(3, ("f5",))]) == 2
    assert aside(path) == lost == ["the game 1 (othello: f5)"]


def test_what_went_bad_is_left_out_of_an_export_and_named(path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record("d")), SaveSolved(record("e"))])
        write_log(store, b"ann", "s")
    spoil(path, "UPDATE solved SET moves = 7 WHERE digest = 'e'")
    spoil(path, "UPDATE steps SET step = 'x' WHERE place = 2")
    lost: list[str] = []
    with whole_file.salvaged(path, lost.append) as connection:
        lines = [msgspec.json.decode(line) for line in export(connection, lost.append)]
    assert [line["result"]["digest"] for line in lines if line["t"] == "solved"] == ["d"]
    assert [len(line["steps"]) for line in lines if line["t"] == "session"] == [len(LOG)]
    assert lost == ["the exact result e (othello)", "step 2 of the kept session s of ann"]


def test_a_backup_is_what_a_check_calls_sound(path: Path, tmp_path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record("d"))])
    whole_file.backup(path, tmp_path / "copy")
    spoil(path, "UPDATE solved SET moves = 7")
    assert whole_file.check(path) == ["the exact result d (othello) cannot be read"]
    with pytest.raises(StoreError, match="the exact result d"):
        whole_file.backup(path, tmp_path / "copy")
    assert whole_file.check(tmp_path / "copy") == []


# --- the file -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    [
        *(pytest.param(at, id=f"byte {at} of the file") for at in (0, 16, 18, 19, 21, 28, 32, 44, 56, 60, 63, 68, 71)),
        *(pytest.param(PAGE * page, id=f"first byte of page {page}") for page in range(1, 14)),
        *(pytest.param(PAGE * page + 4, id=f"cells of page {page}") for page in range(1, 14)),
    ],
)
def test_what_the_files_structure_hangs_on(place: int, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(bit_flips.flip(whole, 8 * place + 3))
    store, lost, _ = opened(path)
    with closing(store):
        assert [log for _, _, log in store.kept()] == [LOG, LOG]
        assert all(store.recall(str(number)) == record(str(number)) for number in range(40))
        assert store.recall_analysis("long") == kept("long", lines=kept("long").known.lines * 60)
        assert store.write([game(9, ("c4",))]) == 3
    assert lost == []
    assert whole_file.check(path) == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record(str(number))) for number in range(40)])
        store.write([SaveKnown(kept("long", lines=kept("long").known.lines * 60)), game(1, ("f5",)), game(2, ("d3",))])
        for session in ("s", "t"):
            write_log(store, b"ann", session)
    return path.read_bytes()


def test_a_schema_that_went_bad(path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record())])
    flip_where(path, b"CREATE TABLE solved (\n    number")
    store, lost, warning = opened(path)
    with closing(store):
        assert store.recall("d") == record()
    assert lost == []
    assert "is broken" in warning
    assert whole_file.check(path) == []


def test_a_broken_file_is_kept_beside_the_new_one_and_never_overwritten(path: Path) -> None:
    contents = []
    for digest in ("d", "e", "f"):
        with closing(open_store(path)[0]) as store:
            store.write([SaveSolved(record(digest))])
        flip_where(path, b"SQLite format 3")
        contents.append(path.read_bytes())
    with closing(open_store(path)[0]) as store:
        assert all(store.recall(digest) == record(digest) for digest in "def")
    assert sorted(part.read_bytes() for part in path.parent.glob("*.broken-*")) == sorted(contents)


def test_pages_of_rubbish_cost_what_was_on_them(path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record(str(number))) for number in range(400)])
        write_log(store, b"ann", "s")
    content = bytearray(path.read_bytes())
    last = len(content) // PAGE - 1
    content[PAGE * (last - 1) : PAGE * (last + 1)] = b"\xa5" * 2 * PAGE
    path.write_bytes(content)
    store, _, warning = opened(path)
    with closing(store):
        found = sum(store.recall(str(number)) == record(str(number)) for number in range(400))
    assert "is broken" in warning
    assert found >= 360
    assert whole_file.check(path) == []


def test_a_broken_file_that_somebody_has_open_is_tried_again(path: Path) -> None:
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record(str(number))) for number in range(400)])
    content = path.read_bytes()
    broken = bit_flips.flip(content, 8 * (len(content) - PAGE))
    path.write_bytes(broken)
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT * FROM days").fetchall()
        with pytest.raises(Passing, match="another process has it open"):
            open_store(path)
        assert path.read_bytes() == broken
    store, lost, _ = opened(path)
    with closing(store):
        assert all(store.recall(str(number)) == record(str(number)) for number in range(400))
    assert lost == []


@pytest.mark.parametrize("mode", [0o644, 0o666, 0o600])
def test_the_file_is_for_its_owner_alone(mode: int, tmp_path: Path) -> None:
    """Also in a folder that is open to all, and where an earlier version has left it open."""
    tmp_path.chmod(0o755)
    path = tmp_path / "store.sqlite"
    if mode != 0o600:
        open_store(path)[0].close()
        path.chmod(mode)
    with closing(open_store(path)[0]) as store:
        store.write([SaveSolved(record())])
        modes = {part.name: stat.S_IMODE(part.stat().st_mode) for part in tmp_path.glob("store.sqlite*")}
        assert modes == dict.fromkeys(("store.sqlite", "store.sqlite-wal", "store.sqlite-shm"), 0o600)
