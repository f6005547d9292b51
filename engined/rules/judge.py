"""The judge: is what somebody claims to have played a legal move, and if not, which fault is it?

The six kinds of illegal act are those of the Japan Othello Federation. Where several apply, the first in the order
of :class:`Fault` is named. The judge changes nothing: after a fault, position and turn stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct, structs

from engined_protocol.notation import is_pass, parse_square, square_name

from ..variants.model import EMPTY, Passing
from .position import PASS, IllegalMove, Move, Position, move_text
from .registry import capture_of

_WIDEST, _HIGHEST = 26, 99
"""The largest board whose squares have names."""


class Fault(StrEnum):
    """The kinds of illegal act, in the order in which they are reported."""

    WRONG_TURN = "wrong_turn"
    """Played when it is another's turn."""
    WRONG_COLOUR = "wrong_colour"
    """The disc placed does not show the mover's colour."""
    NOT_PLAYABLE = "not_playable"
    """The cell is occupied, off the board, or closed to the mover, mostly because nothing is bracketed from it."""
    ILLEGAL_PASS = "illegal_pass"
    """A pass although a move exists."""
    MISSING_FLIPS = "missing_flips"
    """Discs that must turn (or leave the board) did not."""
    EXTRA_FLIPS = "extra_flips"
    """Other cells are not as they were."""


class Claim(Struct, frozen=True):
    """What somebody says was done."""

    move: str
    """A cell, ``f5``, or ``--``; also with the discs that its mover chose, ``f5:e5+d5``."""
    board: tuple[int, ...]
    """Content of every square afterwards."""
    seat: int | None = None
    """The seat that did it; None stands for the seat to move."""
    colour: int | None = None
    """The colour that the placed disc shows; None: what stands on the cell."""


class Verdict(Struct, frozen=True):
    """What the judge says."""

    fault: Fault | None
    """The fault of the claim; None if the claim is right."""
    message: str = ""
    """The fault in words; empty when there is none."""
    move: str = ""
    """The move that the claim was held against, with the discs chosen; empty when there is no such move."""
    after: Position | None = None
    """The position after that move."""
    missing: tuple[int, ...] = ()
    """Squares that should have changed otherwise than they did."""
    extra: tuple[int, ...] = ()
    """Squares that should not have changed."""


def judge(position: Position, claim: Claim) -> Verdict:
    """Confirm a claim or name its fault. Where the discs that turn are for the mover to choose, the board shows the
    choice: the claim is held against the legal one that explains the board best.

    Passes that are forced before it is the claimant's turn are implied. Raises ValueError when the claimed move is no
    text of a move or the board is not of this size, :class:`IllegalMove` when the game is over, and
    :class:`TooManyMoves` as :meth:`Position.legal` does.
    """
    if len(claim.board) != len(position.board):
        raise ValueError(f"a board of {len(position.board)} squares wanted, not of {len(claim.board)}")
    if position.over:
        raise IllegalMove("the game is over")
    cell, _, rest = claim.move.partition(":")
    passes = is_pass(claim.move)
    square = None if passes else _square(position, cell)
    stated = frozenset(_chosen(position, name) for name in rest.split("+")) if rest else frozenset()
    turned = _turn_to(position, position.seat if claim.seat is None else claim.seat)
    if turned is None:
        return Verdict(Fault.WRONG_TURN, f"it is the turn of {position.variant.seats[position.seat].name}")
    if passes:
        return _judge_pass(turned, claim)
    if square is None or not turned.choices(square):
        return _judge_unplayable(turned, claim, square, cell)
    return _judge_placement(turned, claim, square, stated)


def _turn_to(position: Position, seat: int) -> Position | None:
    """The position with forced passes played until it is this seat's turn; None if another can move before."""
    while position.seat != seat:
        if position.variant.passing is Passing.FREE or position.mobility()[position.seat]:
            return None
        position = position.play(PASS)
    return position


def _judge_pass(position: Position, claim: Claim) -> Verdict:
    try:
        after = position.play(PASS)
    except IllegalMove as error:
        return Verdict(Fault.ILLEGAL_PASS, str(error))
    return _compare(position, claim, PASS, after)


