"""A review as the record of the game: SGF with comments, marks and variations, GGF with scores and a comment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engined_protocol.messages import Analysis, ScoredMove
from engined_protocol.records.sgf_tree import format_tree

from ..drawing.annotation import OURS, Analysed, Remark, annotate
from ..drawing.text import number_text
from ..files.record_texts import ggf_text, sgf_tree, told_in
from ..files.replay import Replay
from ..notation import PROTOCOL, Notation
from .model import SIGNS, Review, ReviewedMove
from .worth import Worth

_PROPERTIES: Mapping[str, Remark] = {
    "inaccuracy": Remark("", "DO"),
    "mistake": Remark("", "BM", "1"),
    "blunder": Remark("", "BM", "2"),
}


def sgf_review(replay: Replay, review: Review) -> str:
    """The game's own tree with what was found. Raises RecordError for what SGF cannot write."""
    tree = sgf_tree(replay)
    analysed = {move.ply - 1: _analysed(review, move, replay.colour(move.ply - 1)) for move in review.moves}
    remarks = {
        move.ply: replace(_PROPERTIES[move.grade], text=remark_text(move, replay.notation)) if move.grade else None
        for move in review.moves
    }
    annotate(tree, replay.moves, analysed, remarks)
    return format_tree(tree)


def ggf_review(replay: Replay, review: Review) -> str:
    """The game with the score of each move as its evaluation, and a comment on the bad ones, with what was better.

    Raises RecordError for a variant that GGF has no name for.
    """
    record = replay.record
    scores = {move.ply: move.played.score for move in review.moves}
    moves = tuple(
        replace(recorded, evaluation=scores[ply]) if ply in scores else recorded
        for ply, recorded in enumerate(record.moves, 1)
    )
    bad = [f"{move.ply}. {move.move}{SIGNS[move.grade]} {remark_text(move)}" for move in review.moves if move.grade]
    properties = told_in("ggf", record, replay.game.kind)
    if bad:
        before = properties.get("CO", "").partition(OURS)[0].strip()
        properties["CO"] = f"{before} {OURS}{'; '.join(bad)}".strip()
    known = replace(record, moves=moves, properties=properties)
    return ggf_text(replace(replay, game=replace(replay.game, record=known, kind="ggf")))


def remark_text(move: ReviewedMove, notation: Notation = PROTOCOL) -> str:
    """``mistake: -4 instead of +2, loses 6 (exact); better d3 e2 f1``."""
    best, played = move.best, move.played
    throws = f", throws {move.throws} away" if move.throws else ""
    return (
        f"{move.grade}: {number_text(played.score, played.kind)} instead of {number_text(best.score, best.kind)}, "
        f"loses {move.loss:g} ({move.kind}){throws}; better {' '.join(map(notation.write, best.line))}"
    )


def _analysed(review: Review, move: ReviewedMove, colour: str) -> Analysed:
    """What was found, as an analysis that knows the best move and the one played."""
    worths = [move.best] + ([move.played] if move.played.move != move.best.move else [])
    analysis = Analysis(
        id="",
        reason="done",
        best=move.best.move,
        score=move.best.score,
        kind=move.best.kind,
        depth=move.best.depth,
        moves=tuple(_scored(worth) for worth in worths),
        nodes=move.nodes,
        seconds=0.0,
    )
    return Analysed(review.before(move), analysis, colour)


def _scored(worth: Worth) -> ScoredMove:
    return ScoredMove(move=worth.move, score=worth.score, kind=worth.kind, depth=worth.depth, pv=worth.line)
