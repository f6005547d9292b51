"""Commands that are interrupted, cut off or left alone, and what they show on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.process.serving import Served


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def wait_until_busy(served: Served) -> None:
    """Wait until the daemon has a job."""
    end = time.monotonic() + PATIENCE
    while not json.loads(served.engined("status", "--json").stdout)["jobs"]:
        assert time.monotonic() < end, "no job"


def test_ctrl_c_ends_an_analysis_with_its_result(served: Served) -> None:
    process = served.begin("analyse", "f5", "--time", "0", "--json")
    wait_until_busy(served)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors.decode()
    assert json.loads(output)["reason"] == "stopped"


@pytest.mark.parametrize("gap", [0.01, 0.1, 0.2, 0.3])
def test_a_press_told_twice_ends_it_with_its_result_too(gap: float) -> None:
    """As `timeout` tells it, which signals a command and then its process group, so many seconds later: also where the
    command has ended but for Python's own end.
    """
    with Served() as daemon:
        process = daemon.begin("analyse", "f5", "--time", "0", "--json")
        wait_until_busy(daemon)
        process.send_signal(signal.SIGINT)
        time.sleep(gap)  # two signals at once would be one
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors.decode()
    assert json.loads(output)["reason"] == "stopped"


def test_ctrl_c_elsewhere_is_130_without_words(served: Served) -> None:
    process = served.begin("perft", "othello", "40")
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"1 4 ")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == b""


def test_a_reader_who_has_seen_enough_is_no_fault(served: Served) -> None:
    with served.begin("perft", "othello", "40") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"1 4 ")
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_daemon_that_is_killed_is_3() -> None:
    with Served() as daemon:
        process = daemon.begin("analyse", "f5", "--time", "0")
        wait_until_busy(daemon)
        daemon.process.kill()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert re.fullmatch(r"engined: the daemon at \S+ is gone\n", errors.decode())


def test_a_private_daemon_ends_with_its_command(private_place: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "engined", "perft", "othello-4x4", "3", "--private"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.stdout.split()[1::3] == ["4", "12", "44"]
    assert not daemons(private_place)
    assert not list(private_place.iterdir())


def test_a_private_daemon_ends_when_its_owner_is_killed(private_place: Path) -> None:
    command = [sys.executable, "-m", "engined", "perft", "othello", "40", "--private"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"1 4 ")
        assert len(daemons(private_place)) == 1
        process.kill()
    end = time.monotonic() + PATIENCE
    while daemons(private_place):
        assert time.monotonic() < end, "it lives on"
        time.sleep(0.05)
    assert not list(private_place.iterdir()), "its folder too"


@pytest.fixture
def private_place(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which the private daemons of one test live and no others, whatever runs beside it."""
    with tempfile.TemporaryDirectory(dir=own_folders, prefix="private-") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        yield Path(folder)


def daemons(place: Path) -> set[int]:
    """Process ids of the private daemons whose endpoints lie in a folder."""
    found = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue  # it has ended meanwhile
            if b"--private" in words and any(word.startswith(bytes(place)) for word in words) and state != "Z":
                found.add(int(folder.name))
    return found


def on_terminal(
    served: Served,
    *words: str,
    stdin: bytes = b"",
    colours: bool = False,
    columns: int = 100,
    enough: Callable[[bytes], bool] = lambda drawn: False,
) -> tuple[int, str]:
    """Run a command on a terminal of so many columns, to its end or to Ctrl-C when enough was drawn; its exit code and
    all that was drawn.
    """
    here, there = pty.openpty()
    import fcntl
    import termios

    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {**served.environment(), "TERM": "xterm"}
    environment.pop("COLUMNS", None)
    environment.pop("LINES", None)
    environment.pop("NO_COLOR", None)
    environment |= {} if colours else {"NO_COLOR": "1"}
    command = [sys.executable, "-m", "engined", *words]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=environment) as process:
        os.close(there)
        try:
            os.write(here, stdin)
            drawn, ended = b"", False
            while select.select([here], [], [], PATIENCE)[0]:
                try:
                    part = os.read(here, 65536)
                except OSError:
                    break  # how Linux says that the other end is closed
                if not part:
                    break
                drawn += part
                if not ended and enough(drawn):
                    process.send_signal(signal.SIGINT)
                    ended = True
            code = process.wait(PATIENCE)
        finally:
            process.kill()  # one that does not end is a failure of this test alone
    os.close(here)
    return code, drawn.decode().replace("\r\n", "\n")


