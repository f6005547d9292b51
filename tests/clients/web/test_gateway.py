"""Messages as JSON, over HTTP and WebSocket: what is passed on, what is refused, and what other pages are told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from engined_client.web.bounds import MOST_PAGES, Bounds
from engined_client.web.game_lists import GameLists
from engined_client.web.kept_games import KeptGames
from engined_client.web.lessons import Lessons
from engined_client.web.library import Library
from engined_client.web.link import Link
from engined_client.web.outbox import Unread
from engined_client.web.pages import Page, SharedClient, Studies
from engined_client.web.reviews import Reviews
from engined_client.web.tournaments import Tournaments
from engined_protocol import messages as m
from engined_protocol.frames import MAX_BYTES
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import PATIENCE, until

from .conftest import connect, site, until_there

LINE = m.ScoredMove(move="f5", score=1.5, kind="estimate", depth=3)


def position(request: m.AnyRequest, session: str = "game") -> m.Position:
    return m.Position(
        id=request.id, session=session, variant="othello", digest="", board=("..", ".."), mover="Black", colour="X",
        legal=(), moves=(), seats=("Black", "White"), scores=(0, 0), discs=(0, 0), empties=4, over=False,
    )  # fmt: skip


def final(request: m.AnyRequest, *, played: bool = False) -> m.Analysis:
    return m.Analysis(
        id=request.id, reason="done", best="f5", score=1.5, kind="estimate", depth=3, moves=(LINE,), nodes=1,
        seconds=0.1, played=played,
    )  # fmt: skip


def info(request: m.AnyRequest) -> m.Info:
    return m.Info(id=request.id, seq=1, depth=2, moves=(LINE,), nodes=1, seconds=0.1)


@pytest.fixture
def talking(daemon: FakeDaemon) -> FakeDaemon:
    """A daemon that answers what pages ask most."""
    daemon.answers |= {
        m.Open: lambda request: [position(request)],
        m.Play: lambda request: [position(request)],
        m.Show: lambda request: [position(request)],
        m.Analyse: lambda request: [info(request), final(request, played=getattr(request, "play", False))],
    }
    return daemon


def post(client: TestClient, message: object, name: str = "") -> Any:
    return client.post("/message", json=message, params={"client": name}).json()


# --- what is passed on


def test_the_same_names_and_fields(talking: FakeDaemon, client: TestClient) -> None:
    reply = post(client, {"t": "show", "id": "mine", "variant": "nip", "moves": ["d3"]})
    assert reply["t"] == "position"
    assert reply["id"] == "mine"
    assert reply["board"] == ["..", ".."]
    (seen,) = talking.requests(m.Show)
    assert (seen.variant, seen.moves) == ("nip", ("d3",))


def test_http_gives_the_final_alone_and_a_socket_the_news_too(talking: FakeDaemon, client: TestClient) -> None:
    assert post(client, {"t": "analyse", "id": "1"})["t"] == "analysis"
    with connect(client) as socket:
        socket.send_json({"t": "analyse", "id": "1"})
        kinds = [socket.receive_json()["t"]]
        while kinds[-1] != "analysis":
            kinds.append(socket.receive_json()["t"])
    assert kinds in (["info", "analysis"], ["analysis"])  # the news may be overtaken


def test_two_pages_may_use_the_same_id(talking: FakeDaemon, client: TestClient) -> None:
    with connect(client, "?client=a") as one, connect(client, "?client=a") as two:
        for socket in (one, two):
            socket.send_json({"t": "show", "id": "1"})
        assert one.receive_json()["id"] == two.receive_json()["id"] == "1"
    assert len({request.id for request in talking.requests(m.Show)}) == 2


def test_a_page_has_the_sessions_of_the_client_that_it_names(talking: FakeDaemon, client: TestClient) -> None:
    post(client, {"t": "open", "id": "1"}, "abc")
    assert {name for name, _, request in talking.seen if isinstance(request, m.Open)} == {"web-abc"}


def stops(daemon: FakeDaemon) -> list[m.Stop]:
    """The stops of single jobs, once there is one; the gateway's clients also stop what earlier ones have left."""

    def found() -> list[m.Stop]:
        return [stop for stop in daemon.requests(m.Stop) if stop.target is not None]

    until(lambda: bool(found()), "a job is stopped")
    return found()


