"""``engined play``: a game against the daemon in the terminal, in any variant."""

from __future__ import annotations

import contextlib
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from msgspec import Struct

from engined_protocol.messages import Analyse, Analysis, Position, Undo
from engined_protocol.notation import is_pass, split_transcript

from ..client import Client
from ..command import (
    Exit,
    WrongInput,
    add_daemon_options,
    add_ties_options,
    add_variant_option,
    connected,
    known_variant,
    said,
    value_of,
)
from ..drawing import analysis_lines, board_lines, draw_text, turn_line, worth_text
from ..errors import ServiceError
from ..options import AnalyseOptions
from ..positions import read_position

SUMMARY = "play against it in the terminal"

HELP = """\
  a move           f5, or several: f5 d6 c3; `pass` where you must
  go               let the engine move for you
  hint [SECONDS]   scores of all moves
  undo [PLIES]     take back your last move and what followed it
  board            draw the board again
  moves            the game so far
  new              start again
  quit             leave (so do Ctrl-D and Ctrl-C)"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("position", metavar="MOVES|POSITION", nargs="*", help="where to begin")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        action="append",
        help="your seat, e.g. White; several times for several seats (default: the one to move)",
    )
    seconds = value_of(Analyse, "seconds")
    parser.add_argument("--time", metavar="S", type=seconds, help="the engine's seconds a move (default: 2)")
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies that it looks ahead")
    add_ties_options(parser)
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    try:
        given = read_position(" ".join(arguments.position))
    except ValueError as error:
        raise WrongInput(str(error)) from error
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() a history and line editing
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant)
        position = client.open(variant=variant, start=given.start, moves=given.moves)
        seats = _seats(arguments.seat or [position.mover], position)
        limits = AnalyseOptions(seconds=arguments.time, depth=arguments.depth, ties=arguments.ties, seed=arguments.seed)
        if arguments.time is None and arguments.depth is None:
            limits["seconds"] = 2.0
        Game(client, position, seats, limits).play()
    return Exit.FINE


def _seats(names: list[str], position: Position) -> frozenset[str]:
    known = {seat.lower(): seat for seat in position.seats}
    for name in names:
        if name.lower() not in known and name:
            raise WrongInput(f"--seat: no seat {name!r}; there are {', '.join(position.seats)}")
    return frozenset(known[name.lower()] for name in names if name)


class Game:
    """A game in a session of the daemon; the player has some of the seats, the engine the others."""

    def __init__(self, client: Client, position: Position, seats: frozenset[str], limits: AnalyseOptions) -> None:
        self._client = client
        self._session = position.session
        self._position = position
        self._first = position.moves
        self._seats = seats
        self._limits = limits

    def play(self) -> None:
        """Ask and answer until the player leaves or the input ends."""
        print("Type a move, or `help`.")
        self._draw()
        while True:
            self._let_engine_move()
            try:
                line = input(f"{self._position.mover or 'over'}> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return
            word, _, rest = line.partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                return
            try:
                self._obey(word.lower(), rest.strip(), line)
            except (ServiceError, ValueError) as error:
                print(f"? {said(error)}")

    def _obey(self, word: str, rest: str, line: str) -> None:
        """Do what the player typed. Raises ValueError and ServiceError saying what is wrong with it."""
        match word:
            case "":
                pass
            case "help" | "?":
                print(HELP)
            case "board":
                self._draw()
            case "moves":
                print(" ".join(self._position.moves) or "no move yet")
            case "go":
                self._generate()
            case "hint":
                self._hint(_typed("hint", rest, Analyse, "seconds") if rest else 2.0)
            case "undo":
                self._undo(_typed("undo", rest, Undo, "plies") if rest else None)
            case "new":
                self._undo(len(self._position.moves) - len(self._first))
            case _:
                moves = ("--",) if is_pass(line) else _moves(line)
                self._position = self._played(moves)
                self._draw()

    def _played(self, moves: tuple[str, ...]) -> Position:
        """The position after moves of the player's. Raises ServiceError; a single move goes without its number."""
        try:
            return self._client.play(self._session, *moves)
        except ServiceError as error:
            raise ServiceError(error.code, error.message, error.field if len(moves) > 1 else "move") from None

    def _let_engine_move(self) -> None:
        while not self._position.over and self._position.mover not in self._seats:
            self._generate()

    def _generate(self) -> None:
        """Let the engine find a move and play it; the game goes on after Ctrl-C, which only hurries it."""
        position = self._position
        if position.over:
            raise ValueError(f"the game is over: {position.result}")
        options = self._limits.copy()
        options["session"] = self._session
        options["play"] = True
        options["book"] = "play"
        options["best"] = 1
        job = self._client.analyse(**options)
        try:
            final = job.result()
        except KeyboardInterrupt:
            job.stop()
            final = job.result()
        if not final.played:
            raise ServiceError("internal", f"no move found ({final.reason})")
        self._position = self._client.show(session=self._session)
        print(f"{position.mover} plays {_said(final)}")
        self._draw()

    def _hint(self, seconds: float) -> None:
        options = self._limits.copy()
        options["session"] = self._session
        options["seconds"], options["depth"] = seconds, None
        final = self._client.analyse(**options).result()
        print("\n".join(analysis_lines(self._position, final)))

    def _undo(self, plies: int | None) -> None:
        """Take plies back; without a number, to the player's last own choice."""
        if plies == 0:
            return
        position = self._client.undo(self._session, plies or 1)
        while plies is None and position.mover not in self._seats and len(position.moves) > len(self._first):
            position = self._client.undo(self._session)
        self._position = position
        self._draw()

    def _draw(self) -> None:
        print()
        print("\n".join(board_lines(self._position)))
        print(turn_line(self._position))
        if self._position.legal and self._position.mover in self._seats:
            print("moves:", " ".join(self._position.legal))


def _moves(line: str) -> tuple[str, ...]:
    try:
        return split_transcript(line)
    except ValueError:
        raise ValueError(f"neither a move nor a command: {line[:30]!r} (try `help`)") from None


def _typed(command: str, text: str, request: type[Struct], field: str) -> Any:
    """What was typed after a command, as a field of a request. Raises ValueError."""
    try:
        return value_of(request, field)(text)
    except ArgumentTypeError as error:
        raise ValueError(f"{command}: {error}") from None


def _said(final: Analysis) -> str:
    if not final.moves or final.best == "--":
        return final.best
    best = final.moves[0]
    said = f"{final.best} ({worth_text(best)}, {best.kind}, depth {best.depth})"
    return f"{said}: {draw_text(final.winner)}" if final.winner and final.score == 0 else said
