"""Whole games of Go with real daemons: removal, going on, resignation; by bytes, by the library, at the terminal."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engined_client import AsyncClient, Client
from engined_protocol.dead_stones import all_stones, dead_groups
from tests.process.raw_client import FakeServed
from tests.process.serving import Served

WALLS = ["b1", "d1", "b2", "d2", "b3", "d3", "b4", "d4", "b5", "d5", "e3"]
"""Black's wall and White's on 5x5, and a black stone behind White's."""
POSITION = ".X.O. .X.O. .X.OX .X.O. .X.O. X"


@pytest.fixture(scope="module")
def daemon() -> Iterator[Served]:
    with Served() as served:
        yield served


def test_a_kept_game_is_what_it_was_after_every_kill_9() -> None:
    steps: list[tuple[str, dict[str, Any]]] = [
        ("play", {"moves": ["--", "--"]}),
        ("remove", {"cells": ["e3", "b1"]}),
        ("restore", {"cells": ["b2"]}),
        ("agree", {"seat": "White"}),
        ("resume", {}),
        ("play", {"moves": ["c3", "--", "--"]}),
        ("remove", {"cells": ["e3"]}),
        ("agree", {"seat": "White"}),
        ("agree", {"seat": "Black"}),
        ("undo", {}),
        ("resign", {"seat": "Black", "reason": "time"}),
    ]
    with FakeServed() as served:
        with served.client("constant") as client:
            client.ask("open", session="s", keep=True, variant="go-5x5", moves=WALLS)
        for count, (t, fields) in enumerate(steps):
            with served.client("constant") as client:
                told = client.ask(t, session="s", **fields)
            assert told.get("stored"), told
            if count % 3 == 2 or t == "resign":
                served.kill()
                served.start()
                with served.client("constant") as client:
                    shown = client.ask("show", session="s")
                assert {**shown, "id": "", "stored": True} == {**told, "id": "", "stored": True}
        with served.client("constant") as client:
            assert client.ask("learn", session="s")["games"] == 1
    assert (told["result"], told["margin"], told["removed"][2]) == ("White wins on time", 20.0, "....X")


def test_a_game_counted_by_what_the_engine_thinks_dead(daemon: Served) -> None:
    with Client(daemon.endpoint) as client:
        session = client.open(variant="go-5x5", moves=[*WALLS, "--", "--"]).session
        stopped = client.show(session=session)
        forecast = client.analyse(session=session, nodes=2000, life=True).result().forecast
        assert forecast is not None
        ((dead,),) = dead_groups(all_stones(stopped.board, stopped.removed), forecast, stopped.colour)
        assert dead == "e3"
        assert client.remove(session, stopped.notation.write(dead)).prisoners == (0, 1)
        assert client.restore(session).prisoners == (0, 0)
        assert client.undo(session).removed[2] == "....X"
        client.agree(session, "White")
        ended = client.agree(session, "Black")
        assert (ended.phase, ended.result, ended.margin) == ("ended", "White wins by 7", 7)
        assert client.undo(session).phase == "removal"
        assert client.resume(session).mover == stopped.mover == "White"
        assert client.resign(session).result == "Black wins by resignation"


def test_an_analysis_says_which_stones_are_dead(daemon: Served) -> None:
    words = ("analyse", "--variant", "go-5x5", POSITION, "--nodes", "2000")
    told = daemon.engined(*words, "--life").stdout.splitlines()
    assert "dead at the end: E3" in told
    assert not any("dead" in line for line in daemon.engined(*words).stdout.splitlines())


def test_the_asynchronous_client_ends_games_too(daemon: Served) -> None:
    async def main(endpoint: str) -> list[str]:
        async with await AsyncClient.connect(endpoint) as client:
            session = (await client.open(variant="go-5x5", moves=[*WALLS, "--", "--"])).session
            told = [await client.remove(session, "e3"), await client.restore(session, "e3")]
            told += [await client.agree(session, "White"), await client.resume(session)]
            told += [await client.resign(session, "Black", "time")]
            return [position.phase for position in told]

    assert asyncio.run(main(daemon.endpoint)) == ["removal", "removal", "removal", "play", "ended"]


def test_a_thousand_plies_on_the_largest_board(daemon: Served) -> None:
    chance = random.Random(5)
    with Client(daemon.endpoint) as client:
        position = client.open(variant="go-19x19")
        while len(position.moves) < 1000:
            position = client.play(position.session, chance.choice(position.legal[:-1] or ("pass",)))
        again = client.show(variant="go-19x19", moves=position.moves)
        assert (again.board, again.prisoners, again.digest) == (position.board, position.prisoners, position.digest)
        while not position.over:
            position = client.play(position.session, chance.choice(position.legal[:-1] or ("pass",)))
        assert (len(position.moves), position.result) == (3 * 361, "No result")


