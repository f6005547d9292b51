"""Messages as JSON: what is so said is what msgpack says, and nothing that a stranger sends does any harm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol import frames, json_frames
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.messages import AnyReply, AnyRequest

VECTORS = Path(frames.__file__).parent.parent / "vectors"
REQUESTS: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
REPLIES: msgspec.json.Decoder[AnyReply] = msgspec.json.Decoder(AnyReply)


def vectors(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return rows


@pytest.mark.parametrize("row", vectors("requests"), ids=lambda row: row["message"]["t"])
def test_requests(row: dict[str, Any]) -> None:
    text = json.dumps(row["message"])
    assert json_frames.decode(REQUESTS, text) == frames.decode_request(bytes.fromhex(row["hex"]))


@pytest.mark.parametrize("row", vectors("replies"), ids=lambda row: row["message"]["t"])
def test_replies(row: dict[str, Any]) -> None:
    reply = frames.decode_reply(bytes.fromhex(row["hex"]))
    assert json.loads(json_frames.encode(reply)) == row["message"]
    assert json_frames.decode(REPLIES, json_frames.encode(reply)) == reply


@given(st.one_of(st.text(), st.binary(), st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps)))
def test_whatever_a_stranger_sends(text: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        json_frames.decode(REQUESTS, text)
    assert json_frames.request_id(text) == ""


@pytest.mark.parametrize("text", ['{"id":"x","t":7}', '{"id":"x"}', b'{"id":"x","t":"show","variant":[]}'])
def test_the_id_is_saved(text: str | bytes) -> None:
    assert json_frames.request_id(text) == "x"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("[" * 1500 + "]" * 1500 + "}", "nested too deeply"),
        ('"\\ud800"}', "surrogate pair"),
        ("[1,", "truncated"),
        ("nan}", "invalid character"),
    ],
)
def test_a_text_that_is_no_json_further_on(rest: str, said: str) -> None:
    text = '{"t":"ping","id":"mine","z":' + rest
    with pytest.raises(ProtocolError, match=f"not a message: .*{said}") as caught:
        json_frames.decode(REQUESTS, text)
    assert caught.value.code is Code.MALFORMED
    assert json_frames.request_id(text) == json_frames.request_id(text.encode()) == "mine"


@pytest.mark.parametrize("text", ["[]", '"ping"', "7", "null", "[{}]"])
def test_what_is_no_object_is_no_message(text: str) -> None:
    with pytest.raises(ProtocolError, match="is not a message") as caught:
        json_frames.decode(REQUESTS, text)
    assert caught.value.code is Code.MALFORMED
