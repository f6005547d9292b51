"""Settings: which of them wins, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.config import Config, ConfigError, read_config


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path)}


def test_defaults(home: dict[str, str], tmp_path: Path) -> None:
    config = read_config({}, environ=home)
    assert (config.text, config.sockets, config.variant) == ("none", False, "othello")
    assert config.threads >= 1
    assert config.threads_of_a_job == config.threads
    assert read_config({"sockets": True}, environ=home).threads_of_a_job == 1


def test_an_empty_variable_is_as_good_as_none_but_for_the_store(home: dict[str, str]) -> None:
    names = ("CACHE", "WEIGHTS", "THREADS", "VARIANT", "LOG")
    empty = read_config({}, environ={**home, **{f"ENGINED_{name}": "" for name in names}})
    assert empty == read_config({}, environ=home)
    assert read_config({}, environ={**home, "ENGINED_STORE": ""}).store is None


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
        ({"memory": 300}, {}, "--memory: 300 MiB are too little: 384 are for the programs, and 448 the least"),
        ({"memory": 600, "table_mib": 500}, {}, "memory: tables of 500 MiB leave too little of 600 MiB"),
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
