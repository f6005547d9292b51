"""Analyses among more than two sides as plain text: what every seat counts, and what the views think best."""

from __future__ import annotations

from engined_protocol.messages import Analysis, Info, Position, ScoredMove, View
from engined_protocol.outlook import Outlook, disagree

_NAMES = {"maxn": "each for its own side", "paranoid": "all against the mover", "alliance": "with an ally"}


def outlook_lines(position: Position, analysis: Info | Analysis) -> list[str]:
    """A table of what each seat counts after each move, with ranks, and the views; nothing between two sides."""
    known = [(move, move.outlook) for move in analysis.moves if move.outlook is not None]
    if not known:
        return []
    rows = [("move", *position.seats, "paranoid", "alliance")]
    rows += [_row(move, outlook) for move, outlook in known]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = [
        "  ".join(cell.ljust(width) if not column else cell.rjust(width) for column, (cell, width) in line).rstrip()
        for line in (enumerate(zip(row, widths, strict=True)) for row in rows)
    ]
    views = analysis.views if isinstance(analysis, Analysis) else ()
    return ["", *table, *view_lines(views)]


def view_lines(views: tuple[View, ...]) -> list[str]:
    """What each view thinks best, and whether they agree."""
    if not views:
        return []
    texts = [f"{_NAMES.get(view.view, view.view)} {view.best} ({_number(view.score)}{_with(view)})" for view in views]
    return ["", f"views {'disagree' if disagree(views) else 'agree'}: {'; '.join(texts)}"]


def count_texts(outlook: Outlook) -> list[str]:
    """What each seat counts, and its rank."""
    return [f"{count:.4g} #{rank}" for count, rank in zip(outlook.counts, outlook.ranks, strict=True)]


def _row(move: ScoredMove, outlook: Outlook) -> tuple[str, ...]:
    paranoid = "" if outlook.paranoid is None else _number(outlook.paranoid)
    alliance = "" if outlook.alliance is None else f"{_number(outlook.alliance)} {outlook.ally}"
    return (move.move, *count_texts(outlook), paranoid, alliance)


def _with(view: View) -> str:
    return f", {view.ally}" if view.ally else ""


def _number(margin: float) -> str:
    return f"{margin:+g}" if margin else "0"
