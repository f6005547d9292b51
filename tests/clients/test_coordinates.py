"""How squares are named in a client's requests and replies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engined_client import Analysis, Client, ClientError, Position
from engined_client.replies import Analysed
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon

ROWS = ("." * 9,) * 5 + ("...X.....",) + ("." * 9,) * 3
"""In messages d6 has a stone: D4 in Go."""


def described(width: int, coordinates: str) -> Callable[[m.AnyRequest], list[m.AnyReply]]:
    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.DescribeVariant)
        return [
            m.Description(
                id=request.id, name=request.variant.partition("@")[0], title="", digest="g" * 64, width=width,
                height=width, cells=width * width, holes=(), drawing=(), colours=(), seats=(), first="",
                coordinates=coordinates,  # type: ignore[arg-type]
                homes=(("d6",),),
            )
        ]  # fmt: skip

    return answer


def shown(request: m.AnyRequest) -> m.Position:
    return m.Position(
        id=request.id, session=getattr(request, "session", "") or "", variant="go-9x9", digest="g" * 64, board=ROWS,
        mover="White", colour="O", legal=("a1", "i9", "--"), moves=("d6",), seats=("Black", "White"), scores=(1.0, 0.0),
        discs=(1, 0), empties=80, over=False, prisoners=(0, 0),
    )  # fmt: skip


def analysis(request: m.AnyRequest, position: m.Position | None = None) -> m.Analysis:
    best = m.ScoredMove(move="d6", score=1.0, kind="estimate", depth=1, pv=("d6", "--", "a9"))
    return m.Analysis(
        id=request.id, reason="done", best="d6", score=1.0, kind="estimate", depth=1, moves=(best,), nodes=1,
        seconds=0.0, position=position,
    )  # fmt: skip


@pytest.fixture
def go(daemon: FakeDaemon) -> FakeDaemon:
    """A daemon whose every variant is Go on 9x9."""
    daemon.answers |= {
        m.DescribeVariant: described(9, "go"),
        m.Show: lambda request: [shown(request)],
        m.Open: lambda request: [shown(request)],
        m.Play: lambda request: [shown(request)],
        m.Remove: lambda request: [shown(request)],
        m.Analyse: lambda request: [
            m.Info(id=request.id, seq=1, depth=1, moves=analysis(request).moves, nodes=1, seconds=0.0),
            analysis(request, shown(request)),
        ],
        m.AnalyseMany: lambda request: [
            m.Analysed(id=request.id, index=0, analysis=analysis(request)),
            m.Analysed(id=request.id, index=1, error=m.Error(id="", code="illegal-move", message="d6 is occupied")),
            m.AnalysesDone(id=request.id, reason="done", positions=2, answered=2, nodes=1, seconds=0.0),
        ],
    }
    return daemon


def test_in_go_squares_are_named_as_those_do_who_play_it(go: FakeDaemon) -> None:
    with Client(go.folder) as client:
        position = client.show(variant="go-9x9", moves=["D4", "pass", "j1"])
        assert go.requests(m.Show)[-1].moves == ("d6", "--", "i9")
        assert (position.legal, position.moves) == (("A9", "J1", "pass"), ("D4",))
        assert position.coordinates == "go", "it says so"
        snapshot, final = client.analyse(variant="go-9x9", moves="D4", only=["C3"], show=True)
        assert go.requests(m.Analyse)[-1].only == ("c7",)
        assert isinstance(final, Analysis)
        assert snapshot.moves == final.moves
        assert (final.best, final.moves[0].pv) == ("D4", ("D4", "pass", "A1"))
        assert isinstance(final.position, Position)
        assert final.position.coordinates == "go"
        # What a reply gives can be given back.
        client.show(variant="go-9x9", moves=final.moves[0].pv)
        assert go.requests(m.Show)[-1].moves == ("d6", "--", "a9")
        assert client.describe("go-9x9").homes == (("D4",),)
    assert len(go.requests(m.DescribeVariant)) == 2, "once for all requests, and the one that was made"


def test_sessions_and_removed_stones(go: FakeDaemon) -> None:
    with Client(go.folder) as client:
        session = client.open(variant="go-9x9", session="s").session
        client.play(session, "D4", "pass")
        assert go.requests(m.Play)[-1].moves == ("d6", "--")
        client.remove(session, "D4")
        assert go.requests(m.Remove)[-1].cells == ("d6",)
        assert not go.requests(m.Show)
        client.play("of an earlier client", "D4")
        assert go.requests(m.Play)[-1].moves == ("d6",)
        assert [show.session for show in go.requests(m.Show)] == ["of an earlier client"]


def test_a_drawing_has_the_same_names(go: FakeDaemon) -> None:
    with Client(go.folder) as client:
        final = client.analyse(variant="go-9x9", show=True).result()
        plain = client.with_coordinates("othello").analyse(variant="go-9x9", show=True).result()
    row = next(line for line in repr(final).splitlines() if line.startswith("  4 "))
    assert "X" in row, "the stone on D4"
    assert "D4" in repr(final)
    assert "d6" not in repr(final)
    assert ">J</text>" in final._repr_html_()
    assert ">i</text>" not in final._repr_html_()
    assert (plain.best, plain.position and plain.position.coordinates) == ("d6", "othello")
    assert "d6" in repr(plain)


def test_what_names_no_square_of_go_is_refused(go: FakeDaemon) -> None:
    go.answers[m.Show] = lambda request: [m.Error(id=request.id, code="illegal-move", message="d6 is occupied")]
    with Client(go.folder) as client:
        for moves, fault in ((["I5"], "I5: Go has no column I"), (["D10"], "D10: not on a 9x9 board"), ("D4", "D4 is")):
            with pytest.raises(ClientError, match=fault):
                client.show(variant="go-9x9", moves=moves)
        replies = list(client.analyse_many([["D4"], ["I5"]], variant="go-9x9"))
    sent = [position.moves for position in go.requests(m.AnalyseMany)[0].positions]
    assert sent == [("d6",), ("(I5: Go has no column I)",)], "the daemon answers for it by its index"
    first, second, _ = replies
    assert isinstance(first, Analysed)
    assert isinstance(second, Analysed)
    assert first.analysis is not None
    assert second.error is not None
    assert (first.analysis.best, second.error.message) == ("D4", "D4 is occupied")


def test_either_way_can_be_had_in_every_game(daemon: FakeDaemon) -> None:
    daemon.answers |= {
        m.Show: lambda request: [replace(shown(request), legal=())],
        m.DescribeVariant: described(8, "othello"),
    }
    with Client(daemon.folder) as client:
        assert client.coordinates == "auto"
        assert client.show(moves=["f5"]).moves == ("d6",)
    with Client(daemon.folder, coordinates="go") as client:
        client.show(moves=["F4"])
    with Client(daemon.folder, coordinates="othello") as client:
        client.show(moves=["f5"])
    assert [show.moves for show in daemon.requests(m.Show)] == [("f5",)] * 3
