"""A folder of keys: what is read, what is left out, and when it is read again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import zmq

from engined.daemon.sockets.allow_list import THOROUGH, AllowList
from engined.service.tenants import Allowance

PUBLIC = zmq.curve_keypair()[0].decode()
OTHER = zmq.curve_keypair()[0].decode()


def write(folder: Path, name: str, key: str = PUBLIC, metadata: str = "", mode: int = 0o600) -> Path:
    path = folder / f"{name}.key"
    path.write_text(f'#   a comment\nmetadata\n{metadata}curve\n    public-key = "{key}"\n')
    path.chmod(mode)
    return path


class Listed:
    """An allow list, and what it has complained of."""

    def __init__(self, folder: Path) -> None:
        self.troubles: list[tuple[str, str]] = []
        self.folder = folder
        self.list = AllowList(folder, lambda path, why: self.troubles.append((Path(path).name, why)))
        self.now = 0.0
        self.look()

    def look(self) -> set[str]:
        self.now += THOROUGH + 1
        return self.list.look(self.now)


def test_who_may_come_in_and_what_they_may_take(tmp_path: Path) -> None:
    write(tmp_path, "ann", metadata='    jobs = "3"\n    operator = "true"\n    mail = "ann@example.org"\n')
    listed = Listed(tmp_path)
    assert (listed.list.name_of(PUBLIC), listed.list.name_of(OTHER)) == ("ann", None)
    assert listed.list.allowance("ann") == Allowance(jobs=3, operator=True)
    assert listed.troubles == []


@pytest.mark.parametrize(
    ("name", "key", "metadata", "mode", "said"),
    [
        ("eve", "short", "", 0o600, "no public key"),
        ("eve", "~" * 40, "", 0o600, "no public key"),
        ("eve", PUBLIC, "", 0o600, "key of ann"),
        ("eve", OTHER, '  jobs = "many"\n', 0o600, "jobs"),
        ("eve", OTHER, "", 0o620, "others may write"),
        ("e v e", OTHER, "", 0o600, "a key's name"),
    ],
    ids=["short", "strange", "known", "allowance", "mode", "name"],
)
def test_what_is_left_out(tmp_path: Path, name: str, key: str, metadata: str, mode: int, said: str) -> None:
    write(tmp_path, "ann")
    write(tmp_path, name, key, metadata, mode)
    listed = Listed(tmp_path)
    ((file, why),) = listed.troubles
    assert file == f"{name}.key"
    assert said in why
    assert listed.list.name_of(PUBLIC) == "ann"
    assert listed.list.name_of(OTHER) is None


def test_links_and_folders_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    (folder / "link.key").symlink_to(write(tmp_path, "elsewhere"))
    (folder / "folder.key").mkdir()
    listed = Listed(folder)
    assert {file for file, _ in listed.troubles} == {"link.key", "folder.key"}
    assert listed.list.name_of(PUBLIC) is None


def test_a_change_is_noticed_and_a_trouble_told_once(tmp_path: Path) -> None:
    listed = Listed(tmp_path)
    path = write(tmp_path, "ann")
    assert listed.look() == set()
    assert listed.list.name_of(PUBLIC) == "ann"
    path.chmod(0o666)
    assert listed.look() == {"ann"}
    assert listed.look() == set()
    assert [file for file, _ in listed.troubles] == ["ann.key"]
    path.chmod(0o600)
    listed.look()
    assert listed.list.name_of(PUBLIC) == "ann"
    path.unlink()
    assert listed.list.look(listed.now) == {"ann"}, "the folder has changed: no need to wait"


def test_a_file_that_is_still_being_written_is_read_again_at_once(tmp_path: Path) -> None:
    (tmp_path / "ann.key").touch(0o600)
    listed = Listed(tmp_path)
    assert (listed.list.name_of(PUBLIC), len(listed.troubles)) == (None, 1)
    write(tmp_path, "ann")
    assert listed.list.look(listed.now) == set()
    assert listed.list.name_of(PUBLIC) == "ann"


def test_a_text_that_changes_in_an_old_folder_is_noticed_by_a_thorough_look(tmp_path: Path) -> None:
    write(tmp_path, "ann")
    os.utime(tmp_path, (0, 0))
    listed = Listed(tmp_path)
    write(tmp_path, "ann", OTHER)
    listed.list.look(listed.now)
    assert listed.list.name_of(OTHER) is None
    assert listed.list.look(listed.now, thorough=True) == set()
    assert (listed.list.name_of(PUBLIC), listed.list.name_of(OTHER)) == (None, "ann")


def test_a_folder_open_to_others_or_away_lets_nobody_in(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o700)
    write(folder, "ann")
    listed = Listed(folder)
    folder.chmod(0o777)
    assert listed.look() == {"ann"}
    folder.chmod(0o700)
    listed.look()
    assert listed.list.name_of(PUBLIC) == "ann"
    folder.rename(tmp_path / "away")
    assert listed.look() == {"ann"}
    assert [file for file, _ in listed.troubles] == ["keys", "keys"]
