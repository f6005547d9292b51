"""A store as lines: out and in again, and bad lines named by number with nothing taken in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.store import import_lines, whole_file
from engined.daemon.store.export_lines import export
from engined.daemon.store.import_lines import Bad, check, take_in
from engined.daemon.store.store import Store, open_store
from engined.results import Certainty
from engined.rules.position import start
from engined.service.events import Save, SaveAnalysis, SaveGame, SaveKnown, SaveSolved, SaveStep
from engined.service.game import Game
from engined.service.sessions.session import Begun, MovesPlayed
from engined.variants.model import Variant
from tests.daemon.test_analysis_table import kept
from tests.daemon.test_store import OTHELLO, record
from tests.service.fake_engine import lines_of

PLAYED = Game.begin(OTHELLO).play(("f5", "d6", "c3"))
FULL: list[Save] = [
    SaveSolved(record("one")),
    SaveSolved(record("two", exact=2)),
    SaveKnown(kept("deep", 14)),
    SaveGame(1, PLAYED.positions, PLAYED.moves, "Draw"),
    SaveAnalysis(start(OTHELLO), lines_of(start(OTHELLO), Certainty.ESTIMATE, 9), proven=False),
    SaveStep(b"\xff\x00ann", "s", Begun("othello", OTHELLO.digest, None, ())),
    SaveStep(b"\xff\x00ann", "s", MovesPlayed(("f5", "d6"))),
]


def known(name: str, digest: str) -> Variant | None:
    return OTHELLO if (name, digest) == ("othello", OTHELLO.digest) else None


def opened(path: Path) -> Store:
    store, warning = open_store(path)
    assert warning == ""
    return store


def lines_in(path: Path) -> list[bytes]:
    with whole_file.opened(path) as connection:
        return list(export(connection, pytest.fail))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    with closing(opened(path)) as store:
        store.write(FULL)
        return lines_in(path)


def sealed(lines: Sequence[bytes]) -> list[bytes]:
    """With an end that fits."""
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    return [*lines, msgspec.json.encode({"t": "end", "lines": len(lines) - 1, "sha256": digest}) + b"\n"]


def test_what_a_line_looks_like(lines: list[bytes]) -> None:
    """Other programs read them: a change here needs another version of the format."""
    plain = [msgspec.json.decode(line) for line in lines]
    assert plain[0] | {"program": ""} == {"t": "engined-store", "version": 1, "tables": 6, "program": ""}
    assert plain[1] == {
        "t": "solved",
        "result": {
            "digest": "one",
            "variant": "othello",
            "position": "...",
            "exact": 1,
            "moves": 2,
            "lines": [
                {"move": "f5", "score": 4.0, "kind": "exact", "depth": 9, "pv": ["f5", "--"]},
                {"move": "d3", "score": 4.0, "kind": "upper", "depth": 9, "pv": ["d3", "--"]},
            ],
        },
    }
    assert [line["t"] for line in plain[2:]] == ["solved", "analysis", "game", *["book"] * 4, "session", "end"]
    assert plain[3]["lines"][0]["move"] == [26, [27, 35]]
    assert plain[-2] | {"saved_at": 0} == {
        "t": "session",
        "client": "/wBhbm4=",
        "session": "s",
        "saved_at": 0,
        "steps": [
            {"type": "begun", "variant": "othello", "digest": OTHELLO.digest, "start": None, "moves": []},
            {"type": "played", "moves": ["f5", "d6"]},
        ],
    }
    assert sealed(lines[:-1]) == lines


def test_out_and_in_again(lines: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with closing(opened(path)) as store:
        assert check(lines, known) == len(lines) - 2
        assert take_in(lines, store, known) == len(lines) - 2
        assert lines_in(path) == lines
        assert take_in(lines, store, known) == 0
        assert lines_in(path) == lines
        assert [(client, name, len(log)) for client, name, log in store.kept()] == [(b"\xff\x00ann", "s", 2)]
    assert whole_file.check(path) == []


def test_what_is_better_here_stays(lines: list[bytes], tmp_path: Path) -> None:
    with closing(opened(tmp_path / "store.sqlite")) as store:
        store.write([SaveSolved(record("one", exact=2)), SaveKnown(kept("deep", 20)), *FULL[5:6]])
        take_in(lines, store, known)
        assert store.recall("one") == record("one", exact=2)
        assert store.recall_analysis("deep") == kept("deep", 20)
        assert [len(log) for _, _, log in store.kept()] == [1]


def test_many_positions_of_books(lines: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is held in memory of them is written in between, with all values right in the end."""
    monkeypatch.setattr(import_lines, "BOOK_LINES_AT_ONCE", 2)
    with closing(opened(tmp_path / "store.sqlite")) as store:
        take_in(lines, store, known)
        found = store.change(
            lambda store, books: [books.book(OTHELLO).value_of(key) for key in books.book(OTHELLO).in_order()]
        )
        assert sum(value is not None for value in found) == 1
        assert lines_in(tmp_path / "store.sqlite") == lines


