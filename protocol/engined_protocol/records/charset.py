"""The bytes of a record as text: by the charset that is asked for or declared, else as UTF-8, else by a guess.

Libraries guess by how running text looks; records have names of two characters, of which they guess most wrong. Here
the charset is taken in which most characters are such as names are written in.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_OPENING = re.compile(rb"\(\s*;\s*")
_DECLARED = re.compile(
    rb"(?:(?!CA\s*\[)[A-Za-z]+\s*(?:\[(?:[^\]\\]|\\.)*+\]\s*)+)*+CA\s*\[\s*([\w:.-]{1,40})\s*\]", re.DOTALL
)
"""The pattern of an encoding's property in the first node of SGF, after other properties."""
_ANYWHERE = re.compile(rb"CA\s*\[\s*([\w:.-]{1,40})\s*\]")
_SEEN = 20_000
"""Bytes in which a declaration is looked for, and from which a charset is guessed."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_GRAMMAR = "(;CA[])\\"
_NO_CHARSETS = frozenset({"idna", "punycode", "raw_unicode_escape", "unicode_escape", "utf-7"})
"""Encodings that Python knows and no file is written in."""

_GUESSES = (
    ("utf-8", "utf-8"),
    ("shift_jis", "cp932"),
    ("gb18030", "gb18030"),
    ("big5", "cp950"),
    ("euc-jp", "euc_jp"),
    ("euc-kr", "cp949"),
)
"""Charsets of several bytes a character, and Python's names of their largest forms; of equals the first is taken."""
_FOREIGN = re.compile(rb"[A-Za-z]?[\x80-\xff][\x30-\xff]*")
_RUN = re.compile(rb"([A-Za-z]?)([\x80-\xff]+)(?=([A-Za-z]?))")


class Decoded(NamedTuple):
    """A text, the charset that it was in, and what is to be said of that: empty if nothing is."""

    text: str
    charset: str = "utf-8"
    warning: str = ""
    guessed: bool = False


def known_charset(name: str) -> bool:
    """Whether a charset is one that records may be in."""
    try:
        return codecs.lookup(name).name not in _NO_CHARSETS and _GRAMMAR.encode("ascii").decode(name) == _GRAMMAR
    except (LookupError, UnicodeError):
        return False


def decode(data: bytes, asked: str = "", declared: str = "") -> Decoded:
    """The text of any record; what stands for no character in a charset that is asked for becomes a mark in its place.

    Where the bytes are not what is said, a warning names the line, the column and the byte.

    >>> decode("(;PB[Rémi])".encode("latin-1")).charset
    'latin-1'
    """
    warnings: list[str] = []
    marked = next((charset for mark, charset in _MARKS if data.startswith(mark)), "")
    if asked and not marked:
        text, fault = _tried(data, asked)
        return Decoded(data.decode(asked, "replace") if text is None else text, asked, fault)
    if declared and not marked and not known_charset(declared):
        warnings.append(f"the charset {declared!r} is not known")
        declared = ""
    stated = marked or declared
    for charset in dict.fromkeys(filter(None, (stated.lower(), "utf-8"))):
        text, fault = _tried(data, charset)
        if text is not None:
            return Decoded(text, charset, "; ".join(warnings))
        warnings.append(fault)
    guess, codec = _guess(data, stated)
    warnings.append(f"read as {guess.upper()}, a guess")
    return Decoded(data.decode(codec, "replace"), guess, "; ".join(warnings), guessed=True)


def decode_sgf(data: bytes, asked: str = "") -> Decoded:
    """Do what :func:`decode` does, by the charset that an SGF file declares.

    >>> decode_sgf("(;CA[Shift_JIS]PB[本因坊])".encode("shift_jis")).text
    '(;CA[Shift_JIS]PB[本因坊])'
    """
    opening = _OPENING.search(data)
    declared = _DECLARED.match(data, opening.end()) if opening else None
    if declared is None and opening:
        # Before its charset is known a value may seem to have no end, where a character's last byte is that of `\\`.
        hidden = _ANYWHERE.search(data, opening.end(), opening.end() + _SEEN)
        name = hidden[1].decode("ascii") if hidden else ""
        if name and known_charset(name) and _declares(data.decode(name, "replace"), name):
            return decode(data, asked, name)
    return decode(data, asked, declared[1].decode("ascii", "replace") if declared else "")


