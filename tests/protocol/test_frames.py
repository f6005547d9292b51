"""Messages as bytes: golden vectors, everything that is refused, and whatever a stranger may send."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined_protocol import frames
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

PROTOCOL = Path(__file__).parents[2] / "protocol"


def vectors(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((PROTOCOL / "vectors" / f"{name}.json").read_text("utf-8"))
    return rows


def sent(message: m.AnyRequest | m.AnyReply) -> Any:
    """What an independent reader makes of our bytes."""
    return msgpack.unpackb(frames.encode(message), strict_map_key=True)


# --- golden vectors -------------------------------------------------------------------------------


@pytest.mark.parametrize("row", vectors("requests"), ids=lambda row: row["message"]["t"])
def test_golden_requests(row: dict[str, Any]) -> None:
    payload = bytes.fromhex(row["hex"])
    assert msgpack.unpackb(payload) == row["message"]
    assert sent(frames.decode_request(payload)) == row["message"]


@pytest.mark.parametrize("row", vectors("replies"), ids=lambda row: row["message"]["t"])
def test_golden_replies(row: dict[str, Any]) -> None:
    payload = bytes.fromhex(row["hex"])
    assert msgpack.unpackb(payload) == row["message"]
    assert sent(frames.decode_reply(payload)) == row["message"]


@pytest.mark.parametrize("row", vectors("refused"), ids=lambda row: row["what"])
def test_golden_refusals(row: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError) as caught:
        frames.decode_request(bytes.fromhex(row["hex"]))
    assert (caught.value.code, caught.value.field) == (row["code"], row["field"])


def test_every_type_has_a_vector() -> None:
    for union, name in ((m.AnyRequest, "requests"), (m.AnyReply, "replies")):
        tags = {kind.__struct_config__.tag for kind in get_args(union)}
        assert {row["message"]["t"] for row in vectors(name)} == tags


# --- the specification ----------------------------------------------------------------------------


def test_the_specification_lists_every_message() -> None:
    spec = (PROTOCOL / "SPEC.md").read_text("utf-8")
    listed = re.findall(r"^\| `([a-z-]+)` \| `([a-z-]+)` \| (?:`([a-z-]+)` )?\|", spec, re.MULTILINE)
    replies = {kind.__name__: kind.__struct_config__.tag for kind in get_args(m.AnyReply)}
    expected = set()
    for kind in get_args(m.AnyRequest):
        promised = re.findall(r":class:`(\w+)`", kind.__doc__.split("->")[1].split("\n")[0])
        final = replies[promised[-1]]
        partial = replies[promised[0]] if len(promised) > 1 else "info" if "infos" in kind.__doc__ else ""
        expected.add((kind.__struct_config__.tag, final, partial))
    assert set(listed) == expected


def test_the_specification_lists_every_error() -> None:
    spec = (PROTOCOL / "SPEC.md").read_text("utf-8")
    errors = spec[spec.index("## 4. Errors") : spec.index("## 5. Limits")]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", errors, re.MULTILINE)) == set(Code)


def test_the_specification_has_the_version_of_the_program() -> None:
    first = (PROTOCOL / "SPEC.md").read_text("utf-8").splitlines()[0]
    assert first == f"# The engined protocol, version {frames.PROTOCOL}"


# --- what comes back from what was sent -----------------------------------------------------------


def struct_values(kind: type) -> st.SearchStrategy[Any]:
    """Requests of a type with fields that may travel."""
    return st.builds(
        kind,
        id=st.text(min_size=1, max_size=64),
        **{
            field.name: CONTROLS if (kind, field.name) == (m.Open, "clock") else VALUES[field.name]
            for field in msgspec.structs.fields(kind)
            if field.name != "id" and field.name in VALUES
        },
    )


TEXTS = st.text(min_size=1, max_size=20)
CONTROLS = st.none() | st.builds(m.TimeControl, main=st.floats(1, 1e7), increment=st.floats(0, 1e7))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "session": TEXTS,
    "seat": TEXTS,
    "variant": TEXTS,
    "start": st.none() | st.text(max_size=100),
    "moves": st.lists(TEXTS, max_size=5).map(tuple),
    "move": TEXTS,
    "cells": st.lists(TEXTS, min_size=1, max_size=5).map(tuple),
    "board": st.text(max_size=100),
    "only": st.lists(TEXTS, max_size=5).map(tuple),
    "text": st.text(max_size=50),
    "depth": st.integers(1, 100),
    "nodes": st.none() | st.integers(1, 2**53),
    "seconds": st.none() | st.floats(1e-6, 1e7),
    "priority": st.integers(-1000, 1000),
    "contempt": st.floats(-100, 100),
    "clock": st.none() | st.builds(m.Clock, remaining=st.floats(0, 1e7), stones=st.integers(0, 1000)),
    "target": st.none() | TEXTS,
    "games": st.lists(st.builds(m.BookGame, moves=st.lists(TEXTS, max_size=3).map(tuple)), max_size=3).map(tuple),
    "entries": st.lists(
        st.builds(
            m.BookEntry,
            position=TEXTS,
            games=st.integers(0, 2**53),
            leaves=st.lists(
                st.builds(m.BookLeaf, TEXTS, st.floats(-64, 64), st.just("exact"), st.integers(0, 60)), max_size=3
            ).map(tuple),
            score=st.none() | st.floats(-64, 64),
            source=TEXTS,
            depth=st.integers(0, 60),
            plies=st.integers(0, 60),
        ),
        max_size=3,
    ).map(tuple),
    "error": st.floats(0, 1000),
    "digest": st.text(max_size=32),
}
REQUESTS = st.one_of([struct_values(kind) for kind in get_args(m.AnyRequest)])


@settings(max_examples=200, deadline=None)
@given(REQUESTS)
def test_a_request_comes_back_as_it_was(request: m.AnyRequest) -> None:
    payload = frames.encode(request)
    assert frames.decode_request(payload) == request
    assert frames.request_id(payload) == request.id
    assert frames.wrap(request) == [b"E1", payload]


# --- what strangers send --------------------------------------------------------------------------


def refuse(payload: bytes) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        frames.decode_request(payload)
    with pytest.raises(ProtocolError):
        frames.decode_reply(payload)
    assert caught.value.message
    return caught.value


def refusal(payload: bytes) -> ProtocolError | None:
    """What is wrong with a payload; any other exception gets through."""
    frames.request_id(payload)
    try:
        frames.decode_request(payload)
    except ProtocolError as error:
        return error
    return None


def is_named(error: ProtocolError | None) -> bool:
    return error is None or (error.code in (Code.MALFORMED, Code.INVALID) and bool(error.message))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused_or_read(payload: bytes) -> None:
    assert is_named(refusal(payload))


@settings(max_examples=200, deadline=None)
@given(REQUESTS, st.data())
def test_damaged_requests_are_refused_or_read(request: m.AnyRequest, data: st.DataObject) -> None:
    payload = bytearray(frames.encode(request))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(payload) - 1))
        payload[at] = data.draw(st.integers(0, 255))
    cut = bytes(payload[: data.draw(st.integers(0, len(payload)))])
    assert is_named(refusal(bytes(payload)))
    assert is_named(refusal(cut))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([kind.__struct_config__.tag for kind in get_args(m.AnyRequest)]), st.data())
def test_wrong_values_name_their_field(tag: str, data: st.DataObject) -> None:
    """Any value in any field: read, or refused with a field that was sent or is missing."""
    (kind,) = (kind for kind in get_args(m.AnyRequest) if kind.__struct_config__.tag == tag)
    names = [field.name for field in msgspec.structs.fields(kind)]
    content = {name: data.draw(PLAIN, name) for name in names}
    error = refusal(msgpack.packb({"t": tag, **content}))
    assert is_named(error)
    if error is not None and error.field:
        assert re.split(r"[.\[]", error.field)[0] in names


@pytest.mark.parametrize("depth", [10, 1_000, 100_000, 1_000_000])
@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1x", b"\xdc\x00\x01"])
@pytest.mark.parametrize("before", [b"", b"\x82\xa1t\xa4ping\xa1x", b"\x83\xa1t\xa4show\xa2id\xa11\xa5moves"])
def test_nesting_bombs(before: bytes, opening: bytes, depth: int) -> None:
    payload = before + opening * depth
    assert refuse(payload).code is Code.MALFORMED
    saved = b"\xa2id\xa11" in before and len(payload) <= frames.MAX_BYTES
    assert frames.request_id(payload) == "1" * saved


@pytest.mark.parametrize("head", [b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9"])
def test_huge_lengths_cost_nothing(head: bytes) -> None:
    assert refuse(head + b"\xff\xff\xff\xff").code is Code.MALFORMED


def test_a_message_has_at_most_a_mebibyte() -> None:
    long = frames.encode(m.Declare(id="1", text="#" * frames.MAX_BYTES))
    assert len(long) > frames.MAX_BYTES
    assert refuse(long).code is Code.MALFORMED
    assert frames.request_id(long) == ""


@pytest.mark.parametrize("code", [-1, 0, 5, 127])
def test_extension_types_are_refused_wherever_they_are(code: int) -> None:
    ext = msgpack.ExtType(code, b"\0\0\0\0") if code >= 0 else msgpack.Timestamp(1)
    for content in (
        {"t": ext, "id": "1"},
        {"t": "ping", "id": ext},
        {"t": "show", "id": "1", "moves": [ext]},
    ):
        refuse(msgpack.packb(content))
    refuse(msgpack.packb(ext))


def test_the_id_is_saved_from_a_request_that_is_wrong_elsewhere() -> None:
    assert frames.request_id(msgpack.packb({"t": "show", "id": "mine", "moves": 7})) == "mine"
    assert frames.request_id(msgpack.packb({"t": "show", "id": "x" * 65})) == ""
    assert frames.request_id(msgpack.packb({"t": "show", "id": 5})) == ""
    assert frames.request_id(msgpack.packb([1])) == ""


@pytest.mark.parametrize("rest", [b"\x91" * 1500, b"\x92\x01", b"\xc1", b"\xa1\xff", b""])
@pytest.mark.parametrize("id", ["", "mine", "x" * 64, "x" * 65, "ü" * 64])
def test_the_id_is_saved_from_what_is_no_message_further_on(id: str, rest: bytes) -> None:
    payload = b"\x84" + b"".join(map(msgpack.packb, ("t", "ping", "id", id, "z"))) + rest
    assert refuse(payload).code is Code.MALFORMED
    assert frames.request_id(payload) == (id if len(id) <= 64 else "")


@pytest.mark.parametrize("payload", [b"\x82\xa2id\xa4min", b"\x82\xa2id\x91", b"\x82\xa1z\x91\xa2id\xa11", b"\xde\x00"])
def test_where_no_id_can_be_read(payload: bytes) -> None:
    assert frames.request_id(payload) == ""


def test_new_fields_of_replies_are_skipped() -> None:
    """A daemon may say more than this client knows."""
    assert frames.decode_reply(msgpack.packb({"t": "pong", "id": "1", "mood": "fine"})) == m.Pong(id="1")


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ({"hurry": 1}, ["hurry"]),
        ({"clock": {"remaining": 1.0, "hurry": 3}}, ["clock.hurry"]),
        ({"hurry": 1, "clock": {"remaining": 1.0, "hurry": 3}}, ["clock.hurry", "hurry"]),
    ],
)
def test_fields_that_are_not_known_are_not_heeded(more: dict[str, Any], names: list[str]) -> None:
    request, warnings = frames.read_request(msgspec.msgpack.encode({"t": "analyse", "id": "1", **more}))
    assert isinstance(request, m.Analyse)
    assert sorted(warning.partition(":")[0] for warning in warnings) == names
    assert (request.clock is not None) == ("clock" in more)


def test_a_name_that_reads_like_a_place_is_refused() -> None:
    """A field beside the clock, not one in it."""
    request = {"t": "analyse", "id": "1", "clock": {"remaining": 1.0}, "clock.hurry": 1}
    with pytest.raises(ProtocolError) as refused:
        frames.read_request(msgspec.msgpack.encode(request))
    assert (refused.value.code, refused.value.field) == (Code.INVALID, "clock.hurry")
