"""Practice on the page: problems as `engined practise` has made them, with their intervals, and an unknown opening."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count

import pytest
from selenium.webdriver import Keys

from engined_client.practice.deck import Deck
from engined_client.practice.problem import Problem

from .page import Page
from .site import Site
from .test_study import violations

VARIANT = "othello-4x4"


@pytest.fixture
def deck(site: Site, tmp_path: object) -> Iterator[Deck]:
    """Two problems of 4x4: positions of a game with exact scores, where one move is better than all others."""
    described = site.ask({"t": "describe", "variant": VARIANT})
    deck = Deck.of(VARIANT, described["digest"])
    assert not deck.cards
    moves: list[str] = []
    for _ in count():
        shown = site.ask({"t": "show", "variant": VARIANT, "moves": moves})
        assert not shown["over"], "no game of this seed has a problem"
        solved = site.ask({"t": "analyse", "variant": VARIANT, "moves": moves, "depth": 14})["moves"]
        if len(solved) > 1 and solved[0]["score"] - solved[1]["score"] >= 2 and len(deck.cards) < 2:
            best, second = solved[:2]
            problem = Problem(
                variant=VARIANT,
                digest=described["digest"],
                moves=tuple(moves),
                best=best["move"],
                score=best["score"],
                second=second["score"],
                level=3,
                depth=1,
                empties=shown["empties"],
            )
            deck.add([problem])
        if len(deck.cards) == 2:
            break
        moves.append(solved[-1]["move"])
    deck.save()
    yield deck
    deck.path.unlink()


def asked(page: Page) -> bool:
    """Whether a problem is being asked."""
    return bool(page.run("return document.getElementById('lesson-hint') !== null"))


HELD_BACK = """
const { send } = WebSocket.prototype;
const held = [];
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).t === "show") held.push(() => send.call(this, text));
  else send.call(this, text);
};
window.goOn = () => {
  WebSocket.prototype.send = send;
  for (const go of held) go();
};
"""
"""No position comes until the page goes on."""


def test_problems_come_back_at_growing_intervals(page: Page, deck: Deck) -> None:
    """The first is solved at once and is due tomorrow; the second after a wrong try, and stays due."""
    page.open(f"variant={VARIANT}")
    page.run("document.getElementById('practice-open').open = true")
    page.button("do-problems")
    first, second = (card.problem for card in deck.cards)
    page.wait(lambda: page.ply == len(first.moves) and asked(page))
    page.wait(lambda: "2 problems, 2 due, 0 known." in page.text("lesson-said"))
    assert violations(page) == []
    page.press(first.best)
    page.wait(lambda: f"{first.best} is right" in page.text("lesson-said"))
    page.button("lesson-next")
    page.wait(lambda: page.ply == len(second.moves) and asked(page))
    wrong = next(move for move in page.legal if move != second.best)
    page.press(wrong)
    page.wait(lambda: f"{wrong} gives away" in page.text("lesson-said"))
    page.run(HELD_BACK)
    page.press(second.best)
    page.wait(lambda: f"{second.best} is right" in page.text("lesson-said"))
    page.button("lesson-leave")  # before the position after that move is there
    page.run("goOn()")
    page.wait(lambda: page.ply == 0)
    cards = Deck(deck.path).cards
    today = date.today()
    assert [(card.due, card.asked, card.solved) for card in cards] == [(today + timedelta(1), 1, 1), (today, 1, 0)]


def test_hints_lead_to_the_move_by_keys_and_in_japanese(page: Page, deck: Deck) -> None:
    page.open(f"variant={VARIANT}", language="ja")
    page.run("document.getElementById('practice-open').open = true")
    page.run("document.getElementById('do-problems').focus()")
    page.type(Keys.ENTER)
    problem = deck.cards[0].problem
    for text in ("場所: ", "どんな手: ", problem.best):
        page.wait(lambda: page.ply == len(problem.moves) and asked(page))
        page.run("document.getElementById('lesson-hint').focus()")
        page.type(Keys.ENTER)
        page.wait(lambda: text in page.text("lesson-said"))  # noqa: B023
    page.button("lesson-leave")
    page.wait(lambda: page.ply == 0)
    assert Deck(deck.path).cards[0].solved == 0


def test_no_problems_yet(page: Page) -> None:
    page.open("variant=nip")
    page.run("document.getElementById('practice-open').open = true")
    page.button("do-problems")
    page.wait(lambda: "There are no problems of this game yet" in page.text("lesson-said"))
    page.button("lesson-leave")


def test_no_opening_of_that_name(page: Page) -> None:
    page.open("variant=othello")
    page.run("document.getElementById('practice-open').open = true")
    page["practice-opening"].send_keys("tigr", Keys.ENTER)
    page.wait(lambda: "no opening is called 'tigr'; did you mean" in page.text("alert"))
    assert page.ply == 0


def test_nothing_beside_the_board_tells_the_move(page: Page, deck: Deck) -> None:
    """The game stands at the position of the problem, and has live scores."""
    problem = deck.cards[0].problem
    nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate((*problem.moves, problem.best))]
    game = {"variant": VARIANT, "nodes": nodes, "at": len(problem.moves) - 1}
    page.site.ask({"t": "keep-game", "game": game}, "a-problem")
    page.open(game="a-problem")
    page.run("localStorage.setItem('engined.analysis', 'on')")
    page.reload()
    page.wait(lambda: page.said("#lines button.move"))
    assert page.tells(problem.best)
    assert page["moves"].is_displayed()
    page.run("document.getElementById('practice-open').open = true")
    page.button("do-problems")
    page.wait(lambda: asked(page))
    assert page.ply == len(problem.moves)
    page.type(Keys.ARROW_RIGHT, "a")
    assert page.tells(problem.best) == []
    for hidden in ("moves", "evaluation", "timeline", "do-analyse", "do-review", "do-hint"):
        assert not page[hidden].is_displayed(), hidden
    assert len({page.label(cell).removeprefix(cell) for cell in page.legal}) == 1
    page.button("lesson-leave")
    page.wait(lambda: page.said("#lines button.move") and page["moves"].is_displayed())
    page.run("localStorage.clear()")
