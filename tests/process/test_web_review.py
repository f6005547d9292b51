"""A review and a reason through the gateway are those of the commands; and what is under way when the server ends."""

from __future__ import annotations

import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from engined_client.files.games import FoundGame, Reading
from engined_client.files.games import games_in as games_of
from tests.browser.site import Site
from tests.patience import until
from tests.process.serving import Served

RECORD = Path(__file__).parent.parent / "data" / "sgf" / "printed-4x4.sgf"


@pytest.fixture(scope="module")
def daemon() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture(scope="module")
def site(daemon: Served) -> Iterator[Site]:
    with Site("--endpoint", daemon.endpoint) as site:
        yield site


@pytest.fixture(scope="module")
def moves() -> tuple[str, ...]:
    (game,) = games_of(RECORD.read_bytes(), "", Reading())
    assert isinstance(game, FoundGame)
    return game.given.moves


def tree(moves: tuple[str, ...]) -> dict[str, Any]:
    nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(moves)]
    return {"variant": "othello-4x4", "nodes": nodes, "names": ["Ann", "Bo"]}


def test_a_review(site: Site, daemon: Served, moves: tuple[str, ...]) -> None:
    """Told move by move, last one first; what is said in the end is what the command says."""
    name = secrets.token_urlsafe(16)
    news = []
    with connect(f"{site.address.replace('http', 'ws', 1)}messages?client={name}") as socket:
        socket.send(json.dumps({"t": "review", "id": "1", "game": tree(moves), "exact": 20}))
        while (reply := json.loads(socket.recv()))["t"] == "move-review":
            news.append(reply)
    assert (reply["t"], reply.get("reason", "done")) == ("reviewed", "done")
    review = reply["review"]
    assert [told["move"] for told in news] == review["moves"][::-1]
    assert {told["total"] for told in news} == {len(moves)}
    assert review["players"] == ["Ann", "Bo"]
    run = daemon.engined("review", str(RECORD), "--exact", "20", "--json")
    assert run.returncode == 0, run.stderr
    known = json.loads(run.stdout)
    for field in ("ply", "move", "loss", "grade", "kind", "throws"):
        assert [move[field] for move in review["moves"]] == [move[field] for move in known["moves"]], field
    bad = {move["ply"] for move in review["moves"] if move["grade"]}
    assert {int(ply) for ply in reply["told"]} == bad
    assert bad
    for told in reply["told"].values():
        assert "loses" in told["en"][0]
        assert "の損" in told["ja"][0]
    assert site.ask({"t": "recall-review"}, name)["review"] == review


def test_a_reason(site: Site, daemon: Served, moves: tuple[str, ...]) -> None:
    asked = {"t": "why", "variant": "othello-4x4", "moves": moves[:3], "move": moves[3], "exact": 20, "plies": 4}
    reply = site.ask(asked)
    run = daemon.engined(
        "why", "".join(moves[:3]), moves[3], "--exact", "20", "--along", "4", "--variant", "othello-4x4", "--json"
    )
    assert run.returncode == 0, run.stderr
    known = json.loads(run.stdout)
    assert reply["told"] == known.pop("sentences")
    assert reply["why"] == known


def test_hints_and_a_judgement(site: Site, moves: tuple[str, ...]) -> None:
    """Those of `engined practise`, in both languages; a hint's move need not be looked for again."""
    where = {"variant": "othello-4x4", "moves": moves[:3], "exact": 20}
    steps = [site.ask({"t": "hint", "step": 1, **where})]
    steps += [site.ask({"t": "hint", "step": step, "move": steps[0]["move"], **where}) for step in (2, 3)]
    begins = (("where: ", "場所: "), ("what kind of move: ", "どんな手: "), ("the move: ", "手: "))
    for hint, (english, japanese) in zip(steps, begins, strict=True):
        assert hint["told"]["en"][0].startswith(english)
        assert hint["told"]["ja"][0].startswith(japanese)
    assert steps[2]["told"]["en"] == [f"the move: {steps[0]['move']}"]
    known = site.ask({"t": "why", "move": moves[3], **where})["why"]
    for move, loss in ((steps[0]["move"], 0), (moves[3], known["loss"])):
        judged = site.ask({"t": "judge-move", "move": move, **where})
        assert (judged.get("loss", 0), judged.get("as_good", False)) == (loss, loss == 0)
        assert judged["best"] == known["best"]["move"] or loss == 0


def test_a_move_that_is_none(site: Site) -> None:
    address = f"{site.address.replace('http', 'ws', 1)}messages"
    with connect(address) as socket:
        socket.send(json.dumps({"t": "why", "id": "1", "variant": "othello", "move": "a1"}))
        error = json.loads(socket.recv())
        assert (error["t"], error["code"], error["field"]) == ("error", "illegal-move", "move")
        assert "a1" in error["message"]
        socket.send(json.dumps({"t": "review", "id": "2", "game": tree(("f5", "f5")) | {"variant": "othello"}}))
        assert "move 2" in json.loads(socket.recv())["message"]


@pytest.mark.parametrize("move", ["a1", "--", "zz"])
@pytest.mark.parametrize(
    "asked", [{"t": "why"}, {"t": "judge-move"}, {"t": "hint", "step": 1}, {"t": "hint", "step": 3}], ids=str
)
def test_a_move_that_cannot_be_played_is_named(site: Site, asked: dict[str, Any], move: str) -> None:
    where = {"id": "1", "variant": "othello", "moves": ["f5"], "depth": 1}
    with connect(f"{site.address.replace('http', 'ws', 1)}messages") as socket:
        socket.send(json.dumps(asked | where | {"move": move}))
        error = json.loads(socket.recv())
    assert (error["t"], error.get("code"), error.get("field")) == ("error", "illegal-move", "move")


def test_squares_are_named_as_players_do(site: Site) -> None:
    """In Go the corner at the bottom left is A1, which messages call a5 on 5 rows; the ninth column is J."""
    told = site.ask({"t": "why", "variant": "go-5x5", "move": "a5", "nodes": 50, "plies": 1})
    assert told["why"]["played"]["move"] == "a5"
    assert told["told"]["en"][0].startswith("A1 ")
    assert told["told"]["ja"][0].startswith("A1 ")


def test_who_waits_when_the_server_ends_is_told() -> None:
    with ThreadPoolExecutor() as threads:
        with Site("--private") as site:
            endless = {"t": "review", "id": "1", "game": tree(("f5", "d6")) | {"variant": "othello"}, "depth": 100}
            waiting = threads.submit(urllib.request.urlopen, f"{site.address}message", json.dumps(endless).encode())
            until(lambda: site.ask({"t": "status"}).get("jobs"), "the review has begun")
        with pytest.raises(urllib.error.HTTPError) as refusal:
            waiting.result()
    answer = json.load(refusal.value)
    assert (refusal.value.code, answer["id"], answer["code"]) == (503, "1", "busy")
