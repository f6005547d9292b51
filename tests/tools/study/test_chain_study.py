"""The study of chain games, with the plain solver in place of the engine."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.results import Certainty, Score
from engined.rules.perft import perft
from engined.rules.position import Position, move_text
from engined.tools.lab.findings import Exact, Leaves
from engined.tools.lab.oracle import Oracle
from engined.tools.study import command
from engined.tools.study.chain_boards import (
    RULES,
    ChainStudy,
    Records,
    Setting,
    SolvedSetting,
    _next_question,
    settings,
    sizes_up_to,
)
from engined.tools.study.chain_page import chain_page
from tests.search.test_chain_solver import plainly


class PlainOracle(Oracle):
    """Answers by the rules alone, and counts what it is asked."""

    def __init__(self, fails: str = "", bounds: int = 0) -> None:
        """``fails``: the variant that is not solved from its start; so many bounds are found there."""
        self.asked: list[str] = []
        self._fails = fails
        self._bounds = bounds

    def close(self) -> None:
        pass

    def perft(self, position: Position, seconds: float) -> Iterator[Leaves]:
        for depth in range(1, 4):
            yield Leaves(depth, perft(position, depth), 0.0)

    def solve(self, position: Position, seconds: float, threads: int = 1) -> Exact | None:
        self.asked.append(position.variant.name)
        if position.variant.name == self._fails and position.empties == len(position.variant.board.cells):
            return None
        value, line = plainly(position), []
        here, left = position, value
        while not here.over:
            move = next(m for m in here.legal() if _worth(here.play(m), here.seat) == left)
            line.append(move_text(here, move))
            here, left = here.play(move), -left
        return Exact(position.empties, value, "Black", (), tuple(line), 7, 0.5)

    def compare(self, position: Position, floor: int, seconds: float, threads: int = 1) -> Score | None:
        if not self._bounds:
            return None
        self._bounds -= 1
        above = plainly(position) > floor
        return Score(floor + 1 if above else floor, Certainty.LOWER if above else Certainty.UPPER, position.empties)


def _worth(position: Position, seat: int) -> int:
    return round(position.value(seat)) if position.over else -plainly(position)


def study(file: Path, oracle: PlainOracle, wanted: list[Setting]) -> Records:
    records = Records(file)
    ChainStudy(lambda: oracle, records, "0", 10.0, 1).run(wanted, lambda setting: None)
    return records


def test_settings_are_all_boards_under_all_rules() -> None:
    found = settings(sizes_up_to(9))
    sizes = list(dict.fromkeys((setting.width, setting.height) for setting in found))
    assert sizes == [(2, 2), (3, 2), (4, 2), (3, 3)]
    assert len(found) == len(sizes) * 2 * len(RULES) == len(set(found))
    assert found[-1].variant == "chain-all-3x3-multi"


def test_values_first_moves_and_a_perfect_game_are_found(tmp_path: Path) -> None:
    wanted = [Setting("chain-bend", False, 3, 2), Setting("hashijime", True, 3, 2)]
    bends, ends = study(tmp_path / "known.jsonl", PlainOracle(), wanted)
    assert (bends.value, ends.value) == (-1, 0)
    assert set(bends.first) == {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert max(bends.first.values()) == bends.value
    assert {bends.first[corner] for corner in ("a1", "c1", "a2", "c2")} == {bends.first["a1"]}
    assert bends.keeping == tuple(move for move, value in bends.first.items() if value == -1)
    assert bends.leaves == (6, 30, 120)
    assert bends.line


def test_a_study_goes_on_where_it_ended(tmp_path: Path) -> None:
    file, wanted = tmp_path / "known.jsonl", settings(sizes_up_to(4))
    once = PlainOracle(fails="chain-all-2x2")
    study(file, once, wanted)
    assert len(list(Records(file))) == 14
    again = PlainOracle()
    assert {r.setting.name for r in study(file, again, wanted) if r.value is None} == {"chain-all"}
    assert again.asked == []  # there was as much time before
    records = Records(file)
    ChainStudy(lambda: again, records, "0", 20.0, 1).run(wanted, lambda setting: None)
    assert set(again.asked) == {"chain-all-2x2"}
    assert all(record.value is not None for record in Records(file))


def test_what_is_proven_of_a_value_that_is_not_found(tmp_path: Path) -> None:
    """Bounds close in on it from both sides: the value of 3x2 by bends is -1, that of 2x2 by count and bends +2."""
    bends, both = Setting("chain-bend", False, 3, 2), Setting("chain-count-bend", False, 2, 2)
    known = {
        bends: [(None, None), (None, 2), (-2, 2), (-2, 1), (-1, 1), (-1, 0), (-1, -1)],
        both: [(None, None), (None, 2), (-2, 2), (2, 2)],
    }
    for setting, expected in known.items():
        for bounds, (least, most) in enumerate(expected):
            file = tmp_path / f"{setting.variant}{bounds}.jsonl"
            (found,) = study(file, PlainOracle(setting.variant, bounds), [setting])
            assert (found.least, found.most) == (least, most)
            assert found.value == (most if least == most else None)
            assert found.solved_from == 1
            assert list(Records(file)) == [found]


@given(value=st.integers(-20, 20), widest=st.integers(1, 20))
def test_questions_lead_to_the_value(value: int, widest: int) -> None:
    least: int | None = None
    most: int | None = None
    for _ in range(60):
        if least is not None and least == most:
            break
        floor = _next_question(least, most, widest)
        if value > floor:
            least = floor + 1
        else:
            most = floor
    assert least == most == value


def test_what_was_proven_before_stays_known(tmp_path: Path) -> None:
    file, setting = tmp_path / "known.jsonl", Setting("chain-bend", False, 3, 2)
    study(file, PlainOracle(setting.variant, 1), [setting])
    blank = SolvedSetting(setting, "0", None, {}, (), (), 0, 0.0, 20.0)
    Records(file).add(blank)
    (known,) = Records(file)
    assert (known.value, known.most, known.solved_from, known.limit) == (None, 2, 1, 20.0)
    Records(file).add(SolvedSetting(setting, "0", None, {}, (), (), 0, 0.0, 30.0, least=2))
    (known,) = Records(file)
    assert (known.value, known.least, known.most) == (2, 2, 2)
    Records(file).add(blank)
    (known,) = Records(file)
    assert known.value == 2


def test_a_value_is_kept_before_the_first_moves_are_known(tmp_path: Path) -> None:
    class Interrupted(PlainOracle):
        def solve(self, position: Position, seconds: float, threads: int = 1) -> Exact | None:
            if self.asked:
                raise KeyboardInterrupt
            return super().solve(position, seconds, threads)

    file, wanted = tmp_path / "known.jsonl", settings([(3, 2)], ["chain-bend"], multi=False)
    with pytest.raises(KeyboardInterrupt):
        study(file, Interrupted(), wanted)
    assert [(record.value, record.first) for record in Records(file)] == [(-1, {})]
    (record,) = study(file, PlainOracle(), wanted)
    assert len(record.first) == 6


@pytest.mark.parametrize(
    ("words", "wrong"),
    [(["--boards", "6x6,1x4"], "'1x4'"), (["--boards", "6"], "'6'"), (["--rules", "ends"], "'ends' is none of")],
)
def test_what_is_no_board_or_rule_is_named(words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = ArgumentParser()
    command.add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["chains", *words])
    assert wrong in capsys.readouterr().err


def test_half_a_line_is_no_record_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "known.jsonl"
    study(file, PlainOracle(), settings(sizes_up_to(4))[:2])
    whole = file.read_bytes()
    lines = len(whole.splitlines())
    file.write_bytes(whole + b'{"setting": {"na')
    assert len(list(Records(file))) == 2
    assert file.read_bytes() == whole
    file.write_bytes(whole + b"{}\n")
    with pytest.raises(ValueError, match=rf"known\.jsonl:{lines + 1}: .*setting"):
        Records(file)


def test_the_page_says_what_is_known(tmp_path: Path) -> None:
    records = study(tmp_path / "known.jsonl", PlainOracle(fails="chain-all-3x2"), settings(sizes_up_to(6)))
    text = chain_page(records, "0", "today")
    root = ElementTree.fromstring(text.partition("\n")[2])
    table = next(root.iter("table"))
    rows = [[cell.text for cell in row.iter("td")] for row in table.iter("tr")][1:]
    assert [row[0] for row in rows] == ["2x2", "3x2"]
    assert [(cell or "").partition(" ")[0] for cell in rows[0][1:]] == ["0", "+1", "+1", "+1", "+1", "+2", "+2"]
    assert [(cell or "").partition(" ")[0] for cell in rows[1][1:]] == ["0", "+1", "-1", "+1", "-1", "0", "–"]
    (unsolved,) = [table for table in root.iter("table") if "at least" in {cell.text for cell in table.iter("th")}]
    assert next(cell.text for cell in unsolved.iter("td")) == "chain-all-3x2"
    bends = next(figure for figure in root.iter("figure") if figure.get("id") == "chain-bend-3x2")
    notes = {text.get("data-cell"): text.text for text in bends.iter("text") if text.get("data-cell")}
    known = next(r for r in records if r.setting == Setting("chain-bend", False, 3, 2))
    assert notes == {cell: f"{value:+d}" if value else "0" for cell, value in known.first.items()}


def test_the_command_keeps_and_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engined.tools.lab.oracle.Oracle", lambda cache, weights, table: PlainOracle())
    parser = ArgumentParser()
    command.add_arguments(parser)
    out = tmp_path / "chains.html"
    words = ["chains", "--cells", "4", "--seconds", "5", "--threads", "1", "--out", str(out), "--json"]
    assert command.run(parser.parse_args(words)) == 0
    said = capsys.readouterr()
    assert len(json.loads(said.out)) == 14
    assert all(record["least"] == record["value"] == record["most"] for record in json.loads(said.out))
    assert str(out) in said.err
    assert out.read_text().startswith("<!DOCTYPE html>")
    words = ["chains", "--boards", "3x2,2x2", "--rules", "chain-bend", "--two-ends", "--out", str(out), "--json"]
    assert command.run(parser.parse_args(words)) == 0
    assert len(json.loads(capsys.readouterr().out)) == 15
    monkeypatch.setattr("engined.tools.lab.oracle.Oracle", lambda *_: PlainOracle("chain-all-3x2", 1))
    words = ["chains", "--boards", "3x2", "--rules", "hashijime,chain-all", "--two-ends", "--seconds", "5"]
    assert command.run(parser.parse_args([*words, "--out", str(tmp_path / "other.html")])) == 0
    said = capsys.readouterr()
    (row,) = [line for line in said.out.splitlines() if line.startswith("  3x2")]
    assert row.split() == ["3x2", "0", "(6)", "≤+8"]
    assert "chain-all-3x2: value ≤+8; a random game is solved from ply 1 of" in said.out
    assert command.run(parser.parse_args(["chains", "--games", "20", "--out", str(out)])) == command.USAGE
    assert "--cells" in capsys.readouterr().err