def test_two_people_end_a_game_at_the_terminal(daemon: Served) -> None:
    script = (
        "pass\npass\ngo\nresign\nremove e3\nremove e3\nremove z9\nremove\nrestore\nundo\na1\n"
        "done\ndone Red\ndone\nmoves\nundo\nresume\nresign\nnew\nresign White\nquit\n"
    )
    run = daemon.engined("play", "--variant", "go-5x5", "--seat", "Black", "--seat", "White", POSITION, stdin=script)
    assert (run.returncode, run.stderr) == (0, "")
    said = run.stdout
    assert "\nplay has stopped; White is ahead by 1; Black 5, White 0 + 6\n" in said
    assert "\nplay has stopped; White is ahead by 7; Black 5, White 6 + 6\nremoved X: E3\n" in said
    for wrong in (
        "? play has stopped: resume it first",
        "? nobody is to move: say which seat resigns",
        "? the stone on E3 is removed already",
        "? Z9: not on a 5x5 board",
        "? remove: name a cell of each group",
        "? A1: play has stopped: resume it first",
        "? Red is none of your seats",
    ):
        assert wrong in said
    ends = [line for line in said.splitlines() if " wins by " in line]
    assert ends == [
        "White wins by 7; Black 5, White 6 + 6",
        "White wins by resignation",
        "Black wins by resignation",
    ]


def test_go_is_told_in_its_own_coordinates(daemon: Served, tmp_path: Path) -> None:
    """Row 1 is at the bottom, and there is no I: at the terminal, and in the transcript that it writes."""
    file = tmp_path / "game.txt"
    script = f"J1\nI5\nk10\nj1\nc3 pass D4\nmoves\nsave {file}\nundo 4\nload {file}\nmoves\nquit\n"
    words = ("--variant", "go-9x9")
    said = daemon.engined("play", *words, "--seat", "Black", "--seat", "White", stdin=script).stdout
    assert said.count("\n    A B C D E F G H J\n  9 . ") >= 3
    assert "\n  1 . . . . . . . . X\n" in said
    for wrong in ("? I5: Go has no column I", "? K10: not on a 9x9 board", "? J1: J1 is occupied"):
        assert wrong in said
    assert said.count("J1 C3 pass D4") == 2
    assert file.read_text() == "J1 C3 pass D4\n"


def test_transcripts_of_go_are_read_as_they_are_said_to_be(daemon: Served, tmp_path: Path) -> None:
    """SGF counts from the upper left corner; JSON does as messages do."""
    file = tmp_path / "game.txt"
    words = ("--variant", "go-9x9", "--coordinates")
    file.write_text("d3 pass e9\n")
    for coordinates, points in (("auto", ["dg", "", "ea"]), ("go", ["dg", "", "ea"]), ("othello", ["dc", "", "ei"])):
        record = daemon.engined("convert", str(file), *words, coordinates).stdout
        assert re.findall(r";[BW]\[(\w*)\]", record) == points
        found = daemon.engined("analyse", str(file), *words, coordinates, "--nodes", "20", "--json").stdout
        stones = [index for index, cell in enumerate(json.loads(found)["position"][:81]) if cell == "X"]
        assert stones == sorted(
            "abcdefghi".index(row) * 9 + "abcdefghi".index(column) for column, row in map(tuple, points[::2])
        )
    file.write_text("i5 d3\n")
    said = "line 1: I5: Go has no column I; with `--coordinates othello` squares have one, and a1 is at the top\n"
    assert daemon.engined("convert", str(file), *words, "auto").stderr.endswith(said)
    assert daemon.engined("convert", str(file), *words, "othello").returncode == 0


def test_the_engine_says_what_is_dead_and_agrees_to_nothing_else(daemon: Served) -> None:
    """It has White, whose stones Black takes off instead; and it says so again when play stops once more: once it has
    filled the five points that are nobody's, while Black passes.
    """
    script = "restore\nremove d1\ndone\ndead\ndone\nundo\nresume\n" + 6 * "pass\n" + "quit\n"
    words = ("play", "--variant", "go-5x5", "--seat", "Black", "--time", "0.5", f"{POSITION}; -- --")
    run = daemon.engined(*words, stdin=script)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("the engine thinks dead: E3") >= 3, "when play stopped, after `done`, after `dead`"
    assert "the engine thinks alive: D1" in run.stdout
    assert "`done` again if you insist, `resume` to play it out" in run.stdout
    assert run.stdout.count("White wins by 7") == 1
    resumed = run.stdout.partition("White wins by 7")[2]
    assert set(re.findall("White plays (..) ", resumed)) == {"C1", "C2", "C3", "C4", "C5"}
    assert "the engine thinks dead" in resumed, "when play stopped once more"
