"""Reviews as a test wants them."""

from __future__ import annotations

from engined_client.review.model import PHASES, Phase, Review, ReviewedMove, Thresholds
from engined_client.review.worth import Worth, weaker_kind

THRESHOLDS = Thresholds()


def worth(move: str, score: float, *line: str, kind: str = "exact") -> Worth:
    return Worth(move=move, score=score, kind=kind, depth=4, line=(move, *line))


def reviewed(
    ply: int, best: Worth, played: Worth, *, phase: Phase = PHASES[2], forced: bool = False, seat: str = ""
) -> ReviewedMove:
    loss = best.score - played.score
    return ReviewedMove(
        ply=ply,
        seat=seat or ("Black", "White")[(ply + 1) % 2],
        move=played.move,
        board=("....", ".OX.", ".XO.", "...."),
        colour="XO"[(ply + 1) % 2],
        empties=12 - ply + 1,
        phase=phase,
        forced=forced,
        best=best,
        played=played,
        loss=loss,
        kind=weaker_kind(best, played),
        grade=THRESHOLDS.grade(loss),
    )


def review(*moves: ReviewedMove, players: tuple[str, str] = ("", ""), where: str = "game 1") -> Review:
    return Review(
        where=where,
        variant="othello-4x4",
        start=None,
        turned=False,
        seats=("Black", "White"),
        symbols=("X", "O"),
        sides=(0, 1),
        players=players,
        thresholds=THRESHOLDS,
        moves=moves,
        last=("....", ".OX.", ".XO.", "...."),
        over=False,
        result="",
        scores=(2.0, 2.0),
    )
