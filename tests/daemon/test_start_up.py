"""What settings mean when a daemon starts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.config import Config, ConfigError
from engined.daemon.log.log import Log
from engined.daemon.start_up import load_variants, log_path, run

DEFAULT = Path("the usual place")
OWN = 'name = "own"\ntitle = "Own"\ninherits = "othello"\n'


class Terminal(io.StringIO):
    """Standard error, on a terminal or not."""

    def __init__(self, there: bool) -> None:
        super().__init__()
        self.there = there

    def isatty(self) -> bool:
        return self.there


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(tmp_path / "log")
    yield log
    log.close()


@pytest.mark.parametrize(
    ("config", "terminal", "path"),
    [
        (Config(log=Path("mine")), True, Path("mine")),
        (Config(log=Path("-"), text="gtp"), False, None),
        (Config(), True, None),
        (Config(), False, DEFAULT),
        (Config(text="nboard"), True, DEFAULT),
    ],
    ids=["named", "asked for", "terminal", "no terminal", "a GUI's engine"],
)
def test_where_the_log_goes(config: Config, terminal: bool, path: Path | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal(terminal))
    monkeypatch.setattr("engined.daemon.start_up.default_log", lambda: DEFAULT)
    assert log_path(config) == path


def test_variants_of_the_user_are_known_and_bad_ones_told_to_the_log(tmp_path: Path, log: Log) -> None:
    folder = tmp_path / "variants"
    folder.mkdir()
    (folder / "own.toml").write_text(OWN)
    (folder / "bad.toml").write_text("name = 7\n")
    catalogue, variant = load_variants(Config(variants=(folder,), variant="own"), log)
    assert variant.title == "Own"
    assert catalogue.get("own") == variant
    assert "bad.toml" in (tmp_path / "log").read_text()


def test_a_declaration_may_be_named_by_its_file(tmp_path: Path, log: Log) -> None:
    (tmp_path / "own.toml").write_text(OWN)
    catalogue, variant = load_variants(Config(variant=str(tmp_path / "own.toml")), log)
    assert catalogue.get("own") == variant


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (Config(variant="chess"), "variant: "),
        (Config(variant="no such file.toml"), "no such file.toml"),
        (Config(variants=(Path("no such folder"),)), "variants no such folder: no such folder"),
    ],
    ids=["variant", "file", "folder"],
)
def test_what_there_is_not(config: Config, said: str, log: Log) -> None:
    with pytest.raises(ConfigError, match=said):
        load_variants(config, log)


def test_what_is_wrong_is_said_and_nothing_started(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Config(variant="chess", log=tmp_path / "log")) == 2
    assert capsys.readouterr().err.startswith("engined: variant: ")
