"""``engined play``: a game against the daemon in the terminal, in any variant."""

from __future__ import annotations

import contextlib
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any

from msgspec import Struct

from engined_protocol.dead_stones import all_stones, dead_groups
from engined_protocol.messages import Analyse, Analysis, Position, Undo
from engined_protocol.notation import is_pass, split_transcript
from engined_protocol.words import NAMES, counted, told

from ..client import Client
from ..command import (
    Exit,
    WrongInput,
    add_daemon_options,
    add_ties_options,
    add_variant_option,
    connected,
    known_variant,
    value_of,
)
from ..drawing import (
    choices,
    draw_text,
    removal_lines,
    removed_cells,
    turn_line,
    worth_text,
)
from ..errors import ServiceError
from ..game_clock import GameClock, time_control
from ..game_files import add_game_arguments, chosen_game, game_of_file
from ..options import AnalyseOptions
from ..positions import GivenPosition
from ..saved_game import save_game
from ..terminal import terminal
from ..theory import theory_lines

SUMMARY = "play against it in the terminal"
EXAMPLES = (
    ("engined play --seat White --level 3", "against a weak opponent that begins"),
    ("engined play --variant go-9x9 --seat Black --seat White", "between two people"),
    ("engined play game.ggf --plies 30", "from a position of a game"),
)

NO_NAMES = {**NAMES, "seat": "", "play": ""}
"""Fields of requests that the player has not named."""

HELP = """\
  a move           f5, or several: f5 d6 c3; `pass` where you must
  go               let the engine move for you
  hint [SECONDS]   scores of all moves
  undo [PLIES]     take back your last move and what followed it
  resign [SEAT]    give the game up
  board            draw the board again
  theory           what follows without a search
  moves            the game so far
  clock            what is left on the clocks
  save FILE        write the game: .sgf, .ggf, or .txt for its moves
  load FILE [N]    go on from a file's game
  new              start again
  quit             leave (so do Ctrl-D and Ctrl-C)

When passes have stopped a game of Go:
  remove CELL...   take the groups on these cells off, as dead
  restore [CELL..] put them back, or all that were removed
  dead             remove what the engine thinks dead
  done [SEAT]      agree; the game ends when all do
  resume           play on, with all stones"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add_game_arguments(parser, "where to begin: moves, a position, or a file with a game")
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        action="append",
        help="your seat, e.g. White; several times for several seats (default: the one to move)",
    )
    seconds = value_of(Analyse, "seconds")
    parser.add_argument("--time", metavar="S", type=seconds, help="the engine's seconds a move (default: 2)")
    parser.add_argument("--depth", metavar="D", type=value_of(Analyse, "depth"), help="plies that it looks ahead")
    parser.add_argument(
        "--clock", metavar="TIME", type=time_control, help="seconds for each seat's game, as 300, 5:00 or 5:00+3 a move"
    )
    level = value_of(Analyse, "level")
    parser.add_argument(
        "--level", metavar="N", type=level, help="play weakly: 1 is the weakest, 10 the strongest of them"
    )
    add_ties_options(parser)
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Play until the player leaves."""
    given = chosen_game(arguments).given
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() a history and line editing
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant, given.variant)
        position = client.open(variant=variant, start=given.start, moves=given.moves)
        seats = _seats(arguments.seat or [position.mover], position)
        limits = AnalyseOptions(seconds=arguments.time, depth=arguments.depth, ties=arguments.ties, seed=arguments.seed)
        if arguments.time is None and arguments.depth is None and arguments.clock is None:
            limits["seconds"] = 2.0
        clock = None if arguments.clock is None else GameClock(position.seats, arguments.clock)
        Game(client, given, position, seats, limits, arguments.level, clock).play()
    return Exit.FINE


def _seats(names: list[str], position: Position) -> frozenset[str]:
    known = {seat.lower(): seat for seat in position.seats}
    for name in names:
        if name.lower() not in known and name:
            raise WrongInput(f"--seat: no seat {name!r}; there are {', '.join(position.seats)}")
    return frozenset(known[name.lower()] for name in names if name)


