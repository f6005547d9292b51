"""What is wrong with a value, in words: no word of a library gets into a message."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from typing import Annotated, Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined_protocol import frames
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError
from engined_protocol.values import kind_of, reading, wanted
from engined_protocol.words import board_of, counted, told

LIBRARY = re.compile(
    r"Expected|\bgot `|`[a-z]+`|\$|\bnull\b|\bNone\b|\bint\b|\bfloat\b|\bstr\b|<|Error\b|Invalid|Object|enum"
)
"""Words of msgspec and of Python."""


def refused(content: object) -> tuple[str, str]:
    with pytest.raises(ProtocolError) as caught:
        frames.decode_request(msgpack.packb(content))
    return caught.value.field, caught.value.message


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"t": "analyse", "seconds": 0}, "seconds", "0 is not a number above 0 and at most 10000000"),
        ({"t": "analyse", "seconds": "soon"}, "seconds", "'soon' is not a number above 0 and at most 10000000"),
        ({"t": "analyse", "depth": 1.5}, "depth", "1.5 is not a whole number from 1 to 1000"),
        ({"t": "perft", "depth": True}, "depth", "true is not a whole number from 1 to 100"),
        ({"t": "perft", "depth": None}, "depth", "nothing is not a whole number from 1 to 100"),
        ({"t": "analyse", "moves": ["f5", 7]}, "moves[1]", "7 is not a text of 1 to 128 characters"),
        ({"t": "analyse", "moves": {}}, "moves", "a table is not a list of at most 2048 entries"),
        (
            {"t": "show", "moves": ["f5"] * 2049},
            "moves",
            "a list of 2049 is not a list of at most 2048 entries",
        ),
        (
            {"t": "show", "start": "." * 2049},
            "start",
            "a text of 2049 characters is not a text of at most 2048 characters",
        ),
        ({"t": "show", "variant": ""}, "variant", "an empty text is not a text of 1 to 128 characters"),
        ({"t": "judge", "move": "f5", "board": "", "colour": "red"}, "colour", "'red' is not a text of 1 character"),
        ({"t": "solve", "goal": "luck"}, "goal", "'luck' is not one of score, window, wld"),
        ({"t": "analyse", "play": 1}, "play", "1 is not true or false"),
        (
            {"t": "analyse", "clock": {"remaining": b"5"}},
            "clock.remaining",
            "a value in bytes is not a number from 0 to 10000000",
        ),
        ({"t": "analyse", "clock": {}}, "clock.remaining", "it is missing; a number from 0 to 10000000 is wanted"),
        ({"t": "analyse", "clock": {"remaining": 1, "lags": 1}}, "clock.lags", "it is not known: did you mean 'lag'?"),
        ({"t": "ping", "hurry": True}, "hurry", "it is not known: known here are id"),
        ({"t": "ping", 1: 2}, "", "the names of fields are texts"),
        (
            {"t": "book-merge", "digest": "", "entries": [{"position": "", "leaves": [["f5", 1]]}]},
            "entries[0].leaves[0]",
            "a list of 2 is not a list of 4 to 5 values",
        ),
        (
            {"t": "book-merge", "digest": "", "entries": [{"position": "", "leaves": [["f5", 1, "sure", 2]]}]},
            "entries[0].leaves[0][2]",
            "'sure' is not one of estimate, exact, selective",
        ),
    ],
)
def test_a_refusal_names_the_value_and_what_would_be_right(fields: dict[Any, object], field: str, message: str) -> None:
    assert refused({"id": "1", **fields}) == (field, message)


def test_a_message_that_is_none() -> None:
    assert refused([1, 2]) == ("", "a list of 2 is not a message")
    field, message = refused({"id": "1"})
    assert (field, message[:29]) == ("t", "it is missing; one of variant")
    field, message = refused({"t": "pong", "id": "1"})
    assert (field, message[:29]) == ("t", "'pong' is not one of variants")
    assert refused({"t": "ping"}) == ("id", "it is missing; a text of 1 to 64 characters is wanted")


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text("xyz") | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["analyse", "solve", "judge", "book-add", "book-merge", "play"]), st.data())
def test_no_word_of_a_library_gets_into_a_message(tag: str, data: st.DataObject) -> None:
    names = ["seconds", "depth", "moves", "clock", "goal", "play", "entries", "games", "session", "id"]
    content = data.draw(st.dictionaries(st.sampled_from(names), PLAIN, max_size=4))
    message = "read"
    try:
        frames.decode_request(msgpack.packb({"id": "1", **content, "t": tag}))
    except ProtocolError as error:
        message = error.message
    assert message
    assert not LIBRARY.search(message), message


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (kind_of(m.Analyse, "depth"), "12", 12),
        (kind_of(m.Analyse, "seconds"), "2.5", 2.5),
        (kind_of(m.Analyse, "seconds"), "3", 3.0),
        (kind_of(m.BookShow, "contempt"), "-4", -4.0),
    ],
)
def test_an_option_is_read(kind: Any, text: str, value: float) -> None:
    assert reading(kind)(text) == value


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (kind_of(m.Analyse, "depth"), "0", "0 is not a whole number from 1 to 1000"),
        (kind_of(m.Analyse, "depth"), "deep", "'deep' is not a whole number from 1 to 1000"),
        (kind_of(m.Analyse, "depth"), "null", "'null' is not a whole number from 1 to 1000"),
        (kind_of(m.Analyse, "depth"), "9" * 30, f"{'9' * 30} is not a whole number from 1 to 1000"),
        (kind_of(m.Analyse, "seconds"), "nan", "'nan' is not a number above 0 and at most 10000000"),
        (kind_of(m.Analyse, "seconds"), "inf", "'inf' is not a number above 0 and at most 10000000"),
        (kind_of(m.Judge, "seat"), "", "an empty text is not a text of 1 to 128 characters"),
        (int, "x", "'x' is not a whole number"),
        (Annotated[float, msgspec.Meta(le=2)], "3", "3 is not a number of at most 2"),
        (Annotated[float, msgspec.Meta(gt=0, lt=0.5)], "-1", "-1 is not a number above 0 and below 0.5"),
    ],
)
def test_an_option_that_is_wrong(kind: Any, text: str, message: str) -> None:
    with pytest.raises(ArgumentTypeError) as caught:
        reading(kind)(text)
    assert str(caught.value) == message


def test_all_that_can_be_wanted_has_words() -> None:
    def kinds(node: Any) -> Any:
        for field in msgspec.structs.fields(node):
            yield node, field.name, field.type

    for request in (*m.AnyRequest.__args__, m.Clock, m.BookGame, m.BookEntry, m.BookLeaf):
        for owner, name, kind in kinds(request):
            assert "what is wanted" not in wanted(kind), (owner, name)


@pytest.mark.parametrize(("width", "said"), [(8, "an 8x"), (11, "an 11x"), (18, "an 18x"), (6, "a 6x"), (10, "a 10x")])
def test_a_board_has_its_article(width: int, said: str) -> None:
    assert board_of(width, 9) == f"{said}9 board"


def test_things_are_counted() -> None:
    assert [counted(n, "disc") for n in (0, 1, 2)] == ["0 discs", "1 disc", "2 discs"]
    assert counted(2, "ply", "plies") == "2 plies"


def test_where_it_is_wrong_as_people_count() -> None:
    assert told("z9: there is no z9", "moves[1]") == "move 2, z9: there is no z9"
    assert told("64 cells are wanted", "start") == "position: 64 cells are wanted"
    assert told("there is no variant 'x'", "variant") == "there is no variant 'x'"
    assert told("0 is too small", "seconds", {"seconds": "--time"}) == "--time: 0 is too small"
    assert told("a key is wanted here", "line 3: board") == "line 3: board: a key is wanted here"
