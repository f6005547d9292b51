"""A store as lines of JSON, to be taken to another machine or another version: what each line may be.

The first line says which version of this format it is, the last one how many there are and, so that nothing lost or
changed on the way goes unnoticed, the SHA-256 of those before it. :mod:`export_lines` writes them, :mod:`import_lines`
takes them in.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from engined.book.node import Leaf
from engined.results import MoveLine as AnalysedLine
from engined.service.exact_results import ExactResult
from engined.service.sessions.session import Begun, Step
from engined_protocol.values import fault

FORMAT = 1
"""Version of these lines; it counts up when a change would be misread by older programs."""


class StoreHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="engined-store"):
    """The first line."""

    version: int
    """The version of the format: :data:`FORMAT`."""
    tables: int
    """Version of the tables that it was written from."""
    program: str


class Solved(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="solved"):
    """An exact result."""

    result: ExactResult


class StoredAnalysis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="analysis"):
    """A deep analysis, as :class:`KeptAnalysis` has it."""

    digest: str
    variant: str
    position: str
    depth: int
    best: int | None
    seconds: float
    lines: tuple[AnalysedLine, ...]


class LearntGame(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="game"):
    """A game that was learnt."""

    saved_at: float
    """The time when it was saved, in seconds since 1970."""
    variant: str
    digest: str
    """The digest of the variant."""
    start: str
    moves: str
    """The moves, separated by blanks."""
    result: str
    booked: int
    """The number of its positions that are counted in the book."""


class BookPosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="book"):
    """A position of a book. What it is worth follows from the others."""

    variant: str
    digest: str
    """The digest of the variant."""
    position: str
    games: int
    leaves: tuple[Leaf, ...]


class StoredSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="session"):
    """A kept session."""

    client: bytes
    """The name of the client, in base 64."""
    session: str
    saved_at: float
    """The time of its last step, in seconds since 1970."""
    steps: tuple[Step, ...]


class End(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag="end"):
    """The last line."""

    lines: int
    """Between the first and this."""
    sha256: str = ""
    """The digest of all bytes before this line, in hexadecimal; empty where it is not known."""


Record = Solved | StoredAnalysis | LearntGame | BookPosition | StoredSession
Line = StoreHeader | Record | End


def read_line(text: bytes, number: int) -> Line:
    """What a line of that number, from 1, says. Raises ValueError."""
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ValueError("this is no line of JSON") from None
    try:
        line: Line = msgspec.convert(plain, Line)
    except msgspec.ValidationError as error:
        found = fault(error, Line, plain)
        raise ValueError(f"{found.field}: {found.message}" if found.field else found.message) from None
    if isinstance(line, StoreHeader) != (number == 1):
        raise ValueError("a store's export begins with one line `engined-store`, and has no other")
    if why := _senseless(line):
        raise ValueError(why)
    return line


def _senseless(line: Line) -> str:
    """Why a line of the right types cannot be; empty if it can."""
    match line:
        case StoreHeader() if line.version != FORMAT:
            return f"version: these lines are of version {line.version}; this program knows {FORMAT}"
        case Solved(result=result) if not 1 <= result.exact <= min(len(result.lines), result.moves):
            return "result.exact: it is not a number of its lines"
        case StoredAnalysis() if not line.lines or line.depth < 1:
            return "lines: an analysis without lines, or depth, says nothing"
        case StoredSession() if not line.steps or not isinstance(line.steps[0], Begun):
            return "steps: a session begins with a step `begun`"
    return ""
