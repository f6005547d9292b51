"""The teacher on the page: hints in three steps, warnings, and the mistakes of a reviewed game to do better."""

from __future__ import annotations

import json
from functools import partial

from selenium.webdriver import Keys
from selenium.webdriver.support.select import Select

from .page import Page
from .test_review import moves_of, reviewed

__all__ = ["reviewed"]

RECORD_WHAT_IS_SENT = """
    const send = WebSocket.prototype.send;
    window.sent = [];
    WebSocket.prototype.send = function (text) {
      window.sent.push(text);
      return send.call(this, text);
    };
"""
"""A script that keeps the messages of a page to the server from then on."""


def told(page: Page, count: int) -> bool:
    """Whether the teacher has said so many things."""
    return len(page.said("#teacher-told p")) == count


def test_hints_come_in_three_steps(page: Page) -> None:
    page.open("variant=othello-4x4")
    for step in (1, 2, 3):
        page.button("do-hint")
        page.wait(partial(told, page, step))
    said = page.said("#teacher-told p")
    for text, begins in zip(said, ("where: ", "what kind of move: ", "the move: "), strict=True):
        assert text.startswith(begins)
    assert said[-1].removeprefix("the move: ") in page.legal
    page.is_quiet()


def test_a_warning_and_the_move_taken_back(page: Page) -> None:
    page.open("variant=othello-4x4", language="ja")
    Select(page["teacher-warn"]).select_by_value("1")
    worst = page.site.ask({"t": "analyse", "variant": "othello-4x4", "moves": ["b1"], "depth": 12})["moves"]
    assert worst[0]["score"] - worst[-1]["score"] >= 1
    page.press("b1")
    page.wait(lambda: page.ply == 1)
    page.press(worst[-1]["move"])
    page.wait(lambda: page.said("#teacher-back"))
    assert "の損" in page.text("teacher-told")
    page.button("teacher-back")
    page.wait(lambda: page.ply == 1)
    page.is_quiet()


def test_mistakes_are_done_better(page: Page, reviewed: str) -> None:
    page.open(game=reviewed)
    bad = [move for move in moves_of(page, reviewed) if move["grade"]]
    page.wait(lambda: len(page.said("#review-told .totals li")) == 2)
    for _ in range(len(bad)):
        page.button("do-learn")
        page.wait(lambda: page.text("teacher-told").startswith("Move "))
        mistake = next(move for move in bad if page.text("teacher-told").startswith(f"Move {move['ply']}: "))
        if len(page.legal) > 1:
            break
    ply = mistake["ply"] - 1
    page.wait(lambda: page.ply == ply)
    page.run(RECORD_WHAT_IS_SENT)
    page.press(mistake["move"].partition(":")[0])
    page.wait(lambda: f"{mistake['move']} gives away {mistake['loss']:g}" in page.text("teacher-told"))
    page.wait(lambda: page.ply == ply)
    page.press(mistake["best"]["move"].partition(":")[0])
    page.wait(lambda: f"{mistake['best']['move']} is right" in page.text("teacher-told"))
    assert page.ply == ply + 1
    sent = [json.loads(text) for text in page.run("return window.sent")]
    judged = [message for message in sent if message["t"] == "judge-move"]
    assert [message["exact"] for message in judged] == 2 * [mistake["empties"]], "what the review has proven stands"
    later = [move["ply"] for move in bad if move["ply"] > mistake["ply"]]
    page.button("do-learn")  # it goes on in the game, though the answer is a line of its own
    page.wait(lambda: page.text("teacher-told").startswith(f"Move {(later or [bad[0]['ply']])[0]}: "))
    page.is_quiet()


TITLES = "return [...document.querySelectorAll('#moves [title]')].map(({ title }) => title)"
"""A script: what is said of moves where a pointer rests on them."""
PLACE = "const {top, bottom} = document.querySelector(arguments[0]).getBoundingClientRect(); return [top, bottom];"
"""A script: where an element is in the window."""
NOTES = "return document.querySelectorAll('#board .note').length"
"""A script: how many cells have a score, or are said to be best."""


