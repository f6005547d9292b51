"""GTP, version 2, for every variant: the frame around the commands, and the commands about commands.

Commands are answered one at a time and in order, each exactly once; lines that arrive meanwhile wait. Three
things act at once: ``# interrupt`` and ``stop`` end a search early, and any line ends a live analysis.

See :mod:`play` for playing, :mod:`analyse` for live analysis, :mod:`gogui` for GoGui's commands,
:mod:`coordinates` for the two ways to name squares, and :mod:`clock` for what byoyomi may mean.
"""

from __future__ import annotations

import re

from .. import __version__
from ..errors import Code, ProtocolError
from ..job_state import Preparation, preparation
from ..messages import Position, Stop, Stopped
from ..text.conversation import Conversation, Steps, Unreadable, plain
from ..text.dialogue import Output
from .analyse import LiveAnalysis
from .clock import Byoyomi, GameClocks
from .coordinates import Coordinates, Dialect
from .game import GtpGame
from .gogui import Gogui
from .gogui_go import GoAnalyses
from .handicap import Handicap
from .play import Command, PlayCommands, words
from .rules import RuleCommands
from .score import Score
from .settings import SECONDS, Parameters, Settings
from .sgf import Files, Sgf
from .time import Time

_INTERRUPT = re.compile(r"\s*#\s*interrupt\s*", re.IGNORECASE)
_IGNORED = dict.fromkeys([*range(9), *range(10, 32), 127])
"""Control characters, except the tab, which counts as a blank."""
_OF_GO = ("gogui-", "lz-", "kata-analyze", "kata-genmove", "analyze", "genmove_analyze")
"""Commands of controllers that name squares as in Go; not ``gogui-interrupt``, which gogui-twogtp sends in
matches between Othello engines, where the other one names squares as in Othello."""

_LONG = {"compiling": "once; usually 5 to 60 s; ", "waiting for": ""}
"""The preparations that a move waits long for, and how long they take."""
_STANDARD = {
    Code.MALFORMED: "syntax error",
    Code.ILLEGAL_MOVE: "illegal move",
    Code.GAME_OVER: "illegal move",
    Code.CANNOT_UNDO: "cannot undo",
}
"""The words of GTP for what went wrong; the reason follows them."""


