"""The draw of colours between two pages: what is sealed cannot be changed, and what comes next is held to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from engined.rules.colour_draw import fuseishi
from engined_client.web.colour_draw import seal_of
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon

from .conftest import connect, site, until_there

SALT = "0123456789abcdef" * 2
BLACK = hashlib.sha256(f"black {SALT}".encode()).hexdigest()
HIDE = {"t": "hide-disc", "mode": "draws", "seal": BLACK}
SHOW = {"t": "show-disc", "face": "black", "salt": SALT}


@pytest.fixture
def drawing(daemon: FakeDaemon) -> FakeDaemon:
    """A daemon that knows fuse-ishi."""

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.DrawColours)
        draw = fuseishi(request.mode, request.call, request.face, request.choice, request.colour)
        return [
            m.ColoursDrawn(
                id=request.id,
                black=draw.black or "",
                draw_right=draw.draw_right or "",
                chooser=draw.chooser or "",
                choosing=draw.choosing,
            )
        ]

    daemon.answers[m.DrawColours] = answer
    return daemon


@contextmanager
def there(daemon: FakeDaemon, folder: Path) -> Iterator[TestClient]:
    """The application, which has found its daemon."""
    with site(daemon, folder) as client:
        until_there(client)
        yield client


class Table:
    """Two pages of one game."""

    def __init__(self, higher: Any, lower: Any) -> None:
        self.higher, self.lower = higher, lower
        self._count = 0

    def ask(self, page: Any, message: dict[str, str]) -> dict[str, Any]:
        """The answer; news that come before it are passed over."""
        self._count += 1
        page.send_json({"id": f"{self._count}", **message})
        while (reply := page.receive_json())["id"] != f"{self._count}":
            pass
        assert isinstance(reply, dict)
        return reply

    def news(self, page: Any) -> dict[str, Any]:
        """What a page is told without having asked."""
        reply = page.receive_json()
        assert reply["id"] == ""
        assert isinstance(reply, dict)
        return reply


def test_a_seal_is_the_hash_of_face_and_salt() -> None:
    assert seal_of("black", SALT) == BLACK != seal_of("white", SALT)


def test_a_draw_from_hiding_to_colours(drawing: FakeDaemon, tmp_path: Path) -> None:
    with (
        there(drawing, tmp_path) as client,
        connect(client, "?client=g") as higher,
        connect(client, "?client=g") as lower,
    ):
        table = Table(higher, lower)
        assert table.ask(higher, HIDE)["seal"] == BLACK
        seen = table.news(lower)
        assert (seen["seal"], seen.get("face", "")) == (BLACK, "")
        assert table.ask(lower, {"t": "call-face", "call": "up"})["call"] == "up"
        assert table.news(higher)["call"] == "up"
        assert table.ask(higher, SHOW)["black"] == "lower"
        seen = table.news(lower)
        assert (seen["face"], seen["salt"], seen["black"]) == ("black", SALT, "lower")
        assert table.ask(lower, {"t": "recall-draw"})["black"] == "lower"
        assert "seal" not in table.ask(lower, {"t": "leave-draw"})
        assert "seal" not in table.news(higher)


def test_rights_are_chosen_by_turns(drawing: FakeDaemon, tmp_path: Path) -> None:
    """The call is wrong: the higher takes the win on equal discs, and the lower the colours."""
    with (
        there(drawing, tmp_path) as client,
        connect(client, "?client=g") as higher,
        connect(client, "?client=g") as lower,
    ):
        table = Table(higher, lower)
        table.ask(higher, {**HIDE, "mode": "no-draws"})
        table.ask(lower, {"t": "call-face", "call": "white"})
        shown = table.ask(higher, SHOW)
        assert (shown["chooser"], shown["choosing"]) == ("higher", "right")
        assert (
            table.ask(lower, {"t": "choose-right", "colour": "black"})["message"] == "there is no colour to be chosen"
        )
        chosen = table.ask(higher, {"t": "choose-right", "choice": "draws"})
        assert (chosen["draw_right"], chosen["chooser"], chosen["choosing"]) == ("higher", "lower", "colour")
        settled = table.ask(lower, {"t": "choose-right", "colour": "white"})
        assert (settled["black"], settled["draw_right"], settled.get("choosing", "")) == ("higher", "higher", "")


@pytest.mark.parametrize(
    ("done", "asked", "said"),
    [
        ([], {"t": "call-face", "call": "up"}, "no disc is hidden"),
        ([], SHOW, "nothing was called yet: the disc stays hidden"),
        ([HIDE], SHOW, "nothing was called yet: the disc stays hidden"),
        ([HIDE], HIDE, "a disc is hidden already: it is to be called"),
        ([HIDE], {"t": "call-face", "call": "white"}, "up or down is to be called"),
        ([HIDE, {"t": "call-face", "call": "up"}], {"t": "call-face", "call": "down"}, "up was called already"),
        (
            [HIDE, {"t": "call-face", "call": "up"}],
            {**SHOW, "face": "white"},
            "that is not the disc that was hidden: its hash is another one",
        ),
        ([HIDE, {"t": "call-face", "call": "up"}, SHOW], SHOW, "the disc was shown already"),
        (
            [HIDE, {"t": "call-face", "call": "up"}, SHOW],
            {"t": "choose-right", "choice": "draws"},
            "there is no right to be chosen",
        ),
    ],
)
def test_what_is_not_next_is_refused_and_changes_nothing(
    drawing: FakeDaemon, tmp_path: Path, done: list[dict[str, str]], asked: dict[str, str], said: str
) -> None:
    with there(drawing, tmp_path) as client, connect(client, "?client=g") as page:
        table = Table(page, page)
        for message in done:
            assert table.ask(page, message)["t"] == "colour-draw"
        before = table.ask(page, {"t": "recall-draw"})
        refused = table.ask(page, asked)
        assert (refused["code"], refused["message"]) == ("invalid", said)
        assert {**table.ask(page, {"t": "recall-draw"}), "id": ""} == {**before, "id": ""}


def test_a_disc_that_the_daemon_cannot_judge_stays_hidden(daemon: FakeDaemon, tmp_path: Path) -> None:
    daemon.answers[m.DrawColours] = lambda request: [m.Error(id=request.id, code="busy", message="later")]
    with there(daemon, tmp_path) as client, connect(client, "?client=g") as page:
        table = Table(page, page)
        table.ask(page, HIDE)
        table.ask(page, {"t": "call-face", "call": "up"})
        assert table.ask(page, SHOW)["message"] == "later"
        assert table.ask(page, {"t": "recall-draw"}).get("face", "") == ""


def test_a_judgement_is_told_to_the_other_pages(daemon: FakeDaemon, client: TestClient) -> None:
    verdict = "it is the turn of White"
    daemon.answers[m.Judge] = lambda request: [m.Judgement(id=request.id, fault="wrong_turn", message=verdict)]
    claim = {"t": "judge", "move": "d3", "board": "." * 64}
    with connect(client, "?client=g") as one, connect(client, "?client=g") as other:
        table = Table(one, other)
        table.ask(one, {**claim, "session": "game"})
        assert table.news(other)["message"] == verdict
        table.ask(one, {**claim, "variant": "othello"})
        table.ask(one, {**claim, "session": "game"})
        assert table.news(other)["fault"] == "wrong_turn"
        assert table.ask(other, {"t": "ping"})["t"] == "pong"
