"""Where commands draw: in colour on a terminal; as plain text into a pipe, under ``NO_COLOR`` and without colours."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain, repeat
from typing import TYPE_CHECKING, Protocol

from engined_protocol.messages import Analysis, Info, Position
from engined_protocol.printable import own, printable

from ..drawing.changes import Changes
from ..drawing.table import fitted, wrapped
from ..drawing.text import analysis_lines, board_lines
from ..drawing.wording import PLAIN, Wording

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live as RichLive


class Terminal(Protocol):
    """What may be drawn."""

    def board(
        self,
        position: Position,
        before: Position | None = None,
        notes: Mapping[str, str] | None = None,
        best: str = "",
    ) -> None:
        """A position; what changed since ``before`` stands out. ``notes`` and ``best`` as in
        :func:`engined_client.drawing.text.board_lines`.
        """

    def analysis(self, position: Position, analysis: Info | Analysis) -> None:
        """Scores on the board, and the moves as a table."""

    def lines(self, lines: Iterable[str], styles: Iterable[str] = ()) -> None:
        """A table: in a window its lines are cut where they do not fit. ``styles``: of each line, as rich names them,
        where there are colours; of none left, as usual.
        """

    def sentences(self, lines: Iterable[str]) -> None:
        """Text: in a window its lines go on below where they do not fit."""

    def live(self) -> AbstractContextManager[Live | None]:
        """An analysis drawn again and again in its place; None where that cannot be."""

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """A sign that the engine thinks, as long as it does."""


class Live(Protocol):
    """An analysis that grows."""

    def draw(self, position: Position, analysis: Info | Analysis) -> None:
        """Draw the analysis as it is now, with what has changed since the depth before."""


def terminal(words: Wording = PLAIN) -> Terminal:
    """That of standard output, for a game that is told of so."""
    if not sys.stdout.isatty():
        return Plain(words)
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in (None, "", "dumb"):
        return PlainTerminal(words)
    try:
        from ..drawing.painting import colour_console  # costs time at the start, and pipes draw no colours
    except ModuleNotFoundError:
        return PlainTerminal(words)
    return Coloured(colour_console(own(sys.stdout)), words)


def write_over(text: str) -> None:
    """Write on standard error, which is a terminal, in place of what stands on the line."""
    print(f"\r{printable(text)}\x1b[K", end="", file=own(sys.stderr), flush=True)


def _width() -> int:
    """Characters of a line that surely stay on it."""
    return shutil.get_terminal_size().columns - 1


def _wrapped(line: str) -> str:
    """A line on several ones that begin where it does."""
    line = printable(line)
    indent = line[: len(line) - len(line.lstrip())]
    return "\n".join(indent + part for part in wrapped(line.lstrip(), _width() - len(indent)))


class Plain:
    """Text as a pipe wants it: whatever the window, and once."""

    def __init__(self, words: Wording = PLAIN) -> None:
        self._words = words

    def board(
        self,
        position: Position,
        before: Position | None = None,
        notes: Mapping[str, str] | None = None,
        best: str = "",
    ) -> None:
        """See :class:`Terminal`."""
        print("\n".join(board_lines(position, notes, best, self._words)))

    def analysis(self, position: Position, analysis: Info | Analysis) -> None:
        """See :class:`Terminal`."""
        print("\n".join(analysis_lines(position, analysis, words=self._words)))

    def lines(self, lines: Iterable[str], styles: Iterable[str] = ()) -> None:
        """See :class:`Terminal`."""
        print("\n".join(lines))

    def sentences(self, lines: Iterable[str]) -> None:
        """See :class:`Terminal`."""
        print("\n".join(lines))

    def live(self) -> AbstractContextManager[Live | None]:
        """See :class:`Terminal`."""
        return nullcontext()

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """See :class:`Terminal`."""
        return nullcontext()


class PlainTerminal(Plain):
    """Text in a window, without colours."""

    def analysis(self, position: Position, analysis: Info | Analysis) -> None:
        """See :class:`Terminal`."""
        self.lines(analysis_lines(position, analysis, None, _width(), self._words))

    def lines(self, lines: Iterable[str], styles: Iterable[str] = ()) -> None:
        """See :class:`Terminal`."""
        print("\n".join(fitted(printable(line), _width()) for line in lines))

    def sentences(self, lines: Iterable[str]) -> None:
        """See :class:`Terminal`."""
        print("\n".join(_wrapped(line) for line in lines))

    def live(self) -> AbstractContextManager[Live | None]:
        """See :class:`Terminal`."""
        return nullcontext(_Block(self._words))


class _Block:
    """Lines at the bottom of a terminal that are drawn again and again in their place."""

    def __init__(self, words: Wording) -> None:
        self._words = words
        self._height = 0
        self._changes = Changes()

    def draw(self, position: Position, analysis: Info | Analysis) -> None:
        """See :class:`Live`. Lines too wide for the terminal are cut: a wrapped one would shift the block."""
        self._changes.note(analysis)
        columns, rows = shutil.get_terminal_size()
        lines = analysis_lines(position, analysis, self._changes, columns - 1, self._words)
        block = [fitted(line, columns - 1) for line in lines][-(rows - 1) :]
        home = f"\x1b[{self._height}F" if self._height else ""
        text, file = home + "\x1b[J" + "\n".join(map(printable, block)) + "\n", own(sys.stdout)
        # A Ctrl-C may come while this is written, and then there is one more block: the height is known before, and the
        # last line ends with the others.
        self._height = len(block)
        file.write(text)
        file.flush()


class Coloured:
    """Draws in colour, by rich."""

    def __init__(self, console: Console, words: Wording = PLAIN) -> None:
        self._console = console
        self._words = words

    def board(
        self,
        position: Position,
        before: Position | None = None,
        notes: Mapping[str, str] | None = None,
        best: str = "",
    ) -> None:
        """See :class:`Terminal`."""
        from ..drawing.painting import painted_board

        self._console.print(painted_board(position, notes, best, before, self._words))

    def analysis(self, position: Position, analysis: Info | Analysis) -> None:
        """See :class:`Terminal`."""
        from ..drawing.painting import painted_analysis

        self._console.print(painted_analysis(position, analysis, None, self._console.width, self._words))

    def lines(self, lines: Iterable[str], styles: Iterable[str] = ()) -> None:
        """See :class:`Terminal`."""
        for line, style in zip(lines, chain(styles, repeat("")), strict=False):
            self._console.print(fitted(printable(line), self._console.width - 1), style=style, markup=False)

    def sentences(self, lines: Iterable[str]) -> None:
        """See :class:`Terminal`."""
        for line in lines:
            self._console.print(_wrapped(line), markup=False)

    @contextmanager
    def live(self) -> Iterator[Live | None]:
        """See :class:`Terminal`."""
        from rich.live import Live as RichLive

        with RichLive(
            console=self._console,
            auto_refresh=False,
            vertical_overflow="crop",
            redirect_stdout=False,
            redirect_stderr=False,
        ) as live:
            yield _LivePainting(live, self._console, self._words)

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """See :class:`Terminal`."""
        from rich.live import Live as RichLive
        from rich.spinner import Spinner
        from rich.text import Text

        return RichLive(
            Spinner("dots", Text(text), style="status.spinner"),
            console=self._console,
            refresh_per_second=12.5,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )


class _LivePainting:
    """An analysis in colour that grows."""

    def __init__(self, live: RichLive, console: Console, words: Wording) -> None:
        self._words = words
        self._live = live
        self._console = console
        self._changes = Changes()

    def draw(self, position: Position, analysis: Info | Analysis) -> None:
        """See :class:`Live`."""
        from ..drawing.painting import painted_analysis

        self._changes.note(analysis)
        painted = painted_analysis(position, analysis, self._changes, self._console.width, self._words)
        self._live.update(painted, refresh=True)
