"""Charsets of records: asked for, declared, or guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.records.charset import decode, decode_sgf, known_charset


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shift_jis", "(;GM[1]PW[\u5341];B[cc])"),
        ("shift_jis", "(;PB[\u672c\u56e0\u574a\u79c0\u7b56]PW[\u4e95\u4e0a\u5e7b\u5eb5\u56e0\u78a9];B[cc])"),
        ("shift_jis", "(;PB[\u6751\u4e0a\u3000\u5065];B[cc])"),
        ("gb18030", "(;PB[\u67ef\u6d01]PW[\u6734\u5ef7\u6853];B[cc])"),
        ("big5", "(;PB[\u5468\u4fca\u52f3]PW[\u5f35\u6829];B[cc])"),
        ("euc-jp", "(;PB[\u305f\u304b\u304a\u3055\u3093];B[cc])"),
        ("latin-1", "(;PB[R\u00e9mi]PW[Zo\u00eb];B[cc])"),
        ("latin-1", "(;PB[J\u00fcrgen Gro\u00dfmann]C[wei\u00df];B[cc])"),
    ],
)
def test_a_charset_is_guessed_by_what_names_are_written_in(name: str, text: str) -> None:
    decoded = decode_sgf(text.encode(name))
    assert (decoded.text, decoded.charset, decoded.guessed) == (text, name, True)
    assert decoded.warning.endswith(f"read as {name.upper()}, a guess")


def test_what_a_guess_gets_wrong_can_be_asked_for() -> None:
    text = "(;PB[\uc774\uc138\ub3cc];B[cc])"
    assert decode_sgf(text.encode("cp949"), "cp949") == (text, "cp949", "", False)


def test_one_byte_of_another_charset_costs_that_alone() -> None:
    """In a file of UTF-8, and in one of Shift-JIS that was asked for."""
    text = "\n".join(["(;PB[Ren\u00e9]PW[\u5f35\u6829];B[cc])"] * 20)
    decoded = decode(text.encode() + b"(;PB[R\xe9mi])")
    assert (decoded.charset, decoded.text) == ("utf-8", text + "(;PB[R\ufffdmi])")
    assert "byte 0xe9 in line 20" in decoded.warning
    asked = decode("\u5341".encode("shift_jis") + b"\xff", "shift_jis")
    assert (asked.text, asked.warning) == ("\u5341\ufffd", "not SHIFT_JIS: byte 0xff in line 1, column 3")


def test_a_declaration_is_found_behind_characters_that_end_in_a_backslash() -> None:
    text = "(;PB[\u8868]PW[\u30bd]CA[Shift_JIS];B[cc])"
    assert decode_sgf(text.encode("shift_jis")) == (text, "shift_jis", "", False)


def test_only_charsets_of_files_are_known() -> None:
    assert [name for name in ("shift_jis", "latin-1", "idna", "rot13", "hex", "none") if known_charset(name)] == [
        "shift_jis",
        "latin-1",
    ]


@given(st.binary(max_size=80), st.sampled_from(["", "shift_jis", "utf-8", "latin-1"]))
def test_all_bytes_have_a_text(data: bytes, asked: str) -> None:
    assert isinstance(decode(data, asked).text, str)