def _judge_unplayable(position: Position, claim: Claim, square: int | None, cell: str) -> Verdict:
    """The fault of a placement on a cell that is not open to the mover."""
    shown = claim.colour
    if shown is None and square is not None and position.board[square] == EMPTY != claim.board[square]:
        shown = claim.board[square]
    if shown not in (None, _own(position)):
        return Verdict(Fault.WRONG_COLOUR, _colours(position, cell, shown))
    if square is None:
        return Verdict(Fault.NOT_PLAYABLE, f"{cell.strip()} is not on this board")
    try:
        position.play(Move(square))
    except IllegalMove as error:
        return Verdict(Fault.NOT_PLAYABLE, str(error))
    raise AssertionError("the cell is open to the mover")


def _judge_placement(position: Position, claim: Claim, square: int, stated: frozenset[int]) -> Verdict:
    """The fault of a placement on a cell that is open to the mover, if it has one."""
    own = _own(position)
    result = EMPTY if capture_of(position.variant).leaves else own
    turned = stated or frozenset(
        other for other in position.variant.board.cells if claim.board[other] == result != position.board[other]
    )
    choices = position.choices(square)
    fitting = [move for move in choices if move.chosen == stated] if stated else []
    fitting = fitting or [move for move in choices if move.chosen <= turned]
    if fitting:
        if not position.variant.capture.indirect:
            fitting = fitting[-1:]  # the most discs: no others turn, so fewer would explain less
        verdicts = [_compare(position, claim, move, position.play(move), stated) for move in fitting]
        verdict = min(verdicts, key=lambda verdict: len(verdict.missing) + len(verdict.extra))
    else:
        least = min(len(move.chosen) for move in choices)
        bracketed = frozenset[int]().union(*(move.chosen for move in choices))
        message = f"at least {least} of these should have turned: {_names(position, bracketed)}"
        verdict = Verdict(Fault.MISSING_FLIPS, message, missing=tuple(sorted(bracketed)))
    shown = claim.board[square] if claim.colour in (None, own) else claim.colour
    vanished = shown == EMPTY and verdict.after is not None and verdict.after.board[square] == EMPTY
    if shown != own and not vanished:
        cell = square_name(square, position.variant.board.width)
        return structs.replace(verdict, fault=Fault.WRONG_COLOUR, message=_colours(position, cell, shown))
    return verdict


def _compare(
    position: Position, claim: Claim, move: Move, after: Position, stated: frozenset[int] = frozenset()
) -> Verdict:
    """Hold the claimed board against the one after the move, and the stated choice too; not the disc that was placed,
    unless it vanished at once (suicide).
    """
    cells = {*position.variant.board.cells}
    if move != PASS and after.board[move.square] != EMPTY:
        cells.remove(move.square)
    wrong = {square for square in cells if claim.board[square] != after.board[square]}
    unchanged = {square for square in wrong - {move.square} if after.board[square] == position.board[square]}
    missing, extra = sorted(wrong - unchanged), sorted(unchanged | (stated - move.chosen))
    turning = "left the board" if capture_of(position.variant).leaves else "turned"
    words = [f"{_names(position, missing)} should have {turning}"] if missing else []
    words += [f"{_names(position, extra)} should not have changed"] if extra else []
    fault = Fault.MISSING_FLIPS if missing else Fault.EXTRA_FLIPS if extra else None
    return Verdict(fault, "; ".join(words), move_text(position, move), after, tuple(missing), tuple(extra))


def _own(position: Position) -> int:
    """The mover's colour."""
    return position.variant.seats[position.seat].colour


def _colours(position: Position, cell: str, shown: int | None) -> str:
    """What is wrong with the colour of a placed disc, in words."""
    variant = position.variant
    seen = "no disc" if shown in (None, EMPTY) else variant.colours[shown].name
    return f"{cell.strip()} shows {seen}, not {variant.colours[_own(position)].name}"


def _square(position: Position, cell: str) -> int | None:
    """The square of a cell's name, None if it is beyond the board. Raises ValueError when it is no name."""
    board = position.variant.board
    row, column = divmod(parse_square(cell, _WIDEST, _HIGHEST), _WIDEST)
    return row * board.width + column if row < board.height and column < board.width else None


def _chosen(position: Position, cell: str) -> int:
    """The square of a chosen disc. Raises ValueError when there is none of that name."""
    square = _square(position, cell)
    if square is None:
        raise ValueError(f"not on this board: {cell[:20]!r}")
    return square


def _names(position: Position, squares: Iterable[int]) -> str:
    """Squares in words: ``d4, e5``."""
    return ", ".join(square_name(square, position.variant.board.width) for square in sorted(squares))
