"""``engined refit``: what is measured goes into the weights, and nothing else changes."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import numpy as np
import pytest

from engined.patterns.weights import Weights, empty, read
from engined.tools import refit
from engined.variants.catalogue import Catalogue

SMALL = Catalogue().get("othello-4x4")
ERRORS = [6.0, 0.5, -0.3, -1.0, 6.5, 0.4, -0.2, -2.0]


def weights() -> Weights:
    made = empty(SMALL, 4)
    made.tables[:] = np.arange(made.tables.shape[0])[:, None]
    made.errors[:] = ERRORS
    return made


def refitted(folder: Path, name: str, *words: str) -> int:
    parser = ArgumentParser()
    refit.add_arguments(parser)
    return refit.run(parser.parse_args([name, "--folder", str(folder / "work"), "--threads", "2", *words]))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that weights are looked for in, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "engined" / "weights").mkdir(parents=True)
    return tmp_path / "engined" / "weights"


def test_what_is_not_measured_stays(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a board of 16 cells too little is searched to a depth for errors, and nothing is selective."""
    weights().write(place / "othello-4x4.weights", SMALL)
    assert refitted(place, "othello-4x4", "--compared", "16", "--out", str(place / "new.weights")) == 0
    assert "too small for selective searches" in capsys.readouterr().out
    found = read(place / "new.weights", SMALL)
    assert (found.tables == weights().tables).all()
    assert found.errors == ERRORS
    assert found.confidence == []


def test_it_goes_on_where_it_was_broken_off(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weights().write(place / "othello-4x4.weights", SMALL)
    before = (place / "othello-4x4.weights").read_bytes()

    def interrupted(*arguments: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("engined.tools.training.selectivity.selective_scores.too_small", interrupted)
        assert refitted(place, "othello-4x4", "--compared", "16") == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert (place / "othello-4x4.weights").read_bytes() == before
    with monkeypatch.context() as patched:
        patched.setattr(refit, "_measured_errors", interrupted)
        assert refitted(place, "othello-4x4", "--compared", "16") == 0


def test_where_nothing_can_be_written_is_said_before_anything_is_measured(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights().write(place / "othello-4x4.weights", SMALL)
    assert refitted(place, "othello-4x4", "--out", str(place)) == 1
    assert capsys.readouterr().err == f"engined: {place}: Is a directory: the weights are one file\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("othello-8x6", "othello-8x6: it has no weights; `engined train othello-8x6` makes some"),
        ("reversi-1890", "reversi-1890: it has no weights of its own; it is played with those of othello"),
        ("go-9x9", "go-9x9: its evaluation has no weights of patterns"),
        ("nosuch", "there is no variant 'nosuch'"),
    ],
)
def test_what_cannot_be_measured_is_said(name: str, said: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refitted(place, name) == 1
    assert capsys.readouterr().err.startswith(f"engined: {said}")