class GtpDialogue(Conversation):
    """One GTP controller. ``dialect`` and ``byoyomi`` settle what the protocol leaves open; ``files`` are those
    that it may load and write."""

    def __init__(
        self,
        variant: str = "othello",
        *,
        session: str = "gtp",
        seconds: float = SECONDS,
        threads: int | None = None,
        dialect: Dialect | None = None,
        byoyomi: Byoyomi = Byoyomi.UNLIMITED,
        ponder: bool = False,
        level: int | None = None,
        files: Files | None = None,
    ) -> None:
        super().__init__()
        coordinates, clocks = Coordinates(dialect), GameClocks(byoyomi)
        settings = Settings(seconds=seconds, threads=threads, ponder=ponder, level=level)
        self._settings = settings
        self._coordinates = coordinates
        self._parameters = Parameters(settings, clocks, coordinates)
        self._id = ""
        self._said = ""
        """The command under way after its name, as it was written."""
        self._answered = False
        self._until_input = False
        self._waits: Preparation | None = None
        """The thing that the last move was said to wait for."""
        self._with_gogui = False
        """Whether the controller is one of GoGui's programs."""
        requester = self.requester
        game = GtpGame(requester, coordinates, clocks, variant, session)
        play = PlayCommands(requester, game, settings, self._show_state)
        score = Score(requester, game, settings, play)
        self._commands: dict[str, Command] = {
            "protocol_version": _constant("2"),
            "name": _constant("Engined"),
            "version": self._version,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "quit": self._quit,
            "stop": self._stop,
            **play.commands(),
            **score.commands(),
            **RuleCommands(game, settings).commands(),
            **Handicap(game).commands(),
            **Time(game).commands(),
            **Sgf(game, files, lambda: self._said, self._remark).commands(),
            **LiveAnalysis(self, requester, game, settings, play).commands(),
            "kata-list-params": self._list_params,
            "kata-get-param": self._get_param,
            "kata-set-param": self._set_param,
            **Gogui(self.write_error_text, requester, game, settings, self._parameters).commands(),
            **GoAnalyses(requester, game, settings, score).commands(),
        }

    # --- lines ------------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Queue a command; end what this line ends."""
        command = line if isinstance(line, Unreadable) else _command(line)
        if command:
            self.queue(command)
        if _INTERRUPT.fullmatch(line) or _name(command) == "stop":
            self.stop()
        if self._until_input:
            self.stop()
            self.wake()

    def end(self) -> Output:
        """The input ended: what was asked before is still answered, so a script may be piped in."""
        self.hear("")
        self.close_when_served()
        return self._take()

    def serve(self, line: str) -> Steps[None]:
        """Answer one command."""
        self._id, self._answered = "", False
        if isinstance(line, Unreadable):
            self._answer("?", line)
            return
        arguments = line.split()
        if _is_id(arguments[0]):
            self._id = arguments.pop(0)
        name = arguments.pop(0) if arguments else ""
        self._said = line.split(None, 2 if self._id else 1)[-1] if arguments else ""
        if name.startswith(_OF_GO) and name != "gogui-interrupt":
            self._coordinates.meet(Dialect.GO)
        self._with_gogui |= name.startswith("gogui-")
        command = self._commands.get(name)
        try:
            if command is None:
                raise ProtocolError(Code.UNSUPPORTED, "unknown command")
            text = yield from command(arguments)
        except ProtocolError as error:
            self._answer("?", _failure(error))
        else:
            self._answer("=", text)
        finally:
            self._until_input = False

    def flooded(self) -> None:
        """Say why the conversation ends."""
        self._id, self._answered = "", False
        self._answer("?", "too many commands at once")

    def open_answer(self, *, until_input: bool) -> None:
        """Begin the answer now; with ``until_input`` any further line stops the command."""
        self.write(f"={self._id}\n")
        self._answered = True
        self._until_input = until_input

    def _show_state(self, position: Position, state: str) -> None:
        """Say on standard error what a move waits for: to GoGui in its window; once to others, who may mix it with the
        answers.

        Text on GoGui's board takes away what is drawn there, as are the discs of more than two.
        """
        if self._with_gogui and len(position.seats) == 2:
            self.write_error_text(f"gogui-gfx:\nTEXT {plain(state)}\n\n")
            return
        waits = preparation(state)
        if waits and waits.doing in _LONG and waits != self._waits:
            remark = f"{waits.doing} {waits.variant} ({_LONG[waits.doing]}"
            self._remark(f"{remark}`engined warm {waits.variant}` does it before the game)")
        self._waits = waits

    def _remark(self, text: str) -> None:
        """Say something beside the answers, on standard error."""
        self.write_error_text(f"# {plain(text)}\n")

    def _answer(self, status: str, text: str) -> None:
        """End the answer: no blank line inside, one after it."""
        if self._answered:
            self.write("\n")
            return
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        self.write(f"{status}{self._id} " + "\n".join(lines) + "\n\n")

    # --- commands about commands ------------------------------------------------------------------

    def _version(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return __version__

    def _known_command(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return "true" if words(arguments, 1)[0] in self._commands else "false"

    def _list_commands(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return "\n".join(self._commands)

    def _quit(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        self.forget(lambda line: True)
        self.close_when_served()
        return ""

    def _stop(self, arguments: list[str]) -> Steps[str]:
        """A search was ended when the line came; now what is pondered ends too."""
        if self._settings.ponder:
            yield from self.requester.ask(Stop(id=self.requester.number()), Stopped)
        return ""

    def _list_params(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return self._parameters.names()

    def _get_param(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return self._parameters.get(words(arguments, 1)[0])

    def _set_param(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        name, value = words(arguments, 2)
        self._parameters.set(name, value)
        return ""


def _constant(text: str) -> Command:
    def command(arguments: list[str]) -> Steps[str]:
        yield from ()
        return text

    return command


def _command(line: str) -> str:
    """A line as GTP means it: without control characters and comment."""
    return line.partition("#")[0].translate(_IGNORED).strip()


def _is_id(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 31


def _name(command: str) -> str:
    """The command's name, without its id."""
    first, *rest = command.split(None, 2)[:2] or [""]
    return rest[0] if rest and _is_id(first) else first


def _failure(error: ProtocolError) -> str:
    """GTP's words for an error, and the reason."""
    standard = _STANDARD.get(error.code)
    if standard is None:
        return error.message
    return f"{standard}: {error.message}" if error.message else standard
