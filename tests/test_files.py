"""Files of users that cannot be used: which, where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.files import FileError, TomlError, parse_toml, read_text, read_toml


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.toml: No such file or directory$"):
        read_text(tmp_path / "none.toml")
    with pytest.raises(FileError, match=r"Is a directory$"):
        read_toml(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"\n')
    with pytest.raises(FileError, match=r"latin\.toml: not UTF-8 text \(byte 9\)$"):
        read_toml(tmp_path / "latin.toml")
    (tmp_path / "no.toml").write_text("a = 1\nb 2\n")
    with pytest.raises(FileError, match=r"no\.toml: line 2: this is not TOML: after a key comes = and its value$"):
        read_toml(tmp_path / "no.toml")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a =", 1, "after = comes a value"),
        ("a = b", 1, "a text in quotes"),
        ("a", 1, "after a key comes ="),
        ("\n= 3", 2, "neither a key nor a [table]"),
        ("a = 1 b = 2", 1, "only one key and its value"),
        ("a = [1,\n2", 2, "its ] is missing"),
        ('a = "x', 1, "its quotes are missing"),
        ('a = """x', 1, "its quotes are missing"),
        ('a = "x\ny"', 1, "three quotes"),
        ('a = "\\x"', 1, "a backslash"),
        ("a = 1\na = 2", 2, "this key is there twice"),
        ("[a]\n[a]", 2, "this table is there twice"),
        ("a = { b = 1\n", 1, ""),
        ("[a", 1, "ends with ]"),
        ("a = 2024-13-40", 1, ""),
        ("a = " + "[" * 10_000, 1, ""),
    ],
)
def test_toml_that_is_none(text: str, line: int, said: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    assert caught.value.line == line
    assert said in caught.value.message
    for word in ("Expected", "Invalid", "Cannot", "(at ", "('"):
        assert word not in caught.value.message
