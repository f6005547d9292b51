"""Files of labelled positions: what is written is read, whoever was killed while writing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engined.tools.training.position_file import (
    Labelling,
    PositionFile,
    PositionFileError,
    Rows,
    files_of,
    read_positions,
    row_type,
)
from engined.variants.catalogue import Catalogue

OTHELLO = Catalogue().get("othello")
BY = Labelling("geometry", 10, 18, 6)


def some(size: int, seed: int) -> Rows:
    rng = np.random.default_rng(seed)
    rows = np.empty(size, row_type(1))
    rows["boards"] = rng.integers(-(2**63), 2**63 - 1, (size, 2))
    for name in ("value", "outcome"):
        rows[name] = rng.integers(-6400, 6400, size)
    for name in ("depth", "aside", "cost"):
        rows[name] = rng.integers(0, 250, size)
    return rows


def test_what_is_added_is_read_again(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    parts = [some(30, 1), some(0, 2), some(50, 3)]
    for number, rows in enumerate(parts):
        file.add(number, rows)
    assert file.rows == 80
    found = read_positions(file.path, OTHELLO)
    assert found.labelling == BY
    assert (found.rows == np.concatenate(parts)).all()
    assert found.numbers.tolist() == [0] * 30 + [2] * 50
    file.close()
    assert list(files_of(tmp_path)) == [file.path]


def test_the_next_process_goes_on_with_the_same_games(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    file.add(0, some(5, 1))
    file.add(4, some(6, 2))
    file.close()
    again = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    assert (again.path, again.seed, again.next_number, again.rows) == (file.path, file.seed, 5, 11)
    again.close()


def test_two_processes_write_to_two_files(tmp_path: Path) -> None:
    first = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    second = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    assert first.path != second.path
    assert first.seed != second.seed
    other = PositionFile.opened(tmp_path, OTHELLO, 1, Labelling("geometry", 8, 18, 6))
    assert other.path not in (first.path, second.path)
    for file in (first, second, other):
        file.close()


def test_what_a_killed_process_has_left_of_a_block_is_cut_off(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    file.add(0, some(3, 1))
    whole = file.path.stat().st_size
    file.add(1, some(4, 2))
    file.close()
    content = file.path.read_bytes()
    for size in range(whole, len(content)):
        file.path.write_bytes(content[:size])
        assert len(read_positions(file.path, OTHELLO).rows) == 3
    again = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    assert (again.next_number, again.rows) == (1, 3)
    again.add(1, some(4, 2))
    again.close()
    assert file.path.read_bytes() == content


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    file.close()
    file.path.write_bytes(b"something that somebody wants to keep")
    other = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    other.close()
    assert other.path != file.path
    assert file.path.read_bytes() == b"something that somebody wants to keep"
    with pytest.raises(PositionFileError, match="no labelled positions"):
        read_positions(file.path, OTHELLO)


def test_positions_of_another_game_are_refused(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    file.add(0, some(3, 1))
    file.close()
    with pytest.raises(PositionFileError, match="positions of othello, not of othello-6x6"):
        read_positions(file.path, Catalogue().get("othello-6x6"))


def test_a_damaged_block_is_named(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, OTHELLO, 1, BY)
    file.add(7, some(300, 1))
    file.close()
    content = bytearray(file.path.read_bytes())
    content[len(content) // 2] ^= 0x10
    file.path.write_bytes(content)
    with pytest.raises(PositionFileError, match=r"(games of number 7 are|a block is)"):
        read_positions(file.path, OTHELLO)
