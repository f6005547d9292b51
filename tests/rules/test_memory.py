"""Positions keep what is worked out of them, within reason, and can forget it."""

from __future__ import annotations

from engined.rules.position import MOST_KEPT, parse_position, start
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()


def test_moves_are_listed_once_and_again_after_they_are_forgotten() -> None:
    position = start(CATALOGUE.get("othello"))
    moves = position.legal()
    assert position.legal() is moves
    position.forget()
    assert position.legal() == moves
    assert position.legal() is not moves


def test_very_many_moves_are_not_kept() -> None:
    wide = CATALOGUE.check('name = "wide"\n[board]\nsize = "24x2"\n[capture]\nchoice = "some"', "test")
    position = parse_position(wide, "." + "O" * 12 + "X" + "." * 34 + "X")
    moves = position.legal()
    assert len(moves) == 2**12 - 1 > MOST_KEPT
    assert position.legal() == moves
    assert position.legal() is not moves
