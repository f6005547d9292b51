"""The JSON Schema of messages: the file says what the code does, and fits what is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import engined_protocol
from engined_protocol import messages as m
from engined_protocol import schema
from engined_protocol.messages.field_texts import field_texts
from tests.protocol.test_frames import vectors

FILE = Path(engined_protocol.__file__).with_name("messages.schema.json")


@pytest.fixture(scope="module")
def validators() -> dict[str, Draft202012Validator]:
    """For requests and for replies."""
    read = json.loads(FILE.read_text("utf-8"))
    Draft202012Validator.check_schema(read)
    return {
        f"{what}s" if what == "request" else "replies": Draft202012Validator(
            {**read, "anyOf": [{"$ref": f"#/$defs/{what}"}]}
        )
        for what in ("request", "reply")
    }


def undescribed(part: Any) -> Any:
    """A part of a schema without its texts for people, which may lag behind those of the source."""
    if isinstance(part, dict):
        return {
            name: undescribed(each) for name, each in part.items() if not isinstance(each, str) or name != "description"
        }
    return [undescribed(each) for each in part] if isinstance(part, list) else part


def test_the_file_is_that_of_the_messages() -> None:
    written = json.loads(FILE.read_text("utf-8"))
    assert undescribed(written) == undescribed(json.loads(schema.text())), "python -m engined_protocol.schema writes it"


@pytest.mark.parametrize("name", ["requests", "replies"])
def test_golden_messages_fit(validators: dict[str, Draft202012Validator], name: str) -> None:
    for row in vectors(name):
        validators[name].validate(row["message"])


@pytest.mark.parametrize(
    "message",
    [
        {"t": "nothing", "id": "1"},
        {"t": "ping"},
        {"t": "analyse", "id": "1", "depth": 0},
        {"t": "analyse", "id": "1", "depth": "deep"},
        {"t": "play", "id": "1", "session": "s"},
        {"t": "solve", "id": "1", "goal": "glory"},
    ],
    ids=str,
)
def test_what_is_refused_does_not_fit(validators: dict[str, Draft202012Validator], message: dict[str, Any]) -> None:
    assert not validators["requests"].is_valid(message)


def test_fields_are_described_also_those_of_bases() -> None:
    parts = json.loads(FILE.read_text("utf-8"))["$defs"]
    assert all("description" in parts["Analyse"]["properties"][field] for field in ("start", "seconds", "fresh"))
    assert "increment" in field_texts(m.Clock)
    assert {"start", "only"} <= field_texts(m.Analyse).keys(), "also those of bases"