class Game:
    """A game in a session of the daemon; the player has some of the seats, the engine the others."""

    def __init__(
        self,
        client: Client,
        given: GivenPosition,
        position: Position,
        seats: frozenset[str],
        limits: AnalyseOptions,
        level: int | None,
        clock: GameClock | None = None,
    ) -> None:
        self._client = client
        self._session = position.session
        self._given = given
        self._position = position
        self._first = position.moves
        self._seats = seats
        self._limits = limits
        self._level = level
        """Of the engine's moves; what it says of positions is as good as it can be."""
        self._clock = clock
        self._terminal = terminal()
        self._shown: Position | None = None
        """What was drawn last."""
        self._dead: frozenset[str] | None = None
        """The stones that the engine thinks dead since play has stopped; None where nobody has asked it."""
        self._stopped = False
        """Whether the engine knows that play has stopped."""

    def play(self) -> None:
        """Ask and answer until the player leaves or the input ends."""
        print("Type a move, or `help`.")
        self._show(self._position)
        while True:
            self._let_engine_act()
            try:
                line = input(f"{self._asked()}> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return
            word, _, rest = line.partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                return
            try:
                self._obey(word.lower(), rest.strip(), line)
            except ServiceError as error:
                print(f"? {told(error.message, error.field, NO_NAMES)}")
            except ValueError as error:
                print(f"? {error}")

    def _asked(self) -> str:
        """What the player is asked for."""
        if self._position.phase == "removal":
            return "dead stones"
        return self._position.mover or "over"

    def _obey(self, word: str, rest: str, line: str) -> None:
        """Do what the player typed. Raises ValueError and ServiceError saying what is wrong with it."""
        match word:
            case "":
                pass
            case "help" | "?":
                print(HELP)
            case "board":
                self._draw()
            case "theory":
                self._explain()
            case "moves":
                print(" ".join(self._position.moves) or "no move yet")
            case "go":
                self._generate()
            case "hint":
                self._hint(_typed("hint", rest, Analyse, "seconds") if rest else 2.0)
            case "undo":
                self._undo(_typed("undo", rest, Undo, "plies") if rest else None)
            case "clock":
                print(self._clock or "there is no clock (--clock)")
            case "save":
                self._save(rest)
            case "load":
                self._load(rest)
            case "new":
                given = self._given
                if self._clock is not None:
                    self._clock.reset()
                self._show(self._client.open(session=self._session, start=given.start, moves=given.moves))
            case "resign":
                self._show(self._client.resign(self._session, rest or self._only_seat()))
            case "remove":
                if not rest:
                    raise ValueError("remove: name a cell of each group")
                self._show(self._client.remove(self._session, *_cells(rest)))
            case "restore":
                self._show(self._client.restore(self._session, *_cells(rest)))
            case "dead":
                self._remove_dead()
            case "done":
                self._agree(rest)
            case "resume":
                self._show(self._client.resume(self._session))
            case _:
                self._show(self._played(("--",) if is_pass(line) else _moves(line)))

    def _show(self, position: Position) -> None:
        """Go on from a position, and draw it. Who has used up the clock has lost."""
        if self._clock is not None and (late := self._clock.turn("" if position.over else position.mover)):
            position = self._client.resign(self._session, late, "time")
            self._clock.turn("")
        self._position = position
        self._draw()

    def _explain(self) -> None:
        """What theory says of the position."""
        position = self._client.show(session=self._session, theory=True)
        assert position.theory is not None
        print("\n".join(theory_lines(position, position.theory)))

    def _played(self, moves: tuple[str, ...]) -> Position:
        """The position after moves of the player's. Raises ServiceError; a single move goes without its number."""
        try:
            return self._client.play(self._session, *moves)
        except ServiceError as error:
            raise ServiceError(error.code, error.message, error.field if len(moves) > 1 else "move") from None

    def _engine_moves(self, position: Position) -> bool:
        return not position.over and position.mover not in self._seats

    def _let_engine_act(self) -> None:
        """What is the engine's to do before the player is asked again."""
        if not self._position.over:
            self._stopped, self._dead = False, None
        while self._engine_moves(self._position):
            self._generate()
        if self._position.phase == "removal" and not self._stopped and self._seats < {*self._position.seats}:
            with contextlib.suppress(ValueError):
                self._remove_dead()
        self._stopped = self._position.over

    def _generate(self) -> None:
        """Let the engine find a move and play it."""
        position = self._position
        if position.phase == "ended":
            raise ValueError(f"the game is over: {position.result}")
        options = self._limits.copy()
        options["play"] = True
        options["book"] = "play"
        options["level"] = self._level
        options["best"] = 1
        if self._clock is not None:
            options["clock"] = self._clock.told(position.mover)
        with self._terminal.thinking(f"{position.mover} thinks"):
            final = self._analysed(options)
        if not final.played:
            raise ServiceError("internal", f"no move found ({final.reason})")
        print(f"{position.mover} plays {_said(final)}")
        self._show(self._client.show(session=self._session))

    def _hint(self, seconds: float) -> None:
        options = self._limits.copy()
        options["seconds"], options["depth"] = seconds, None
        with self._terminal.thinking("thinking"):
            analysis = self._analysed(options)
        self._terminal.analysis(self._position, analysis)

    def _analysed(self, options: AnalyseOptions) -> Analysis:
        """The engine's analysis of the game as it stands; Ctrl-C only hurries it."""
        options["session"] = self._session
        job = self._client.analyse(**options)
        try:
            return job.result()
        except KeyboardInterrupt:
            job.stop()
            return job.result()

    # --- files

    def _save(self, name: str) -> None:
        """Write the game. Raises ValueError."""
        try:
            save_game(self._client, self._given.start, self._position, Path(name))
        except WrongInput as error:
            raise ValueError(f"save: {error}") from None
        print(f"{counted(len(self._position.moves), 'ply', 'plies')} in {name}")

    def _load(self, rest: str) -> None:
        """Go on from a game of a file. Raises ValueError."""
        name, _, number = rest.partition(" ")
        try:
            game = game_of_file(name, _typed("load", number, Analyse, "best") if number else None)
        except WrongInput as error:
            raise ValueError(f"load: {error}") from None
        given, variant = game.given, game.given.variant or self._position.variant
        position = self._client.open(session=self._session, variant=variant, start=given.start, moves=given.moves)
        if not self._seats <= {*position.seats}:
            self._seats = frozenset(position.seats[:1])
        self._given, self._first = given, position.moves
        self._show(position)

    def _undo(self, plies: int | None) -> None:
        """Take plies back; without a number, to the player's last own choice."""
        position = self._client.undo(self._session, plies or 1)
        while plies is None and self._engine_moves(position) and len(position.moves) > len(self._first):
            position = self._client.undo(self._session)
        self._show(position)

    # --- the end

    def _only_seat(self) -> str | None:
        """The player's seat; None where there are several, or none."""
        return next(iter(self._seats)) if len(self._seats) == 1 else None

    def _remove_dead(self) -> None:
        """Have just those stones off the board that the engine thinks dead. Raises ValueError where it cannot say."""
        position = self._position
        if position.phase != "removal":
            raise ValueError("play has not stopped: all pass first")
        self._dead = self._think_dead()
        if self._dead is None:
            raise ValueError("the engine cannot say which stones are dead")
        if removed_cells(position):
            position = self._client.restore(self._session)
        if self._dead:
            position = self._client.remove(self._session, *sorted(self._dead))
        print(f"the engine thinks dead: {_listed(self._dead) or 'no stone'}")
        self._show(position)

    def _think_dead(self) -> frozenset[str] | None:
        """The cells of the stones that the engine thinks dead; None where it plays no games out."""
        forecast = self._analysed(self._limits.copy()).forecast
        if forecast is None or not forecast.ownership:
            return None
        position = self._position
        groups = dead_groups(all_stones(position.board, position.removed), forecast.ownership, position.colour)
        return frozenset(cell for group in groups for cell in group)

    def _agree(self, name: str) -> None:
        """A seat of the player's is content; then the engine, if it thinks so too or the player says it once more."""
        position = self._position
        waiting = [seat for seat in position.seats if seat in self._seats and seat not in position.agreed]
        if name and name.lower() not in (seat.lower() for seat in self._seats):
            raise ValueError(f"{name} is none of your seats")
        if name or waiting:
            position = self._client.agree(self._session, name or waiting[0])
        if self._seats <= {*position.agreed} and position.phase == "removal":
            position = self._engine_agrees(position, insisted=not waiting)
        self._show(position)

    def _engine_agrees(self, position: Position, *, insisted: bool) -> Position:
        """The position after the engine has agreed to it, or has said why not."""
        off = removed_cells(position)
        if self._dead is not None and off != self._dead and not insisted:
            for word, cells in (("dead", self._dead - off), ("alive", off - self._dead)):
                if cells:
                    print(f"the engine thinks {word}: {_listed(cells)}")
            print("`done` again if you insist, `resume` to play it out")
            return position
        for seat in set(position.seats) - self._seats:
            position = self._client.agree(self._session, seat)
        return position

    def _draw(self) -> None:
        print()
        self._terminal.board(self._position, self._shown)
        self._shown = self._position
        print("\n".join([turn_line(self._position), *removal_lines(self._position)]))
        if self._clock is not None:
            print(self._clock)
        if choices(self._position) and self._position.mover in self._seats:
            print("moves:", " ".join(choices(self._position)))


def _cells(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _listed(cells: frozenset[str]) -> str:
    """Cells by their columns, then rows."""
    return " ".join(sorted(cells, key=lambda cell: (cell[0], int(cell[1:]))))


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
