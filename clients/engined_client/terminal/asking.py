"""A line that the user types."""

from __future__ import annotations

from engined_protocol.printable import printable

_LEAVING = frozenset({"quit", "exit", "q"})


def typed(who: str) -> str | None:
    """The line that is typed behind a prompt; None where the user wants to leave, or there are no more lines."""
    try:
        line = input(f"{printable(who)}> ").strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    return None if line.lower() in _LEAVING else line
