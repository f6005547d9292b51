"""Which protocol a client speaks, by its first line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .text.dialogue import Dialogue

if TYPE_CHECKING:
    from .gtp.sgf import Files


def choose_dialogue(
    first_line: str,
    *,
    variant: str = "othello",
    threads: int | None = None,
    coordinates: str = "auto",
    byoyomi: str = "unlimited",
    ponder: bool = False,
    level: int | None = None,
    files: Files | None = None,
) -> Dialogue:
    """The dialogue for a client whose first line is this; the line itself is still to be received.

    NBoard always begins with ``nboard N``. Everything else is taken for GTP, which has no fixed beginning;
    ``coordinates`` (``auto``, ``othello`` or ``go``) and ``byoyomi`` settle what GTP leaves open. With
    ``ponder`` the engine thinks in its opponent's time; ``level`` makes it weaker, and ``files`` are those that the
    client may have read and written (both in GTP). Raises ValueError for other values.
    """
    words = first_line.split(None, 1)
    # A GUI waits for its first answer: only the protocol that it speaks is imported.
    if words and words[0].lower() == "nboard":
        from .nboard import NBoardDialogue

        return NBoardDialogue(variant, threads=threads, ponder=ponder)
    from .gtp.clock import Byoyomi
    from .gtp.coordinates import Dialect
    from .gtp.dialogue import GtpDialogue

    dialect = None if coordinates == "auto" else Dialect(coordinates)
    return GtpDialogue(
        variant,
        threads=threads,
        dialect=dialect,
        byoyomi=Byoyomi(byoyomi),
        ponder=ponder,
        level=level,
        files=files,
    )
