"""The openings that have a name."""

from __future__ import annotations

from engined_protocol import messages as m
from tests.service.desk import Desk


def test_named_openings_bear_their_names() -> None:
    """Each way leads to a position that is called so; nobody has named the openings of another game."""
    desk = Desk(threads=1)
    openings = desk.ask(m.ListOpenings(id="1", variant="othello"), m.Openings).openings
    assert {opening.language for opening in openings} == {"en", "ja"}
    for opening in openings:
        shown = desk.ask(m.Show(id="2", moves=opening.moves), m.Position).openings
        assert (opening.name, opening.language, 0) in [(name.name, name.language, name.plies) for name in shown]
    assert desk.ask(m.ListOpenings(id="3", variant="nip"), m.Openings).openings == ()
