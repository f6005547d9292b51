"""What may be said about a position and a job, as typed keywords: the fields of the requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, Required, TypedDict, cast

from engined_protocol.messages import Clock, ManyPosition, TimeControl
from engined_protocol.messages.envelope import LONGEST_MOVE
from engined_protocol.notation import split_transcript

from .errors import InvalidRequest

Moves = str | Sequence[str]
"""A transcript, ``f5d6 c3``, or its moves one by one."""


class HasGame(Protocol):
    """A position that can be asked about again: a :class:`Position` that a reply brought, or a :class:`Board`."""

    @property
    def variant(self) -> str:
        """The name of the variant that is played."""
        ...

    @property
    def text(self) -> str:
        """The cells row by row and the mover's symbol, as ``start`` takes them."""
        ...

    def where(self) -> Where:
        """The fields of a request that name it."""
        ...


class Where(TypedDict, total=False):
    """A position: by ``session``, in full, or as a ``position`` that a reply or a board has; ``moves`` are played from
    there. See :class:`engined_protocol.messages.PositionRequest`.
    """

    position: HasGame
    session: str | None
    variant: str | None
    start: str | None
    moves: Moves


class ShowOptions(Where, total=False):
    """A position, and what to say of it."""

    theory: bool


class OpenOptions(Where, total=False):
    """See :class:`engined_protocol.messages.Open`."""

    keep: bool
    clock: TimeControl | None


class DrawOptions(TypedDict, total=False):
    """See :class:`engined_protocol.messages.DrawColours`."""

    mode: Required[Literal["draws", "no-draws"]]
    call: Required[Literal["up", "down", "black", "white"]]
    face: Required[Literal["black", "white"]]
    choice: Literal["colours", "draws"] | None
    colour: Literal["black", "white"] | None


class SolveOptions(Where, total=False):
    """See :class:`engined_protocol.messages.Solve`."""

    goal: Literal["score", "wld", "window"]
    lower: int | None
    upper: int | None
    seconds: float | None
    within: float | None
    nodes: int | None
    threads: int | None
    interval: float
    priority: int
    theory: bool
    show: bool


class SearchOptions(TypedDict, total=False):
    """What is wanted of a search, be it of one position or of many."""

    seconds: float | None
    within: float | None
    nodes: int | None
    depth: int | None
    best: int | None
    solve_empties: int | None
    threads: int | None
    priority: int
    contempt: float
    ties: Literal["all", "first", "random"]
    seed: int
    book: Literal["ignore", "show", "play"]
    learn: bool
    fresh: bool
    theory: bool


class AnalyseOptions(Where, SearchOptions, total=False):
    """See :class:`engined_protocol.messages.Analyse`."""

    only: Moves
    interval: float
    clock: Clock | None
    variety: float | None
    level: int | None
    play: bool
    ponder: bool
    seat: str | None
    show: bool
    life: bool
    ownership: bool


class ManyOptions(Where, SearchOptions, total=False):
    """See :class:`engined_protocol.messages.AnalyseMany`."""

    turns: Sequence[int]
    show: bool


class DeviateOptions(Where, total=False):
    """See :class:`engined_protocol.messages.BookDeviate`."""

    error: float
    plies: int
    positions: int | None
    depth: int
    seconds: float | None
    deepen: bool
    threads: int | None
    interval: float
    priority: int


class FixOptions(TypedDict, total=False):
    """See :class:`engined_protocol.messages.BookFix`."""

    variant: str
    depth: int | None
    seconds: float | None
    deepen: bool
    threads: int | None
    interval: float
    priority: int


def fields(options: Where) -> dict[str, Any]:
    """The options as fields of a request: moves become the tuples that messages hold. Raises InvalidRequest for a text
    that is no transcript.
    """
    given: dict[str, Any] = {**options}
    given |= {name: as_moves(given[name], name) for name in ("moves", "only") if name in given}
    position = given.pop("position", None)
    if position is None:
        return given
    if twice := [name for name in ("session", "variant", "start") if given.get(name) is not None]:
        raise InvalidRequest(f"a position is given, and {twice[0]} besides", twice[0])
    named = _asked_about(position)
    return given | named | {"moves": (*named.get("moves", ()), *given.get("moves", ()))}


def _asked_about(position: object) -> Where:
    return _known(position, "position").where()


def _known(position: object, field: str) -> HasGame:
    """The position, which a reply or a board must have. Raises InvalidRequest where it is none."""
    if not hasattr(position, "where"):
        raise InvalidRequest(f"no position that a reply or a board has: {position!r:.40}", field)
    return cast(HasGame, position)


def as_moves(moves: Moves, field: str = "moves") -> tuple[str, ...]:
    """Moves one by one. Raises InvalidRequest for what is neither a transcript nor moves."""
    try:
        given = split_transcript(moves) if isinstance(moves, str) else tuple(moves)
    except (TypeError, ValueError) as error:
        raise InvalidRequest(str(error), field) from None
    for index, move in enumerate(given):
        if not isinstance(move, str) or not 0 < len(move) <= LONGEST_MOVE:
            raise InvalidRequest(f"not a move: {move!r:.40}", f"{field}[{index}]")
    return given


def as_texts(positions: Sequence[str | HasGame], variant: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Positions as text, and the variant that they are of: the one that is named, or that of those that bring one.
    Raises InvalidRequest where these are of several, and for what is no position.
    """
    if isinstance(positions, str):
        raise InvalidRequest("several positions are wanted, not one text", "positions")
    known = [
        position if isinstance(position, str) else _known(position, f"positions[{index}]")
        for index, position in enumerate(positions)
    ]
    variants = {position.variant for position in known if not isinstance(position, str)}
    variants |= set() if variant is None else {variant}
    if len(variants) > 1:
        raise InvalidRequest(f"all are to be of one variant, not of {' and '.join(sorted(variants))}", "variant")
    return next(iter(variants), None), tuple(each if isinstance(each, str) else each.text for each in known)


def as_position(position: Moves | ManyPosition | HasGame) -> tuple[str | None, ManyPosition]:
    """One of many positions, and its variant where it brings one. What is no moves is left for the daemon to refuse,
    by its index: it costs no other.
    """
    if isinstance(position, ManyPosition):
        return None, position
    if not isinstance(position, str | Sequence):
        where = _asked_about(position)
        return where.get("variant"), ManyPosition(start=where.get("start"), moves=tuple(where.get("moves", ())))
    try:
        moves = as_moves(position)
    except InvalidRequest:
        moves = (str(position).encode("utf-8", "replace").decode()[:LONGEST_MOVE],)
    return None, ManyPosition(moves=moves)
