"""What a variant is: the fields of a declaration, after reading and checking.

Start reading here. Every field is orthogonal to the others and its default is Othello's. Nothing else
in the program names a variant: rules, kernels, evaluation, notation and protocols are derived from
these values alone.

Squares are indices into :attr:`Board.cells` order: row-major over the bounding box, ``row * width +
column`` with row 0 on top, so the square ``a1`` is 0 on every board. Holes are squares that are not in
``cells``.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any

EMPTY = -1
"""Content of an empty cell in a board tuple; a colour index otherwise."""


class Placement(StrEnum):
    """Where a seat may place a disc."""

    CAPTURE = "capture"
    """A disc is placed on an empty cell where something is captured, nowhere else."""
    TOUCH = "touch"
    """A disc is placed where something is captured, if there is such a cell; else next to any disc (Rolit)."""
    ANYWHERE = "anywhere"
    """A disc is placed on any empty cell (Go)."""
    CHAIN = "chain"
    """A stone is placed where the chain rules allow it (the chain games)."""


class CaptureKind(StrEnum):
    """What a placement does to the discs around it: the ways to capture that are here. Others come from other packages
    (see :mod:`engined.variants.plugins`) and go by a plain str."""

    FLIP = "flip"
    """Bracketed discs change to the mover's colour."""
    REMOVE = "remove"
    """Bracketed discs leave the board."""
    SURROUND = "surround"
    """Groups without liberties leave the board (Go)."""
    NONE = "none"


class Ko(StrEnum):
    """Which boards a placement may not recreate where discs are surrounded."""

    SIMPLE = "simple"
    """The one before the last ply."""
    SITUATIONAL = "situational"
    """Any earlier one with the same seat to move (superko)."""
    POSITIONAL = "positional"
    """Any earlier one (superko)."""


class Choice(StrEnum):
    """How many of the bracketed discs turn."""

    ALL = "all"
    ONE = "one"
    """Exactly one disc turns, of the mover's choice: a move is a cell and the flipped disc."""
    SOME = "some"
    """The mover chooses which discs turn, ``min_flips`` or more: a move is a cell and the flipped set."""


class Passing(StrEnum):
    """When a seat may pass."""

    FORCED = "forced"
    """A seat passes when it has no placement, and only then."""
    FREE = "free"
    """A seat may pass at any time; consecutive passes of all seats end the game."""


class ScoreKind(StrEnum):
    """What a seat counts at the end."""

    DISCS = "discs"
    """Discs of the seat's colour."""
    HOME = "home"
    """Discs of the seat's colour inside its home region."""
    AREA = "area"
    """Stones and the empty regions that they alone border (Go, Chinese)."""
    TERRITORY = "territory"
    """Empty regions and prisoners (Go, Japanese)."""
    AREA_AND_PRISONERS = "area-and-prisoners"
    """Stones, the empty regions that they alone border, and prisoners (Go, as one server prints its rule)."""
    CHAINS = "chains"
    """Points for chains: ends, parity of stones, parity of bends."""


