"""A position of any variant: immutable, and the judge of what may be played in it.

Start reading the rules here. Where one may place, what is captured there and what else differs from one way to capture
to another is for :class:`~engined.rules.capture.CaptureRule`. Turns, passes, set-up, supplies and choices are the same
for all.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from engined.lazy import lazy_property
from engined_protocol.notation import square_name
from engined_protocol.records.board_text import LETTERS, read_cells
from engined_protocol.records.result import BLACK, WHITE
from engined_protocol.words import counted

from ..variants.model import EMPTY, Choice, Passing, Variant
from . import scoring
from .moves import PASS, IllegalMove, Move, TooManyMoves, move_text, parse_move
from .registry import capture_of

__all__ = [
    "PASS",
    "IllegalMove",
    "Move",
    "Position",
    "TooManyMoves",
    "format_position",
    "move_text",
    "parse_board",
    "parse_move",
    "parse_position",
    "start",
]

DRAW_WON = 0.5
"""Worth of a draw, in discs, to whoever has the right to it: more than a draw and less than any other win."""
BESIDES, PAST = 800, 64
"""Bytes of a position besides its board, and for each earlier one that it remembers."""
MOST_KEPT = 1024
"""The most legal moves of a position that are kept with it. More are listed anew each time they are asked for, as each
takes a hundred bytes or more.
"""
MOST_MOVES = 1 << 17
"""The most legal moves that are listed at all: only where the mover chooses among many bracketed discs can there be
more.
"""


@dataclass(frozen=True)
class Position:
    """Discs on a board, the seat to move, and what the game so far leaves behind."""

    variant: Variant
    board: tuple[int, ...]
    """Content of every square of the bounding box: ``EMPTY`` or a colour."""
    seat: int
    """The seat to move; meaningless once the game is over."""
    placed: tuple[int, ...]
    """Discs that each seat has placed since the start of the game."""
    passes: int = 0
    """Passes since the last placement."""
    taken: tuple[int, ...] = ()
    """Discs that each seat has taken off the board; empty where none can be."""
    before: tuple[int, ...] | None = None
    """The board before the last ply, where the rules look back at it (ko)."""
    earlier: frozenset[bytes] = frozenset()
    """All positions of the game before this one, as far as the rules forbid to come back to them (superko)."""

    # --- moves ------------------------------------------------------------------------------------

    def legal(self) -> tuple[Move, ...]:
        """Legal moves in board order, a free pass last; ``(PASS,)`` when a pass is forced; ``()`` when the
        game is over. Raises :class:`TooManyMoves` where discs to choose from allow more than can be listed.
        """
        known: tuple[Move, ...] | None = self.__dict__.get("_legal")
        if known is None:
            known = self._list_legal()
            if len(known) <= MOST_KEPT:
                self.__dict__["_legal"] = known
        return known

    def _list_legal(self) -> tuple[Move, ...]:
        if self.over:
            return ()
        self._check_number(self._placements)
        if self.variant.capture.choice is Choice.ALL:
            placements = tuple(map(Move, self._placements))
        else:
            placements = tuple(move for square in self._placements for move in self._choices(square))
        if self.variant.passing is Passing.FREE or not placements:
            return (*placements, PASS)
        return placements

    def choices(self, square: int) -> tuple[Move, ...]:
        """The legal moves that place on this square, fewest chosen discs first. Raises as ``legal`` does."""
        if self.over or square not in self._placements:
            return ()
        self._check_number((square,))
        return tuple(self._choices(square))

    def moves_by_cell(self) -> dict[int, Iterator[Move]]:
        """The legal placements on each cell that has some, cells in board order, each move made when it is asked for:
        where they are too many to be listed, too.
        """
        return {} if self.over else {square: self._choices(square) for square in self._placements}

    def _choices(self, square: int) -> Iterator[Move]:
        captured, capture = self._placements[square], self.variant.capture
        if capture.choice is Choice.ALL or not captured:
            yield Move(square)
            return
        most = 1 if capture.choice is Choice.ONE else len(captured)
        least = 1 if capture.choice is Choice.ONE else capture.min_flips
        for size in range(least, most + 1):
            for chosen in combinations(sorted(captured), size):
                yield Move(square, frozenset(chosen))

    def _check_number(self, squares: Iterable[int]) -> None:
        """Raise :class:`TooManyMoves` if placements on these squares have too many choices to be listed."""
        if self.variant.capture.choice is not Choice.SOME:
            return
        if sum(1 << len(self._placements[square]) for square in squares) > MOST_MOVES:
            raise TooManyMoves("so many discs may be chosen here that the legal moves cannot be listed")

    @lazy_property
    def _placements(self) -> dict[int, frozenset[int]]:
        return self._placements_of(self.seat)

    def _placements_of(self, seat: int) -> dict[int, frozenset[int]]:
        """Where this seat could place now, each cell with what is captured from it."""
        variant, sitting = self.variant, self.variant.seats[seat]
        if sitting.supply is not None and self.placed[seat] >= sitting.supply:
            return {}
        open_cells = [s for s in variant.board.cells if self.board[s] == EMPTY and s not in sitting.forbidden]
        if self.in_setup:
            return {square: frozenset() for square in open_cells if square in variant.setup.cells}
        return capture_of(variant).placements(self, seat, open_cells)

    @property
    def in_setup(self) -> bool:
        """Whether the next placement still belongs to the set-up phase."""
        return sum(self.placed) < self.variant.setup.plies

    @lazy_property
    def over(self) -> bool:
        """Whether the game has ended: nobody can place, everybody passed in turn, or the way to capture ends it."""
        if capture_of(self.variant).over(self):
            return True
        if self.variant.passing is Passing.FREE:
            return self.passes >= len(self.variant.seats)
        return not self._placements and not any(
            self._placements_of(seat) for seat in range(len(self.variant.seats)) if seat != self.seat
        )

    @property
    def stuck(self) -> bool:
        """Whether the seat to move can only pass."""
        return not self.over and not self._placements

    def play(self, move: Move) -> Position:
        """The position after a legal move. Raises :class:`IllegalMove` with the reason."""
        self._check(move)
        variant, seat, capture = self.variant, self.seat, capture_of(self.variant)
        following = (seat + 1) % len(variant.seats)
        before = self.board if capture.looks_back else None
        earlier = capture.remembered(self)
        if move == PASS:
            return replace(self, seat=following, passes=self.passes + 1, before=before, earlier=earlier)
        captured = self._placements[move.square] if variant.capture.choice is Choice.ALL else move.chosen
        board = capture.apply(self, move.square, captured)
        taken = self.taken and _add(self.taken, capture.taker(self, move.square, captured), len(captured))
        return Position(variant, board, following, _add(self.placed, seat, 1), 0, taken, before, earlier)

    def _check(self, move: Move) -> None:
        """Raise :class:`IllegalMove` with the rule that the move breaks, if it breaks one."""
        if self.over:
            raise IllegalMove("the game is over")
        name, seat = self.variant.seats[self.seat].name, self.variant.seats[self.seat]
        if move == PASS:
            if self._placements and self.variant.passing is Passing.FORCED:
                raise IllegalMove(f"{name} can move and so may not pass")
            return
        if move.square not in self.variant.board.cells:
            raise IllegalMove("there is no such cell on this board")
        cell = move_text(self, Move(move.square))
        if self.board[move.square] != EMPTY:
            raise IllegalMove(f"{cell} is occupied")
        if move.square in seat.forbidden:
            raise IllegalMove(f"{name} may not place on {cell}")
        if seat.supply is not None and self.placed[self.seat] >= seat.supply:
            raise IllegalMove(f"{name} has placed all {seat.supply} discs and must pass")
        if not self._placements:
            raise IllegalMove(f"{name} cannot place anywhere and must pass")
        if move.square not in self._placements:
            raise IllegalMove(f"{name} may not place on {cell}: {self._reason(move.square)}")
        self._check_choice(move, cell)

    def _reason(self, square: int) -> str:
        """Why an empty cell that is open to the mover is none of its placements."""
        if self.in_setup:
            return "it is not one of the set-up cells"
        return capture_of(self.variant).reason(self, square)

    def _check_choice(self, move: Move, cell: str) -> None:
        captured, capture = self._placements[move.square], self.variant.capture
        if capture.choice is Choice.ALL or not captured:
            if move.chosen:
                raise IllegalMove(f"{cell} leaves no choice of discs")
            return
        if not move.chosen <= captured:
            raise IllegalMove(f"{move_text(self, move)} names discs that {cell} does not capture")
        size = len(move.chosen)
        if capture.choice is Choice.ONE and size != 1:
            raise IllegalMove(f"{cell} must name exactly one of the discs that it captures")
        if size < capture.min_flips:
            raise IllegalMove(f"{cell} must name at least {capture.min_flips} of the discs that it captures")

    # --- counting ---------------------------------------------------------------------------------

    def placements(self, seat: int) -> Mapping[int, frozenset[int]]:
        """Where a seat could place if it were its turn now, each cell with what is captured from it."""
        return self._placements if seat == self.seat else self._placements_of(seat)

    def mobility(self) -> tuple[int, ...]:
        """Cells where each seat could place if it were its turn now."""
        return tuple(len(self.placements(seat)) for seat in range(len(self.variant.seats)))

    def discs(self) -> tuple[int, ...]:
        """Discs on the board of each colour."""
        return tuple(self.board.count(colour) for colour in range(len(self.variant.colours)))

    @property
    def empties(self) -> int:
        """Number of empty cells."""
        return len(self.variant.board.cells) - sum(self.discs())

    @property
    def placements_left(self) -> int:
        """How many discs can still be placed, at most: the empty cells, unless the way to capture counts otherwise.

        Raises ValueError where that is without limit.
        """
        return capture_of(self.variant).placements_left(self)

    def scores(self) -> tuple[float, ...]:
        """What each seat would count if the game ended now; komi is not in, misère does not negate."""
        return capture_of(self.variant).scores(self)

    def value(self, seat: int) -> float:
        """What this seat's side would win by if the game ended now, komi and misère applied; negative if it would lose.
        With more than two sides: against the best of the others.
        """
        return scoring.value(self.variant, self.scores(), seat)

    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat, from 1, if the game ended now; equal seats share the better rank."""
        return scoring.ranks(self.variant, self.scores())

    def draw_worth(self, contempt: float) -> float:
        """What a draw is worth to the mover's side in discs, where it is worth ``contempt`` to the first seat's.

        With a right to a draw it is the least of wins, whatever the contempt.
        """
        holder = self.variant.scoring.draw_right.seat
        if holder is not None:
            return DRAW_WON if holder == self.seat else -DRAW_WON
        first, *_ = together = scoring.side_of_seats(self.variant)
        return contempt if together[self.seat] == first else -contempt

    def result(self) -> str:
        """``Black wins by 4`` or ``Draw``; empty while the game goes on."""
        return scoring.result(self.variant, self.scores()) if self.over else ""

    def forget(self) -> None:
        """Give back what has been worked out of moves: it is worked out anew when it is asked for."""
        for known in ("_legal", "_placements"):
            self.__dict__.pop(known, None)

    @property
    def size(self) -> int:
        """Bytes that it takes, about, when it has forgotten that."""
        return BESIDES + 8 * len(self.board) + PAST * len(self.earlier)

    # --- identity ---------------------------------------------------------------------------------

    @lazy_property
    def digest(self) -> str:
        """Hex digest of all that decides how the game can go on, and of the variant: equal however the
        position came about, and in every process.
        """
        return hashlib.sha256(repr((self.variant.digest, *self._essence)).encode()).hexdigest()[:32]

    @property
    def _essence(self) -> tuple[object, ...]:
        """Board, mover, and of the past only what the variant's rules look at."""
        seats = self.variant.seats
        left = tuple(
            max(seat.supply - placed, 0)
            for seat, placed in zip(seats, self.placed, strict=True)
            if seat.supply is not None
        )
        to_set_up = max(self.variant.setup.plies - sum(self.placed), 0)
        passes = self.passes if self.variant.passing is Passing.FREE else 0
        return (self.board, self.seat, left, to_set_up, passes, *capture_of(self.variant).past(self))


