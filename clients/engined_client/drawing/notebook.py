"""Positions and analyses as a notebook shows them: a board in SVG, and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from engined_protocol.messages import Analysis, Info, Position, ScoredMove
from engined_protocol.notation import PASS, square_name

from ..notation import PROTOCOL, Notation
from .text import choices, count_text, opening_line, score_text, square_of, summary_line, turn_line

CELL = 36
"""Width of a cell; all other lengths are in the same unit."""
MARGIN = 20
"""Room for the coordinates, on the left and above."""

FIELD, WOOD, CHOSEN = "#3c9a67", "#e2b76b", "#f0d060"
DISCS = {"X": "#161616", "O": "#fafafa", "R": "#d23c3c", "Y": "#edc531", "G": "#8ade57", "B": "#2f62c9"}
"""Colours by their symbols; others get one of ``MORE`` each."""
MORE = ("#7a4fb5", "#e07b2a", "#18a3a3", "#b5527f")


def position_html(position: Position, notation: Notation = PROTOCOL) -> str:
    """The board, and below it who moves or won."""
    return board_svg(position, notation=notation) + paragraphs_html(
        [turn_line(position), *opening_line(position.openings)]
    )


def analysis_html(analysis: Info | Analysis, position: Position | None, notation: Notation = PROTOCOL) -> str:
    """The board, where it is known, with a score on each analysed cell; the moves as a table; depth and nodes."""
    parts = []
    if position is not None:
        scores: dict[str, str] = {}
        for move in analysis.moves:
            scores.setdefault(square_of(move.move), score_text(move))
        best = square_of(analysis.moves[0].move) if analysis.moves else ""
        parts.append(board_svg(position, scores, best, notation))
        parts.append(paragraphs_html([turn_line(position), *opening_line(position.openings)]))
    if analysis.moves:
        heads = ("move", "score", "kind", "depth", "nodes", "principal variation")
        parts.append(table_html(heads, (_cells(move, notation) for move in analysis.moves)))
    return "".join(parts) + paragraphs_html([summary_line(analysis)])


def board_svg(
    position: Position, notes: Mapping[str, str] | None = None, best: str = "", notation: Notation = PROTOCOL
) -> str:
    """The board as a drawing.

    ``notes`` are written on the cells that they name, ``best`` is highlighted among them; without notes a dot marks
    each legal move. Stones of Go stand on the crossings. A ring marks what was played last.
    """
    rows = position.board
    height, width = len(rows), len(rows[0])
    crossings = bool(position.prisoners)
    marks = dict.fromkeys((square_of(move) for move in choices(position)), "") if notes is None else dict(notes)
    last = square_of(next((move for move in reversed(position.moves) if move != PASS), ""))
    fills = fills_of(position)
    parts: list[str] = []
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            name = square_name(row * width + column, width)
            x, y = MARGIN + column * CELL, MARGIN + row * CELL
            if symbol == " ":
                continue
            parts.append(_cell(x, y, (column, row, width, height) if crossings else None, chosen=name == best))
            around = CHOSEN if name == best else WOOD if crossings else FIELD
            if symbol != ".":
                around = fills[symbol]
                parts.append(_disc(x, y, around, last=name == last and name not in marks))
            if name in marks:
                parts.append(_note(x, y, marks[name], around))
    outer_width, outer_height = MARGIN + width * CELL + 4, MARGIN + height * CELL + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {outer_width} {outer_height}" '
        f'width="{outer_width}" font-family="sans-serif" text-anchor="middle">'
        f"<title>{escape(f'{position.variant}: {turn_line(position)}')}</title>"
        f"{_coordinates(width, height, notation)}{''.join(parts)}</svg>"
    )


def fills_of(position: Position) -> dict[str, str]:
    """The colour of each kind of disc, by its symbol."""
    symbols = sorted({*"".join(position.board)} - {*". "})
    others = [symbol for symbol in symbols if symbol not in DISCS]
    return DISCS | {symbol: MORE[number % len(MORE)] for number, symbol in enumerate(others)}


def _coordinates(width: int, height: int, notation: Notation) -> str:
    """Letters above and numbers on the left, in whatever colour the page writes."""
    half = MARGIN + CELL / 2
    letters = (f'<text x="{half + n * CELL:g}" y="14">{notation.column(n)}</text>' for n in range(width))
    numbers = (f'<text x="9" y="{half + n * CELL + 4:g}">{notation.row(n)}</text>' for n in range(height))
    return f'<g font-size="12" fill="currentColor">{"".join(letters)}{"".join(numbers)}</g>'


def _cell(x: int, y: int, crossing: tuple[int, int, int, int] | None, *, chosen: bool) -> str:
    """A cell; with ``crossing`` (its column and row, the board's width and height) two lines that cross."""
    fill = CHOSEN if chosen else WOOD if crossing else FIELD
    if crossing is None:
        return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#173d28"/>'
    column, row, width, height = crossing
    half = CELL // 2
    left, right = x + half * (column == 0), x + CELL - half * (column == width - 1)
    top, bottom = y + half * (row == 0), y + CELL - half * (row == height - 1)
    return (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'
        f'<path d="M{left} {y + half}H{right}M{x + half} {top}V{bottom}" stroke="#5a4316"/>'
    )


def _disc(x: int, y: int, fill: str, *, last: bool) -> str:
    centre = f'cx="{x + CELL // 2}" cy="{y + CELL // 2}"'
    ink = "#fff" if fill == DISCS["R"] else "#e0453a"
    ring = f'<circle {centre} r="5" fill="none" stroke="{ink}" stroke-width="2"/>' if last else ""
    return f'<circle {centre} r="{CELL * 0.43:g}" fill="{fill}" stroke="#222"/>{ring}'


def _note(x: int, y: int, text: str, around: str) -> str:
    """A text that is read on lines too, since the colour around it covers them; a dot for none."""
    ink = "#fff" if _is_dark(around) else "#111"
    if not text:
        return f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="3" fill="{ink}" fill-opacity="0.4"/>'
    size = 13 if len(text) <= 4 else 10
    return (
        f'<text x="{x + CELL // 2}" y="{y + CELL // 2 + 4}" font-size="{size}" fill="{ink}" '
        f'stroke="{around}" stroke-width="5" paint-order="stroke">{escape(text)}</text>'
    )


def _is_dark(fill: str) -> bool:
    """Whether black text on a colour, ``#rrggbb``, would be hard to read."""
    red, green, blue = bytes.fromhex(fill[1:])
    return 299 * red + 587 * green + 114 * blue < 80_000


def _cells(move: ScoredMove, notation: Notation) -> tuple[str, ...]:
    kind = f"{move.kind} ({move.source})" if move.source else move.kind
    pv = " ".join(map(notation.write, move.pv[:12]))
    return notation.write(move.move), score_text(move), kind, str(move.depth), count_text(move.nodes), pv


def table_html(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def paragraphs_html(texts: Iterable[str]) -> str:
    """Each text as a paragraph."""
    return "".join(f"<p>{escape(text)}</p>" for text in texts)
