"""What is known of chain games, as one page in the manner of the laboratory's: tables, boards, the size of games."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from engined.tools.lab.board_figure import note_figure
from engined.tools.lab.markup import document, tag
from engined.tools.lab.sheet import Sheet
from engined.tools.lab.style import STYLE
from engined_protocol.words import counted

from .chain_boards import RULES, Setting, SolvedSetting

LARGEST_SHOWN = 4
"""The number of boards of each rule that are drawn, the largest that are known."""
SYSTEMS = {False: "Chains with two ends", True: "Chains that may branch"}


def chain_page(records: Iterable[SolvedSetting], engined: str, made: str) -> str:
    """The page's text."""
    known = sorted(records, key=lambda record: order(record.setting))
    sheet = Sheet()
    sheet.content.append(tag("h1", "Chain games: what is known"))
    sheet.text(f"engined study chains · engined {engined} · {made}", kind="meta")
    sheet.content.append(tag("div", tag("p", _abstract(known)), class_="abstract"))
    for multi, title in SYSTEMS.items():
        of_system = [record for record in known if record.setting.multi == multi]
        if of_system:
            sheet.heading(title)
            _add_values(sheet, of_system)
            _add_unsolved(sheet, of_system)
            _add_games(sheet, of_system)
            _add_boards(sheet, of_system)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "Chain games: what is known"),
        tag("style", STYLE),
    )
    return document(tag("html", head, tag("body", tag("main", *sheet.content)), lang="en"))


def order(setting: Setting) -> tuple[int, int, int, bool]:
    """What settings are sorted by: small boards first, and their rules as they are listed."""
    return setting.cells, setting.height, list(RULES).index(setting.name), setting.multi


def _abstract(known: list[SolvedSetting]) -> str:
    solved = [record for record in known if record.value is not None]
    if not solved:
        return "Nothing is solved yet."
    largest = max(solved, key=lambda record: record.setting.cells).setting
    outcomes = [(record.value or 0) for record in solved]
    first, second = sum(value > 0 for value in outcomes), sum(value < 0 for value in outcomes)
    return (
        f"{counted(len(solved), 'game')} on boards up to {largest.width}x{largest.height}, with the best play of both:"
        f" the first player wins {first}, the second {second}, and {len(solved) - first - second} are drawn. Odd"
        " numbers of stones and of bends are points for the first player."
    )


def _add_values(sheet: Sheet, known: list[SolvedSetting]) -> None:
    """A row for each board, a column for each rule: the value, and how many first moves keep it."""
    sizes = dict.fromkeys((record.setting.width, record.setting.height) for record in known)
    by_place = {(r.setting.width, r.setting.height, r.setting.name): r for r in known}
    rows = [
        [f"{width}x{height}", *(value_text(by_place.get((width, height, name))) for name in RULES)]
        for width, height in sizes
    ]
    caption = (
        "By how many points the first player is ahead with the best play of both; in brackets, on how many cells the"
        " first move keeps that. Where it is not known: what it is at least (≥) or at most (≤), if that is proven, or a"
        " dash."
    )
    sheet.row(sheet.table(caption, ["board", *RULES.values()], rows))


def value_text(record: SolvedSetting | None) -> str:
    """A value, and how many first moves keep it; else the bounds that are proven, or a dash."""
    if record is None:
        return ""
    if record.value is None:
        return bounds_text(record)
    keeping = f" ({len(record.keeping)})" if record.first else ""
    return points_text(record.value) + keeping


def bounds_text(record: SolvedSetting) -> str:
    """What is proven of a value that is not known."""
    if record.least is None or record.most is None:
        proven = [("≥", record.least), ("≤", record.most)]
        return "".join(sign + points_text(bound) for sign, bound in proven if bound is not None) or "–"
    return f"{points_text(record.least)}..{points_text(record.most)}"


def points_text(points: int) -> str:
    """Points with their sign: ``+1``, ``0``."""
    return f"{points:+d}" if points else "0"


def _add_unsolved(sheet: Sheet, known: list[SolvedSetting]) -> None:
    """How far those are that are not solved."""
    rows = [
        [
            record.setting.variant,
            "" if record.least is None else points_text(record.least),
            "" if record.most is None else points_text(record.most),
            "" if record.solved_from is None else f"{record.solved_from} of {record.plies}",
            f"{record.limit:g}",
        ]
        for record in known
        if record.value is None
    ]
    if rows:
        heads = ["game", "at least", "at most", "solved from ply", "seconds"]
        caption = (
            "Games that are not solved: what is proven of their value, from which ply of a random game on they are"
            " solved, and the seconds that there were for the value."
        )
        sheet.row(sheet.table(caption, heads, rows))


def _add_games(sheet: Sheet, known: list[SolvedSetting]) -> None:
    """What it took, how long a perfect game is, and how large the game is."""
    rows = [
        [
            record.setting.variant,
            str(len(record.line) or ""),
            _large(record.leaves[-1]) if record.leaves else "",
            str(len(record.leaves)),
            _large(record.nodes) if record.line else "",
            f"{record.seconds:.2f}" if record.line else "",
            " ".join(record.line),
        ]
        for record in known
        if record.value is not None
    ]
    heads = ["game", "stones", "leaves", "at depth", "nodes", "seconds", "a perfect game"]
    kinds = ("word", "number", "number", "number", "number", "number", "line")
    caption = "Perfect games, leaves of the game tree as deep as they were counted, and what the solution took."
    sheet.row(sheet.table(caption, heads, rows, kinds))


def _large(number: int) -> str:
    return f"{number:,}".replace(",", "\u202f")


def _add_boards(sheet: Sheet, known: list[SolvedSetting]) -> None:
    """The value of every first move, drawn on the largest boards."""
    for name, rule in RULES.items():
        drawn = [record for record in known if record.setting.name == name and record.first][-LARGEST_SHOWN:]
        figures = [_figure(sheet, record, rule) for record in drawn]
        if figures:
            sheet.row(*figures)


def _figure(sheet: Sheet, record: SolvedSetting, rule: str) -> Element:
    setting, best = record.setting, set(record.keeping)
    values = {move: points_text(value) for move, value in record.first.items()}
    label = f"{setting.width}x{setting.height}, {rule}: what each first move is worth to the first player"
    drawing = note_figure(setting.width, setting.height, values, best, label)
    return sheet.figure(setting.variant, drawing, f"{label}. Shaded: those that keep the value.")
