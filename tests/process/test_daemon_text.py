"""The daemon as the engine of a GUI: lines on stdin and stdout, and the same lines through the socket."""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Iterator

import pytest
import zmq

from tests.patience import PATIENCE, until
from tests.process.raw_client import FakeServed

GAME = "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5];)"


class Spoken(FakeServed):
    """A daemon that speaks text on its standard streams."""

    def __init__(self, text: str = "auto", **settings: object) -> None:
        super().__init__(**{"text": text, "sockets": False, **settings})
        self._heard = b""

    def say(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self, until: str) -> str:
        """All that was said up to and with the line that begins so."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + PATIENCE
        line = re.compile(rb"^" + re.escape(until.encode()) + rb".*\n", re.MULTILINE)
        while True:
            if found := line.search(self._heard):
                said, self._heard = self._heard[: found.end()], self._heard[found.end() :]
                return said.decode()
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.process.stdout], [], [], max(left, 0))
            assert ready, f"never heard {until!r} in {self._heard[-500:]!r}"
            data = os.read(self.process.stdout.fileno(), 65536)
            assert data, f"the end came before {until!r}: {self._heard[-500:]!r}"
            self._heard += data

    def finish(self) -> tuple[int, str]:
        """End its input; exit code and the rest of what it says."""
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self._heard + out).decode()


@pytest.fixture
def nboard() -> Iterator[Spoken]:
    with Spoken() as spoken:
        spoken.say("nboard 2", f"set game {GAME}", "set depth 60")
        yield spoken


@pytest.fixture
def gtp() -> Iterator[Spoken]:
    with Spoken() as spoken:
        spoken.say("protocol_version")
        assert spoken.hear("= ") == "= 2\n"
        yield spoken


def test_the_first_line_decides(nboard: Spoken, gtp: Spoken) -> None:
    assert "set myname" in nboard.hear("set myname")
    gtp.say("2 list_games")
    assert "=2 " in gtp.hear("Othello")


def test_a_ping_during_a_hint_is_answered_and_nothing_comes_after_it(nboard: Spoken) -> None:
    nboard.say("ping 1", "hint 4")
    nboard.hear("pong 1")
    nboard.hear("search")
    nboard.say("ping 2")
    nboard.hear("pong 2")
    nboard.say("ping 3")
    assert "search" not in nboard.hear("pong 3")


def test_the_end_of_input_during_a_search_is_the_end(nboard: Spoken) -> None:
    nboard.say("ping 1", "hint 4")
    nboard.hear("search")
    assert nboard.finish()[0] == 0


def test_a_reader_that_is_gone_is_the_end(nboard: Spoken) -> None:
    nboard.hear("set myname")
    assert nboard.process.stdout is not None
    nboard.process.stdout.close()
    nboard.say("hint 4")
    assert nboard.process.wait(PATIENCE) == 0


def test_a_game_may_be_learnt_with_the_first_line() -> None:
    with Spoken("nboard") as spoken:
        spoken.say("learn", "ping 1")
        assert spoken.hear("pong 1") == "learned\npong 1\n"


def test_a_script_is_served_to_its_end() -> None:
    with Spoken() as spoken:
        spoken.say("boardsize 6", "clear_board", "play b c2", "undo", b"bogus", "list_games")
        code, said = spoken.finish()
    assert code == 0
    answers = said.strip().split("\n\n")
    assert [answer[0] for answer in answers] == ["=", "=", "=", "=", "?", "="]


def test_a_line_without_its_newline_counts() -> None:
    with Spoken() as spoken:
        assert spoken.process.stdin is not None
        spoken.process.stdin.write(b"7 protocol_version")
        assert spoken.finish() == (0, "=7 2\n\n")


def test_a_line_of_ten_megabytes_is_refused_and_skipped(gtp: Spoken) -> None:
    gtp.say(b"9 play b " + b"d4" * 5_000_000, "10 protocol_version")
    said = gtp.hear("=10")
    assert said.count("?") == 1
    assert said.endswith("=10 2\n")


def test_a_long_line_is_refused_and_skipped_by_nboard(nboard: Spoken) -> None:
    nboard.say(b"set game (;" + b"x" * 10_000_000, "ping 5")
    assert nboard.hear("pong 5").splitlines()[-2:] == ["status a line has at most 1048576 bytes", "pong 5"]


def test_what_is_not_utf_8_is_an_error_and_no_end(gtp: Spoken) -> None:
    gtp.say(b"3 play \xff\xfe\xc0", "4 protocol_version")
    said = gtp.hear("=4")
    assert "?3" in said
    assert said.isascii()
    gtp.finish()
    assert "not UTF-8" in gtp.log()


def test_standard_error_stays_silent(nboard: Spoken) -> None:
    """NBoard reads it as if it were protocol."""
    nboard.say(b"\xff", "bogus", "ping 1")
    nboard.hear("pong 1")
    assert nboard.process.stderr is not None
    nboard.finish()
    assert nboard.log() != ""


def test_a_signal_during_a_search_is_a_clean_end(nboard: Spoken) -> None:
    nboard.say("hint 4")
    nboard.hear("search")
    assert nboard.end() == 0


def test_a_silent_reader_loses_infos_and_no_answer() -> None:
    """The pipe fills while nobody reads; the daemon neither waits nor forgets."""
    with Spoken(sockets=True) as nboard, nboard.client() as watcher:
        nboard.say("nboard 2", f"set game {GAME}", "set depth 60", *["ping 1"] * 20_000, "hint 4")
        until(lambda: watcher.ask("status").get("dropped", 0) > 0, "infos are lost")
        nboard.say("ping 2")
        assert nboard.hear("pong 2").count("pong 1\n") == 20_000


# --- the same through the socket ------------------------------------------------------------------


class Typist:
    """A text client of the work socket."""

    def __init__(self, served: FakeServed) -> None:
        self._context = zmq.Context()
        self.socket = self._context.socket(zmq.DEALER)
        self.socket.set(zmq.LINGER, 0)
        self.socket.set(zmq.RCVTIMEO, 1000 * PATIENCE)
        self.socket.connect(f"ipc://{served.folder}/work")

    def say(self, text: bytes) -> None:
        self.socket.send_multipart([b"T1", text])

    def hear(self, until: str) -> str:
        said = ""
        while until not in said:
            kind, text, *_ = self.socket.recv_multipart()
            assert kind == b"T1"
            assert text, f"the end came before {until!r}: {said!r}"
            said += text.decode()
        return said

    def close(self) -> None:
        self._context.destroy(linger=0)


@pytest.fixture
def served() -> Iterator[FakeServed]:
    with FakeServed() as daemon:
        yield daemon


@pytest.fixture
def typist(served: FakeServed) -> Iterator[Typist]:
    typist = Typist(served)
    yield typist
    typist.close()


def test_gtp_through_the_socket(typist: Typist) -> None:
    typist.say(b"1 protocol_version\n2 name")
    assert typist.hear("=2") == "=1 2\n\n=2 Engined\n\n"
    typist.say(b"3 quit\n")
    typist.hear("=3")
    assert typist.socket.recv_multipart() == [b"T1", b""]


def test_nboard_through_the_socket_beside_messages(served: FakeServed, typist: Typist) -> None:
    typist.say(b"nboard 2\nset game " + GAME.encode() + b"\nset depth 60\nping 1\n")
    typist.hear("pong 1")
    typist.say(b"hint 2\n")
    typist.hear("search")
    with served.client() as client:
        (job,) = client.ask("status", by="control")["jobs"]
        assert job["state"] == "running"
        typist.say(b"ping 2\n")
        typist.hear("pong 2")
        typist.say(b"hint 2\n")
        typist.hear("search")
        typist.say(b"")
        while typist.socket.recv_multipart()[1]:
            pass
        assert client.ask("status", by="control")["jobs"] == []
        assert client.ask("status", by="control")["clients"] == 0


def test_a_conversation_is_text_or_messages(typist: Typist) -> None:
    typist.say(b"name\n")
    typist.hear("= Engined\n\n")
    typist.socket.send_multipart([b"E1", b"\x80"])
    assert typist.socket.recv_multipart()[0] == b"E1"
    typist.say(b"version\n")
    typist.hear("= ")


def test_a_long_line_through_the_socket_is_refused(typist: Typist) -> None:
    typist.say(b"name\n")
    typist.hear("= Engined\n\n")
    typist.say(b"x" * (1 << 20) + b"y\n7 name\n")
    said = typist.hear("=7 Engined")
    assert said.startswith("? ")


def test_a_flood_of_text_does_not_hold_up_control(served: FakeServed, typist: Typist) -> None:
    with served.client() as client:
        client.ask("ping", by="control")
        typist.say(b"nboard 2\nping 1\n")
        typist.hear("pong 1")
        typist.say(b"x\n" * 50_000 + b"ping 2\n")
        assert client.ask("ping", by="control")["t"] == "pong"
        assert not typist.socket.poll(0)  # it was answered in the middle of the flood
        typist.hear("pong 2")
