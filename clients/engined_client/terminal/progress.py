"""A progress bar on standard error with rate and time left; silent where that is no terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from engined_protocol.printable import own, printable

from .command import complain
from .output import terminal


class Progress:
    """Counts positions, or whatever ``unit`` says; ``total`` is None when the input has no known end (a pipe).

    Everything printed meanwhile goes through :meth:`print`, :meth:`row` and :meth:`complain`: the bar stays below it.
    """

    def __init__(self, total: int | None, unit: str = "positions") -> None:
        self._bar = None
        self._terminal = terminal()
        if sys.stderr.isatty():
            from tqdm import tqdm  # costs time at the start, and most runs draw no bar

            self._bar = tqdm(total=total, unit=f" {unit}", file=own(sys.stderr), dynamic_ncols=True)

    def note(self, text: str) -> None:
        """Say beside the bar what is being done."""
        if self._bar is not None:
            self._bar.set_postfix_str(printable(text))

    def advance(self, count: int = 1) -> None:
        """So many more are done."""
        if self._bar is not None:
            self._bar.update(count)

    def reach(self, done: int, total: int) -> None:
        """So many are done now, of as many as are known of."""
        if self._bar is not None:
            self._bar.total = total
            self._bar.update(done - self._bar.n)

    def print(self, text: str) -> None:
        """A line on standard output."""
        self._hide()
        print(text, flush=True)
        self._show()

    def row(self, text: str) -> None:
        """A row of a table, of one line or several, which in a window are cut where they do not fit."""
        self._hide()
        self._terminal.lines(text.splitlines())
        self._show()

    def complain(self, text: str) -> None:
        """A line on standard error."""
        self._hide()
        complain(text)
        self._show()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def _hide(self) -> None:
        if self._bar is not None:
            self._bar.clear()

    def _show(self) -> None:
        if self._bar is not None:
            self._bar.refresh()
