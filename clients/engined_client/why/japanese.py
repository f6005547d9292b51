"""What is said of a move, in Japanese. Each sentence is made from figures of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..drawing import number_text
from .figures import counts, line_of, parity_matters, ranked
from .model import Measure, Why

SEATS: Mapping[str, str] = {
    "Black": "黒",
    "White": "白",
    "Red": "赤",
    "Green": "緑",
    "Yellow": "黄",
    "Blue": "青",
}
KINDS: Mapping[str, str] = {
    "exact": "完全読み",
    "selective": "選択的読み",
    "estimate": "評価値",
    "lower": "下限",
    "upper": "上限",
}
_NAMED: Mapping[Measure, str] = {
    "mobility": "着手可能数",
    "corners": "隅",
    "stable": "確定石",
    "frontier": "辺縁石",
    "passes": "パスの回数",
    "prisoners": "アゲハマ",
    "atari": "アタリの連",
    "groups": "連の数",
    "area": "打ち切ったときの地",
    "chains": "連鎖の得点",
}
_PARITY = {"odd": "奇数", "even": "偶数"}
_THROWN = {"a win": "勝ち", "a draw": "引き分け"}


def in_japanese(why: Why) -> Iterator[str]:
    """As :func:`in_english`."""
    best, played, kind = why.best, why.played, KINDS.get(why.kind, why.kind)
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
        yield f"{_THROWN[why.throws]}を逃します。"
    if len(played.line) > 1:
        yield f"{_seat(why.answerer)}の応手は {line_of(played.line[1:])}。"
    yield f"{'最善の進行' if why.loss else 'もう一方の進行'}は {line_of(best.line)}。"
    into, region = why.played_into, why.best_into
    if into is not None and region is not None and parity_matters(why):
        yield (
            f"{played.move} は {into.size} マス（{_PARITY[into.parity]}）の空き、{best.move} は {region.size} マス"
            f"（{_PARITY[region.parity]}）の空きに打つ手です。空きは奇数が {why.regions[0]}、偶数が {why.regions[1]}。"
        )
    for measure, cost in ranked(why):
        yield f"{_counts(why, measure)}。{abs(cost):g} の{'損' if cost > 0 else '得'}。"


def _counts(why: Why, measure: Measure) -> str:
    with_played, with_best = (
        "、".join(f"{_seat(seat)} {count:g}" for seat, count in found) for found in counts(why, measure)
    )
    return (
        f"{why.plies} 手後の{_NAMED[measure]}: {why.played.move} なら {with_played}、{why.best.move} なら {with_best}"
    )


def _seat(name: str) -> str:
    return SEATS.get(name, name)
