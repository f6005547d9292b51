"""Files of the user, as a GUI on the standard streams has them read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.daemon import local_files
from engined.daemon.local_files import LocalFiles


def test_a_file_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    LocalFiles().write("~/game.sgf", "(;PB[本因坊])")
    assert LocalFiles().read(str(tmp_path / "game.sgf")) == "(;PB[本因坊])".encode()


def test_a_file_that_is_not_there_or_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError):
        LocalFiles().read(str(tmp_path / "none"))
    with pytest.raises(IsADirectoryError):
        LocalFiles().read(str(tmp_path))
    monkeypatch.setattr(local_files, "LONGEST", 10)
    (tmp_path / "long").write_bytes(b"x" * 11)
    with pytest.raises(ValueError, match="it has more than"):
        LocalFiles().read(str(tmp_path / "long"))
