"""Who may come in, over HTTP and WebSocket: strangers' pages, other names, the token, and the headers of the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engined_client.web.static_files import FOLDER as STATIC
from engined_client.web.static_files import StaticFiles
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import until

from .conftest import connect, site, until_there

PING = {"t": "ping", "id": "1"}


def test_the_page_is_kept_to_itself(client: TestClient) -> None:
    reply = client.get("/")
    assert reply.status_code == 200
    policy = dict(part.split(" ", 1) for part in reply.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("file", sorted(path.name for path in STATIC.glob("*.*") if path.name != "index.html"))
def test_every_file_has_the_headers(client: TestClient, file: str) -> None:
    reply = client.get(f"/static/{StaticFiles().digest}/{file}")
    assert reply.status_code == 200
    assert "content-security-policy" in reply.headers


def test_the_icon_is_where_browsers_look_for_it(client: TestClient) -> None:
    """They do so for what names no icon, and would note on the console that it is missing."""
    reply = client.get("/favicon.ico")
    assert (reply.status_code, reply.headers["content-type"]) == (200, "image/svg+xml")
    assert reply.content == (STATIC / "icon.svg").read_bytes()


@pytest.mark.parametrize("path", ["/", "/static/DIGEST/page.js"])
def test_files_are_compressed_for_those_who_take_it(client: TestClient, path: str) -> None:
    path = path.replace("DIGEST", StaticFiles().digest)
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    compressed = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < int(plain.headers["content-length"])
    assert compressed.content == plain.content
    assert "Accept-Encoding" in compressed.headers["vary"]
    assert "Accept-Encoding" in plain.headers["vary"]


def test_nothing_comes_from_elsewhere() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in STATIC.rglob("*.*")}
    assert {
        path.name for path, text in texts.items() if re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    } == set()
    page = texts[STATIC / "index.html"]
    assert "style=" not in page
    assert "<script>" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/static/x/page.js",
        "/static/DIGEST/../guard.py",
        "/static/DIGEST/%2e%2e/guard.py",
        "/static/DIGEST/..%2fguard.py",
    ],
)
def test_no_other_files(client: TestClient, path: str) -> None:
    assert client.get(path.replace("DIGEST", StaticFiles().digest)).status_code == 404


@pytest.mark.parametrize("host", ["localhost:8264", "127.0.0.1:8264", "[::1]:8264", "192.0.2.7"])
def test_its_own_names(client: TestClient, host: str) -> None:
    assert client.post("/message", json=PING, headers={"Host": host}).json()["t"] == "pong"


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil.example:8264", "", "127.0.0.1.evil.example"]
)
def test_another_name_for_this_machine(client: TestClient, host: str) -> None:
    """DNS rebinding: a stranger's name that has come to mean this machine."""
    reply = client.post("/message", json=PING, headers={"Host": host})
    assert reply.status_code == 421
    assert "does not go by the name" in reply.text
    with pytest.raises(WebSocketDisconnect), connect(client, headers={"Host": host}):
        pass


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://localhost:1", "null", "http://localhost.evil.example"]
)
def test_a_strangers_page(client: TestClient, origin: str) -> None:
    reply = client.post("/message", json=PING, headers={"Origin": origin})
    assert reply.status_code == 403
    assert "may not come in" in reply.text
    assert "access-control-allow-origin" not in reply.headers
    with pytest.raises(WebSocketDisconnect), connect(client, headers={"Origin": origin}):
        pass


def test_its_own_page(client: TestClient) -> None:
    assert client.post("/message", json=PING, headers={"Origin": "http://localhost"}).json()["t"] == "pong"
    with connect(client, headers={"Origin": "http://localhost"}) as socket:
        socket.send_json(PING)
        assert socket.receive_json() == {"t": "pong", "id": "1"}


def test_a_page_that_is_let_in(daemon: FakeDaemon, tmp_path: Path) -> None:
    mine = "https://mine.example"
    with site(daemon, tmp_path, origins=(mine,)) as client:
        until_there(client)
        reply = client.post("/message", json=PING, headers={"Origin": mine})
        assert reply.json()["t"] == "pong"
        assert reply.headers["access-control-allow-origin"] == mine
        asked = {
            "Origin": mine,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "Content-Type",
        }
        assert client.options("/message", headers=asked).status_code == 200


def test_a_token_is_asked_for(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, token="sesame") as client:
        for path in ("/", "/static/page.js", "/?token=wrong"):
            reply = client.get(path)
            assert reply.status_code == 401
            assert "a token is needed" in reply.text
        assert client.post("/message", json=PING).status_code == 401
        assert client.post("/message", json=PING, headers={"Authorization": "Bearer wrong"}).status_code == 401
        with pytest.raises(WebSocketDisconnect), connect(client):
            pass


def test_three_ways_to_show_the_token(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, token="sesame") as client:
        bearer = {"Authorization": "Bearer sesame"}
        until(lambda: client.post("/message", json=PING, headers=bearer).status_code != 503, "the daemon is found")
        with connect(client, subprotocols=["engined", "token.sesame"]) as socket:
            accepted: object = socket.accepted_subprotocol
        assert accepted == "engined"
        reply = client.get("/?token=sesame&variant=nip")
        assert (reply.status_code, reply.headers["location"]) == (303, "/?variant=nip")
        cookie = reply.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert client.get("/").status_code == 200  # by the cookie
        assert client.post("/message", json=PING).json()["t"] == "pong"


def test_the_token_leads_to_no_other_host(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, token="sesame") as client:
        reply = client.get("http://localhost//evil.example/?token=sesame")
        assert reply.headers["location"] == "/evil.example/"


@pytest.mark.parametrize("other", ['prefs={"dark":true}', "a,b=c d", "=", "x=\x01", 'q="', "prefs=\xe4"])
def test_cookies_of_other_programs(daemon: FakeDaemon, tmp_path: Path, other: str) -> None:
    """Browsers send those of all programs of a machine, whatever their port, the oldest first."""
    with site(daemon, tmp_path, token="sesame") as client:
        ours = client.get("/?token=sesame").headers["set-cookie"].partition(";")[0]
        client.cookies.clear()
        for cookies in (f"{other}; {ours}", f"{ours}; {other}"):
            assert client.get("/", headers=[(b"Cookie", cookies.encode("latin-1"))]).status_code == 200
        assert client.get("/", headers=[(b"Cookie", other.encode("latin-1"))]).status_code == 401


def test_a_cookie_that_is_none(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path, token="sesame") as client:
        assert client.get("/", headers={"Cookie": "engined-80=\x01; =;;"}).status_code == 401


def test_every_module_of_the_first_board_is_asked_for_at_once() -> None:
    """None of them waits until another that needs it has come; and none that the first board can do without comes."""
    page = (STATIC / "index.html").read_text("utf-8")
    asked = set(re.findall(r'(?:href|src)="/static/([^"]+\.js)"', page))
    needed = {"theme.js"}
    waiting = ["page.js"]
    while waiting:
        name = waiting.pop()
        needed.add(name)
        text = (STATIC / name).read_text("utf-8")
        imported = re.findall(r'^(?:import|export) (?:[^"]* from )?"\./([^"]+)"', text, re.MULTILINE)
        beside = [(Path(name).parent / other).as_posix() for other in imported]
        waiting += [other for other in beside if other not in needed]
    assert asked == needed
