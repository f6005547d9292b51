"""The write-ahead log that a killed daemon leaves: bits of it that went bad are put right, no others touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engined.daemon.store.pages import FRAME_HEADER, LOG_HEADER
from engined.daemon.store.store import open_store
from engined.daemon.store.write_ahead_log import FRAME, mend_log, put_right
from engined.service.events import SaveSolved
from tests.bench.bit_flips import flip
from tests.daemon.test_store import ROOT, game, record

RESULTS = 30


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Of a store that was killed, with a transaction for each result."""
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    with closing(open_store(path)[0]) as store:
        for number in range(RESULTS):
            store.write([SaveSolved(record(str(number)))])
        return path.with_name("store.sqlite-wal").read_bytes()


@pytest.fixture
def killed(log: bytes, tmp_path: Path) -> Path:
    """A store whose first bytes are in its file, and the rest in its log."""
    path = tmp_path / "store.sqlite"
    with closing(open_store(tmp_path / "other")[0]):
        path.write_bytes((tmp_path / "other").read_bytes())
    path.with_name("store.sqlite-wal").write_bytes(log)
    return path


def found(path: Path) -> tuple[list[int], str]:
    """The results that a daemon finds, and what it says."""
    store, warning = open_store(path)
    with closing(store):
        return [number for number in range(RESULTS) if store.recall(str(number)) == record(str(number))], warning


def test_a_sound_log_is_left_alone(log: bytes, killed: Path) -> None:
    assert put_right(log, b"") is None
    assert found(killed) == (list(range(RESULTS)), "")


@pytest.mark.parametrize("seed", range(8))
def test_a_bit_that_went_bad_costs_no_transaction(seed: int, log: bytes, killed: Path) -> None:
    bad = flip(log, Random(seed).randrange(8 * len(log)))
    killed.with_name("store.sqlite-wal").write_bytes(bad)
    results, warning = found(killed)
    assert len(results) >= RESULTS - 1
    assert "bits that went bad" in warning
    assert killed.with_name("store.sqlite-wal.broken-1").read_bytes() == bad


def pages(log: bytes) -> list[bytes]:
    """What a log says: pages, and where they belong."""
    places = range(LOG_HEADER, len(log), FRAME)
    return [log[at : at + 8] + log[at + FRAME_HEADER : at + FRAME] for at in places]


@pytest.mark.parametrize("byte", [0, 3, 4, 8, 12, 16, 20, 24, 28])
@pytest.mark.parametrize(
    "where", [0, LOG_HEADER + 5 * FRAME, LOG_HEADER + 14 * FRAME], ids=["log", "a page", "another"]
)
def test_what_stands_before_the_pages(byte: int, where: int, log: bytes) -> None:
    if where and byte >= FRAME_HEADER:
        pytest.skip("there the page begins")
    mended = put_right(flip(log, 8 * (where + byte)), b"")
    assert mended is not None
    assert pages(mended) == pages(log)
    assert put_right(mended, b"") is None


def test_a_sector_of_rubbish_costs_what_was_in_it(log: bytes, killed: Path) -> None:
    place = len(log) // 2 // FRAME * FRAME + LOG_HEADER + 1024
    killed.with_name("store.sqlite-wal").write_bytes(log[:place] + os.urandom(512) + log[place + 512 :])
    results, _ = found(killed)
    assert len(results) >= RESULTS - 12
    assert {0, RESULTS - 1} <= set(results)


@pytest.mark.parametrize("left", [0, 7, LOG_HEADER, LOG_HEADER + 100, LOG_HEADER + 9 * FRAME + 77])
def test_what_was_cut_off_is_no_fault(left: int, log: bytes) -> None:
    """Whoever was killed while it wrote has acknowledged nothing of that."""
    assert put_right(log[:left], b"") is None


def test_a_transaction_of_which_a_part_was_written_is_none(log: bytes) -> None:
    """Its pages are there as they were before, or as anything, when power is lost."""
    cut = len(log) - FRAME
    for rest in (bytes(FRAME), os.urandom(FRAME), log[cut : cut + 600] + bytes(FRAME - 600)):
        assert put_right(log[:cut] + rest, b"") is None


def test_what_is_left_of_an_earlier_use_of_the_file_is_none(log: bytes) -> None:
    older = bytearray(log)
    for at in range(LOG_HEADER + 6 * FRAME, len(log), FRAME):
        older[at + 8 : at + 16] = bytes(8)
    assert put_right(bytes(older), b"") is None


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.daemon.test_store import game, open_store
store, _ = open_store(Path(sys.argv[1]))
print(store.write([game()]), flush=True)
sys.stdin.read()
"""


def test_the_log_of_a_store_that_is_open_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(ROOT)], **pipes) as writer:  # type: ignore[call-overload]
        assert writer.stdout.readline() == b"1\n"
        log = path.with_name("store.sqlite-wal")
        bad = flip(log.read_bytes(), 8 * (LOG_HEADER + 200))
        log.write_bytes(bad)
        assert mend_log(path) == ""
        assert log.read_bytes() == bad
        writer.send_signal(signal.SIGKILL)
    assert "bits that went bad" in mend_log(path)
    with closing(open_store(path)[0]) as store:
        assert store.write([game()]) == 1
