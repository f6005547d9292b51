"""The JSON Schema of all messages, for those who write a client in another language.

``messages.schema.json`` beside this module is what ``python -m engined_protocol.schema`` prints.
"""

from __future__ import annotations

import json
import re
from typing import Any

from msgspec import Struct
from msgspec.json import schema_components

from . import messages as m
from .messages.field_texts import field_texts


def schema() -> dict[str, Any]:
    """The schema as JSON has it: a message fits if it is a request or a reply, each told by its ``t``."""
    (request, reply), parts = schema_components([m.AnyRequest, m.AnyReply])
    kinds = {kind.__name__: kind for kind in _structs()}
    for name, part in parts.items():
        part["description"] = _plain(part.get("description", ""))
        texts = field_texts(kinds[name])
        for field, said in part.get("properties", {}).items():
            if field in texts:
                part["properties"][field] = {**said, "description": _plain(texts[field])}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of the engined protocol",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {"request": request, "reply": reply, **parts},
    }


def _plain(text: str) -> str:
    """A docstring as Markdown, without the module that it names a type of."""
    return re.sub(r":\w+:`~?(?:\w+\.)*(\w+)`", r"`\1`", " ".join(text.split())).replace("``", "`")


def _structs(kind: type[Struct] = Struct) -> set[type[Struct]]:
    """Every type that messages are made of."""
    own = {kind} if kind.__module__.startswith(m.__name__) else set()
    return own.union(*map(_structs, kind.__subclasses__()))


def text() -> str:
    """The schema as a file has it."""
    return json.dumps(schema(), indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(text(), end="")
