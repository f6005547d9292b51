"""Work by the rules beside the loop: every request comes back."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest

from engined.daemon.log.log import Log
from engined.daemon.work import reckoner as module
from engined.daemon.work.reckoner import Done, Reckoner
from engined.service.events import Address, Received
from engined.service.game import Game
from engined.service.sessions.reckoning import KeptLog, Reckoned
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.errors import Code
from tests.patience import PATIENCE

GAME = Game.begin(Catalogue().get("othello"))
SHOW = Received(Address(b"ann", "work"), m.Show(id="1", moves=("f5",)), 0.0)


def test_what_is_worked_out_comes_back(tmp_path: Path) -> None:
    done: SimpleQueue[Done] = SimpleQueue()
    reckoner = Reckoner(done.put, Log(tmp_path / "log"))
    reckoner.begin(SHOW, GAME)
    received, reckoned = done.get(timeout=PATIENCE)
    reckoner.close()
    assert received is SHOW
    assert isinstance(reckoned, Reckoned)
    assert reckoned.game.moves == ("f5",)


def test_so_does_what_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*base: object) -> Reckoned:
        raise RuntimeError("no such rule")

    monkeypatch.setattr(module, "reckon", fail)
    monkeypatch.setattr(module, "restore", fail)
    done: SimpleQueue[Done] = SimpleQueue()
    log = Log(tmp_path / "log")
    reckoner = Reckoner(done.put, log)
    reckoner.begin(SHOW, GAME)
    reckoner.begin(SHOW, KeptLog("s", (), {}))
    errors = [done.get(timeout=PATIENCE).reckoned.error for _ in range(2)]
    reckoner.close()
    log.close()
    for error in errors:
        assert error is not None
        assert error.code is Code.INTERNAL
    assert "no such rule" in (tmp_path / "log").read_text()
