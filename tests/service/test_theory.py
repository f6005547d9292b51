"""Theory, and the position, in every analysis that asks for them and in no other."""

from __future__ import annotations

import pytest

from engined_protocol import messages as m
from tests.service.desk import ANN, Desk

CORNERED = "XXX.....XXO.....XO.................OX......XO................... X"
"""Stable are the six black discs of the corner."""


@pytest.fixture
def desk() -> Desk:
    return Desk(threads=1)


def final(desk: Desk, request: m.Analyse | m.Solve) -> m.Analysis:
    """The analysis that a request ends in, at once or when the engine is done."""
    replies = desk.say(request)
    if not (replies and isinstance(replies[-1], m.Analysis)):
        desk.finish(desk.started[-1])
        replies = [reply for to, reply in desk.sent if to == ANN and reply.id == request.id]
    assert isinstance(replies[-1], m.Analysis)
    return replies[-1]


def test_an_analysis_that_asks_is_told(desk: Desk) -> None:
    theory = final(desk, m.Analyse(id="1", start=CORNERED, depth=1, theory=True)).theory
    assert theory is not None
    assert theory.connectivity == 8
    assert theory.stable == ("a1", "b1", "c1", "a2", "b2", "a3")
    assert theory.stable_discs == (6, 0)
    assert (theory.parity, len(theory.regions), theory.regions[0].parity) == ("even", 1, "even")
    assert theory.regions[0].size == len(theory.regions[0].cells) == 52
    assert theory.mobility[0] == len(desk.ask(m.Show(id="2", start=CORNERED), m.Position).legal)


def test_who_does_not_ask_is_not_told(desk: Desk) -> None:
    assert final(desk, m.Analyse(id="1", start=CORNERED, depth=1)).theory is None
    assert final(desk, m.Solve(id="2", variant="othello-4x4")).theory is None


def test_a_position_is_shown_to_who_asks(desk: Desk) -> None:
    alone = desk.ask(m.Show(id="2", start=CORNERED), m.Position)
    shown = final(desk, m.Analyse(id="2", start=CORNERED, depth=1, show=True)).position
    assert shown == alone
    assert final(desk, m.Solve(id="3", variant="othello-4x4")).position is None


def test_every_way_in_which_an_analysis_ends_tells(desk: Desk) -> None:
    assert final(desk, m.Solve(id="solved", variant="othello-4x4", theory=True)).theory is not None
    over = final(desk, m.Analyse(id="over", variant="othello-4x4", start="XXXX" * 4 + "X", theory=True))
    assert over.theory is not None
    assert (over.theory.regions, over.theory.stable_discs) == ((), (16, 0))
    desk.say(m.Analyse(id="running"))
    desk.say(m.Analyse(id="queued", variant="nip", theory=True))
    desk.say(m.Stop(id="stop", target="queued"))
    queued = next(r for _, r in desk.sent if r.id == "queued" and isinstance(r, m.Analysis))
    assert queued.reason == "stopped"
    assert queued.theory is not None
    assert queued.theory.mobility == (4, 4)


@pytest.mark.parametrize(
    "variant", ["reversi-1890", "octagon-52", "rolit-3", "yonin", "hasami-choose", "annexation-48"]
)
def test_any_variant_has_theory(desk: Desk, variant: str) -> None:
    theory = final(desk, m.Analyse(id="1", variant=variant, theory=True, depth=1)).theory
    assert theory is not None
    assert (
        sum(region.size for region in theory.regions) == desk.ask(m.Show(id="2", variant=variant), m.Position).empties
    )


def test_openings_are_named_beside_it(desk: Desk) -> None:
    named = final(desk, m.Analyse(id="1", moves=("f5", "d6", "c3", "d3", "c4"), depth=1, theory=True))
    assert "Tiger" in [opening.name for opening in named.openings]


FINISHED = "X.OOXO.XX..OXO.XO.X.OX.OOO...X.XOXOX X"
"""The example of the game's inventor."""


def test_a_chain_game_is_explained(desk: Desk) -> None:
    theory = desk.ask(m.Show(id="1", variant="chain-all", start=FINISHED, theory=True), m.Position).theory
    assert theory is not None
    longer, shorter = sorted(theory.chains, key=lambda chain: -len(chain.cells))
    assert (len(longer.cells), longer.ends, len(longer.bends)) == (19, ("f2", "f4"), 10)
    assert [(point.seat, point.why) for point in longer.points] == [
        ("White", "ends"),
        ("Black", "count"),
        ("White", "bends"),
    ]
    assert (len(shorter.cells), set(shorter.ends), len(shorter.bends)) == (4, {"e3", "c4"}, 2)
    assert [(point.seat, point.why) for point in shorter.points] == [
        (("White"), why) for why in ("ends", "count", "bends")
    ]
    assert not longer.grows
    assert len(theory.dead) == 12
    dead = {cell.cell: cell.broken for cell in theory.dead}
    assert dead["b1"] == ("neighbours", "block")
    assert dead["d5"] == ("neighbours",)


def test_where_no_disc_ever_changes_none_is_named_as_stable(desk: Desk) -> None:
    theory = desk.ask(m.Show(id="1", variant="chain-all", start=FINISHED, theory=True), m.Position).theory
    assert theory is not None
    assert (theory.stable, theory.stable_discs) == ((), ())


def test_no_other_game_has_chains(desk: Desk) -> None:
    theory = desk.ask(m.Show(id="1", variant="go-5x5", theory=True), m.Position).theory
    assert theory is not None
    assert (theory.chains, theory.dead) == ((), ())
    assert desk.ask(m.Show(id="2", variant="chain-all"), m.Position).theory is None
