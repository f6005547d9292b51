"""The review of a game on the page: of an imported record, its mistakes and why, and lines played on the board."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.support.select import Select

from .page import Page
from .site import Site
from .test_links import kept, open_tab, two
from .test_study import violations

RECORD = Path(__file__).parent.parent / "data" / "sgf" / "printed-4x4.sgf"
__all__ = ["two"]


@pytest.fixture
def reviewed(site: Site) -> str:
    """A game that has a review: everything in it is proven."""
    name = secrets.token_urlsafe(16)
    tree = site.read(RECORD)
    site.ask({"t": "keep-game", "game": tree}, name)
    site.ask({"t": "review", "game": tree, "exact": 20}, name)
    return name


def moves_of(page: Page, game: str) -> list[dict[str, Any]]:
    """What the review of a game says of its moves."""
    return list(page.site.ask({"t": "recall-review"}, game)["review"]["moves"])


def test_of_an_imported_record(page: Page) -> None:
    page.open()
    page.menu("records", "record-file")
    page["record-file"].send_keys(str(RECORD))
    page.wait(lambda: "Edax 4.6" in page.text("seats"))
    Select(page["review-exact"]).select_by_value("20")
    page.button("do-review")
    page.wait(lambda: len(page.said("#review-told .totals li")) == 2 and page.text("do-review") == "Review game")
    game = page.driver.current_url.partition("#")[2]
    moves = moves_of(page, game)
    signs = {"": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
    expected = "".join(f"{move['move'].replace('--', 'pass')}{signs[move['grade']]}" for move in moves)
    assert "".join(text for text in page.said("#moves .step")) == expected
    assert len(page.said(".score-graph .dot")) == sum(bool(move["grade"]) for move in moves) > 0
    lost = sum(move["loss"] for move in moves if move["seat"] == "Black" and not move["forced"])
    assert page.said("#review-told .totals li")[0].startswith(f"Black Edax 4.6: gave away {lost:g} in ")


def test_a_mistake_why_and_the_better_line_on_the_board(page: Page, reviewed: str) -> None:
    page.open(game=reviewed)
    bad = next(move for move in moves_of(page, reviewed) if move["grade"])
    page.wait(lambda: len(page.said("#review-told .totals li")) == 2)
    page.button("mistake-on")
    page.wait(lambda: page.ply == bad["ply"])
    told = page.text("review-told")
    assert f"{bad['move']} loses {bad['loss']:g} against {bad['best']['move']}" in told
    assert bad["grade"] in told
    assert "best" in page.label(bad["best"]["move"])
    line = bad["best"]["line"]
    assert page.said(".told-line")[0] == "".join(line).replace("--", "pass")
    page.run("document.querySelectorAll('.told-line button')[1].click()")
    page.wait(lambda: page.ply == bad["ply"] + 1)
    assert page.said("[aria-current]") == [line[1]]
    page.run("document.querySelectorAll('.told-line button')[2].click()")
    page.wait(lambda: page.ply == bad["ply"] + 2)
    assert page.said('.told-line [aria-pressed="true"]') == [line[2].replace("--", "pass")]
    assert page.run("return document.activeElement.textContent") != ""
    assert violations(page) == []


def test_in_japanese(page: Page, reviewed: str) -> None:
    page.open(game=reviewed, language="ja")
    page.wait(lambda: len(page.said("#review-told .totals li")) == 2)
    page.button("mistake-on")
    page.wait(lambda: "の損です" in page.text("review-told"))
    assert "blunder" not in page.text("review-told") + page.text("play")


def test_it_survives_a_reload_and_is_seen_by_all(two: Page) -> None:
    page = two
    page.open("variant=othello-4x4")
    page.play(page.legal[0])
    kept(page)
    first = open_tab(page)
    Select(page["review-time"]).select_by_value("0.2")
    page.button("do-review")
    page.wait(lambda: len(page.said("#review-told .totals li")) == 1 and page.text("do-review") == "Review game")
    totals = page.said("#review-told .totals li")
    page.driver.switch_to.window(first)
    page.wait(lambda: page.said("#review-told .totals li") == totals)
    page.reload()
    page.wait(lambda: page.said("#review-told .totals li") == totals)


def test_it_is_stopped(page: Page, site: Site) -> None:
    """What has been found until then stays."""
    page.open(game=site.kept_game("othello", 0))
    Select(page["review-time"]).select_by_value("10")
    page.button("do-review")
    page.wait(lambda: " of " in page.text("do-review"))
    page.button("do-review")
    page.wait(lambda: page.text("do-review") == "Review game")
    assert page.said("#review-told .facts")
    assert site.ask({"t": "recall-review"}, page.driver.current_url.partition("#")[2]).get("review") is None


def test_another_game_ends_it(page: Page, site: Site) -> None:
    page.open(game=site.kept_game("othello", 0))
    Select(page["review-time"]).select_by_value("10")
    page.button("do-review")
    page.wait(lambda: " of " in page.text("do-review"))
    page.choose_variant("nip")
    page.button("do-start")
    page.wait(lambda: page.text("title") == "Nip" and page.text("do-review") == "Review game")
    assert page.said("#review-told .totals li") == []


def test_a_reason_for_any_move(page: Page) -> None:
    page.open("variant=othello-4x4")
    page.play(page.legal[0])
    move = page.said("[aria-current]")[0]
    page.button("do-why")
    page.wait(lambda: f"{move} is the best move" in page.text("review-told"))


def test_a_game_of_four(page: Page, site: Site) -> None:
    """The graph has a curve for each seat, of what it counts in the end."""
    page.open(game=site.kept_game("rolit-4", 0))
    page.driver.execute_script("document.getElementById('review-time').options[0].value = '0.02'")
    page.wait(lambda: "What each seat counts:" in page.said(".legend")[0])
    Select(page["review-time"]).select_by_index(0)
    page.button("do-review")
    page.wait(lambda: len(page.said("#review-told .totals li")) == 4 and page.text("do-review") == "Review game")
    assert "What each seat counts in the end:" in page.said(".legend")[0]
    assert len(page.said(".score-graph .curve")) == 4
