from __future__ import annotations

import pytest

from engined.tools.cluster.reviewing import check
from engined.variants.catalogue import Catalogue
from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.terminal.command import WrongInput

OTHELLO = Catalogue().get("othello")


def game(*moves: str, start: str | None = None) -> FoundGame:
    return FoundGame("games.txt, line 7", 7, GivenPosition(start, moves))


@pytest.mark.parametrize("moves", [("f5", "d6", "c3"), ("c5", "e6", "f3")])
def test_a_game_may_be_mirrored(moves: tuple[str, ...]) -> None:
    check(OTHELLO, game(*moves))


@pytest.mark.parametrize("moves", [("f5", "f5"), ("c5", "c5")])
def test_what_breaks_the_rules_is_named_before_any_worker_is_asked(moves: tuple[str, ...]) -> None:
    with pytest.raises(WrongInput, match=rf"^games.txt, line 7: move [12], {moves[1]}: "):
        check(OTHELLO, game(*moves))


def test_so_is_what_is_no_position() -> None:
    with pytest.raises(WrongInput, match=r"^games.txt, line 7: position: 64 cells"):
        check(OTHELLO, game(start="XO"))
