"""The messages about variants: which there are, what each is, and how one is declared."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .envelope import Name, Reply, Request
from .squares import Square


class ListVariants(Request, frozen=True, kw_only=True, tag="variants"):
    """Which variants are there? -> :class:`Variants`."""


class DescribeVariant(Request, frozen=True, kw_only=True, tag="describe"):
    """What is this variant? -> :class:`Description`."""

    variant: Name
    prepare: bool = False
    """Also have its search compiled now, since it will soon be needed."""


class Declare(Request, frozen=True, kw_only=True, tag="declare"):
    """Check a declaration and, unless ``check_only``, make it known by its name -> :class:`Description`.

    A declaration of that name made by an earlier request is replaced, for requests from now on; a shipped one is not.
    """

    text: Annotated[str, Meta(max_length=262144)]
    check_only: bool = False


class ListOpenings(Request, frozen=True, kw_only=True, tag="openings"):
    """Which openings have a name? -> :class:`Openings`."""

    variant: Name


class VariantSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a list of variants."""

    name: str
    title: str
    width: int
    height: int
    cells: int
    seats: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Variants(Reply, frozen=True, kw_only=True, tag="variant-list"):
    """All shipped and declared variants; families such as ``othello-WxH`` are listed as patterns."""

    variants: tuple[VariantSummary, ...]
    patterns: tuple[str, ...] = ()


class NamedOpening(Struct, frozen=True, kw_only=True):
    """An opening: its name, and one way to get there."""

    name: str
    language: str
    """The language of the name: ``en`` or ``ja``."""
    moves: tuple[Square, ...]


class Openings(Reply, frozen=True, kw_only=True, tag="opening-list"):
    """The openings of a variant that have a name; none of one whose openings nobody has named."""

    openings: tuple[NamedOpening, ...]


class Description(Reply, frozen=True, kw_only=True, tag="description"):
    """A variant in full. ``drawing`` is its start position, one string a row, holes as blanks."""

    name: str
    title: str
    digest: str
    width: int
    height: int
    cells: int
    holes: tuple[Square, ...]
    drawing: tuple[str, ...]
    colours: tuple[tuple[str, str], ...]
    """(symbol, name) of each colour."""
    seats: tuple[tuple[str, str], ...]
    """(name, colour symbol) of each seat, in order of play from the first listed."""
    first: str
    engine: str = ""
    """How it runs here: ``8x8``, ``generic-64``, ``generic-128``, ``wide-320``, ``choosing-64``, ``rules`` ..."""
    state: str = ""
    """``cold``, ``compiling``, ``ready``, ``failed: why``."""
    note: str = ""
    capture: str = ""
    """The effect of a placement on the discs around it: ``flip``, ``remove``, ``surround`` (Go), ``none``, or a way of
    another package.
    """
    scoring: str = ""
    """The way to count at the end: ``discs``, ``home``, ``area``, ``territory``, ``area-and-prisoners`` or ``chains``.
    """
    komi: float = 0.0
    """The komi: points added to the second seat's score when scores are compared."""
    ko: str = ""
    """Where discs are surrounded, which boards may not come back: ``simple``, ``situational`` or ``positional``."""
    suicide: bool = False
    """Where discs are surrounded, whether a group may be placed so that it has no liberty, and leaves the board."""
    aliases: tuple[str, ...] = ()
    """The other names of the variant."""
    lies: Literal["cells", "points"] = "cells"
    """Where discs lie: in cells, or where lines cross (where they are surrounded)."""
    rings: tuple[tuple[Square, ...], ...] = ()
    """Closed lines besides rows, columns and diagonals, each by its cells in turn."""
    homes: tuple[tuple[Square, ...], ...] = ()
    """The cells that each seat counts, where only a part of the board counts for it."""
    forbidden: tuple[tuple[Square, ...], ...] = ()
    """The cells where each seat may not place; empty if all may place everywhere."""
    movers: tuple[str, ...] = ()
    """How each seat is named as the mover at the end of a ``start``."""
    teams: tuple[tuple[str, ...], ...] = ()
    """The seats that win or lose together, where several do."""
    rules: tuple[tuple[str, str], ...] = ()
    """(topic, what holds) in English, for people."""
    choice: Literal["all", "one", "some"] = "all"
    """The discs that turn, of those that could: all, or one or some of the mover's choice."""
    coordinates: Literal["othello", "go"] = "othello"
    """How people who play it name squares: as messages do, or with row 1 at the bottom and letters without I."""