def _declares(text: str, name: str) -> bool:
    """Whether a text says that it is in a charset."""
    ascii_only = text[:_SEEN].encode("ascii", "replace")
    opening = _OPENING.search(ascii_only)
    declared = _DECLARED.match(ascii_only, opening.end()) if opening else None
    return declared is not None and declared[1].decode("ascii") == name


def _tried(data: bytes, charset: str) -> tuple[str | None, str]:
    """The text in a charset; if it is not in that, what is wrong, and where."""
    try:
        return data.decode(charset), ""
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        name = charset.removesuffix("-sig").upper()
        return None, f"not {name}: byte 0x{data[error.start]:02x} in line {row}, column {column}"


# --- guesses --------------------------------------------------------------------------------------


def _guess(data: bytes, stated: str) -> tuple[str, str]:
    """The likeliest charset, and Python's name of its largest form; what the file states is likelier than others."""
    words: list[bytes] = []
    size = 0
    for match in _FOREIGN.finditer(data):
        words.append(match[0][:100])
        size += len(words[-1])
        if size > _SEEN:
            break
    sample = b"\n".join(words)
    best, most = ("latin-1", "latin-1"), _likely_latin(sample)
    if re.search(rb"[\x80-\x9f]", sample):
        best = ("windows-1252", "cp1252")
    stated_name = codecs.lookup(stated).name if stated else ""
    guesses = dict(_GUESSES) | ({stated: stated} if stated else {})
    for name, codec in guesses.items():
        likely = _likely(sample.decode(codec, "replace"), codec) + 0.3 * (codecs.lookup(codec).name == stated_name)
        if likely > most:
            best, most = (name, codec), likely
    return best


def _likely_latin(sample: bytes) -> float:
    """How likely bytes are letters of western languages, from 0 to 1: single ones, within words."""
    worth, count = 0.0, 0
    for before, run, after in _RUN.findall(sample):
        text = run.decode("cp1252", "replace")
        count += len(run)
        if text == "\u2019" and before and after:
            worth += 0.95
        elif text.isalpha() and "\ufffd" not in text:
            worth += len(run) * (0 if len(run) > 2 else 0.95 if before or after else 0.6) / len(run)
    return worth / max(count, 1)


def _likely(text: str, codec: str) -> float:
    """How likely a text is what names are written in, on average of its characters beyond ASCII."""
    foreign = [character for character in text if not character.isascii()]
    return sum(_worth(character, codec) for character in foreign) / max(len(foreign), 1)


def _worth(character: str, codec: str) -> float:
    """The worth of one character: in CJK charsets the common ones stand in the first rows."""
    if character == "\ufffd":
        return -1.0
    if codec == "utf-8":
        return 1.0 if character.isprintable() else 0.0
    if codec in ("cp932", "euc_jp") and "\u3041" <= character <= "\u30fe":
        return 1.0 if codec == "cp932" else 1.1
    rows = {"cp932": "euc_jp", "gb18030": "gb2312", "cp950": "big5", "cp949": "euc_kr"}.get(codec, codec)
    try:
        first = character.encode(rows)[0]
    except UnicodeEncodeError:
        return 0.1
    common = {"euc_jp": (0xB0, 0xCF), "gb2312": (0xB0, 0xD7), "big5": (0xA4, 0xC6), "euc_kr": (0xB0, 0xC8)}.get(rows)
    if common is None:
        return 0.5
    if not character.isalpha():
        return 0.3
    return 0.9 if common[0] <= first <= common[1] else 0.3
