"""Settings: which of them wins, what is wrong with them, and where a daemon may live."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engined.config import Config, ConfigError, read_config
from engined.daemon.endpoint import Claim, read_endpoint


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path)}


def test_defaults(home: dict[str, str], tmp_path: Path) -> None:
    config = read_config({}, environ=home)
    assert (config.text, config.sockets, config.variant) == ("none", False, "othello")
    assert config.threads >= 1
    assert config.threads_of_a_job == config.threads
    assert read_config({"sockets": True}, environ=home).threads_of_a_job == 1


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(
    home: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / ".config" / "engined" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('threads = 5\ntable_mib = 5\nvariant = "file"\nvariants = ["~/a"]\nstore = ""\n')
    environ = {
        **home,
        "ENGINED_TABLE_MIB": "6",
        "ENGINED_VARIANT": "environment",
        "ENGINED_ALLOW_REMOTE": "1",
    }
    config = read_config({"variant": "line", "endpoint": None}, environ=environ)
    assert (config.threads, config.table_mib, config.variant) == (5, 6, "line")
    assert (config.store, config.allow_remote) == (None, True)
    assert config.variants == (Path("~/a").expanduser(),)
    assert read_config({}, environ={**home, "ENGINED_WARM": "nip,othello-6x6"}).warm == ("nip", "othello-6x6")
    assert read_config({}, environ={**home, "ENGINED_WARM": ""}).warm == ()
    folders = read_config({}, environ={**home, "ENGINED_VARIANTS": "/a:/b"}).variants
    assert folders == (Path("/a"), Path("/b"))


@pytest.mark.parametrize(
    ("settings", "environ", "said"),
    [
        ({}, {"ENGINED_THREADS": "many"}, "ENGINED_THREADS: 'many' is not a whole number of at least 1"),
        ({}, {"ENGINED_THREADS": "0"}, "ENGINED_THREADS: '0' is not a whole number of at least 1"),
        ({"text": "uci"}, {}, "--text: 'uci' is not one of auto, gtp, nboard, none"),
        ({"colour": "red"}, {}, "--colour: there is no such setting; there are "),
        ({"thread": 1}, {}, "--thread: there is no such setting; did you mean 'threads'"),
        ({"table_mib": "much"}, {}, "--table-mib: 'much' is not a whole number of at least 1"),
        ({}, {"ENGINED_PONDER": "perhaps"}, "ENGINED_PONDER: 'perhaps' is not true or false"),
        ({"curve_secret": "x"}, {}, "belong together"),
    ],
)
def test_what_is_wrong_is_named_with_its_source(
    home: dict[str, str], settings: dict[str, object], environ: dict[str, str], said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        read_config(settings, environ={**home, **environ})


def test_a_file_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    with pytest.raises(ConfigError, match=r"my\.toml"):
        read_config({}, environ={}, file=file)
    file.write_text("threads = ")
    with pytest.raises(ConfigError, match=r"my\.toml: line 1: this is not TOML: after = comes a value"):
        read_config({}, environ={}, file=file)
    file.write_text("cache = 7\n")
    with pytest.raises(ConfigError, match=r"my\.toml: cache: 7 is not a path"):
        read_config({}, environ={}, file=file)
    file.write_text("threads = -1")
    with pytest.raises(ConfigError, match=r"my\.toml: threads: -1 is not a whole number of at least 1"):
        read_config({}, environ={}, file=file)


def test_settings_are_checked_however_they_are_made() -> None:
    with pytest.raises(ConfigError):
        Config(table_mib=0)


# --- endpoints ------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("text", ["tcp://", "tcp://x", "tcp://127.0.0.1:0", "tcp://127.0.0.1:65535", "tcp://:5"])
def test_what_is_no_endpoint(text: str) -> None:
    with pytest.raises(ConfigError, match="endpoint"):
        read_endpoint(text)


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