def test_a_stop_finds_the_job(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json({"t": "analyse", "id": "job"})
        daemon.wait_for(m.Analyse)
        socket.send_json({"t": "stop", "id": "2", "target": "job"})
        assert socket.receive_json() == {"t": "stopped", "id": "2", "jobs": 1}
    (job,), (stop, *_) = daemon.requests(m.Analyse), stops(daemon)
    assert stop.target == job.id


def test_a_page_that_is_closed_stops_its_jobs(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json({"t": "analyse", "id": "job"})
        daemon.wait_for(m.Analyse)
    (job,), (stop,) = daemon.requests(m.Analyse), stops(daemon)
    assert stop.target == job.id


async def broken_off(client: TestClient, message: object, wait: Callable[[], object]) -> None:
    """Post a message over a connection that is broken off after ``wait``."""
    parts: list[Message] = [{"type": "http.request", "body": json.dumps(message).encode()}]

    async def receive() -> Message:
        if parts:
            return parts.pop()
        await asyncio.to_thread(wait)
        return {"type": "http.disconnect"}

    async def send(part: Message) -> None:
        """What is sent to nobody."""

    scope = {"type": "http", "method": "POST", "path": "/message", "query_string": b"client=a", "root_path": ""}
    async with asyncio.timeout(PATIENCE):
        await client.app(scope | {"headers": [(b"host", b"localhost")]}, receive, send)


def test_a_connection_that_is_broken_off_stops_its_job(daemon: FakeDaemon, client: TestClient) -> None:
    assert client.portal is not None
    job = {"t": "analyse", "id": "job"}
    client.portal.call(broken_off, client, job, lambda: daemon.wait_for(m.Analyse))
    (asked,), (stop,) = daemon.requests(m.Analyse), stops(daemon)
    assert stop.target == asked.id


def test_a_connection_that_is_broken_off_makes_room_for_other_reviews(daemon: FakeDaemon, tmp_path: Path) -> None:
    judge = {"t": "judge-move", "id": "1", "variant": "nip", "move": "d3"}
    with site(daemon, tmp_path, bounds=Bounds(reviews=1)) as client:
        until_there(client)
        assert client.portal is not None
        client.portal.call(broken_off, client, judge, lambda: daemon.wait_for(m.Open))
        daemon.answers[m.Open] = lambda request: [m.Error(id=request.id, code="game-over", message="it has begun")]
        until(lambda: post(client, judge)["code"] == "game-over", "there is room for another one")


# --- other pages


@pytest.mark.parametrize("t", ["open", "play", "analyse"])
def test_what_one_page_changes_the_others_are_told(talking: FakeDaemon, client: TestClient, t: str) -> None:
    message: dict[str, Any] = {"t": t, "id": "1", "session": "game"}
    message |= {"moves": ["f5"]} if t == "play" else {"play": True} if t == "analyse" else {}
    with (
        connect(client, "?client=a") as one,
        connect(client, "?client=a") as two,
        connect(client, "?client=b") as other,
    ):
        one.send_json(message)
        told = two.receive_json()
        assert (told["t"], told["id"], told["session"]) == ("position", "", "game")
        other.send_json({"t": "ping", "id": "p"})
        assert other.receive_json()["id"] == "p"


def test_a_tree_replaces_no_other_than_it_was_made_from(client: TestClient) -> None:
    first, second, third = ({"variant": "nip", "names": [name]} for name in ("first", "second", "third"))
    with connect(client, "?client=a") as one, connect(client, "?client=a") as two:
        one.send_json({"t": "keep-game", "id": "1", "game": first, "after": ""})
        version = one.receive_json()["version"]
        assert two.receive_json()["game"] == first
        one.send_json({"t": "keep-game", "id": "2", "game": second, "after": version})
        later = one.receive_json()
        assert later["version"] != version
        assert two.receive_json()["game"] == second
        two.send_json({"t": "keep-game", "id": "3", "game": third, "after": version})
        assert two.receive_json() == {**later, "id": "3", "game": second}
        two.send_json({"t": "keep-game", "id": "4", "game": third, "after": later["version"]})
        assert "game" not in two.receive_json()
        assert one.receive_json()["game"] == third  # and had heard nothing of what was refused


def test_a_tree_is_kept_and_told(client: TestClient, tmp_path: Path) -> None:
    game = {
        "variant": "nip",
        "nodes": [{"parent": -1, "move": "d3"}, {"parent": 0, "move": "c3", "comment": "hm"}],
        "at": 1,
    }
    with connect(client, "?client=a") as one, connect(client, "?client=a") as two:
        one.send_json({"t": "keep-game", "id": "1", "game": game})
        reply = one.receive_json()
        version = reply["version"]
        assert reply == {"t": "kept-game", "id": "1", "version": version}
        assert two.receive_json() == {"t": "kept-game", "id": "", "game": game, "version": version}
    assert post(client, {"t": "recall-game", "id": "1"}, "a") == {**reply, "game": game}
    assert post(client, {"t": "recall-game", "id": "1"}, "b") == {"t": "kept-game", "id": "1"}
    (kept,) = tmp_path.glob("*.json")
    assert kept.name != "a.json"  # the name is a secret


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"nodes": [{"parent": 0, "move": "d3"}]}, "nodes[0].parent: 0 does not come before it"),
        (
            {"nodes": [{"parent": -1, "move": "d3"}, {"parent": 2, "move": "c3"}, {"parent": 0, "move": "c3"}]},
            "nodes[1].parent: 2 does not come before it",
        ),
        ({"nodes": [{"parent": -1, "move": "d3"}], "at": 1}, "at: 1 is no node, there are 1"),
        ({"at": 0}, "at: 0 is no node, there are 0"),
    ],
    ids=str,
)
def test_a_tree_that_is_none_replaces_nothing(client: TestClient, wrong: dict[str, Any], said: str) -> None:
    game = {"variant": "nip", "nodes": [{"parent": -1, "move": "d3"}], "at": 0}
    post(client, {"t": "keep-game", "id": "1", "game": game}, "a")
    for asked in ({"t": "keep-game", "id": "2"}, {"t": "review", "id": "2"}):
        error = post(client, {**asked, "game": {"variant": "nip", **wrong}}, "a")
        assert (error["t"], error["id"], error["code"], error["field"]) == ("error", "2", "invalid", "game")
        assert error["message"] == said
    assert client.post("/record/sgf", json={"variant": "nip", **wrong}).json()["message"] == said
    assert post(client, {"t": "recall-game", "id": "3"}, "a")["game"] == game


