"""What ``help()`` says of options."""

from __future__ import annotations

import inspect
import pydoc
import re

import pytest

from engined_client import AsyncClient, Client
from engined_protocol.messages import Analyse
from engined_protocol.messages.field_texts import field_texts
from tests.clients.fake_daemon import FakeDaemon


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


WITH_OPTIONS = ["analyse", "solve", "analyse_many", "show", "legal", "open", "perft", "learn", "judge"]
WITH_OPTIONS += ["best_move", "book_show", "book_deviate", "book_fix"]


@pytest.mark.parametrize("method", WITH_OPTIONS)
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


@pytest.mark.parametrize(
    ("method", "option", "said"),
    [
        ("analyse", "time", "analyse() has no option 'time'; did you mean 'seconds'?"),
        ("analyse_many", "exact", "analyse_many() has no option 'exact'; did you mean 'solve_empties'?"),
        ("solve", "exact", "solve() has no option 'exact'"),
        ("best_move", "dept", "best_move() has no option 'dept'; did you mean 'depth'?"),
        ("perft", "varant", "perft() has no option 'varant'; did you mean 'variant'?"),
        ("show", "zzz", "show() has no option 'zzz'"),
    ],
)
def test_an_option_that_there_is_not_is_named(daemon: FakeDaemon, method: str, option: str, said: str) -> None:
    with Client(daemon.folder) as client, pytest.raises(TypeError, match=f"^{re.escape(said)}$"):
        getattr(client, method)(*[1] * (method == "perft"), **{option: 3})
