"""What is said of a move, in Japanese. Each sentence is made from figures of its own."""

from __future__ import annotations

from collections.abc import Iterator

from ..drawing.japanese import JAPANESE, translated
from ..drawing.text import number_text
from .figures import counts, line_of, parity_matters, ranked
from .model import Measure, Why


def in_japanese(why: Why) -> Iterator[str]:
    """The sentences of :func:`in_english` in Japanese."""
    best, played, kind = why.best, why.played, translated(why.kind)
    mine, other = number_text(played.score, played.kind), number_text(best.score, best.kind)
    if best.move == played.move:
        yield f"{played.move} が最善です。評価は {mine}（{kind}）。"
        if len(played.line) > 1:
            yield f"その後の進行は {line_of(played.line)}。"
        return
    if why.loss:
        yield f"{played.move} は {best.move} に比べて {why.loss:g} の損です。{other} が {mine} になります（{kind}）。"
    else:
        yield f"{played.move} は {best.move} と同じ評価です。どちらも {mine}（{kind}）。"
    if why.throws:
        yield f"{JAPANESE[why.throws]}を逃します。"
    if len(played.line) > 1:
        yield f"{translated(why.answerer)}の応手は {line_of(played.line[1:])}。"
    yield f"{'最善の進行' if why.loss else 'もう一方の進行'}は {line_of(best.line)}。"
    into, region = why.played_into, why.best_into
    if into is not None and region is not None and parity_matters(why):
        yield (
            f"{played.move} は {into.size} マス（{JAPANESE[into.parity]}）の空き、{best.move} は {region.size} マス"
            f"（{JAPANESE[region.parity]}）の空きに打つ手です。空きは奇数が {why.regions[0]}、偶数が {why.regions[1]}。"
        )
    for measure, cost in ranked(why):
        yield f"{_counts(why, measure)}。{abs(cost):g} の{'損' if cost > 0 else '得'}。"


def _counts(why: Why, measure: Measure) -> str:
    with_played, with_best = (
        "、".join(f"{translated(seat)} {count:g}" for seat, count in found) for found in counts(why, measure)
    )
    return (
        f"{why.plies} 手後の{JAPANESE[measure]}: {why.played.move} なら {with_played}、{why.best.move} なら {with_best}"
    )