def replaced(old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    return lambda lines: [line.replace(old, new) for line in lines]


@pytest.mark.parametrize(
    ("change", "number", "message"),
    [
        (lambda lines: [b"rubbish\n", *lines[1:]], 1, "no line of JSON"),
        (lambda lines: lines[1:], 1, "begins with one line"),
        (lambda lines: [*lines[:2], lines[0], *lines[2:]], 3, "begins with one line"),
        (replaced(b'"version":1', b'"version":2'), 1, "of version 2; this program knows 1"),
        (replaced(b'"exact":1', b'"exact":3'), 2, "result.exact"),
        (replaced(b'"exact":1', b'"exact":"1"'), 2, "result.exact: '1' is not a whole number"),
        (replaced(b'"depth":14', b'"depth":0'), 4, "says nothing"),
        (replaced(b'"booked":4', b'"boked":4'), 5, "boked: it is not known"),
        (replaced(b'"games":1', b'"games":null'), 6, "games: nothing is not a whole number"),
        (replaced(OTHELLO.digest.encode(), b"0" * 32), 6, "declared as 00000000 is known here"),
        (replaced(b'"type":"begun"', b'"type":"resumed"'), 10, "steps"),
        (replaced(b'"t":"game"', b'"t":"gane"'), 5, "t: 'gane'"),
        (lambda lines: lines[:4], 5, "the last line is missing"),
        (lambda lines: [*lines, lines[1]], 12, "after the end"),
        (lambda lines: [*lines[:3], *lines[4:]], 10, "there are 8 between the first and this, not 9"),
        (replaced(b"Draw", b"draw"), 11, "have been changed"),
        (lambda lines: [], 1, "missing"),
    ],
)
def test_bad_lines_are_named(
    lines: list[bytes], change: Callable[[list[bytes]], list[bytes]], number: int, message: str
) -> None:
    with pytest.raises(Bad) as raised:
        check(change(lines), known)
    assert raised.value.faults[0][0] == number
    assert message in raised.value.faults[0][1]


def test_several_bad_lines_are_named_together(lines: list[bytes]) -> None:
    with pytest.raises(Bad) as raised:
        check([*lines[:2], b"x\n", *lines[3:5], b"{}\n", *lines[6:]], known)
    assert [number for number, _ in raised.value.faults] == [3, 6, 11]


@pytest.mark.parametrize("position", ["no position", "." * 64 + " X", "X" * 63 + " X"])
def test_a_position_that_cannot_be_takes_everything_back(lines: list[bytes], tmp_path: Path, position: str) -> None:
    place = next(number for number, line in enumerate(lines) if b'"t":"book"' in line)
    entry = msgspec.json.decode(lines[place]) | {"position": position, "leaves": [["f5", 1.0, "estimate", 8, 100]]}
    bad = sealed([*lines[:place], *lines[place + 1 : -1], msgspec.json.encode(entry) + b"\n"])
    with closing(opened(tmp_path / "store.sqlite")) as store:
        check(bad, known)
        with pytest.raises(Bad) as raised:
            take_in(bad, store, known)
        assert [number for number, _ in raised.value.faults] == [len(bad) - 1]
        assert set(whole_file.counts(tmp_path / "store.sqlite").values()) == {0}


@given(st.data())
def test_whatever_is_changed_is_noticed(lines: list[bytes], data: st.DataObject) -> None:
    """A byte of a line, not its end, is another one: every such file is refused, by a number."""
    place = data.draw(st.integers(0, len(lines) - 2))
    line = bytearray(lines[place])
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    with pytest.raises(Bad) as raised:
        check([*lines[:place], bytes(line), *lines[place + 1 :]], known)
    assert all(1 <= number <= len(lines) + 1 for number, _ in raised.value.faults)


def test_lines_of_other_programs_need_no_digest(lines: list[bytes]) -> None:
    end = msgspec.json.encode({"t": "end", "lines": 1}) + b"\n"
    assert check([lines[0], lines[1].replace(b'"score":4.0', b'"score":6.0'), end], known) == 1
