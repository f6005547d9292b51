from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_client.terminal.command import WrongInput
from engined_client.terminal.kept_results import KeptResults


def test_results_are_there_again_and_once_each(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with KeptResults(path, int) as results:
        results.put({"a": 1, "b": 2})
        results.put({"b": 3, "c": 4})
    with KeptResults(path, int) as results:
        assert [results.get(key) for key in "abcd"] == [1, 2, 4, None]
    assert len(path.read_bytes().splitlines()) == 3


@given(st.integers(0, 200))
def test_a_torn_line_is_dropped_and_written_again(tmp_path_factory: pytest.TempPathFactory, lost: int) -> None:
    path = tmp_path_factory.mktemp("torn") / "out.jsonl"
    whole = {f"key{number}": number for number in range(5)}
    with KeptResults(path, int) as results:
        results.put(whole)
    text = path.read_bytes()
    os.truncate(path, max(0, len(text) - lost))
    with KeptResults(path, int) as results:
        left = {key: number for key, number in whole.items() if results.get(key) == number}
        assert len(results) == len(left) == path.read_bytes().count(b"\n")
        results.put(whole)
    assert path.read_bytes() == text


def test_what_is_no_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"key": "a", "result": 1}\n{"key": "b", "result": "two"}\n')
    with pytest.raises(WrongInput, match=r"out\.jsonl, line 2: no result: Expected `int`, got `str`"):
        KeptResults(path, int)
    assert path.read_text().count("\n") == 2
    with pytest.raises(WrongInput, match=r"nowhere/out: No such file"):
        KeptResults(tmp_path / "nowhere" / "out", int)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1}\nmine\n', "line 1: no result"),
        ("mine", "its last line is no result"),
        ('{"a": 1}', "its last line is no result"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(text)
    with pytest.raises(WrongInput, match=said):
        KeptResults(path, int)
    assert path.read_text() == text


def test_one_run_has_the_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with KeptResults(path, int) as results:
        with pytest.raises(WrongInput, match="another run is writing to it"):
            KeptResults(path, int)
        results.put({"a": 1})
    with KeptResults(path, int) as results:
        assert results.get("a") == 1
