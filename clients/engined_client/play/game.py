"""A game against the engine in the terminal: what the player types, and what is drawn."""

from __future__ import annotations

import contextlib
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from msgspec import Struct

from engined_protocol.errors import Code
from engined_protocol.messages import Analyse, Analysis, Position, TimeControl, Undo
from engined_protocol.messages.envelope import STRONGEST_LEVEL
from engined_protocol.notation import PASS, split_transcript
from engined_protocol.words import NAMES, told

from ..client import Client
from ..drawing.table import padded
from ..drawing.text import choices, draw_text, removal_lines, turn_line, worth_text
from ..drawing.theory import theory_lines
from ..drawing.wording import Language, Wording
from ..errors import ServiceError
from ..files.chosen_game import game_of_file
from ..files.games import FoundGame, Reading
from ..files.saved_game import save_game
from ..notation import Convention, Notation
from ..options import AnalyseOptions, OpenOptions
from ..practice.teacher import Teacher, measure
from ..terminal.asking import typed
from ..terminal.command import WrongInput, value_of
from ..terminal.output import terminal
from .clock import ClockFace
from .removal import RemovalPhase

NO_NAMES = {**NAMES, "seat": "", "play": ""}
"""Fields of requests that the player has not named."""

HELP = (
    ("a move", "f5, or several: f5 d6 c3; `pass` where you must"),
    ("go", "let the engine move for you"),
    ("hint [SECONDS]", "scores of all moves"),
    ("clue", "where to look; again: what kind of move; again: the move"),
    ("teach [LOSS]", "warn of moves that lose so much, or 0: of none"),
    ("undo [PLIES]", "take back your last move and what followed it"),
    ("resign [SEAT]", "give the game up"),
    ("board", "draw the board again"),
    ("theory", "what follows without a search"),
    ("moves", "the game so far"),
    ("clock", "what is left on the clocks"),
    ("level [N]", "how the engine plays: 1 (weakest) to 15, or 0: its best"),
    ("save FILE", "write the game: .sgf, .ggf, or .txt for its moves"),
    ("load FILE [N]", "go on from a file's game"),
    ("new", "start again"),
    ("quit", "leave (so do Ctrl-D and Ctrl-C)"),
    ("", ""),
    ("When passes have stopped a game of Go:", ""),
    ("remove CELL...", "take the groups on these cells off, as dead"),
    ("restore [CELL..]", "put them back, or all that were removed"),
    ("dead", "remove what the engine thinks dead"),
    ("done [SEAT]", "agree; the game ends when all do"),
    ("resume", "play on, with all stones"),
)
"""Commands, and what they do; a line of its own without."""