# --- what is refused


@pytest.mark.parametrize(
    ("text", "code", "field", "said"),
    [
        ("{", "malformed", "", "not a message"),
        ("[]", "malformed", "", "not a message"),
        ('{"t":"show"}', "invalid", "id", "it is missing"),
        ('{"t":"shaw","id":"x"}', "invalid", "t", "'shaw' is not one of"),
        ('{"t":"show","id":"x","variant":3}', "invalid", "variant", "3 is not a text"),
        ('{"t":"analyse","id":"x","seconds":-1}', "invalid", "seconds", "-1 is not a number above 0"),
        ('{"t":"play","id":"x","session":"s","moves":["f5",7]}', "invalid", "moves[1]", "7 is not a text"),
        ('{"t":"keep-game","id":"x","game":{"variant":""}}', "invalid", "game.variant", "an empty text"),
        (
            f'{{"t":"keep-game","id":"x","game":{{"variant":"othello-4x4","start":"{"-" * 16}X; f5"}}}}',
            "invalid",
            "game",
            "are to be nodes",
        ),
        (
            '{"t":"keep-game","id":"x","game":{"variant":"nip","properties":{"a":["b"]}}}',
            "invalid",
            "game.properties.a",
            "'a' is not a text that fits [A-Z]{1,64}",
        ),
        (
            '{"t":"note-games","id":"x","list":"y","games":[{"link":"../a","variant":"nip","title":"Nip"}]}',
            "invalid",
            "games[0].link",
            "'../a' is not a text that fits [A-Za-z0-9_-]{1,48}",
        ),
        ('{"t":"show","id":"x","varient":"nip"}', "invalid", "varient", "did you mean 'variant'?"),
        ("\ud800", "malformed", "", "not a message"),
        ("[" * 100_000, "malformed", "", "nested too deeply"),
    ],
)  # fmt: skip
def test_a_wrong_message_is_named(client: TestClient, text: str, code: str, field: str, said: str) -> None:
    reply = client.post("/message", content=text.encode("utf-8", "surrogatepass"))
    assert reply.status_code == 400
    error = reply.json()
    assert (error["t"], error["code"], error.get("field", "")) == ("error", code, field)
    assert said in error["message"]


