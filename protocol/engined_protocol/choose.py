"""Which protocol a client speaks, by its first line."""

from __future__ import annotations

from .dialogue import Dialogue


def choose_dialogue(first_line: str, *, variant: str = "othello", threads: int | None = None) -> Dialogue:
    """The dialogue for a client whose first line is this; the line itself is still to be received.

    NBoard always begins with ``nboard N``. Everything else is taken for GTP, which has no fixed beginning.
    """
    words = first_line.split(None, 1)
    # A GUI waits for its first answer: only the protocol that it speaks is imported.
    if words and words[0].lower() == "nboard":
        from .nboard import NBoardDialogue

        return NBoardDialogue(variant, threads=threads)
    from .gtp import GtpDialogue

    return GtpDialogue(variant, threads=threads)
