"""The best move of a position beside the one that was played."""

from __future__ import annotations

from msgspec import convert

from engined_client import Client
from engined_client.review.budget import Budget
from engined_client.review.search import compare
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon


def test_however_little_time_there_is_something_is_searched(daemon: FakeDaemon) -> None:
    """Before the first ply is done all moves look the same, and none would be a mistake."""
    asked: list[tuple[float | None, int | None]] = []

    def answer(request: m.AnyRequest) -> list[m.AnyReply]:
        assert isinstance(request, m.Analyse)
        asked.append((request.seconds, request.depth))
        depth, score = (0, 0.0) if request.depth is None else (1, 4.0 if not request.only else -2.0)
        move = m.ScoredMove(move=request.only[0] if request.only else "a1", score=score, kind="estimate", depth=depth)
        return [
            m.Analysis(
                id=request.id,
                reason="limit",
                best=move.move,
                score=score,
                kind="estimate",
                depth=depth,
                moves=(move,),
                nodes=1,
                seconds=0.1,
            )
        ]

    daemon.answers[m.Analyse] = answer
    with Client(daemon.folder) as client:
        found = compare(client, position(), "b1", Budget(seconds=0.02).begin(1).next())
    assert found.loss == 6
    assert asked == [(0.02, None), (None, 1), (0.02, 1)]


def position() -> m.Position:
    shown = {
        "t": "position",
        "id": "1",
        "session": "s",
        "variant": "othello-4x4",
        "digest": "",
        "board": ("....", ".OX.", ".XO.", "...."),
        "mover": "Black",
        "colour": "X",
        "legal": ("a1", "b1"),
        "moves": (),
        "seats": ("Black", "White"),
        "scores": (2.0, 2.0),
        "discs": (2, 2),
        "empties": 12,
        "over": False,
    }
    return convert(shown, m.Position)
