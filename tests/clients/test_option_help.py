"""What ``help()`` says of options."""

from __future__ import annotations

import inspect
import pydoc
import re

import pytest

from engined_client import AsyncClient, Client
from engined_protocol.messages import Analyse
from engined_protocol.messages.field_texts import field_texts


@pytest.mark.parametrize("face", [AsyncClient, Client])
def test_options_have_kinds_bounds_defaults_and_texts(face: type) -> None:
    told = pydoc.plain(pydoc.render_doc(face.analyse))  # type: ignore[attr-defined]
    texts = field_texts(Analyse)
    assert f"seconds: a number, above 0, at most 1e+07. {texts['seconds']}" in told
    assert f"interval: a number, from 0.01 on, at most 3600, 0.2 unless given. {texts['interval']}" in told
    assert f"best: a whole number, from 1 on, at most 1000. {texts['best']}" in told
    assert len(texts["seconds"]) > 20
    assert "book: 'ignore' or 'play' or 'show', 'show' unless given." in told
    assert "position: a Board, or the Position of a reply" in told
    assert "moves: a transcript, or moves one by one" in told


@pytest.mark.parametrize("method", ["analyse", "solve", "analyse_many", "show", "open", "book_deviate", "book_fix"])
def test_every_option_is_explained(method: str) -> None:
    options = (inspect.getdoc(getattr(Client, method)) or "").partition("Options:\n")[2].splitlines()
    assert options
    assert [line for line in options if not re.search(r": .*\. [A-Z`].|position: ", line)] == []


def test_the_signature_names_them() -> None:
    parameters = inspect.signature(Client.analyse_many).parameters
    assert list(parameters)[:2] == ["self", "positions"]
    assert (parameters["depth"].default, parameters["book"].default, parameters["fresh"].default) == (
        None,
        "show",
        False,
    )
    assert "id" not in parameters
    assert inspect.signature(Client.draw_colours).parameters["call"].default is inspect.Parameter.empty
