"""The text of SGF and its tree, beside another reader of it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgf import GameTree, parse

from engined_protocol.records.charset import decode_sgf
from engined_protocol.records.record import RecordError
from engined_protocol.records.sgf_tree import LONGEST, MOST_MARKS, MOST_NODES, Node, escaped, format_tree, read_trees
from tests.patience import PATIENCE

Shape = tuple[dict[str, list[str]], list["Shape"]]
"""A tree, to be compared: properties, and what follows."""

NAMES = st.text(alphabet="ABCXYZ", min_size=1, max_size=3)
RAW = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=12).map(escaped)
PROPERTIES = st.dictionaries(NAMES, st.lists(RAW, min_size=1, max_size=3), max_size=3)
SHAPES: st.SearchStrategy[Shape] = st.recursive(
    st.tuples(PROPERTIES, st.just([])),
    lambda smaller: st.tuples(PROPERTIES, st.lists(smaller, min_size=1, max_size=3)),
    max_leaves=8,
)


def tree(shape: Shape) -> Node:
    properties, children = shape
    return Node(properties, [tree(child) for child in children])


def shape(node: Node) -> Shape:
    return node.properties, [shape(child) for child in node.children]


def other_shape(game: GameTree) -> Shape:
    """What the other library has read; its values are without escapes."""
    first, *others = reversed(game.nodes)
    found: Shape = (first.properties, [other_shape(child) for child in game.children])
    for node in others:
        found = (node.properties, [found])
    return found


def unescaped(raw: str) -> str:
    return re.sub(r"\\(.)", r"\1", raw, flags=re.DOTALL)


def meant(given: Shape) -> Shape:
    """The same, as the other library has it."""
    properties, children = given
    return {name: [*map(unescaped, values)] for name, values in properties.items()}, [*map(meant, children)]


def written(given: Shape, blank: str) -> str:
    """The text as the grammar says, every node's followers in brackets, with a blank wherever one may be."""
    properties, children = given
    values = "".join(name + blank + "".join(f"[{value}]{blank}" for value in properties[name]) for name in properties)
    return f"{blank};{blank}{values}" + "".join(f"{blank}({written(child, blank)}){blank}" for child in children)


def read(text: str) -> Node:
    (root,) = read_trees(text)
    return root


# --- beside another library and the grammar ------------------------------------------------------


@given(SHAPES)
def test_another_library_reads_what_is_written(given: Shape) -> None:
    text = format_tree(tree(given))
    told, children = given
    if not text.isascii() or "CA" in told:
        told = {**told, "CA": ["UTF-8"]}
    assert other_shape(parse(text)[0]) == meant((told, children))
    assert shape(read(text)) == (told, children)


@given(SHAPES, st.sampled_from(["", " ", "\n", "\t\n "]))
def test_what_the_grammar_allows_is_read(given: Shape, blank: str) -> None:
    assert shape(read(f"({written(given, blank)})")) == given


@given(st.text(alphabet="(;)[]AB\\ \nx", max_size=40), st.booleans())
def test_whatever_is_read_another_library_reads_alike_when_it_is_written(text: str, begun: bool) -> None:
    with suppress(RecordError):
        for game in read_trees("(;" * begun + text.replace("x", "" if begun else "x")):
            assert other_shape(parse(format_tree(game))[0]) == meant(shape(game))


@pytest.mark.parametrize(
    ("raw", "text", "line"),
    [
        ("a\nb", "a\nb", "a b"),
        ("a\\\nb", "ab", "ab"),
        ("a\tb\vc", "a b c", "a b c"),
        ("a\\\tb\\:\\]\\\\", "a b:]\\", "a b:]\\"),
        ("\u00e9\\\u672c", "\u00e9\u672c", "\u00e9\u672c"),
    ],
)
def test_texts_say_what_ff_4_says_that_they_say(raw: str, text: str, line: str) -> None:
    node = Node({"C": [raw]})
    assert (node.text("C"), node.line("C")) == (text, line)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\t\v\f"), max_size=30))
def test_any_text_comes_back(text: str) -> None:
    node = Node()
    node.put("C", text)
    back = read(format_tree(node))
    assert back.text("C") == text
    assert back.line("C") == text.replace("\n", " ")


# --- what is read ---------------------------------------------------------------------------------


def test_variations_and_unknown_properties_are_kept() -> None:
    text = r"(;GM[2]XYZ[a:b\:c][\]](;B[f5](;W[f6])(;KO[]W[d6]))(;B[d3]))"
    assert format_tree(read(text)) == text


