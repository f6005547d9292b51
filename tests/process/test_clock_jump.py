"""The system's clock jumps under a daemon: nothing that is kept goes, and nobody waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.process.raw_client import FakeServed
from tests.process.test_kill import late_game

FAKETIME = list(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


@pytest.mark.skipif(not FAKETIME, reason="needs faketime")
@pytest.mark.parametrize("jumps", [("+100d",), ("-100d",), ("+100d", "-100d", "+0")], ids=["on", "back", "both"])
def test_a_clock_that_jumps_costs_nothing_that_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jumps: tuple[str, ...]
) -> None:
    offset = tmp_path / "offset"
    offset.write_text("+0")
    for name, value in (
        ("LD_PRELOAD", str(FAKETIME[0])),
        ("FAKETIME_TIMESTAMP_FILE", str(offset)),
        ("FAKETIME_NO_CACHE", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ):
        monkeypatch.setenv(name, value)
    with FakeServed() as served:
        with served.client("ann") as client:
            assert client.ask("open", session="s", keep=True, moves=["f5"])["stored"]
            assert client.ask("analyse", moves=late_game(1), depth=1)["stored"]
            for number, jump in enumerate(jumps, 1):
                offset.write_text(jump)
                assert client.ask("ping", by="control")["t"] == "pong"
                assert client.ask("analyse", depth=1)["t"] == "analysis"
                assert client.ask("learn", moves=["f5", "d6", "c3"][:number])["games"] == number
            assert client.ask("play", session="s", moves=["d6"])["stored"]
        served.kill()
        served.start()
        with served.client("ann") as client:
            assert client.ask("show", session="s")["moves"] == ["f5", "d6"]
            assert client.ask("analyse", moves=late_game(1), depth=1)["nodes"] == 0
