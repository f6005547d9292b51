"""Where a daemon may live, and that it lives there alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engined.config import ConfigError
from engined.daemon.sockets.endpoint import Claim, read_endpoint


def test_folders_and_loopback_are_endpoints(tmp_path: Path) -> None:
    assert read_endpoint("/run/x") == ("ipc:///run/x/work", "ipc:///run/x/control", Path("/run/x"))
    assert read_endpoint("tcp://127.0.0.1:70") == ("tcp://127.0.0.1:70", "tcp://127.0.0.1:71", None)
    for host in ("localhost", "127.8.8.8", "[::1]"):
        assert read_endpoint(f"tcp://{host}:1").work == f"tcp://{host}:1"


@pytest.mark.parametrize("host", ["0.0.0.0", "*", "192.168.0.1", "[::]", "example.org"])
def test_the_world_is_an_endpoint_only_when_it_is_wanted(host: str) -> None:
    with pytest.raises(ConfigError, match="CURVE"):
        read_endpoint(f"tcp://{host}:7000")
    assert read_endpoint(f"tcp://{host}:7000", remote=True).control == f"tcp://{host}:7001"


@pytest.mark.parametrize(
    "text",
    [
        "tcp://", "tcp://x", "tcp://127.0.0.1:0", "tcp://127.0.0.1:65535", "tcp://:5", "tcp:/127.0.0.1:70", "udp://x",
        "http://localhost", "TCP://127.0.0.1:70", "foo:bar", "localhost:5570", "ipc://udp://x",
    ],
)  # fmt: skip
def test_what_is_no_endpoint(text: str) -> None:
    with pytest.raises(ConfigError, match="endpoint"):
        read_endpoint(text)


def test_a_folder_may_have_a_colon_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_endpoint("./foo:bar").folder == tmp_path / "foo:bar"
    assert read_endpoint(f"ipc://{tmp_path}/a:b").folder == tmp_path / "a:b"


def test_a_path_too_long_for_a_socket(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="too long"):
        read_endpoint(str(tmp_path / ("x" * 100)))


def test_a_claimed_folder_is_held_until_it_is_released(tmp_path: Path) -> None:
    folder = tmp_path / "runtime"
    claim = Claim(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(ConfigError, match=f"process {os.getpid()}"):
        Claim(folder)
    (folder / "work").touch()
    claim.release()
    assert not (folder / "work").exists()
    (folder / "control").touch()  # what a killed daemon leaves
    claim = Claim(folder)
    assert not (folder / "control").exists()
    claim.release()


def test_folders_of_others_and_open_ones_are_refused(tmp_path: Path) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o755)
    with pytest.raises(ConfigError, match="0700"):
        Claim(open_to_all)
    secret = tmp_path / "secret"
    secret.mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(secret)
    with pytest.raises(ConfigError, match="not a folder of this user"):
        Claim(tmp_path / "link")
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError):
        Claim(tmp_path / "file")
