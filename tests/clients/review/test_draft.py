"""Reviews that are broken off: what is kept of them, and for which other ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined_client.review.budget import Budget
from engined_client.review.draft import MOST, Draft
from engined_client.review.model import Thresholds
from engined_protocol.messages import Position
from tests.clients.review.made import THRESHOLDS, reviewed, worth

MOVES = [reviewed(ply, worth("a1", ply), worth("a1", ply)) for ply in range(1, 5)]


def end(*moves: str, digest: str = "d") -> Position:
    return Position(
        id="",
        variant="othello-4x4",
        digest=digest,
        board=("....",),
        mover="Black",
        colour="X",
        legal=(),
        moves=moves,
        seats=("Black", "White"),
        scores=(),
        discs=(),
        empties=4,
        over=False,
    )


def draft(folder: Path, *moves: str, why: bool = True) -> Draft:
    return Draft(folder, None, end(*moves), Budget(depth=3), THRESHOLDS, why=why)


def test_a_draft_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    folder = tmp_path / "not yet" / "there"
    assert draft(folder, "a1").moves(4) == []
    first = draft(folder, "a1")
    for move in reversed(MOVES[2:]):
        first.add(move)
    (path,) = folder.iterdir()
    with path.open("ab") as file:  # killed while it wrote
        file.write(path.read_bytes()[:-30])
    second = draft(folder, "a1")
    assert second.moves(4) == MOVES[:1:-1]
    second.add(MOVES[1])
    assert draft(folder, "a1").moves(4) == MOVES[:0:-1]
    assert draft(folder, "a1").moves(3) == [MOVES[2], MOVES[1]]
    assert draft(folder, "a1").moves(5) == []
    second.discard()
    assert list(folder.iterdir()) == []
    second.discard()


def test_a_draft_is_of_one_review(tmp_path: Path) -> None:
    draft(tmp_path, "a1").add(MOVES[3])
    others = (
        draft(tmp_path, "b1"),
        draft(tmp_path, "a1", why=False),
        Draft(tmp_path, None, end("a1", digest="e"), Budget(depth=3), THRESHOLDS, why=True),
        Draft(tmp_path, "....X", end("a1"), Budget(depth=3), THRESHOLDS, why=True),
        Draft(tmp_path, None, end("a1"), Budget(depth=4), THRESHOLDS, why=True),
        Draft(tmp_path, None, end("a1"), Budget(depth=3), Thresholds(1, 2, 3), why=True),
    )
    assert [other.moves(4) for other in others] == [[]] * len(others)
    assert draft(tmp_path, "a1").moves(4) == [MOVES[3]]


def test_drafts_do_not_pile_up(tmp_path: Path) -> None:
    for number in range(MOST + 3):
        draft(tmp_path, f"a{number}").add(MOVES[3])
    assert len(list(tmp_path.iterdir())) == MOST
    assert draft(tmp_path, f"a{MOST + 2}").moves(4) == [MOVES[3]]


def test_a_review_goes_on_where_nothing_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    kept = draft(blocked, "a1")
    for move in MOVES:
        kept.add(move)
    kept.discard()
    errors = capsys.readouterr().err
    assert errors.count("\n") == 1
    assert errors.endswith("File exists; if the review is broken off, it begins anew\n")
