"""What the laboratory finds out, part by part: plain values, which the report shows and ``--json`` prints."""

from __future__ import annotations

from msgspec import Struct


class Summary(Struct, frozen=True):
    """Many values of one quantity."""

    count: int
    mean: float
    sd: float
    """Standard deviation of the values."""
    error: float | None
    """Standard error of the mean, the games being independent of each other; None for fewer than two games."""
    histogram: dict[float, int]
    """The number of times that each value was seen; values ascend."""


class Share(Struct, frozen=True):
    """A part of all games, from 0 to 1, and its standard error."""

    value: float
    error: float


class SideResult(Struct, frozen=True):
    """How a side came out of some games. A side is a team, or a seat that plays alone."""

    name: str
    won: int
    """Games that it alone won."""
    shared: int
    """Games in which it was equal best with others."""
    points: Share
    """One for a game won; a game whose best are equal is shared among them."""
    margin: float
    """The lead over the best other side at the end, on average."""
    margin_error: float | None
    margin_sd: float
    rank: float
    """The average rank, from 1; equal sides share the better rank."""


class Results(Struct, frozen=True):
    """How some games ended."""

    games: int
    draws: int
    """Games in which more than one side was best."""
    full: int
    """Games that ended on a full board."""
    sides: tuple[SideResult, ...]


class Side(Struct, frozen=True):
    """Who wins together."""

    name: str
    colours: tuple[str, ...]


class Card(Struct, frozen=True):
    """The variant itself."""

    name: str
    title: str
    note: str
    digest: str
    width: int
    height: int
    cells: int
    empties: int
    """Empty cells at the start."""
    board: tuple[str, ...]
    """Rows from the top: ``.`` empty, ``#`` a hole, else the symbol of a colour."""
    colours: tuple[tuple[str, str], ...]
    """The symbol and the name of each colour."""
    seats: tuple[str, ...]
    """The seats in the order of play."""
    first: str
    """The seat that moves first."""
    sides: tuple[Side, ...]
    rules: tuple[tuple[str, str], ...]
    """The subjects of a declaration, and what this one says of each, in words."""
    kernels: str
    """The kernels that search it: ``8x8``, ``generic-64`` ..., or ``rules`` for plain Python."""
    declaration: str
    """The text of the declaration; empty where the variant was given by a name."""


class Leaves(Struct, frozen=True):
    """The leaves of the game tree at one depth in plies. A pass is a ply; a finished game stays one leaf."""

    depth: int
    leaves: int
    seconds: float


class TreeSize(Struct, frozen=True):
    """The size of the game tree."""

    depths: tuple[Leaves, ...]


class Ply(Struct, frozen=True):
    """The choices that seats had at one ply of the games that lasted so long."""

    ply: int
    games: int
    mean: float
    sd: float


class RandomPlay(Struct, frozen=True):
    """Games in which every legal move is equally likely."""

    games: int
    given_up: int
    """Games without an end in sight, or with more moves than can be listed; in nothing else here."""
    choices: Summary
    """Legal moves at each turn; a forced pass is a turn with none."""
    plies: Summary
    """Length of a game: placements and passes."""
    passes: Summary
    """Passes in a game, but those after which nobody could move."""
    by_ply: tuple[Ply, ...]
    results: Results
    margins: Summary
    """The lead of the first seat's side at the end."""
    held: tuple[float | None, ...]
    """The share of games in which the winner held each square of the bounding box at the end, of those that one side
    won; None for a hole, and where no game was won.
    """


class Level(Struct, frozen=True):
    """How much the engine thinks about a move."""

    effort: int
    unit: str
    """``plies``, or ``games`` of a Monte Carlo tree search."""


class LevelResults(Struct, frozen=True):
    """Games of the engine against itself at one level."""

    level: Level
    seconds: float
    results: Results


class Balance(Struct, frozen=True):
    """Games of the engine against itself, thinking ever more."""

    opening_plies: int
    """Random plies at the beginning of each game."""
    openings: int
    """Different beginnings; every level plays the same."""
    evaluation: str
    """The kind of evaluation: ``trained`` patterns, the board's ``geometry``, ``playouts`` to the end of the game, or
    ``rules`` where nothing can be learned.
    """
    levels: tuple[LevelResults, ...]


class Exact(Struct, frozen=True):
    """A proven result under perfect play."""

    empties: int
    margin: float
    """The mover's lead at the end of the game, each side playing for itself; the least it can be."""
    mover: str
    """The side that moves."""
    counts: tuple[float, ...]
    """The count of each seat at the end; empty where two sides play and the margin says it all."""
    line: tuple[str, ...]
    nodes: int
    seconds: float
    counts_most: tuple[float, ...] = ()
    """Where it matters which of equally good moves are played, the most that each seat may count; ``counts``: the
    least."""


class SolvedEndings(Struct, frozen=True):
    """Positions with so many empty cells that were solved: the middle one, by nodes."""

    empties: int
    solved: int
    nodes: int
    most_nodes: int
    seconds: float


class Endings(Struct, frozen=True):
    """How far from the end of a game positions can be solved."""

    endings: tuple[SolvedEndings, ...]
    growth: float | None
    """The factor on the number of nodes for one further empty cell, from the steady part."""
    start_nodes: float | None
    """The nodes that the start would take if that went on; None where it is solved, or nothing can be said."""
    start: Exact | None
    """The start itself, if it could be solved."""


class SolvedBoard(Struct, frozen=True):
    """The start of a variant's sized name, solved."""

    name: str
    width: int
    height: int
    cells: int
    exact: Exact


class Boards(Struct, frozen=True):
    """The sizes of the board that can be solved from the start, smallest first."""

    solved: tuple[SolvedBoard, ...]
    failed: str | None
    """The first size that was tried and took too long."""


class StageError(Struct, frozen=True):
    """How far the trained evaluation is off on positions that it was not fitted to."""

    stage: int
    empties: tuple[int, ...]
    """Numbers of empty cells that it covers."""
    error: float
    """Mean absolute difference from the search, or solution, that it learned from, in discs."""


class Duel(Struct, frozen=True):
    """Games of a new evaluation against the one that there was, from its view: pairs, seats swapped."""

    against: str
    """The kind of the other evaluation, as ``evaluation`` of :class:`Balance`."""
    level: Level
    games: int
    won: int
    drawn: int
    lost: int
    margin: float
    margin_error: float | None
    superiority: float
    """Likelihood that it is the better one, from 0 to 1."""


class Trained(Struct, frozen=True):
    """A short training."""

    weights: str
    """The name of the weights' file."""
    positions: int
    """The number of positions for each number of empty cells."""
    seconds: float
    stages: tuple[StageError, ...]
    duel: Duel | None


class Report(Struct, frozen=True):
    """Everything."""

    engined: str
    seed: int
    minutes: float
    """The time that was given."""
    seconds: float
    """The time that it took."""
    made: str
    """The time when it was made, in UTC."""
    machine: str
    variant: Card
    perft: TreeSize | None
    random: RandomPlay | None
    balance: Balance | None
    endings: Endings | None
    boards: Boards | None
    trained: Trained | None
    missing: dict[str, str]
    """Parts that are not there, or not complete, and why."""