def test_an_analysis_is_drawn_again_and_again_in_its_place(served: Served) -> None:
    code, drawn = on_terminal(
        served, "analyse", "f5d6", "--time", "0", enough=lambda drawn: drawn.count(b"F\x1b[J") >= 3
    )
    assert code == 0
    first, *others = re.split(r"\x1b\[(\d+)F\x1b\[J", drawn.removeprefix("\x1b[J"))
    assert len(others) >= 2
    heights, blocks = others[::2], [first, *others[1::2]]
    assert [block.count("\n") for block in blocks[:-1]] == [int(height) for height in heights]
    assert all(block.splitlines()[0].split() == list("abcdefgh") for block in blocks)
    assert "stopped" in blocks[-1]


def test_with_colours_an_analysis_is_drawn_over_itself(served: Served) -> None:
    enough = re.compile(rb"(\x1b\[1A[^a-h]*[a-h].*){3}", re.DOTALL)  # three times drawn over
    words = ("analyse", "f5d6", "--time", "0")
    code, drawn = on_terminal(served, *words, colours=True, enough=lambda drawn: bool(enough.search(drawn)))
    assert code == 0
    first, *others = re.split(r"\r?(?:\x1b\[2K|\x1b\[1A)+", drawn)
    assert len(others) >= 2
    ups = [len(re.findall(r"\x1b\[1A", climb)) for climb in re.findall(r"(?:\x1b\[2K|\x1b\[1A)+", drawn)]
    assert ups[:2] == [block.count("\n") for block in (first, others[0])]
    assert "stopped" in " ".join(others[-1].split())


def test_tables_fit_the_window(tmp_path: Path) -> None:
    """No line wraps by itself; into a pipe they are whole."""
    games = tmp_path / ("long-" * 12 + "name.txt")
    games.write_text("f5d6c3d3c4f4f6f3e6e7d7c5\nf5d6c3d3c4b3\n")
    small = tmp_path / "small.txt"
    small.write_text("b1\n")
    commands = (
        ("book", "show", "f5d6c3"),
        ("find", str(games), "--position", "f5d6c3"),
        ("review", "f5d6c3d3c4f4", "--depth", "9"),
        ("review", str(games), "--depth", "2", "--all", str(tmp_path / "out.jsonl")),
        ("analyse", "f5d6", "--turns", "--depth", "9"),
        ("solve", str(small), "--variant", "othello-4x4"),
    )
    with Served(store=str(tmp_path / "store")) as served:
        assert served.engined("book", "add", str(games)).returncode == 0
        assert served.engined("book", "fix", "--depth", "8").returncode == 0
        for words in commands:
            assert any(len(line) >= 66 for line in served.engined(*words).stdout.splitlines())
            code, drawn = on_terminal(served, *words, columns=66)
            assert code == 0, drawn
            lines = [line for line in re.split(r"[\r\n]", drawn) if "%|" not in line]
            assert [line for line in lines if len(line) >= 66] == []


def test_solving_shows_a_bar_with_rate_and_time_left(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("b1\n" * 3)
    code, drawn = on_terminal(served, "solve", str(file), "--variant", "othello-4x4", "--json")
    assert code == 0
    assert re.search(r"100%.*3/3 \[\d\d:\d\d<\d\d:\d\d,.*positions", drawn)
    assert drawn.count('"kind": "exact"') == 3


def test_a_bare_engined_on_a_terminal_says_what_it_is_for(served: Served) -> None:
    code, drawn = on_terminal(served, stdin=b"name\nquit\n")
    assert code == 0
    assert "engined play" in drawn
    assert "=" in drawn
