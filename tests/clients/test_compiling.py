"""What is said while a variant is compiled."""

from __future__ import annotations

import io
from itertools import count
from types import SimpleNamespace

import pytest

from engined_client import Client
from engined_client.terminal.compiling import CompileNotice
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon
from tests.clients.test_client import final
from tests.patience import until


class Window(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_one_line() -> None:
    said: list[str] = []
    notice = CompileNotice(said.append)
    for state in (
        "queued",
        "compiling nip",
        "compiling nip: depth 3 by the rules alone",
        "",
        "compiling nip",
        "loading x",
    ):
        notice.hear(state)
    assert said == ["compiling nip (once; usually 5 to 60 s)"]


def test_a_terminal_gets_a_clock_that_goes_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window()
    monkeypatch.setattr("sys.stderr", window)
    monkeypatch.setattr("engined_client.terminal.compiling.TICK", 0.001)
    clock = count()  # of this module alone: others read the real one
    now = SimpleNamespace(monotonic=lambda: float(min(next(clock), 7)))
    monkeypatch.setattr("engined_client.terminal.compiling.time", now)
    notice = CompileNotice(print, "ja")
    notice.hear("compiling nip")
    notice.hear("compiling nip: depth 3 by the rules alone")
    until(lambda: "6 秒" in window.getvalue(), "six seconds have passed")
    notice.hear("")
    notice.hear("")
    assert "nip をコンパイル中：3 秒（通常 5〜60 秒）" in window.getvalue()
    assert window.getvalue().endswith("\r\x1b[K")


def test_what_a_job_waits_for_is_heard(daemon: FakeDaemon) -> None:
    daemon.answers[m.Analyse] = lambda request: [
        m.Info(id=request.id, seq=1, depth=0, moves=(), nodes=0, seconds=0.0, state="compiling nip"),
        final(request),
    ]
    heard: list[str] = []
    with Client(daemon.folder) as client:
        client.on_state(heard.append)
        client.analyse().result()
    assert heard == ["compiling nip", ""]
