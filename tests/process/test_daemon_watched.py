"""What a daemon tells those who watch it: log, status, top, HTTP, systemd."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from engined import __version__
from tests.patience import PATIENCE, until
from tests.process.raw_client import FakeServed, free_port
from tests.process.serving import Served


def test_the_log_says_who_came_what_jobs_came_to_and_what_was_refused() -> None:
    with FakeServed(log_level="debug") as served:
        with served.client("name\x1b[31m") as client:
            client.ask("open", session="s", variant="othello-6x6")
            client.send("analyse", id="job", session="s")
            client.wait_for_info("job")
            client.ask("stop", target="job")
            client.final("job")
            client.ask("show", id="\x1b]0;title\x07", variant="nothing")
        assert served.end() == 0
        assert "\x1b" not in served.log()
        (came,) = served.entries("client")
        (job,) = served.entries("job")
        (refused,) = served.entries("refused")
        assert came["client"] == job["client"] == refused["client"] == "name\\x1b[31m"
        assert (job["id"], job["kind"], job["variant"], job["session"]) == ("job", "analyse", "othello-6x6", "s")
        assert {"reason", "depth", "nodes", "seconds", "waited"} <= set(job)
        assert (refused["kind"], refused["field"], refused["id"]) == ("unknown-variant", "variant", "\x1b]0;title\x07")
        assert [entry["kind"] for entry in served.entries("request")] == ["open", "analyse", "stop", "show"]
        assert len(served.entries("shutdown")) == len(served.entries("ended")) == 1


def test_a_log_of_warnings_alone() -> None:
    with FakeServed(log_level="warning") as served:
        with served.client() as client:
            client.ask("show", variant="nothing")
        assert served.end() == 0
        assert [entry["event"] for entry in [*served.entries("refused"), *served.entries("job")]] == ["refused"]
        assert served.entries("serving") == []


def test_the_log_is_for_its_owner_alone() -> None:
    with FakeServed() as served:
        with served.client() as client:
            client.ask("ping")
        assert (served.folder / "log").stat().st_mode & 0o077 == 0


def test_a_flood_of_refusals_is_counted_in_full_and_logged_in_part() -> None:
    with FakeServed() as served, served.client() as client:
        for _ in range(200):
            client.send("show", variant="nothing")
        assert client.ask("status")["refused"] == {"unknown-variant": 200}
        assert len(served.entries("refused")) < 20


def test_status_says_who_runs_what_and_how_deep() -> None:
    with FakeServed() as served, served.client("ann") as client:
        job = client.send("analyse", variant="othello-6x6")
        client.wait_for_info(job)
        status = client.ask("status", by="control")
        (seen,) = status["jobs"]
        assert (seen["id"], seen["client"], seen["variant"], seen["state"]) == (job, "ann", "othello-6x6", "running")
        assert (seen["depth"], seen["nodes"]) > (0, 0)
        assert status["memory"][0]["what"] == "all"
        assert (status["store"], status["store_bytes"] > 0) == ("open", True)


def test_an_endpoint_that_is_opened_to_others_is_noticed() -> None:
    with FakeServed() as served, served.client() as client:
        assert client.ask("ping")["t"] == "pong"
        served.folder.chmod(0o755)
        until(lambda: any(entry["kind"] == "endpoint" for entry in served.entries("refused")), "it is noticed")
        served.folder.chmod(0o700)
        (entry,) = served.entries("refused")
        assert "others may enter" in entry["trouble"]


def test_an_endpoint_whose_path_is_stolen_is_noticed() -> None:
    with FakeServed() as served, served.client() as client:
        assert client.ask("ping")["t"] == "pong"
        elsewhere = served.folder.with_name(served.folder.name + "-taken")
        served.folder.rename(elsewhere)
        try:
            served.folder.mkdir(0o700)
            log = elsewhere / "log"
            until(lambda: "is another one now" in log.read_text(), "it is noticed")
            assert client.ask("ping")["t"] == "pong", "those who are there are served on"
            served.folder.rmdir()
        finally:
            elsewhere.rename(served.folder)


# --- others that watch


def fetched(port: int, page: str) -> tuple[int, str]:
    """The code and the text of a page."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{page}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.parametrize("beyond", [False, True])
def test_prometheus_finds_figures_and_whether_the_daemon_is_ready(beyond: bool) -> None:
    pytest.importorskip("prometheus_client")
    port = free_port()
    with FakeServed(metrics=f"{'0.0.0.0:' * beyond}{port}") as served, served.client() as client:
        client.ask("show", variant="nothing")
        client.ask("describe", variant="othello", prepare=True)
        job = client.send("analyse")
        client.wait_for_info(job)
        client.ask("stop", target=job)
        client.final(job)
        until(lambda: 'engined_refused_total{kind="unknown-variant"} 1.0' in fetched(port, "metrics")[1], "figures")
        until(lambda: 'engined_job_work_seconds_count{kind="analyse"} 1.0' in fetched(port, "metrics")[1], "durations")
        text = fetched(port, "metrics")[1]
        assert 'engined_job_wait_seconds_bucket{kind="analyse",le="+Inf"} 1.0' in text
        build = f'protocol="1",python="{platform.python_version()}",version="{__version__}"'
        assert f"engined_build_info{{{build}}} 1.0" in text
        assert fetched(port, "health") == (200, "fine\n")
        until(lambda: fetched(port, "ready") == (200, "fine\n"), "its variant is compiled")
        assert fetched(port, "etc/passwd")[0] == 404


@pytest.mark.parametrize("metrics", ["0.0.0:9000", "example.org:1", "many", "99999"])
def test_metrics_are_at_an_address(metrics: str) -> None:
    pytest.importorskip("prometheus_client")
    with FakeServed(metrics=metrics) as served:
        assert served.process.wait(PATIENCE) == 2
        assert served.process.stderr is not None
        assert served.process.stderr.read().decode().startswith(f"engined: metrics {metrics}: ")


def test_systemd_hears_when_the_daemon_serves_and_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with FakeServed() as served:
            assert listener.recv(100) == b"READY=1"
            assert served.end() == 0
            assert listener.recv(100) == b"STOPPING=1"


def test_the_unit_for_systemd_names_the_program() -> None:
    words = [sys.executable, "-m", "engined", "systemd", "--program", "/opt/engined/bin/engined"]
    unit = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "ExecStart=/opt/engined/bin/engined serve --log -\n" in unit
    assert "Type=notify\n" in unit


def test_top_in_a_pipe_and_readiness_by_exit_code() -> None:
    with Served() as served:
        until(lambda: served.engined("status", "--ready").returncode == 0, "othello is compiled")
        top = served.engined("top", "--count", "2", "--interval", "0.1")
        assert (top.returncode, top.stdout.count("CLIENT "), "\x1b" in top.stdout) == (0, 2, False)
    assert served.engined("status", "--ready").returncode == 3


def test_top_on_a_terminal() -> None:
    """A terminal of the test's own: the screen is drawn, and q ends it."""
    import pty

    with Served() as served:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "engined", "top", "--interval", "0.1"]
        environment = {**served.environment(), "TERM": "xterm", "LINES": "24", "COLUMNS": "100"}
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
            os.close(theirs)
            drawn = b""
            while b"CLIENT" not in drawn:
                drawn += os.read(ours, 4096)
            os.write(ours, b"q")
            assert process.wait(PATIENCE) == 0
        os.close(ours)
    assert b"memory" in drawn
