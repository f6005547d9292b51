"""Boards as figures: discs at the start, or a number for each cell. SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from xml.etree.ElementTree import Element

from engined_protocol.notation import square_name

from .findings import Card
from .markup import tag

MONOCHROME = ("black", "white")
CELL = 30
EDGE = 20
PAINTS = {
    "black": "#1b1b1b",
    "white": "#fafafa",
    "red": "#c8352c",
    "yellow": "#e8b923",
    "green": "#1f8a4c",
    "blue": "#2b62b8",
}
OTHER_PAINTS = ("#7a3fa0", "#e07b1f", "#14888f", "#8a6d3b")
"""The paints for colours that are not known by name."""


def paints_of_sides(card: Card) -> tuple[str, ...]:
    """The sides' own colours for lines, where each has one that shows on any page; else none."""
    names = [side.colours[0] for side in card.sides if len(side.colours) == 1]
    usable = len(names) == len(card.sides) == len(set(names)) and all(
        name in PAINTS and name not in MONOCHROME for name in names
    )
    return tuple(PAINTS[name] for name in names) if usable else ()


def start_figure(card: Card) -> Element:
    """The board at the start."""
    paints = {
        symbol: PAINTS.get(name, OTHER_PAINTS[place % len(OTHER_PAINTS)])
        for place, (symbol, name) in enumerate(card.colours)
    }

    def disc(square: int, x: float, y: float) -> list[Element]:
        symbol = card.board[square // card.width][square % card.width]
        if symbol == ".":
            return []
        name = dict(card.colours)[symbol]
        said = tag("title", f"{square_name(square, card.width)}: {name}")
        return [tag("circle", said, cx=x, cy=y, r=0.4 * CELL, fill=paints[symbol], class_="disc")]

    return _board(card.board, lambda square: None, disc, f"The board of {card.name} at the start")


def heat_figure(card: Card, values: Sequence[float | None], label: str) -> Element:
    """A number from 0 to 1 for each cell, in per cent, and shaded: the darker the greater."""
    known = [value for value in values if value is not None]
    low, high = min(known), max(known)

    def shade(square: int) -> float:
        value = values[square]
        return 0.0 if value is None or high == low else (value - low) / (high - low)

    def number(square: int, x: float, y: float) -> list[Element]:
        value = values[square]
        if value is None:
            return []
        said = tag("title", f"{square_name(square, card.width)}: {100 * value:.1f} %")
        style = "strong" if shade(square) > 0.55 else "weak"
        text = tag("text", f"{100 * value:.0f}", said, x=x, y=y + 4, text_anchor="middle", class_=f"cell {style}")
        text.set("data-cell", square_name(square, card.width))
        text.set("data-y", repr(value))
        return [text]

    return _board(card.board, shade, number, label)


def note_figure(width: int, height: int, notes: Mapping[str, str], marked: Collection[str], label: str) -> Element:
    """A full board with something written on cells, some of them shaded."""

    def shade(square: int) -> float:
        return 0.5 if square_name(square, width) in marked else 0.0

    def note(square: int, x: float, y: float) -> list[Element]:
        name = square_name(square, width)
        style = "strong" if name in marked else "weak"
        text = tag("text", notes.get(name, ""), x=x, y=y + 4, text_anchor="middle", class_=f"cell {style}")
        text.set("data-cell", name)
        return [text]

    return _board(("." * width,) * height, shade, note, label)


def _board(
    rows: Sequence[str],
    shade: Callable[[int], float | None],
    content: Callable[[int, float, float], list[Element]],
    label: str,
) -> Element:
    marks: list[Element] = []
    columns = len(rows[0])
    for row, line in enumerate(rows):
        marks.append(tag("text", str(row + 1), x=EDGE - 6, y=EDGE + (row + 0.5) * CELL + 4, text_anchor="end"))
        for column, symbol in enumerate(line):
            if symbol == "#":
                continue
            square = row * columns + column
            x, y = EDGE + column * CELL, EDGE + row * CELL
            shaded = shade(square)
            style = None if shaded is None else f"fill-opacity:{0.08 + 0.92 * shaded:.3f}"
            kind = "field" if shaded is None else "heat"
            marks.append(tag("rect", x=x, y=y, width=CELL, height=CELL, class_=kind, style=style))
            marks += content(square, x + CELL / 2, y + CELL / 2)
    for column in range(columns):
        name = square_name(column, columns)[0]
        marks.append(tag("text", name, x=EDGE + (column + 0.5) * CELL, y=EDGE - 7, text_anchor="middle"))
    width, height = EDGE + columns * CELL + 4, EDGE + len(rows) * CELL + 4
    return tag(
        "svg",
        *marks,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=label,
        class_="board",
        style=f"max-width:{width}px",
    )