def start(variant: Variant) -> Position:
    """The position before the first ply."""
    none = (0,) * len(variant.seats)
    return Position(variant, variant.board.start, variant.first, none, taken=_none_taken(variant))


def _none_taken(variant: Variant) -> tuple[int, ...]:
    return (0,) * len(variant.seats) if capture_of(variant).leaves else ()


def _add(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(count + more * (index == seat) for index, count in enumerate(counts))


def parse_position(variant: Variant, text: str) -> Position:
    """A position from text: its cells row by row from the top, then the mover; blanks are ignored.

    Cells are colour symbols (in either case), ``.`` or ``-`` when empty; those of X and O also as
    :mod:`engined_protocol.records.board_text` has them. Holes are left out, or every square of the bounding box is
    given, holes as ``#``, ``.`` or ``-``. The mover is a colour symbol, or a seat's name where seats share the colour;
    without one it is the first seat. Discs placed so far may follow as ``:12,13``; without them they are presumed as if
    nobody had passed. Raises ValueError naming the place at fault.
    """
    written, colon, counts = text.partition(":")
    compact, board = _cells(variant, written), variant.board
    whole, cells = tuple(range(board.width * board.height)), board.cells
    for squares in (whole, cells):
        mover = compact[len(squares) :]
        if mover and (mover.lower() in _movers(variant) or (squares == cells and len(compact) != len(whole))):
            break
    else:
        squares = whole if len(compact) == len(whole) else cells
        if len(compact) != len(squares):
            given = counted(len(compact), "character")
            raise ValueError(f"{len(cells)} cells and the mover's symbol are wanted, not {given}: {compact[:20]!r}")
        mover = variant.mover_names[0]
    content = _contents(variant, squares, compact[: len(squares)])
    capture_of(variant).check(content)
    seat = _movers(variant).get(mover.lower())
    if seat is None:
        raise ValueError(
            f"after {len(squares)} cells the mover is wanted, one of {', '.join(variant.mover_names)};"
            f" got {mover[:20]!r}"
        )
    discs = sum(colour != EMPTY for colour in content)
    placed = _counts(variant, "".join(counts.split())) if colon else _presumed(variant, discs, seat)
    return Position(variant, content, seat, placed, taken=_none_taken(variant))


def parse_board(variant: Variant, text: str) -> tuple[int, ...]:
    """Content of every square from text: the cells as in :func:`parse_position`, without a mover. Raises ValueError."""
    compact, board = _cells(variant, text), variant.board
    for squares in (tuple(range(board.width * board.height)), board.cells):
        if len(compact) == len(squares):
            return _contents(variant, squares, compact)
    given = counted(len(compact), "character")
    raise ValueError(f"{len(board.cells)} cells are wanted, row by row from the top, not {given}: {compact[:20]!r}")


def format_position(position: Position) -> str:
    """The text that :func:`parse_position` reads: the cells, a blank, the mover. Passes are not in it."""
    variant, board = position.variant, position.board
    symbols = {EMPTY: ".", **{number: colour.symbol for number, colour in enumerate(variant.colours)}}
    cells = "".join([symbols[board[square]] for square in variant.board.cells])
    counts = ""
    limited = variant.setup.plies or any(seat.supply is not None for seat in variant.seats)
    if limited and position.placed != _presumed(variant, sum(position.discs()), position.seat):
        counts = ":" + ",".join(map(str, position.placed))
    return f"{cells} {variant.mover_names[position.seat]}{counts}"


def _movers(variant: Variant) -> dict[str, int]:
    movers = {name.lower(): seat for seat, name in enumerate(variant.mover_names)}
    if movers.keys() == {BLACK.lower(), WHITE.lower()}:
        movers |= {letter: movers[LETTERS[letter].lower()] for letter in "bw"}
    return movers


def _cells(variant: Variant, text: str) -> str:
    """A board's text without blanks, in the symbols of a variant."""
    if all(colour.symbol in (BLACK, WHITE) for colour in variant.colours):
        return read_cells(text)
    return "".join(text.split())


def _contents(variant: Variant, squares: tuple[int, ...], symbols: str) -> tuple[int, ...]:
    """Content of every square of the bounding box, where these squares are as their symbols say."""
    content = [EMPTY] * (variant.board.width * variant.board.height)
    for square, symbol in zip(squares, symbols, strict=False):
        content[square] = _content(variant, square, symbol)
    return tuple(content)


def _content(variant: Variant, square: int, symbol: str) -> int:
    """Content of a square by its symbol. Raises ValueError when there is no such symbol or no such cell."""
    if symbol in ".-" or (symbol == "#" and square in variant.board.holes):
        return EMPTY
    cell = square_name(square, variant.board.width)
    for colour, known in enumerate(variant.colours):
        if symbol.lower() == known.symbol.lower():
            if square in variant.board.holes:
                raise ValueError(f"{cell} is a hole and cannot hold {symbol!r}")
            return colour
    symbols = " ".join(known.symbol for known in variant.colours)
    raise ValueError(f"{cell}: {symbol!r} is none of . {symbols}")


def _counts(variant: Variant, text: str) -> tuple[int, ...]:
    """Discs placed by each seat, as written. Raises ValueError when they are not counts of this variant."""
    if not re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", text):
        raise ValueError(f"discs placed are written like :12,13; got {text[:20]!r}")
    counts = tuple(int(count) for count in text.split(","))
    if len(counts) != len(variant.seats):
        raise ValueError(f"discs placed are wanted for {len(variant.seats)} seats; got {len(counts)}")
    for seat, count in zip(variant.seats, counts, strict=True):
        if seat.supply is not None and count > seat.supply:
            raise ValueError(f"{seat.name} has {seat.supply} discs to place, not {count}")
    return counts


def _presumed(variant: Variant, discs: int, mover: int) -> tuple[int, ...]:
    """Discs placed by each seat if nobody passed while it had discs left, as far as that can be."""
    placed = [0] * len(variant.seats)
    seat = mover
    for _ in range(discs - sum(content != EMPTY for content in variant.board.start)):
        for _ in placed:
            seat = (seat - 1) % len(placed)
            supply = variant.seats[seat].supply
            if supply is None or placed[seat] < supply:
                placed[seat] += 1
                break
    return tuple(placed)
