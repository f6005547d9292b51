"""Benchmarks: the same nodes every time, and wrong scores are said."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import pytest

from engined.config import default_cache
from engined.tools import bench

START = ".....OX..XO..... X"


def test_nodes_are_the_same_every_time() -> None:
    totals = set()
    for _ in range(2):
        measured = bench.Bench(default_cache())
        row = measured.solve("othello-4x4", START, -10)
        measured.search("othello-4x4", "b1", 5)
        totals.add(measured.nodes)
        assert "WRONG" not in row
    assert len(totals) == 1
    assert totals.pop() > 0


def test_a_wrong_score_is_said() -> None:
    assert "WRONG: +2 is right" in bench.Bench(default_cache()).solve("othello-4x4", START, 2)


def test_leaves_are_counted() -> None:
    row = bench.Bench(default_cache()).perft("othello-4x4", 4)
    assert f"{4 + 12 + 44 + 128} leaves" in row


def test_effort_is_measured_on_endings(capsys: pytest.CaptureFixture[str]) -> None:
    bench.print_effort(bench.Bench(default_cache()), games=2, empties=range(10, 13))
    heading, *rows, law = capsys.readouterr().out.splitlines()
    assert heading.split()[0] == "empties"
    assert [row.split()[0] for row in rows] == ["10", "11", "12"]
    assert law.startswith("NODES_AT_20 = ")


def test_confidence_is_held_against_reality(capsys: pytest.CaptureFixture[str]) -> None:
    bench.print_confidence(default_cache(), Path(), "othello-6x6", games=6, threads=2)
    title, kinds, heading, *rows = capsys.readouterr().out.splitlines()
    assert title.startswith("othello-6x6: ")
    assert title.endswith(" cells empty")
    assert kinds.split()[0] == "ordinary"
    assert heading.split()[:5] == ["level", "said", "exact", "+-", "off"]
    assert [row.split()[0] for row in rows] == ["73", "87", "95", "98", "99"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("othello-4x4", "othello-4x4: its board is too small"),
        ("hasami-one", "hasami-one: no search of it is selective"),
        ("nosuch", "there is no variant 'nosuch'"),
    ],
)
def test_what_has_no_confidence_is_said(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    bench.add_arguments(parser)
    assert bench.run(parser.parse_args(["--confidence", name, "--games", "1"])) == 1
    assert capsys.readouterr().err.startswith(f"engined: {said}")


def test_the_law_that_fits() -> None:
    nodes = {n: [int(1e6 * 2.5 ** (n - 20) * factor) for factor in (0.5, 1, 1, 2)] for n in (18, 19, 20)}
    at_20, growth, caution = bench.fit(nodes)
    assert at_20 == pytest.approx(1e6, rel=1e-3)
    assert growth == pytest.approx(2.5, rel=1e-3)
    assert 1 < caution <= 2


ENDING = f"{'X' * 62}O. X"
"""Black plays h8, takes g8 and has all 64."""


def test_accuracy_is_counted_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problems = tmp_path / "problems.obf"
    problems.write_text(f"{ENDING}; H8:+64;\n\n{ENDING}; H8:+60; G8:+63;\n{ENDING}; % nothing known\n")
    arguments = ["--accuracy", str(problems), "--depths", "4"]
    parser = ArgumentParser()
    bench.add_arguments(parser)
    assert bench.run(parser.parse_args(arguments)) == 0
    title, heading, row = capsys.readouterr().out.splitlines()
    assert title == f"{problems}: 2 positions"
    assert heading.startswith("search ")
    assert row.split()[:5] == ["depth", "4", "50.0%", "100.0%", "0.50"]


def test_accuracy_wants_known_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problems = tmp_path / "problems.obf"
    problems.write_text(f"{ENDING};\n")
    parser = ArgumentParser()
    bench.add_arguments(parser)
    assert bench.run(parser.parse_args(["--accuracy", str(problems)])) == 1
    assert "no position with known scores" in capsys.readouterr().err