def test_old_files_write_names_in_full() -> None:
    assert read("(;GaMe[1]AddBlack[aa]\n [bb]AddBlack [cc])").properties == {"GM": ["1"], "AB": ["aa", "bb", "cc"]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r"])
def test_lines_end_in_four_ways_and_softly(end: str) -> None:
    node = read(f"(;C[one{end}two\\{end}three\tfour]{end};B[aa])")
    assert node.text("C") == "one\ntwothree four"
    assert node.line("C") == "one twothree four"
    assert node.children[0].place == "line 4, column 1"


def test_a_file_has_many_games_and_much_else() -> None:
    games = list(read_trees("From me (and you)\n(;GM[1])\nbetween ( ; C[x]) after )"))
    assert [game.properties for game in games] == [{"GM": ["1"]}, {"C": ["x"]}]


def test_nothing_is_lost_of_a_game_before_a_broken_one() -> None:
    games = read_trees("(;C[1])(;C[2}")
    assert next(games).text("C") == "1"
    with pytest.raises(RecordError, match=r"line 1, column 11: the value of C has no end"):
        next(games)


@pytest.mark.parametrize(
    ("text", "whole", "mended"),
    [
        ("(;C[1];C[2]", ["(;C[1];C[2])"], ["the end of the game is missing"]),
        ("(;C[1](;C[2])(;C[3]", ["(;C[1](;C[2])(;C[3]))"], ["the end of the game is missing"]),
        ("(;C[1](", ["(;C[1])"], ["the end of the game is missing"]),
        ("(;C[1];C[2", ["(;C[1])"], ["the file ends in the middle of a node, line 1, column 7, which is left out"]),
        (
            "(;C[1](;C[2])(;C",
            ["(;C[1];C[2])"],
            ["the file ends in the middle of a node, line 1, column 15, which is left out"],
        ),
        (
            "(;GM[1];B[aa]\n(;SZ[9]C[2])\n",
            ["(;GM[1];B[aa])", "(;C[2]SZ[9])"],
            ["the end of the game is missing before line 2, column 1", ""],
        ),
        (
            "(;GM[1](;B[aa])(;B[bb])(;GM[1])",
            ["(;GM[1](;B[aa])(;B[bb]))", "(;GM[1])"],
            ["the end of the game is missing before line 1, column 24", ""],
        ),
    ],
)
def test_a_game_whose_end_is_missing_has_what_is_whole(text: str, whole: list[str], mended: list[str]) -> None:
    games = list(read_trees(text))
    assert [format_tree(game).replace("\n", "") for game in games] == whole
    assert [game.mended for game in games] == mended


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", r"SGF: a game begins with '\(;'"),
        ("junk )(", "a game begins"),
        ("(;A[b\\]", "line 1, column 4: the value of A has no end"),
        ("(;\n\nB)", r"line 3, column 2: B has no value"),
        ("(;\nBc", r"line 2, column 3: Bc has no value"),
        ("(;b[aa])", "line 1, column 3: 'b' has no capitals"),
        ("(;[aa])", "line 1, column 3: a value without the name of its property"),
        ("( (A[b])", "a game begins"),
        ("(;A[b](;))(;A[\n](B[a]))", r"line 2, column 3: ';' expected, not 'B'"),
        ("(;A[b]())", r"line 1, column 8: ';' expected, not '\)'"),
        ("(;(;)\n;C[d])", r"line 2, column 1: '\(' or '\)' expected, not ';'"),
        ("(;(;)C[d])", r"line 1, column 6: '\(' or '\)' expected, not 'C'"),
        ("(;A[b] [c", r"line 1, column 8: a value has no end"),
        ("(;B[aa]%)", r"line 1, column 8: .* expected, not '%'"),
        ("(;B[aa]\x0c\u00e9)", r"column 9: .* expected, not 'é'"),
    ],
)
def test_errors_say_what_and_where(text: str, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        list(read_trees(text))


@given(st.text(alphabet="(;)[]AaB1\\ \n\u00e9", max_size=60))
def test_nothing_but_a_record_error_comes_of_any_text(text: str) -> None:
    with suppress(RecordError):
        for game in read_trees(text):
            written = format_tree(game)
            assert format_tree(read(written)) == written


def test_a_tree_may_be_deep() -> None:
    depth = 50_000
    line = read("(;B[aa]" * depth + ")" * depth)
    assert sum(1 for _ in line.main_line()) == depth
    # One line of nodes needs no brackets.
    assert format_tree(line) == "(" + ";B[aa]" * depth + ")"
    forks = "(;B[aa](;W[bb])" * depth + "(;W[cc])" + ")" * depth
    same = format_tree(read(forks)) == forks
    assert same


def test_a_file_may_be_too_long_and_a_game_too_large() -> None:
    begun = time.process_time()
    with pytest.raises(RecordError, match=r"SGF: 10.0 million characters; 8 million are read at most"):
        next(read_trees("(;B[aa])".ljust(10_000_000)))
    assert time.process_time() - begun < 1
    with pytest.raises(RecordError, match=r"line 1, column 400002: a game of more than 400000 nodes"):
        next(read_trees("(" + ";" * (MOST_NODES + 1) + ")"))
    for endless in ("(;" * (LONGEST // 2), "(;C[" + "\\]" * (LONGEST // 2 - 4), "(;A" + "[]" * (LONGEST // 2 - 3)):
        with pytest.raises(RecordError, match=r"SGF: more than 2.7 million nodes and values"):
            next(read_trees(endless))
    for endless in ("(" * MOST_MARKS, "(;C[" + "\\]" * (MOST_MARKS - 4), "(;" + "A" * (LONGEST - 2)):
        with pytest.raises(RecordError, match=r"SGF: a game begins|line 1, column"):
            next(read_trees(endless))
    assert time.process_time() - begun < 30


def test_a_loop_of_variations_cannot_be_written() -> None:
    root = Node({"C": ["x"]})
    root.add().children.append(root)
    with pytest.raises(ValueError, match="a node is in the tree twice: C"):
        format_tree(root)


# --- charsets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["UTF-8", "ISO-8859-1", "GB18030", "Big5", "EUC-KR", "Shift_JIS", "windows-1251"])
def test_the_declared_charset_is_read(charset: str) -> None:
    name = {"ISO-8859-1": "Jos\u00e9", "windows-1251": "\u0410\u043b\u0435\u043a\u0441"}.get(charset, "\u4e2d\u5c71")
    text = f"(;FF[4]C[CA[x\\] is no charset]CA[{charset}]PB[{name}])"
    assert decode_sgf(text.encode(charset))[::2] == (text, "")


@pytest.mark.parametrize(
    ("declared", "written"),
    [("CA[Shift_JIS]PB[\u672c]", "CA[UTF-8]PB[\u672c]"), ("PB[\u672c]", "CA[UTF-8]PB[\u672c]"), ("PB[x]", "PB[x]")],
)
def test_what_is_written_says_that_it_is_utf_8(declared: str, written: str) -> None:
    assert format_tree(read(f"(;FF[4]{declared};B[ee])")) == f"(;FF[4]{written};B[ee])"


def test_a_backslash_inside_a_character_is_no_escape() -> None:
    text = "(;CA[Shift_JIS]PB[\u8868]PW[x])"
    data = text.encode("shift_jis")
    assert b"\\]" in data
    assert read(decode_sgf(data).text).line("PB") == "\u8868"


def test_without_a_charset_it_is_utf_8_or_else_latin_1() -> None:
    assert decode_sgf("(;PB[\u672c\u56e0\u574a])".encode())[::2] == ("(;PB[\u672c\u56e0\u574a])", "")
    text = "(;GM[1]\nPB[Jos\u00e9])"
    told = "not UTF-8: byte 0xe9 in line 2, column 7; read as LATIN-1, a guess"
    assert decode_sgf(text.encode("latin-1")) == (text, "latin-1", told, True)


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_mark_tells_the_charset(charset: str) -> None:
    decoded = decode_sgf("(;PB[\u672c])".encode(charset))
    assert read(decoded.text).line("PB") == "\u672c"
    assert not decoded.warning


@pytest.mark.parametrize("charset", ["hex", "nonsense", "utf-16", "idna", "unicode_escape", "undefined", "rot13"])
def test_what_is_no_charset_is_named(charset: str) -> None:
    text = f"(;CA[{charset}]PB[\u672c\\n])"
    assert decode_sgf(text.encode())[::2] == (text, f"the charset '{charset}' is not known")


def test_a_broken_charset_is_read_and_said() -> None:
    text, _, warning, _ = decode_sgf(b"(;CA[UTF-8]\nPB[\xff])")
    assert text == "(;CA[UTF-8]\nPB[\xff])"
    assert warning == "not UTF-8: byte 0xff in line 2, column 4; read as LATIN-1, a guess"
    text, _, warning, _ = decode_sgf(b"(;CA[ascii]PB[\xc3\xa9])")
    assert (text, warning) == ("(;CA[ascii]PB[\u00e9])", "not ASCII: byte 0xc3 in line 1, column 15")


@given(st.binary(max_size=60), st.sampled_from(["UTF-8", "Shift_JIS", "GB18030", "ISO-2022-JP", "hz", "x"]))
def test_all_bytes_have_a_text(data: bytes, charset: str) -> None:
    assert isinstance(decode_sgf(f"(;CA[{charset}]C[".encode() + data).text, str)
    assert isinstance(decode_sgf(data).text, str)


def test_nobody_is_warned_of_what_it_is_made_of(tmp_path: Path) -> None:
    """Where the library is compiled for the first time, as with `uv`, or in the image."""
    strict = ["-W", "error", "-X", f"pycache_prefix={tmp_path}"]
    code = "import engined_protocol.records.sgf_tree"
    run = subprocess.run([sys.executable, *strict, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (0, "")
