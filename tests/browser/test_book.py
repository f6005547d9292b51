"""The book on the page: its moves, what they are worth and how often they were played; the names of openings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Chrome

from engined_client.drawing.text import number_text
from tests.process.serving import Served

from .page import Page
from .site import Site

TIGER = ("f5", "d6", "c3", "d3", "c4")
COW = ("f5", "d6", "c5", "f4", "e3", "c6", "d3")


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A page beside a daemon whose book has three games, and is analysed two plies deep."""
    store = str(tmp_path_factory.mktemp("book") / "store.sqlite")
    with Served(store=store) as daemon, Site("--endpoint", daemon.endpoint) as site:
        added = site.ask({"t": "book-add", "games": [{"moves": moves} for moves in (TIGER, (*TIGER, "f4"), COW)]})
        assert added["t"] == "book-done"
        assert site.ask({"t": "book-fix", "depth": 2})["t"] == "book-done"
        yield site


@pytest.fixture
def page(driver: Chrome, taught: Site) -> Iterator[Page]:
    page = Page(driver, taught)
    yield page
    page.is_quiet()
    page.leave()


def rows(page: Page) -> dict[str, list[str]]:
    """What the panel says of each move."""
    texts = iter(page.said(".book li > *"))
    return {move: [score, games] for move, score, games in zip(texts, texts, texts, strict=True)}


def test_moves_of_the_book_are_listed_and_played(page: Page) -> None:
    page.open("variant=othello")
    page.wait(lambda: "f5" in rows(page))
    assert rows(page)["f5"][1] == "3 games"
    page.play("f5")
    page.wait(lambda: "d6" in rows(page))
    page.play("d6")
    page.wait(lambda: {"c3", "c5"} <= rows(page).keys())
    assert (rows(page)["c3"][1], rows(page)["c5"][1]) == ("2 games", "1 game")
    shown = page.site.ask({"t": "book-show", "variant": "othello", "moves": TIGER[:2]})
    for move in shown["moves"]:
        assert rows(page)[move["move"]][0].replace("−", "-") == number_text(move["score"], "estimate")
    page.run("document.querySelector('.book button').click()")
    page.wait(lambda: page.ply == 3)


def test_openings_have_their_names(page: Page) -> None:
    page.open("variant=othello")
    for cell in TIGER:
        page.play(cell)
    page.wait(lambda: page.text("analysis-summary") == "Tiger")
    page.open("variant=othello", language="ja")
    for cell in TIGER:
        page.play(cell)
    page.wait(lambda: page.text("analysis-summary") == "虎定石")


def test_moves_of_the_book_are_among_the_best_lines(page: Page) -> None:
    page.open("variant=othello")
    page.play("f5")
    page.button("do-analyse")
    page.wait(lambda: any("game" in text for text in page.said("#lines tbody td")))
    page.button("do-analyse")


def test_a_position_that_the_book_does_not_have(page: Page) -> None:
    page.open("variant=othello")
    for cell in ("f5", "f6", "e6", "f4"):
        page.play(cell)
    page.wait(lambda: not page["book"].is_displayed())


def test_an_opening_from_here_is_not_told_by_the_panel_of_the_book(page: Page) -> None:
    page.open("variant=othello")
    page.play("f5")
    page.wait(lambda: "d6" in rows(page) and page["book"].is_displayed())
    best = page.site.ask({"t": "book-show", "variant": "othello", "moves": ["f5"]})["moves"][0]["move"]
    assert page.tells(best)
    page.run("document.getElementById('practice-open').open = true")
    page.button("do-opening")
    page.wait(lambda: "What does the book play?" in page.text("lesson-said"))
    assert page.tells(best) == []
    assert not page["book"].is_displayed()
    page.button("lesson-answer")
    page.wait(lambda: page.tells(best) == [f"The move is {best}."])
    page.button("lesson-leave")
    page.wait(lambda: page["book"].is_displayed())


def test_an_opening_is_practised_by_its_name(page: Page) -> None:
    """What is not in the book is not played; a move of the book is, and the book answers while it goes on."""
    page.open("variant=othello")
    page.run("document.getElementById('practice-open').open = true")
    page["practice-opening"].send_keys("虎")
    page.button("do-opening")
    page.wait(lambda: page.said("#lesson-said p") and "Tiger" in page.text("lesson-said"))
    assert page.ply == 5
    assert page.text("status").startswith("White to move")  # in the opening; in the game Black is
    moves = page.run("return document.getElementById('board').position.moves")
    shown = page.site.ask({"t": "book-show", "variant": "othello", "moves": moves})["moves"]
    strange = next(move for move in page.legal if move not in {one["move"] for one in shown})
    page.press(strange)
    page.wait(lambda: f"{strange} is not in the book" in page.text("lesson-said"))
    assert page.ply == 5
    page.button("lesson-answer")
    page.wait(lambda: f"The move is {shown[0]['move']}." in page.text("lesson-said"))
    page.press(shown[0]["move"])
    page.wait(lambda: page.ply > 5)
    assert f"{shown[0]['move']}: " in page.text("lesson-said")
    page.wait(lambda: any(said in page.text("lesson-said") for said in ("the book plays", "the book ends here")))
    assert "0 of 1 at once." in page.text("lesson-said")  # the move was shown
    page.button("lesson-leave")
    page.wait(lambda: page.ply == 0)
