"""A stage for GTP, with some commands said already."""

from __future__ import annotations

from engined_protocol.gtp.clock import Byoyomi
from engined_protocol.gtp.coordinates import Dialect
from engined_protocol.gtp.dialogue import GtpDialogue
from engined_protocol.gtp.settings import SECONDS
from tests.protocol.stage import Stage


def stage(
    *lines: str,
    variant: str = "othello",
    seconds: float = SECONDS,
    dialect: Dialect | None = None,
    byoyomi: Byoyomi = Byoyomi.UNLIMITED,
) -> Stage:
    started = Stage(GtpDialogue(variant, seconds=seconds, dialect=dialect, byoyomi=byoyomi))
    for text in lines:
        assert not started.line(text).startswith("?"), text
    return started


def answer(at: Stage, text: str) -> str:
    """The answer of a command that succeeds."""
    reply = at.line(text)
    assert reply.startswith("= "), reply
    assert reply.endswith("\n\n")
    return reply[2:-2]
