"""Requests that a dialogue makes: checked before they leave it, as those from outside are."""

from __future__ import annotations

from typing import Any

import pytest

from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.text.conversation import Requester


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"moves": ("f5", "")}, "moves[1]", "an empty text is not a text of 1 to 128 characters"),
        ({"best": 0}, "best", "0 is not a whole number from 1 to 1000"),
        ({"book": "burn"}, "book", "'burn' is not one of ignore, play, show"),
        ({"only": ("f5",) * 2049}, "only", "a list of 2049 is not a list of at most 2048 entries"),
    ],
)
def test_a_bad_field_is_named(fields: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        next(Requester().watch(lambda info: None, m.Analyse(id="1", **fields)))
    assert (raised.value.code, raised.value.field, raised.value.message) == (Code.INVALID, field, message)


def test_requests_are_numbered_and_hold_what_was_given() -> None:
    requester, clock = Requester(), m.Clock(remaining=60.0)
    wanted = m.Analyse(id=requester.number(), session="s", moves=("f5",), clock=clock, seconds=5)
    analyse = next(requester.watch(lambda info: None, wanted))
    show = next(requester.ask(m.Show(id=requester.number(), session="s"), m.Position))
    assert analyse == m.Analyse(id="1", session="s", moves=("f5",), clock=clock, seconds=5.0)
    assert show == m.Show(id="2", session="s")
