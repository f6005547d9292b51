"""Files of the user, as a GUI on the standard streams has them read and written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engined.daemon.text.local_files import LONGEST, LocalFiles


def test_a_file_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    LocalFiles().write("~/game.sgf", "(;PB[本因坊])")
    assert LocalFiles().read(str(tmp_path / "game.sgf")) == "(;PB[本因坊])".encode()


def test_a_file_that_is_not_there_or_too_long_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        LocalFiles().read(str(tmp_path / "none"))
    with pytest.raises(IsADirectoryError):
        LocalFiles().read(str(tmp_path))
    with (tmp_path / "long").open("wb") as file:
        file.truncate(LONGEST + 1)
    with pytest.raises(ValueError, match="it has more than 32 MiB"):
        LocalFiles().read(str(tmp_path / "long"))


def test_no_pipe_is_waited_for_and_no_device_read_for_ever(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zeros").symlink_to("/dev/zero")
    for name in ("pipe", "zeros"):
        with pytest.raises(ValueError, match="it is no regular file"):
            LocalFiles().read(str(tmp_path / name))
