"""Analyses among more than two sides as plain text: what every seat counts, and what the views think best."""

from __future__ import annotations

from engined_protocol.messages import Analysis, Info, Position, ScoredMove, View
from engined_protocol.messages.outlook import Outlook, disagree

from .table import aligned
from .wording import PLAIN, Wording

_RULES = {"first": "the first in board order is played", "random": "one is played that is drawn by lot"}
_NAMES = {"maxn": "each for its own side", "paranoid": "all against the mover", "alliance": "with an ally"}


def outlook_lines(position: Position, analysis: Info | Analysis, words: Wording = PLAIN) -> list[str]:
    """A table of what each seat counts after each move, with ranks, and the views; nothing between two sides."""
    known = [(move, move.outlook) for move in analysis.moves if move.outlook is not None]
    if not known:
        return []
    rows = [(words("move"), *map(words.told, position.seats), words("paranoid"), words("alliance"))]
    rows += [_row(move, outlook, words) for move, outlook in known]
    table = aligned(rows, range(1, len(rows[0])))
    if isinstance(analysis, Info):
        return ["", *table]
    return ["", *table, *view_lines(analysis.views, words), *_ties(analysis.ties, words)]


def view_lines(views: tuple[View, ...], words: Wording = PLAIN) -> list[str]:
    """What each view thinks best, and whether they agree."""
    if not views:
        return []
    texts = []
    for view in views:
        name = words.told(_NAMES.get(view.view, view.view))
        texts.append(f"{name} {words.move(view.best)} ({_margin(view)}{_with(view, words)})")
    return ["", f"{words('views disagree' if disagree(views) else 'views agree')}: {'; '.join(texts)}"]


def _ties(rule: str, words: Wording) -> list[str]:
    """How ties were broken, if that was asked for."""
    told = f"of equally good moves {_RULES.get(rule, rule)}, in every position"
    return ["", words.told(told)] if rule else []


def count_texts(outlook: Outlook) -> list[str]:
    """What each seat counts, and its rank: ``18 #2``, or ``18..21 #1..2`` where it hangs on ties."""
    most, best = outlook.counts_most or outlook.counts, outlook.ranks_best or outlook.ranks
    columns = zip(outlook.counts, most, best, outlook.ranks, strict=True)
    return [
        f"{range_text(f'{least:.4g}', f'{greatest:.4g}')} #{range_text(str(high), str(low))}"
        for least, greatest, high, low in columns
    ]


def range_text(low: str, high: str) -> str:
    """Two ends as ``+1..+5``; one where they are the same."""
    return low if low == high else f"{low}..{high}"


def _row(move: ScoredMove, outlook: Outlook, words: Wording) -> tuple[str, ...]:
    paranoid = "" if outlook.paranoid is None else _number(outlook.paranoid)
    alliance = "" if outlook.alliance is None else f"{_number(outlook.alliance)} {words.told(outlook.ally)}"
    return (words.move(move.move), *count_texts(outlook), paranoid, alliance)


def _margin(view: View) -> str:
    return range_text(_number(view.score), _number(view.score if view.score_most is None else view.score_most))


def _with(view: View, words: Wording) -> str:
    return f", {words.told(view.ally)}" if view.ally else ""


def _number(margin: float) -> str:
    return f"{margin:+g}" if margin else "0"