class DrawRight(StrEnum):
    """Who wins when the scores are equal."""

    NONE = "none"
    FIRST = "first"
    """The first seat listed (Black)."""
    SECOND = "second"
    """The second seat listed (White)."""

    @property
    def seat(self) -> int | None:
        """Who has the right; None: nobody, equal scores are a draw."""
        return {DrawRight.NONE: None, DrawRight.FIRST: 0, DrawRight.SECOND: 1}[self]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of discs: its symbol in board drawings (one character) and its name."""

    symbol: str
    name: str


@dataclass(frozen=True)
class Seat:
    """One player. ``colour`` indexes :attr:`Variant.colours`; seats may share a colour (Yonin)."""

    name: str
    colour: int
    forbidden: frozenset[int] = frozenset()
    """Squares where this seat may not place."""
    home: frozenset[int] = frozenset()
    """Squares that this seat scores under :attr:`ScoreKind.HOME`."""
    supply: int | None = None
    """Discs that this seat may place in the whole game; ``None`` is without limit."""


@dataclass(frozen=True)
class Board:
    """The cells of a board inside its bounding box, what stands on them, and its extra lines."""

    width: int
    height: int
    cells: tuple[int, ...]
    """The existing squares, ascending."""
    start: tuple[int, ...]
    """Content of every square of the bounding box at the start: ``EMPTY`` or a colour; holes are empty."""
    rings: tuple[tuple[int, ...], ...] = ()
    """Extra closed lines, each a cycle of squares; bracketing works along them in both directions."""

    @cached_property
    def holes(self) -> frozenset[int]:
        """Squares of the bounding box that do not exist."""
        return frozenset(range(self.width * self.height)) - frozenset(self.cells)


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up phase: the first ``plies`` placements go freely to ``cells`` and capture nothing."""

    cells: frozenset[int] = frozenset()
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Capture:
    """What a placement captures."""

    kind: str = CaptureKind.FLIP
    """A :class:`CaptureKind` where it is one of ours, else the name of another's."""
    choice: Choice = Choice.ALL
    min_flips: int = 1
    """The fewest discs that must turn, with :attr:`Choice.SOME`."""
    indirect: int = 0
    """Generations of further captures from discs just turned: 0 none, -1 until nothing changes."""
    ko: Ko = field(default=Ko.SIMPLE, repr=False)
    suicide: bool = field(default=False, repr=False)
    """Whether a group may be left without liberties by its own stone: then it leaves the board."""

    def __post_init__(self) -> None:
        if not isinstance(self.kind, CaptureKind) and self.kind in set(CaptureKind):
            object.__setattr__(self, "kind", CaptureKind(self.kind))

    @property
    def surrounds(self) -> bool:
        """Whether discs lie on points and are captured in groups, as Go programs know it, however it is counted."""
        return self.kind == CaptureKind.SURROUND


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain games' rules: ``multi`` allows branching; ``points`` is a subset of ends, count, bends."""

    multi: bool = False
    points: frozenset[str] = frozenset()
    odd: int = 0
    """The seat that owns odd chains."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the end of the game is counted."""

    kind: ScoreKind = ScoreKind.DISCS
    empties_to_winner: bool = True
    misere: bool = False
    """The lower count wins; scores are negated."""
    komi: float = 0.0
    """Added to the second seat's side of the comparison."""
    draw_right: DrawRight = DrawRight.NONE


@dataclass(frozen=True, eq=False)
class Variant:
    """A complete, checked declaration. Equality and :attr:`digest` ignore ``name`` and the texts."""

    name: str
    board: Board
    colours: tuple[Colour, ...] = (Colour("X", "black"), Colour("O", "white"))
    seats: tuple[Seat, ...] = (Seat("Black", 0), Seat("White", 1))
    first: int = 0
    """Index of the seat that moves first; the others follow in the order listed, cyclically."""
    setup: Setup = Setup()
    placement: Placement = Placement.CAPTURE
    capture: Capture = Capture()
    passing: Passing = Passing.FORCED
    scoring: Scoring = Scoring()
    teams: tuple[tuple[int, ...], ...] = ()
    """Seats that win together; empty when everyone plays alone."""
    chain: Chain | None = None
    title: str = ""
    note: str = ""
    aliases: tuple[str, ...] = ()

    # What is kept for each variant is looked up by it all the time: its fields would be compared and hashed every time.

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Variant) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def mover_names(self) -> tuple[str, ...]:
        """How each seat is named as mover: by its colour's symbol, by its own name where seats share that."""
        colours = [seat.colour for seat in self.seats]
        return tuple(
            self.colours[seat.colour].symbol if colours.count(seat.colour) == 1 else "".join(seat.name.split())
            for seat in self.seats
        )

    @property
    def canonical(self) -> str:
        """Everything that changes play or score, as JSON with one spelling."""
        whole = _plain(self)
        for text in ("name", "title", "note", "aliases"):
            del whole[text]
        capture = whole["capture"] = _plain(self.capture)
        for later, usual in (("ko", Ko.SIMPLE), ("suicide", False)):
            # Digests are older than these fields.
            if capture[later] == usual:
                del capture[later]
        return json.dumps(whole, sort_keys=True, separators=(",", ":"), default=_plain)

    @cached_property
    def digest(self) -> str:
        """Hex digest of that: kernels, tables and results bear it."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """A part of a variant for JSON: by its fields, and a set in order, so that the canonical form has one spelling."""
    if isinstance(value, frozenset):
        return sorted(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}
