"""What a tournament is, as a TOML file says it::

    format = "swiss"             # or "round-robin", the default
    rounds = 5                   # round-robin: how often everybody meets everybody (default 1)
    games = 2                    # of a meeting, in each variant: an even number swaps colours fairly
    variants = ["othello", "othello-6x6"]     # names, or declarations' .toml files; default: othello
    openings = "xot"             # or random, or a file; default: xot for 8x8 Othello, random elsewhere
    plies = 8                    # of random openings
    seed = 1                     # for openings, and for the lot that seats the engines
    time = 1.0                   # seconds a move; or depth, nodes, clock = "60+1": for engines without their own
    margin = 1.0                 # as for engined match, and patience, fresh

    [engines.engined]            # as in a file for engined match --engines
    command = "engined gtp --variant {variant}"     # {variant}, in setup too, is the one that is played

GTP and NBoard tell an engine the size of the board and nothing else about the variant; hence ``{variant}``. Files are
looked for from the folder of this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from engined.files import FileError, read_text, read_toml
from engined.tools.match.command import MARGIN, PATIENCE, SECONDS
from engined.tools.match.limits import NO_LIMIT, Limit, LimitError, MoveDepth, MoveNodes, MoveSeconds
from engined.tools.match.openings import Opening, OpeningError, SourceError, draw_openings
from engined.tools.match.player import Engine
from engined.tools.match.roster import RosterError, engine_of, limit_of
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_client.club.pairing import Format, PairingError, demand_package, round_count
from engined_protocol.values import fault

Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]

PLACEHOLDER = "{variant}"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")


class PlanError(ValueError):
    """A file that makes no tournament; the message says where and how."""


class PlanFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file."""

    engines: dict[str, Any]
    format: Format = "round-robin"
    rounds: Count | None = None
    games: Count = 2
    variants: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] = ("othello",)
    openings: str | None = None
    plies: Annotated[int, msgspec.Meta(ge=0)] | None = None
    seed: int = 1
    time: MoveSeconds | None = None
    depth: MoveDepth | None = None
    nodes: MoveNodes | None = None
    clock: str | None = None
    margin: Annotated[float, msgspec.Meta(ge=0)] = MARGIN
    patience: Annotated[float, msgspec.Meta(gt=0)] = PATIENCE
    fresh: bool = False


@dataclass(frozen=True)
class Discipline:
    """A variant that is played, and where its games begin."""

    variant: Variant
    named: str
    """How an engine of ours is told the variant: its name, or the path of its declaration."""
    source: str
    """The source of the openings, in words."""
    openings: tuple[Opening, ...]
    """The openings for all rounds, one for each pair of games of a meeting; begun again when there are fewer."""

    def told(self, engine: Engine) -> Engine:
        """The engine as it is started for this variant."""

        def fill(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(text.replace(PLACEHOLDER, self.named) for text in texts)

        return replace(engine, command=fill(engine.command), setup=fill(engine.setup))

    @property
    def plain(self) -> bool:
        """Whether the size of the board says all: it is Othello."""
        board = self.variant.board
        name = f"othello-{board.width}x{board.height}"
        try:
            return Catalogue().get(name).digest == self.variant.digest
        except UnknownVariant:
            return False

    def of_round(self, number: int, pairs: int) -> tuple[Opening, ...]:
        """The openings of a round (from 1): the same at every table."""
        first = (number - 1) * pairs
        return tuple(self.openings[at % len(self.openings)] for at in range(first, first + pairs))


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament, ready to be played."""

    format: Format
    rounds: int
    """All of them: of a round robin as many as it takes."""
    games: int
    disciplines: tuple[Discipline, ...]
    engines: tuple[Engine, ...]
    seed: int
    margin: float
    patience: float
    fresh: bool

    @property
    def pairs(self) -> int:
        """Openings that a meeting needs in each variant."""
        return (self.games + 1) // 2


def read_plan(path: Path) -> TournamentPlan:
    """The tournament of a file. Raises PlanError."""
    try:
        table = read_toml(path)
    except FileError as error:
        raise PlanError(str(error)) from None
    try:
        return _plan(msgspec.convert(table, PlanFile), path.parent)
    except msgspec.ValidationError as error:
        found = fault(error, PlanFile, table)
        raise PlanError(f"{path}: {found.field}: {found.message}") from None
    except (PlanError, FileError, SourceError, OpeningError, UnknownVariant, DeclarationError) as error:
        raise PlanError(f"{path}: {error}") from None


def _plan(file: PlanFile, folder: Path) -> TournamentPlan:
    if len(file.engines) < 2:
        raise PlanError("a tournament needs two engines: add tables such as [engines.ntest]")
    for name in file.engines:
        if not _NAME.fullmatch(name):
            raise PlanError(f"engines.{name}: a name has 1 to 32 letters, digits and . _ + -, a letter or digit first")
    try:
        demand_package(file.format)
    except PairingError as error:
        raise PlanError(f"format: {error}") from None
    try:
        shared = limit_of(file.time, file.depth, file.nodes, file.clock) or Limit(SECONDS)
    except LimitError as error:
        raise PlanError(f"clock: {error}") from None
    engines = tuple(_engine(name, table, shared, folder) for name, table in file.engines.items())
    rounds = round_count(file.format, len(file.engines), file.rounds)
    pairs = (file.games + 1) // 2
    source = file.openings
    if source is not None and source not in ("xot", "random"):
        source = str(folder / source)
    disciplines: list[Discipline] = []
    for text in file.variants:
        variant, named = _variant(text, folder)
        if len(variant.seats) != 2:
            raise PlanError(f"variants: a game has two engines, but {variant.name} has {len(variant.seats)} seats")
        if any(variant.name == known.variant.name for known in disciplines):
            raise PlanError(f"variants: {variant.name} is there twice")
        openings = draw_openings(variant, source, file.plies, rounds * pairs, file.seed)
        disciplines.append(Discipline(variant, named, *openings))
    return TournamentPlan(
        format=file.format,
        rounds=rounds,
        games=file.games,
        disciplines=tuple(disciplines),
        engines=engines,
        seed=file.seed,
        margin=file.margin,
        patience=file.patience,
        fresh=file.fresh,
    )


def _engine(name: str, table: object, shared: Limit, folder: Path) -> Engine:
    try:
        engine = engine_of(name, table)
    except RosterError as error:
        raise PlanError(f"engines.{error}") from None
    runs_in = folder / engine.folder if engine.folder is not None else None
    return replace(engine, folder=runs_in, limit=shared if engine.limit == NO_LIMIT else engine.limit)


def _variant(text: str, folder: Path) -> tuple[Variant, str]:
    """The variant of a name or a file, and how others are told of it."""
    catalogue = Catalogue()
    if not text.endswith(".toml"):
        return catalogue.get(text), text
    path = (folder / text).resolve()
    return catalogue.check(read_text(path), str(path)), str(path)
