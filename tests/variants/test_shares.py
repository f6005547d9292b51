"""Who must make room for whom."""

from __future__ import annotations

import pytest

from engined.variants.catalogue import Catalogue, DeclarationError
from engined.variants.shares import NoRoom, Shares


def put(shares: Shares[str], key: str, owner: str, most: int | None = None) -> str | None:
    """What went for it."""
    gone = shares.room(owner, most)
    if gone is not None:
        shares.discard(gone)
    shares.put(key, owner)
    return gone


def test_room_is_made_by_whoever_has_most() -> None:
    shares = Shares[str](4)
    assert [put(shares, key, "eve") for key in ("e1", "e2", "e3")] == [None] * 3
    assert put(shares, "a1", "ann") is None
    assert put(shares, "a2", "ann") == "e1"
    assert put(shares, "e4", "eve") == "e2"
    assert list(shares) == ["e3", "a1", "a2", "e4"]


def test_nobody_loses_what_is_no_more_than_the_newcomer_has() -> None:
    shares = Shares[str](2)
    put(shares, "a", "ann")
    put(shares, "b", "bob")
    with pytest.raises(NoRoom):
        shares.room("eve")
    assert put(shares, "a2", "ann") == "a"


def test_an_owner_may_have_so_many() -> None:
    shares = Shares[str](10)
    assert [put(shares, key, "eve", 2) for key in ("1", "2", "3")] == [None, None, "1"]
    with pytest.raises(NoRoom):
        shares.room("bob", 0)


def declaration(name: str, komi: int = 0) -> str:
    return f'name = "{name}"\ninherits = "othello"\n[scoring]\nkomi = {komi}\n'


def test_a_stranger_can_neither_evict_nor_replace_what_others_have_declared() -> None:
    catalogue = Catalogue()
    mine = catalogue.declare(declaration("mine"), owner="ann")
    for number in range(5):
        catalogue.declare(declaration(f"eve-{number}"), owner="eve", most=3, replaces=False)
    assert catalogue.get("mine") == mine
    assert [name for name in catalogue.names() if name.startswith("eve-")] == ["eve-2", "eve-3", "eve-4"]
    with pytest.raises(DeclarationError, match="already taken"):
        catalogue.declare(declaration("mine", komi=2), owner="eve", replaces=False)
    assert catalogue.declare(declaration("mine"), owner="eve", replaces=False) == mine
    assert catalogue.declare(declaration("mine", komi=2), owner="root").scoring.komi == 2
    assert catalogue.get(f"mine@{mine.digest}") == mine


def test_a_note_cannot_tell_a_terminal_what_to_do() -> None:
    with pytest.raises(DeclarationError, match="note"):
        Catalogue().check('name = "a"\nnote = "\\u001b]0;title\\u0007"\n')