def test_a_wrong_message_costs_nothing_else(client: TestClient) -> None:
    with connect(client) as socket:
        for wrong in ("{", '{"t":"shaw","id":"x"}'):
            socket.send_text(wrong)
            error = socket.receive_json()
            assert error["t"] == "error"
        assert error["id"] == "x"
        socket.send_bytes(b"\x80")
        assert "a text, not bytes" in socket.receive_json()["message"]
        socket.send_json({"t": "ping", "id": "1"})
        assert socket.receive_json() == {"t": "pong", "id": "1"}


def test_an_id_that_is_still_in_use(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json({"t": "analyse", "id": "1"})
        socket.send_json({"t": "show", "id": "1"})
        assert socket.receive_json()["code"] == "duplicate-id"


def test_what_is_too_long(client: TestClient) -> None:
    long = json.dumps({"t": "declare", "id": "x", "text": "a" * MAX_BYTES})
    reply = client.post("/message", content=long)
    assert reply.status_code == 413
    assert f"at most {MAX_BYTES} bytes" in reply.json()["message"]
    with connect(client) as socket:
        socket.send_text(long)
        assert f"at most {MAX_BYTES} bytes" in socket.receive_json()["message"]
        socket.send_json({"t": "ping", "id": "1"})
        assert socket.receive_json()["t"] == "pong"


def test_ten_megabytes_of_record(client: TestClient) -> None:
    reply = client.post("/record", content=b"(;GM[2]" + b";B[fe]" * 1_700_000 + b")")
    assert reply.status_code == 413
    assert "a record has at most 8388608 bytes, this one has 10200008" in reply.json()["message"]


@pytest.mark.parametrize("name", ["a b", "x" * 49, "../etc", "é"])
def test_a_clients_name(client: TestClient, name: str) -> None:
    error = post(client, {"t": "ping", "id": "1"}, name)
    assert (error["code"], error["field"]) == ("invalid", "client")


def test_so_many_pages(daemon: FakeDaemon, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_PAGES >= 50
    monkeypatch.setattr("engined_client.web.pages.MOST_PAGES", 1)
    with connect(client):
        reply = client.post("/message", json={"t": "ping", "id": "1"})
        assert (reply.status_code, reply.json()["code"]) == (503, "busy")


# --- the daemon goes and comes


def test_a_daemon_that_is_lost(daemon: FakeDaemon, client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_json({"t": "analyse", "id": "job"})
        daemon.wait_for(m.Analyse)
        daemon.die()
        errors = [socket.receive_json(), socket.receive_json()]
        assert {error["id"] for error in errors} == {"", "job"}
        assert {error["code"] for error in errors} == {"no-daemon"}
        socket.send_json({"t": "show", "id": "2"})
        assert socket.receive_json()["code"] == "no-daemon"
    assert client.post("/message", json={"t": "ping", "id": "1"}).status_code == 503


def test_a_daemon_that_comes_back(tmp_path: Path) -> None:
    first = FakeDaemon()
    with site(first, tmp_path) as client:
        until_there(client)
        with connect(client) as socket:
            first.die()
            assert socket.receive_json()["code"] == "no-daemon"
            second = FakeDaemon(first.folder)
            assert socket.receive_json() == {"t": "pong", "id": ""}
            socket.send_json({"t": "ping", "id": "1"})
            assert socket.receive_json() == {"t": "pong", "id": "1"}
        second.die()


def test_requests_that_come_at_once_make_one_wire_to_a_daemon_that_is_back(tmp_path: Path) -> None:
    """Of two wires of one name the daemon answers only the later one."""
    wires: list[FakeWire] = []

    def wire(name: str, flagged: object) -> FakeWire:
        wires.append(FakeWire())
        return wires[-1]

    async def talk() -> None:
        client = SharedClient("a", cast(Link, SimpleNamespace(wire=wire)), KeptGames(tmp_path))
        await client.post(m.Ping(id="1"))
        wires[0].broken = True
        await asyncio.gather(*(client.post(m.Ping(id="1")) for _ in range(3)))

    asyncio.run(talk())
    assert [wire.posted for wire in wires] == [1, 3]


def test_a_page_that_is_closed_stops_what_is_being_sent_and_waits_for_the_answer(tmp_path: Path) -> None:
    """Else the stop would be for no job, or be lost with the sockets, which are closed after the last page."""
    seen: list[str] = []

    class SlowWire(FakeWire):
        async def post(self, request: m.AnyRequest) -> asyncio.Queue[m.AnyReply | Exception]:
            seen.append(f"{type(request).__name__} {getattr(request, 'target', None) or request.id}")
            if not isinstance(request, m.Stop):
                await asyncio.Event().wait()
            replies: asyncio.Queue[m.AnyReply | Exception] = asyncio.Queue()
            asyncio.get_running_loop().call_later(0.05, answer, replies, request.id)
            return replies

    def answer(replies: asyncio.Queue[m.AnyReply | Exception], id: str) -> None:
        seen.append("answer")
        replies.put_nowait(m.Stopped(id=id, jobs=1))

    async def talk() -> None:
        link = cast(Link, SimpleNamespace(wire=lambda name, flagged: SlowWire()))
        kept = KeptGames(tmp_path)
        page = Page(
            SharedClient("a", link, kept),
            Studies(
                Reviews(link, 1), Library(link), Lessons(link, keeps=True), Tournaments(link, kept), GameLists(tmp_path)
            ),
            Unread(),
        )
        page.ask(m.Analyse(id="job"))
        async with asyncio.timeout(PATIENCE):
            while not seen:
                await asyncio.sleep(0)
        await page.leave()
        seen.append("left")

    asyncio.run(talk())
    assert seen == ["Analyse 1", "Stop 1", "answer", "left"]


class FakeWire:
    """Counts what is sent through it."""

    def __init__(self) -> None:
        self.broken = False
        self.posted = 0

    async def post(self, request: m.AnyRequest) -> asyncio.Queue[m.AnyReply | Exception]:
        self.posted += 1
        return asyncio.Queue()

    async def close(self) -> None:
        await asyncio.sleep(0)


def test_no_daemon_at_first(daemon: FakeDaemon, tmp_path: Path) -> None:
    daemon.die()
    with site(daemon, tmp_path) as client, connect(client) as socket:
        assert socket.receive_json()["code"] == "no-daemon"
