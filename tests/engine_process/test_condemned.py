"""What brought the engine down is refused: positions, then a variant that has too many of them."""

from __future__ import annotations

from engined.engine_process.condemned import MOST_OF_A_VARIANT, Condemned
from engined.rules.position import start
from engined.variants.catalogue import Catalogue

OTHELLO, OTHER = (start(Catalogue().get(name)) for name in ("othello", "othello-6x6"))


def test_a_position_is_refused_and_its_neighbours_are_not() -> None:
    condemned = Condemned()
    condemned.add(OTHELLO)
    assert "not searched again" in condemned.reason(OTHELLO)
    assert condemned.reason(OTHELLO.play(OTHELLO.legal()[0])) == ""
    assert condemned.reason(OTHER) == ""


def test_a_variant_with_many_is_refused_as_a_whole() -> None:
    condemned, position = Condemned(), OTHELLO
    for _ in range(MOST_OF_A_VARIANT):
        assert condemned.reason(position) == ""
        condemned.add(position)
        position = position.play(position.legal()[0])
    assert "othello" in condemned.reason(position)
    assert condemned.reason(OTHER) == ""
