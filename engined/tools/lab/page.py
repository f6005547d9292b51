"""The report as one page: HTML without scripts, pictures or anything from elsewhere."""

from __future__ import annotations

from .findings import Report
from .markup import document, tag
from .sections import add_balance, add_end, add_exact, add_game, add_perft, add_random, add_trained
from .sheet import Sheet
from .style import STYLE
from .words import abstract, duration

SECTIONS = (add_game, add_perft, add_random, add_trained, add_balance, add_exact, add_end)


def page_of(report: Report) -> str:
    """The page's text."""
    card = report.variant
    sheet = Sheet()
    sheet.content.append(tag("h1", card.title))
    made = f"{card.name} · laboratory report by engined {report.engined} · {report.made} · {duration(report.seconds)}"
    sheet.text(made, kind="meta")
    sheet.content.append(tag("div", tag("p", " ".join(abstract(report))), class_="abstract"))
    for add in SECTIONS:
        add(sheet, report)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{card.title}: laboratory report"),
        tag("style", STYLE),
    )
    return document(tag("html", head, tag("body", tag("main", *sheet.content)), lang="en"))
