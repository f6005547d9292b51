"""Chain games on the page: each chain, whose its points are and why, and which rule closes a cell."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from engined_client.drawing.chains import BROKEN
from engined_client.drawing.wording import Wording
from engined_client.web.static_files import FOLDER

from .page import Page
from .site import Site
from .test_study import media, violations

FINISHED = "X.OOXO.XX..OXO.XO.X.OX.OOO...X.XOXOX X"
"""The example of the game's inventor: a chain of 19 stones with 10 bends, one of 4 with 2, both with White ends."""


def kept(site: Site, variant: str, start: str) -> str:
    """The name of a game that is kept and begins at a position."""
    name = secrets.token_urlsafe(16)
    site.ask({"t": "keep-game", "game": {"variant": variant, "start": start, "nodes": [], "at": -1}}, name)
    return name


def is_explained(page: Page) -> bool:
    """Whether the chains are told."""
    return bool(page.said("#chain-table tbody tr"))


def test_a_finished_game_is_explained(page: Page, site: Site) -> None:
    page.open(game=kept(site, "chain-all", FINISHED))
    page.wait(lambda: is_explained(page))
    assert [said.strip() for said in page.said("#chains-points > span")] == ["Black 1 point", "White 5 points"]
    assert page.said("#chain-table tbody :is(th, td)") == [
        *("A", "19", "f2 f4", "10", "ends for White, count for Black, bends for White"),
        *("B", "4", "e3 c4", "2", "ends for White, count for White, bends for White"),
    ]
    assert page.said("#chains .dead li")[2] == "a chain would close: f3"
    assert page.label("f2") == "f2, white, chain A, end"
    assert page.label("c1") == "c1, white, chain A, bend"
    assert page.label("a1") == "a1, black"
    assert page.label("f3") == "f3, empty, dead, a stone would have more than two neighbours, a chain would close"
    assert len(page.said("#board .chain .bend")) == 12
    assert page.said("#board .chain text") == ["A", "A", "B", "B"]


def test_chains_grow_as_they_are_played_and_can_be_hidden(page: Page) -> None:
    page.open("variant=hashijime")
    page.wait(lambda: "no chain" in page.text("chains"))
    for cell in ("a1", "c3", "b1"):
        page.play(cell)
    page.wait(lambda: is_explained(page))
    assert page.said("#chain-table td.told") == ["ends for Black may grow"]
    page.play("e6")
    page.play("a2")
    page.wait(lambda: "dead" in page.label("b2"))
    page.press("b2")
    page.wait(lambda: page.text("status") == "b2: no move here, dead, four stones would be a square.")
    page.button("do-chains")
    page.wait(lambda: not page.said("#board .chain"))
    assert "chain" not in page.label("a1")
    assert is_explained(page)
    page.button("do-chains")
    page.wait(lambda: page.said("#board .chain"))
    page.button("do-first")
    page.wait(lambda: not page.said("#board .chain"))


def test_other_games_have_none(page: Page) -> None:
    page.open("variant=nip")
    assert not page["chains"].is_displayed()


@pytest.mark.parametrize(("scheme", "width"), [pytest.param("light", 0, marks=pytest.mark.products), ("dark", 390)])
def test_chains_stand_in_nobodys_way(page: Page, site: Site, scheme: str, width: int) -> None:
    media(page, scheme, width)
    page.open(game=site.kept_game("chain-all-9x9-multi", 8), language="ja")
    page.wait(lambda: is_explained(page))
    assert page.text("title") == "端占め-数奇偶-曲がり奇偶-9x9-複端"
    assert violations(page) == []
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    media(page)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rules_are_named_as_in_the_terminal(language: str) -> None:
    words = Wording(language="ja") if language == "ja" else Wording()
    said = (Path(FOLDER) / "words" / f"{language}.js").read_text("utf-8")
    for rule, broken in BROKEN.items():
        assert f'{rule}: "{words(broken)}"' in said
