"""Looking at a game: scores, lines, the tree, the editor, records, and who cannot see or has another language."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from axe_core_python.selenium import Axe
from selenium.webdriver import Keys
from selenium.webdriver.support.select import Select

from .page import Page
from .site import Site

DIALOGS = ("new", "records", "share", "settings")


def media(page: Page, scheme: str = "light", width: int = 0) -> None:
    """A colour scheme, and the width of a phone."""
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    if width:
        metrics = {"width": width, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    else:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def violations(page: Page) -> list[tuple[str, object]]:
    """What axe-core finds."""
    found = Axe().run(page.driver)["violations"]
    return [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in found]


def test_live_scores(page: Page) -> None:
    page.open("variant=othello")
    page.button("do-analyse")
    page.wait(lambda: all(any(sign in page.label(cell) for sign in "+−0") for cell in page.legal))
    page.wait(lambda: page.run("return document.querySelectorAll('#lines tbody tr').length") == len(page.legal))
    # A row may come before its line.
    press = "const step = document.querySelector('#lines .pv .step'); if (step) step.click(); return step !== null"
    page.wait(lambda: page.run(press))
    page.wait(lambda: page.ply == 2)
    page.button("do-analyse")
    page.wait(lambda: not any(sign in page.label(cell) for cell in page.legal for sign in "+−"))


def focused(page: Page) -> str:
    """What has the focus: its id, or else what it says."""
    return str(page.run("const at = document.activeElement; return at.id || at.dataset.cell || at.textContent"))


def test_the_focus_stays_where_keys_are_pressed(page: Page, site: Site) -> None:
    page.open(game=site.kept_game("go-5x5", 10))
    page.run("document.getElementById('seat-engine-1').focus()")
    for pressed in ("true", "false"):
        page.type(Keys.ENTER)
        page.wait(lambda: page["seat-engine-1"].get_attribute("aria-pressed") == pressed)  # noqa: B023
        assert focused(page) == "seat-engine-1"
    move = page.said("#moves .step")[0]
    page.run("document.querySelector('#moves .step').focus()")
    page.type(Keys.ENTER)
    page.wait(lambda: page.ply == 1)
    assert focused(page) == move


def test_dead_stones_are_agreed_on_with_keys_alone(page: Page, site: Site) -> None:
    page.open(game=site.kept_game("go-5x5", 0))
    page.skip(keys=True)
    page.skip(keys=True)
    page.run("document.getElementById('do-agree-0').focus()")
    page.type(Keys.ENTER)
    page.wait(lambda: focused(page) == "do-agree-1")
    page.type(Keys.ENTER)
    page.wait(lambda: page.phase == "ended")
    assert focused(page) in page.cells


def test_a_record_comes_in_and_goes_out(page: Page, tmp_path: Path) -> None:
    page.open("variant=othello")
    page.menu("records", "record-file")
    record = tmp_path / "game.sgf"
    record.write_text("(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bo];B[fe];W[fd](;B[cc]C[well])(;B[dc];W[cc]))")
    page["record-file"].send_keys(str(record))
    page.wait(lambda: "Ann" in page.text("seats"))
    page.menu("records", "record-file")
    page.button("record-save")
    page.wait(lambda: page["record-text"].get_property("value"))
    written = str(page["record-text"].get_property("value"))
    assert "PB[Ann]" in written
    assert written.count(";B[") == 3
    assert "C[well]" in written


def test_all_that_a_record_says_survives_a_reload_and_goes_out(page: Page, site: Site) -> None:
    page.open("variant=othello")
    page.menu("records", "record-file")
    page["record-text"].send_keys("(;GM[2]PB[Ann]EV[Cup]RE[B+2]TM[300];B[fe]N[one]LB[df:A];W[fd])")
    page.button("record-read")
    page.wait(lambda: "Ann" in page.text("seats"))
    page.reload()
    page.wait(lambda: "Ann" in page.text("seats"))
    page.menu("records", "record-file")
    page.button("record-save")
    page.wait(lambda: "EV[Cup]" in str(page["record-text"].get_property("value")))
    written = str(page["record-text"].get_property("value"))
    assert "RE[B+2]" in written
    assert "TM[300]" in written
    assert ";B[fe]LB[df:A]N[one];W[fd])" in written


def test_the_games_after_a_broken_one_are_listed(page: Page) -> None:
    page.open("variant=othello")
    page.menu("records", "record-file")
    page["record-text"].send_keys("(;GM[2]PB[Zed];B[f9])(;GM[2]PB[Ann];B[f5])(;GM[2]PB[Bea];B[f5])")
    page.button("record-read")
    page.wait(lambda: page.said("#record-game option"))
    listed = page.said("#record-game option")
    assert "not on an 8x8 board" in listed[0]
    assert ["Ann" in listed[1], "Bea" in listed[2]] == [True, True]
    page.run("document.getElementById('record-game').value = '1'")
    page.button("record-open")
    page.wait(lambda: "not on an 8x8 board" in page.said("dialog .fault")[0])
    page.run("document.getElementById('record-game').value = '2'")
    page.button("record-open")
    page.wait(lambda: "Ann" in page.text("seats"))


def test_a_record_that_is_none(page: Page, tmp_path: Path) -> None:
    page.open()
    page.menu("records", "record-file")
    for text, fault in (
        ("hello there, 1", "text without moves or boards"),
        ("f5d6c3 hello", "not a move at character 8"),
    ):
        page["record-text"].clear()
        page["record-text"].send_keys(text)
        page.button("record-read")
        page.wait(lambda: fault in page.said("dialog .fault[role=alert]")[0])  # noqa: B023
    long = tmp_path / "long.sgf"
    long.write_bytes(b"(;GM[2]" + b" " * 10_000_000)
    page["record-file"].send_keys(str(long))
    page.wait(lambda: "at most 8 are read" in page.said("dialog .fault[role=alert]")[0])
    for entry in page.driver.get_log("browser"):  # type: ignore[no-untyped-call]
        assert "400" in entry["message"]  # the browser's own word for a refusal


def test_moves_alone_are_of_the_game_that_is_shown(page: Page, site: Site) -> None:
    """If they can be played there, else of Othello."""
    played = "".join(game_moves(site, "rolit-4"))
    page.open("variant=rolit-4")
    for text, title in ((played, "Rolit for four"), ("f5d6c3d3c4f4e6", "Othello"), ("f5f5", None)):
        page.menu("records", "record-file")
        page["record-text"].send_keys(text)
        page.button("record-read")
        if title is None:
            page.wait(lambda: "move 2" in page.said("dialog .fault")[0])
        else:
            page.wait(partial(shows, page, title, text))


def test_a_record_is_read_in_each_of_the_eight_orientations(page: Page) -> None:
    """Four begin with the colours exchanged: they are mirrored, and that is said."""
    page.open("variant=othello")
    for quarters in range(4):
        for mirror in (False, True):
            moves = [turned(move, quarters, mirror) for move in ("f5", "d6", "c3", "d3", "c4")]
            exchanged = (quarters % 2 == 1) != mirror
            page.menu("records", "record-file")
            page["record-text"].send_keys("".join(moves))
            page.button("record-read")
            shown = [turned(move, 0, exchanged) for move in moves]
            page.wait(partial(shows, page, "Othello", "".join(shown)))
            page.wait(lambda: ("left and right have been exchanged" in page.text("alert")) == exchanged)  # noqa: B023
    page.button("do-last")
    page.wait(lambda: "Tiger" in page.said(".panel")[0])  # however it lies


def turned(move: str, quarters: int, mirror: bool) -> str:
    """A move on 8x8 after so many quarters of a turn, and then the mirror."""
    column, row = ord(move[0]) - ord("a"), int(move[1]) - 1
    for _ in range(quarters):
        column, row = 7 - row, column
    return f"{chr(ord('a') + (7 - column if mirror else column))}{row + 1}"


def shows(page: Page, title: str, moves: str) -> bool:
    """Whether a game is there, with these moves, and nothing lies over it."""
    here = page.text("title") == title and not page.said("dialog")
    return here and "".join(page.said("#moves .step")).replace("pass", "--") == moves


def game_moves(site: Site, variant: str) -> list[str]:
    """Of a game that has been played at random."""
    kept = site.ask({"t": "recall-game"}, site.kept_game(variant, 40))
    return [node["move"] for node in kept["game"]["nodes"]]


def test_the_position_editor(page: Page) -> None:
    page.open("variant=othello")
    page.menu("edit", "edit-done")
    page.press("f4")
    page.press("d4")
    Select(page["edit-mover"]).select_by_visible_text("White")
    page.button("edit-done")
    page.wait(lambda: "White to move" in page.text("status"))
    assert "black" in page.label("f4")
    assert "black" in page.label("d4")


def test_the_timeline(page: Page, site: Site) -> None:
    page.open(game=site.kept_game("othello", 50))
    last = page.ply
    page.button("do-first")
    page.wait(lambda: page.ply == 0)
    page["timeline"].send_keys("\ue014\ue014")
    page.wait(lambda: page.ply == 2)
    page.button("do-last")
    page.wait(lambda: page.ply == last)


def test_variations_are_promoted_and_deleted(page: Page) -> None:
    page.open("variant=othello")
    page.play("f5")
    page.button("do-undo")
    page.wait(lambda: page.ply == 0)
    page.play("d3")
    assert page.moves.replace(" ", "") == "1.f51.d3"
    page.button("do-promote")
    page.wait(lambda: page.moves.replace(" ", "") == "1.d31.f5")
    page.button("do-delete")
    page.wait(lambda: page.moves.replace(" ", "") == "1.f5")
    assert page.ply == 0


def test_japanese(page: Page) -> None:
    page.open("variant=nip", language="ja")
    assert page.text("title") == "ニップ"
    assert "黒の手番" in page.text("status")
    assert page.run("return document.documentElement.lang") == "ja"
    assert "黒" in page.label("e4")


@pytest.mark.parametrize(("scheme", "width"), [("light", 0), ("dark", 390)])
def test_nothing_stands_in_anybodys_way(page: Page, scheme: str, width: int) -> None:
    """axe-core finds nothing, on the page and in its dialogs; nothing is wider than a phone."""
    media(page, scheme, width)
    page.open("variant=rolit-4")
    page.play(page.legal[0])
    assert violations(page) == []
    page.open("variant=othello")
    page.button("do-analyse")
    page.wait(lambda: page.run("return document.querySelectorAll('#lines tbody tr').length") > 0)
    assert violations(page) == []
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    page.button("do-analyse")
    for name in DIALOGS:
        page.button(f"menu-{name}")
        page.wait(lambda: page.run("return document.querySelector('dialog[open]') !== null"))
        assert violations(page) == []
        page.run("document.querySelector('.dialog-head button').click()")
        page.wait(lambda: page.run("return document.querySelector('dialog') === null"))
    page.menu("edit", "edit-done")
    assert violations(page) == []
    media(page)
