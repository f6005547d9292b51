"""Which variants a daemon compiles beside its work, and what the log hears of it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from engined.config import Config, ConfigError
from engined.daemon.log.log import Log
from engined.daemon.work.warming import start_warming, variants_to_warm
from engined.engine.warming import CannotWarm
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.patience import PATIENCE

CATALOGUE = Catalogue()
NAMES = ("othello", "nip")


def test_only_a_daemon_that_others_come_to_warms() -> None:
    found = variants_to_warm(Config(sockets=True, warm=NAMES), CATALOGUE)
    assert [variant.name for variant in found] == list(NAMES)
    assert variants_to_warm(Config(sockets=True), CATALOGUE) == ()
    assert variants_to_warm(Config(sockets=True, private=True, warm=NAMES), CATALOGUE) == ()
    assert variants_to_warm(Config(text="gtp", warm=NAMES), CATALOGUE) == ()


def test_a_name_that_is_not_known() -> None:
    with pytest.raises(ConfigError, match=r"warm: .*chess"):
        variants_to_warm(Config(sockets=True, warm=("chess",)), CATALOGUE)


def test_one_that_cannot_be_does_not_hold_up_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def warm(variant: Variant, cache: Path, weights: Path) -> float | None:
        if variant.name == "othello":
            raise CannotWarm("there is no compiler")
        return None

    monkeypatch.setattr("engined.daemon.work.warming.warm", warm)
    log = Log(tmp_path / "log")
    before = set(threading.enumerate())
    start_warming([CATALOGUE.get(name) for name in NAMES], Config(), log)
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    start_warming([], Config(), log)
    assert set(threading.enumerate()) <= before
    log.close()
    refused, warmed = (json.loads(line) for line in (tmp_path / "log").read_text().splitlines())
    assert (refused["name"], refused["level"], refused["trouble"]) == ("othello", "warning", "there is no compiler")
    assert (warmed["name"], warmed["level"], warmed["seconds"]) == ("nip", "info", 0.0)