def test_on_a_phone_a_lesson_is_read_beside_the_board(page: Page, reviewed: str) -> None:
    """Its panel stands far below the board there."""
    page.open(game=reviewed)
    with page.window(390, 844):
        page.wait(lambda: len(page.said("#review-told .totals li")) == 2)
        page.run("document.getElementById('do-learn').scrollIntoView({block: 'center'})")
        assert page.run(PLACE, "#board svg")[0] < 0, "the board is out of sight"
        page.button("do-learn")
        page.wait(lambda: page.text("teacher-told").startswith("Move "))
        board_top, board_bottom = page.run(PLACE, "#board svg")
        told_top, told_bottom = page.run(PLACE, "#teacher-told")
        assert 0 <= board_top < board_bottom < told_top < told_bottom <= 844


def test_a_hint_goes_when_a_move_is_played(page: Page) -> None:
    page.open("variant=othello-4x4")
    page.button("do-hint")
    page.wait(partial(told, page, 1))
    page.press(page.legal[0])
    page.wait(partial(told, page, 0))


def test_a_lesson_does_not_tell_the_move(page: Page, reviewed: str) -> None:
    """With live scores on, a review that is there, the better move as a variation and a comment that names it."""
    bad = [move for move in moves_of(page, reviewed) if move["grade"] and len(move["best"]["line"]) > 1]
    mistake = bad[-1]
    best, ply = mistake["best"]["move"].partition(":")[0], mistake["ply"]
    game = page.site.ask({"t": "recall-game"}, reviewed)["game"]
    comment = f"{best} was better"
    game["nodes"][ply - 2]["comment"] = game["nodes"][ply - 1]["comment"] = comment
    game["nodes"].append({"parent": ply - 2, "move": mistake["best"]["move"]})
    game["at"] = ply - 2
    page.site.ask({"t": "keep-game", "game": game}, reviewed)
    page.open(game=reviewed)
    page.run("localStorage.setItem('engined.analysis', 'on')")
    page.reload()
    page.wait(lambda: page.said("#lines button.move") and page.said("#review-told .told-line"))
    assert page.tells(best)
    assert comment in page.run(TITLES)
    assert len(page.said("#moves .variation")) == 1
    page.wait(lambda: page.run(NOTES))
    page.button("do-learn")
    page.wait(lambda: page.text("teacher-told").startswith(f"Move {ply}: "))

    def nothing_tells() -> None:
        assert page.ply == ply - 1
        assert page.tells(best) == []
        assert page.said("#moves .variation") == []
        assert page.run(TITLES) == []
        assert not page["comment"].is_displayed()
        assert not page["evaluation"].is_displayed()
        assert {page.label(cell).removeprefix(cell) for cell in page.legal} == {page.label(best).removeprefix(best)}
        assert page.run(NOTES) == 0

    nothing_tells()
    for key in (Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.END, "a"):
        page.type(key)
        nothing_tells()
    assert not page["do-engine"].is_enabled()
    page.press(mistake["move"].partition(":")[0])
    page.wait(lambda: " gives away " in page.text("teacher-told") and page.ply == ply - 1)
    nothing_tells()
    page.button("lesson-show")
    page.wait(lambda: f"The move is {best}." in page.text("teacher-told"))
    page.wait(lambda: page.said("#lines button.move"))
    assert len(page.said("#moves .variation")) == 1
    page.run("localStorage.clear()")


def test_a_lesson_is_not_left_for_a_variation(page: Page, reviewed: str) -> None:
    """The keys that go from a move to another in its place do nothing: a press would then be no answer."""
    ply = [move for move in moves_of(page, reviewed) if move["grade"]][-1]["ply"]
    game = page.site.ask({"t": "recall-game"}, reviewed)["game"]
    before = [node["move"] for node in game["nodes"][: ply - 2]]
    legal = page.site.ask({"t": "show", "variant": game["variant"], "moves": before})["legal"]
    other = next(move for move in legal if move != game["nodes"][ply - 2]["move"])
    game["nodes"].append({"parent": ply - 3, "move": other})
    game["at"] = ply - 2
    page.site.ask({"t": "keep-game", "game": game}, reviewed)
    page.open(game=reviewed)
    page.wait(lambda: page.said("#review-told .totals li"))
    page.button("do-learn")
    page.wait(lambda: page.text("teacher-told").startswith(f"Move {ply}: "))
    path = page.said("#moves .on-path > button")
    for key in (Keys.ARROW_DOWN, Keys.ARROW_UP):
        page.type(key)
        assert page.said("#moves .on-path > button") == path
