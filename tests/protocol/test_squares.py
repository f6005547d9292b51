"""Which fields of messages name squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from engined_protocol import messages as m
from engined_protocol.messages.squares import Names, _plan, renamed

NO_SQUARES = {
    "id", "session", "variant", "start", "board", "position", "positions", "seat", "seats", "colour", "text",
    "warnings", "code", "field", "name", "title", "aliases", "patterns", "drawing", "colours", "first",
    "engine", "state", "note", "capture", "scoring", "ko", "movers", "teams", "rules", "language", "digest",
    "mover", "running", "result", "winner", "removed", "owners", "agreed", "draw_right", "kind", "source", "reason",
    "ally", "view", "ties", "after", "next", "target", "client", "what", "version", "store", "refused",
    "endings", "ending", "phase", "parity", "why", "broken", "goal", "mode", "call", "face", "choice",
    "choosing", "chooser", "black", "book", "lies", "coordinates", "life", "store_damage",
    "Judgement.fault",
}  # fmt: skip
"""Fields that are text and name no square."""


def structs_of(kind: Any, seen: set[Any]) -> Iterator[type[Struct]]:
    """The types of messages, and of what they hold."""
    if kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for field in fields(kind):
            yield from structs_of(field.type, seen)
    for part in get_args(kind):
        yield from structs_of(part, seen)


def test_of_every_text_in_a_message_it_is_known_whether_it_names_squares() -> None:
    """A new field is thought of here: is it a ``Square``, are squares ``Told`` in it, or does it belong above?"""
    for kind in structs_of(m.AnyRequest | m.AnyReply, set()):
        for field in fields(kind):
            if "str" in str(field.type):
                name = f"{kind.__name__}.{field.name}"
                assert (field.name in _plan(kind)) != bool({field.name, name} & NO_SQUARES), name


def test_all_squares_are_named_anew_at_any_depth() -> None:
    move = m.ScoredMove(move="f5", score=0.0, kind="exact", depth=1, pv=("f5", "--"))
    error = m.Error(id="f5", code="illegal-move", message="f5 is occupied", field="moves[0]")
    analysis = m.Analysis(
        id="f5", reason="done", best="f5", score=0.0, kind="exact", depth=1, moves=(move,), nodes=1, seconds=0.0,
        views=(m.View(view="maxn", best="f5", score=0.0),),
    )  # fmt: skip
    names = Names(lambda square: f"<{square}>", lambda text: text.replace("f5", "<f5>"))
    told = renamed(m.Analysed(id="f5", index=0, analysis=analysis, error=error), names)
    assert told.id == "f5"
    assert told.analysis is not None
    assert (told.analysis.best, told.analysis.moves[0].move, told.analysis.moves[0].pv) == (
        "<f5>",
        "<f5>",
        ("<f5>", "<-->"),
    )
    assert told.analysis.views[0].best == "<f5>"
    assert told.error is not None
    assert told.error.message == "<f5> is occupied"
    many = m.AnalyseMany(id="1", positions=(m.ManyPosition(moves=("f5",), start="f5"),), moves=("d6",))
    asked = renamed(many, names)
    assert (asked.positions[0].moves, asked.positions[0].start, asked.moves) == (("<f5>",), "f5", ("<d6>",))
