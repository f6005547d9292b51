"""Errors that travel: every one has a code, a message for people, and the field at fault."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What kind of thing went wrong."""

    MALFORMED = "malformed"
    """The frame is not a message."""
    INVALID = "invalid"
    """A field has a wrong type or value."""
    FORBIDDEN = "forbidden"
    """The client's key may not do this, or may come in no more."""
    UNKNOWN_VARIANT = "unknown-variant"
    BAD_DECLARATION = "bad-declaration"
    UNKNOWN_SESSION = "unknown-session"
    ILLEGAL_MOVE = "illegal-move"
    BAD_POSITION = "bad-position"
    GAME_OVER = "game-over"
    WRONG_PHASE = "wrong-phase"
    """The request belongs to another phase of the game."""
    CANNOT_UNDO = "cannot-undo"
    DUPLICATE_ID = "duplicate-id"
    """A job of this client with that id is still running."""
    BUSY = "busy"
    """A limit on what one client may hold is reached; try again later."""
    UNSUPPORTED = "unsupported"
    """The variant cannot be searched or carried in this way."""
    INTERNAL = "internal"
    ENGINE_CRASHED = "engine-crashed"
    """A search of that position has brought the engine down, and it is not searched again."""


RETRY_AFTER = 1.0
"""Seconds after which to ask again, where nothing is known that says more."""


class ProtocolError(Exception):
    """A request that cannot be served. Raised anywhere on its way, sent back as ``messages.Error``."""

    def __init__(self, code: Code, message: str, field: str = "", retry_after: float | None = None) -> None:
        """``retry_after``: seconds until the same may be served; of ``busy`` there always are some."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.retry_after = RETRY_AFTER if retry_after is None and code is Code.BUSY else retry_after
