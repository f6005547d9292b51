"""What ``engined store`` says of what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.cli import main


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("check", "--store", "none"), "no such file", 1),
        (("check", "--store", "rubbish"), "not a database", 1),
        (("export", "--store", "rubbish"), "not a database", 1),
        (("backup", "copy", "--store", "rubbish"), "not a database", 1),
        (("compact", "--store", "rubbish"), "not a database", 1),
        (("import", "none", "--store", "new"), "No such file", 1),
        (("import", ".", "--store", "new"), "Is a directory", 1),
        (("import", "rubbish", "--store", "new"), "line 1: this is no line of JSON", 1),
        (("export", "no/folder", "--store", "none"), "no such file", 1),
        (("check", "--store", ""), "there is no store", 2),
    ],
)
def test_what_cannot_be(
    words: tuple[str, ...],
    said: str,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rubbish").write_bytes(b"rubbish" * 1000)
    assert main(["store", *words]) == code
    heard = capsys.readouterr()
    assert heard.out == ""
    assert said in heard.err
    assert {path.name for path in tmp_path.iterdir()} == {"rubbish"}