class Game:
    """A game in a session of the daemon; the player has some of the seats, the engine the others."""

    def __init__(
        self,
        client: Client,
        game: FoundGame,
        position: Position,
        seats: frozenset[str],
        limits: AnalyseOptions,
        level: int | None,
        clock: TimeControl | None = None,
        coordinates: Convention = "auto",
        language: Language = "en",
        *,
        teacher: Teacher,
    ) -> None:
        self._client = client
        self._session = position.session
        self._game = game
        """The game that the conversation began with."""
        self._position = position
        self._first = position.moves
        self._seats = seats
        self._limits = limits
        self._level = level
        """The level of the engine's moves; its judgement of positions is as good as it can be."""
        self._clock = clock
        """The clocks that a new game gets."""
        self._face: ClockFace | None = None
        self._coordinates: Convention = coordinates
        self._language: Language = language
        self._shown: Position | None = None
        """The position that was drawn last."""
        self._removal = RemovalPhase(client, position.session, lambda: self._analysed({**limits, "life": True}))
        self._speak_of(position.variant)
        self._stopped = False
        """Whether the engine knows that play has stopped."""
        self._teacher = teacher
        self._warned = False
        """Whether the player was told of its last move after it, and may want it back before the engine goes on."""

    def _speak_of(self, variant: str) -> None:
        """Say that the game is one of that variant from now on."""
        self._words = Wording(Notation.of(self._client.describe(variant), self._coordinates), self._language)
        self._terminal = terminal(self._words)

    def play(self) -> None:
        """Ask and answer until the player leaves or the input ends."""
        words = self._words
        print(words("Type a move, or `help`."))
        self._show(self._position)
        while True:
            self._let_engine_act()
            line = typed(self._asked())
            if line is None:
                return
            self._warned = False
            word, _, rest = line.partition(" ")
            try:
                self._obey(word.lower(), rest.strip(), line)
            except ServiceError as error:
                if error.code != Code.GAME_OVER or not self._flagged():
                    print(f"? {told(self._words.notation.retold(error.message), error.field, NO_NAMES)}")
            except ValueError as error:
                print(f"? {error}")

    def _asked(self) -> str:
        """What the player is asked for."""
        words = self._words
        if self._position.phase == "removal":
            return words("dead stones")
        return words.told(self._position.mover) or words("over")

    def _obey(self, word: str, rest: str, line: str) -> None:
        """Do what the player typed. Raises ValueError and ServiceError saying what is wrong with it."""
        words = self._words
        match word:
            case "":
                pass
            case "help" | "?":
                print("\n".join(_help_line(command, text, words) for command, text in HELP))
            case "board":
                self._draw()
            case "theory":
                self._explain()
            case "moves":
                self._terminal.sentences([words.moves(self._position.moves) or words("no move yet")])
            case "go":
                self._generate()
            case "hint":
                self._hint(_typed("hint", rest, Analyse, "seconds") if rest else 2.0)
            case "clue":
                self._clue()
            case "teach":
                self._set_teacher(rest)
            case "undo":
                self._undo(_typed("undo", rest, Undo, "plies") if rest else None)
            case "clock":
                print(words("there is no clock (--clock, --byoyomi)") if self._face is None else self._face.line(words))
            case "level":
                self._set_level(rest)
            case "save":
                self._save(rest)
            case "load":
                self._load(rest)
            case "new":
                given = self._game.given
                self._show(self._opened(OpenOptions(start=given.start, moves=given.moves)))
            case "resign":
                self._show(self._client.resign(self._session, rest or self._only_seat()))
            case "remove":
                if not rest:
                    raise ValueError("remove: name a cell of each group")
                self._show(self._client.remove(self._session, *self._cells(rest)))
            case "restore":
                self._show(self._client.restore(self._session, *self._cells(rest)))
            case "dead":
                self._show(self._removal.remove_dead(self._position, self._words))
            case "done":
                self._show(self._removal.agree(self._position, self._seats, rest, self._words))
            case "resume":
                self._show(self._client.resume(self._session))
            case _:
                self._move(self._moves(line))

    def _show(self, position: Position) -> None:
        """Go on from a position, and draw it."""
        self._position = position
        self._face = None if position.clock is None else ClockFace(position)
        self._draw()

    def _opened(self, where: OpenOptions) -> Position:
        """The session set to a new game. Raises ServiceError."""
        where["session"], where["clock"] = self._session, self._clock
        return self._client.open(**where)

    def _flagged(self) -> bool:
        """Whether the game was lost on time meanwhile, which is shown then."""
        if self._face is None or self._position.phase == "ended":
            return False
        position = self._client.show(session=self._session)
        if position.ending != "time":
            return False
        self._show(position)
        return True

    def _explain(self) -> None:
        """What theory says of the position."""
        position = self._client.show(session=self._session, theory=True)
        assert position.theory is not None
        self._terminal.lines(theory_lines(position, position.theory, self._words))

    def _move(self, moves: tuple[str, ...]) -> None:
        """Play moves of the player's; a single one of its own seat unless the teacher warns of it."""
        warning = self._warning(moves)
        if warning and self._teacher.when == "before":
            self._terminal.sentences([warning])
            return
        self._show(self._played(moves))
        if warning:
            self._terminal.sentences([warning])
            self._warned = True

    def _warning(self, moves: tuple[str, ...]) -> str:
        """What the teacher has to say against them; nothing of what cannot be played, which is said otherwise."""
        position = self._position
        if len(moves) > 1 or self._teacher.least is None or position.mover not in self._seats or position.over:
            return ""
        try:
            move = self._client.show(session=self._session, moves=moves).moves[len(position.moves)]
        except ServiceError:
            return ""
        with self._terminal.thinking(self._words("thinking")):
            return self._teacher.warning(position, move, self._words)

    def _clue(self) -> None:
        """The next step of a hint."""
        if self._position.over:
            raise ValueError("clue: play is over")
        with self._terminal.thinking(self._words("thinking")):
            said = self._teacher.hint(self._position, self._words)
        self._terminal.sentences([said])

    def _set_teacher(self, text: str) -> None:
        """Warn from now on, of what loses so much. Raises ValueError."""
        try:
            self._teacher.least = None if text == "0" else measure(text) if text else self._teacher.usual
        except ArgumentTypeError as error:
            raise ValueError(f"teach: {error}") from None
        words, least = self._words, self._teacher.least
        print(words("no warnings") if least is None else words("warnings from a loss of {loss} on", loss=f"{least:g}"))

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
            self._stopped = False
            self._removal.forget()
        while self._engine_moves(self._position) and not self._warned:
            self._generate()
        if self._position.phase == "removal" and not self._stopped and self._seats < {*self._position.seats}:
            with contextlib.suppress(ValueError):
                self._show(self._removal.remove_dead(self._position, self._words))
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
        words, seat = self._words, self._words.told(position.mover)
        with self._terminal.thinking(words("{seat} thinks", seat=seat)):
            final = self._analysed(options)
        if not final.played:
            if self._flagged():
                return
            raise ServiceError("internal", f"no move found ({final.reason})")
        print(words("{seat} plays {move}", seat=seat, move=self._said(final)))
        self._show(self._client.show(session=self._session))

    def _hint(self, seconds: float) -> None:
        options = self._limits.copy()
        options["seconds"], options["depth"] = seconds, None
        words = self._words
        with self._terminal.thinking(words("thinking")):
            analysis = self._analysed(options)
        print()
        self._terminal.analysis(self._position, analysis)

    def _analysed(self, options: AnalyseOptions) -> Analysis:
        """The engine's analysis of the game as it stands; Ctrl-C only hurries it."""
        options["session"] = self._session
        if options.get("level") is None and options.get("ties") != "random":
            options["seed"] = 0  # nothing is drawn
        job = self._client.analyse(**options)
        try:
            return job.result()
        except KeyboardInterrupt:
            job.stop()
            return job.result()

    def _set_level(self, text: str) -> None:
        """Set the level of the engine from now on. Raises ValueError."""
        if text:
            self._level = None if text == "0" else _typed("level", text, Analyse, "level")
        words = self._words
        if self._level is None:
            print(words("the engine plays as well as it can"))
        else:
            print(words("level {level} of {most}", level=self._level, most=STRONGEST_LEVEL))

    # --- files

    def _save(self, name: str) -> None:
        """Write the game. Raises ValueError."""
        try:
            varies = save_game(self._client, self._game, self._position, Path(name), self._words.notation)
        except WrongInput as error:
            raise ValueError(f"save: {error}") from None
        words = self._words
        plies = words.counted(len(self._position.moves), "ply", "plies")
        text = words("{plies} in {file}", plies=plies, file=name)
        print(words("{saved}, as a variation of its game", saved=text) if varies else text)

    def _load(self, rest: str) -> None:
        """Go on from a game of a file. Raises ValueError."""
        name, _, number = rest.partition(" ")
        try:
            chosen = _typed("load", number, Analyse, "best") if number else None
            game = game_of_file(name, chosen, Reading(self._words.notation))
        except WrongInput as error:
            raise ValueError(f"load: {error}") from None
        given, variant = game.given, game.given.variant or self._position.variant
        position = self._opened(OpenOptions(variant=variant, start=given.start, moves=given.moves))
        if not self._seats <= {*position.seats}:
            self._seats = frozenset(position.seats[:1])
        self._game, self._first = game, position.moves
        self._speak_of(position.variant)
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

    def _draw(self) -> None:
        print()
        self._terminal.board(self._position, self._shown)
        self._shown = self._position
        below = [turn_line(self._position, self._words), *removal_lines(self._position, self._words)]
        if self._face is not None:
            below.append(self._face.line(self._words))
        if choices(self._position) and self._position.mover in self._seats:
            words = self._words
            below.append(words("moves: {moves}", moves=words.moves(choices(self._position))))
        self._terminal.sentences(below)

    # --- moves as the player writes them

    def _cells(self, text: str) -> tuple[str, ...]:
        return tuple(map(self._words.notation.read, text.replace(",", " ").split()))

    def _moves(self, line: str) -> tuple[str, ...]:
        try:
            split_transcript(line)
        except ValueError:
            raise ValueError(f"neither a move nor a command: {line[:30]!r} (try `help`)") from None
        return self._words.notation.read_moves(line)

    def _said(self, final: Analysis) -> str:
        move = self._words.move(final.best)
        if not final.moves or final.best == PASS:
            return move
        best = final.moves[0]
        words = self._words
        depth = words("depth {depth}", depth=best.depth)
        said = f"{move} ({worth_text(best)}, {words.told(best.kind)}, {depth})"
        return f"{said}: {draw_text(final.winner, words)}" if final.winner and final.score == 0 else said


def _help_line(command: str, text: str, words: Wording) -> str:
    """A command with what it does, or text alone."""
    if not text:
        return command and words(command)
    return f"  {padded(words(command) if command == HELP[0][0] else command, 17)}{words(text)}"


def _typed(command: str, text: str, request: type[Struct], field: str) -> Any:
    """What was typed after a command, as a field of a request. Raises ValueError."""
    try:
        return value_of(request, field)(text)
    except ArgumentTypeError as error:
        raise ValueError(f"{command}: {error}") from None
