"""Boards and analyses in colour, for rich: imported only where there are colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from engined_protocol.messages import Analysis, Info, Position
from engined_protocol.notation import PASS, square_name
from engined_protocol.printable import printable_lines

from .changes import Changes
from .notebook import fills_of
from .text import cell_scores, marks_of, square_of, table_lines
from .wording import PLAIN, Wording

FIELD, FIELD_TURNED, FIELD_LAST = "#2e7d53", "#4a9a6c", "#8a8a2a"
WOOD, WOOD_TURNED, WOOD_LAST = "#c9a05c", "#dcb877", "#b3702e"
BEST = "#e0b83a"
NOTE, DARK_NOTE = "#f2f2e6", "#1a1a1a"
LINES = "#8a6a33"
DISC = "●"


class _Screen(Console):
    """Draws text in colours, and obeys nothing that stands in it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of which rich makes up what it draws; ``control`` are its own escape codes."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable_lines(text), style, control)


def colour_console(terminal: TextIO) -> Console:
    """Where rich draws on a terminal. Text is taken as it is: no markup, no signs of rich's own, no links."""
    return _Screen(file=terminal, highlight=False, markup=False, emoji=False)


def painted_board(
    position: Position,
    notes: Mapping[str, str] | None = None,
    best: str = "",
    before: Position | None = None,
    words: Wording = PLAIN,
) -> Text:
    """The board as :func:`engined_client.drawing.text.board_lines` has it. The disc that was placed last and, since
    ``before``, those that turned stand on cells of another green; a dot marks each legal move.
    """
    marks = marks_of(position) if notes is None else dict(notes)
    size = len(position.board[0])
    width = max([3, *(len(text) + 2 for text in marks.values())])
    last = square_of(next((move for move in reversed(position.moves) if move != PASS), ""))
    fills = fills_of(position)
    ground = (WOOD, WOOD_TURNED, WOOD_LAST) if position.prisoners else (FIELD, FIELD_TURNED, FIELD_LAST)
    note = DARK_NOTE if position.prisoners else NOTE
    text = Text("   ")
    for column in range(size):
        text.append(words.notation.column(column).center(width), "dim")
    for row, symbols in enumerate(position.board):
        text.append(f"\n{words.notation.row(row):>2} ", "dim")
        for column, symbol in enumerate(symbols):
            name = square_name(row * size + column, size)
            if symbol == " ":
                text.append(" " * width)
                continue
            back = ground[2 if name == last else 1 if _turned(position, before, row, column) else 0]
            if symbol != ".":
                text.append(DISC.center(width), Style(color=fills[symbol], bgcolor=back))
            elif name == best and name in marks:
                text.append(marks[name].center(width), Style(color=DARK_NOTE, bgcolor=BEST, bold=True))
            elif position.prisoners and name not in marks:
                crossing = _crossing(row, column, len(position.board), size, width)
                text.append(crossing, Style(color=LINES, bgcolor=ground[0]))
            else:
                mark = {":": "·"}.get(marks.get(name, ""), marks.get(name, ""))
                text.append(mark.center(width), Style(color=note, bgcolor=ground[0]))
    return text


def painted_analysis(
    position: Position, analysis: Info | Analysis, changes: Changes | None, width: int, words: Wording = PLAIN
) -> Text:
    """The board with scores, and the table with the best move in bold."""
    brackets = len(position.board[0])  # columns that text needs for them
    text = painted_board(position, *cell_scores(position, analysis, width + brackets), words=words)
    best = words.move(analysis.moves[0].move) if analysis.moves else ""
    for line in table_lines(position, analysis, changes, width - 1, words):
        first = line.partition(" ")[0]
        style = "dim" if first == words("move") else "bold" if first == best else ""
        text.append(f"\n{line}", style)
    return text


def _crossing(row: int, column: int, height: int, size: int, width: int) -> str:
    """A point where no stone lies, with the lines that cross there."""
    down = 0 if row == 0 else 2 if row == height - 1 else 1
    right = 0 if column == 0 else 2 if column == size - 1 else 1
    left = (width - 1) // 2
    before, after = (" " if right == 0 else "─") * left, (" " if right == 2 else "─") * (width - 1 - left)
    return before + ("┌┬┐", "├┼┤", "└┴┘")[down][right] + after


def _turned(position: Position, before: Position | None, row: int, column: int) -> bool:
    """Whether a disc shows another colour than it did."""
    if before is None or len(before.board) != len(position.board):
        return False
    was, now = before.board[row][column], position.board[row][column]
    return was != now and "." not in (was, now)
