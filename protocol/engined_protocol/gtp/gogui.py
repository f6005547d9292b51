"""GoGui's extensions: the rules of a game for its board, set-up, interruption, analysis drawn on the board.

The ruler commands are polled hard and answered from the position already known.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import Code, ProtocolError
from ..messages import Analyse, Analysis, Description, Info, Position, ScoredMove, Show, Theory
from ..messages.envelope import opening_name
from ..notation import PASS
from ..text.conversation import Requester, Steps, plain
from .game import GtpGame, read_colour
from .gogui_go import ANALYSES
from .play import Command, words
from .settings import Parameters, Settings

_COLOURS = ("red", "blue", "green", "yellow", "cyan", "magenta", "pink", "gray", "black", "white")
"""The colours that GoGui knows by name."""
_HOLE = "#404040"
"""GoGui reads the holes of a board, but draws them like cells."""

_BEST, _OTHER = "green", "#ffcc66"
"""The best move and all others; paler where colours are those of discs."""
_PALE_BEST, _PALE_OTHER = "white", "#d0d0d0"

_FIRST, _SECOND, _EVEN = "#ff9999", "#99bbff", "#cccccc"
"""Chains by whom more of their points are for: the first seat, the second, or neither."""

_LEGEND = "triangles: bends; closed by N neighbours, B a block, L a loop"
"""The legend of the marks on chains."""

_ANALYSES = """\
gfx/Evaluate moves/engined-eval
none/Live analysis/engined-live
varc/Principal variation/engined-pv %c
hstring/Show board/showboard
string/Final score/final_score
string/Opening/engined-opening
param/Settings/engined-param"""
_CHAIN_ANALYSES = "gfx/Chains/engined-chains"
"""The further analysis command that GoGui is offered in chain games."""


class Gogui:
    """The commands that GoGui adds to GTP."""

    def __init__(
        self,
        write_error_text: Callable[[str], None],
        requester: Requester,
        game: GtpGame,
        settings: Settings,
        parameters: Parameters,
    ) -> None:
        self._write_error_text = write_error_text
        self._requester = requester
        self._game = game
        self._settings = settings
        self._parameters = parameters

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "gogui-rules_game_id": self._title,
            "gogui-rules_board_size": self._board_size,
            "gogui-rules_board": self._of_position(self._board),
            "gogui-rules_board_gfx": self._board_gfx,
            "gogui-rules_side_to_move": self._of_position(self._side_to_move),
            "gogui-rules_legal_moves": self._of_position(self._legal_moves),
            "gogui-rules_captured_count": self._of_position(self._captured_count),
            "gogui-rules_final_result": self._of_position(self._final_result),
            "gogui-play_sequence": self._play_sequence,
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
            "gogui-interrupt": self._nothing,
            "gogui-version": self._nothing,
            "gogui-title": self._title,
            "gogui-analyze_commands": self._analyze_commands,
            "engined-eval": self._evaluate,
            "engined-live": self._live,
            "engined-chains": self._chains,
            "engined-pv": self._variation,
            "engined-param": self._param,
            "engined-opening": self._of_position(lambda position, description: opening_name(position.openings)),
        }

    # --- the ruler --------------------------------------------------------------------------------

    def _title(self, arguments: list[str]) -> Steps[str]:
        return (yield from self._game.title())

    def _board_size(self, arguments: list[str]) -> Steps[str]:
        """A plain integer for square boards: GoGui parses it as one."""
        position = yield from self._game.position()
        width, height = len(position.board[0]), len(position.board)
        return str(width) if width == height else f"{width} {height}"

    def _of_position(self, answer: Callable[[Position, Description], str]) -> Command:
        def command(arguments: list[str]) -> Steps[str]:
            position = yield from self._game.position()
            return answer(position, (yield from self._game.description()))

        return command

    @staticmethod
    def _board(position: Position, description: Description) -> str:
        """Rows from the top, ``?`` for a hole. GoGui lacks discs of a third colour: those are drawn."""
        drawn = {" ": "?", **dict(zip(_two_colours(description), "XO", strict=False))}
        return "\n".join(" ".join(drawn.get(cell, ".") for cell in row) for row in position.board)

    def _board_gfx(self, arguments: list[str]) -> Steps[str]:
        """The count, the holes, and what GoGui cannot show itself: discs of other colours, and whose turn it is.

        Among more than two that is also written where the mover may place: GoGui soon clears the text.
        """
        position = yield from self._game.position()
        description = yield from self._game.description()
        text = yield from self._game.count()
        if len(position.seats) > 2:  # GoGui knows of two, and tells of them alone whose turn it is
            if len(description.colours) < len(position.seats):
                counts = zip(position.seats, position.scores, strict=True)
                text = ", ".join(f"{seat} {score:g}" for seat, score in counts)
            text = plain(f"{text}; {position.mover} to move" if position.mover else text)
        lines = ["TEXT " + text]
        holes = self._cells(position, " ")
        if holes:
            lines.append(f"COLOR {_HOLE} {' '.join(holes)}")
        if not _two_colours(description):
            for number, (symbol, name) in enumerate(description.colours):
                cells = self._cells(position, symbol)
                colour = name if name in _COLOURS else _COLOURS[number % len(_COLOURS)]
                if cells:
                    lines.append(f"COLOR {colour} {' '.join(cells)}")
                    lines.append("LABEL " + " ".join(f"{cell} {number + 1}" for cell in cells))
        playable = [move for move in self._playable(position) if move != "pass"]
        if len(position.seats) > 2 and playable:
            lines.append("LABEL " + " ".join(f"{cell} {_initial(position)}" for cell in playable))
        return "\n".join(lines)

    def _cells(self, position: Position, symbol: str) -> list[str]:
        """The client's names of the cells that show one symbol."""
        return [
            self._game.write(position, f"{chr(ord('a') + column)}{row + 1}")
            for row, cells in enumerate(position.board)
            for column, cell in enumerate(cells)
            if cell == symbol
        ]

    def _side_to_move(self, position: Position, description: Description) -> str:
        """Never empty, also when the game is over: GoGui takes its first character."""
        return ("black", "white")[self._game.mover(position)]

    def _legal_moves(self, position: Position, description: Description) -> str:
        """Upper case, ``pass`` for a forced pass; empty when the game is over.

        GoGui knows cells only: of moves that differ in the discs that turn, it is told the cell.
        """
        return " ".join(self._playable(position))

    def _playable(self, position: Position) -> list[str]:
        """The client's names of the cells of legal moves, or of the pass."""
        return list(dict.fromkeys(_cell(self._game.write(position, move)) for move in position.legal))

    @staticmethod
    def _captured_count(position: Position, description: Description) -> str:
        """What Black has taken, then White."""
        return " ".join(map(str, position.prisoners)) or "0 0"

    @staticmethod
    def _final_result(position: Position, description: Description) -> str:
        """The result of Go once play has stopped, if no stone is dead: a ruler does not judge."""
        if not position.over:
            return "The game is not over."
        if position.phase == "removal":
            result = f"{position.winner} wins by {position.margin:g}" if position.winner else "Draw"
            black, white = position.scores[0], position.scores[1] + position.komi
            return f"{result} if no stone is dead. Final score is B {black:g} and W {white:g}."
        counts = " and ".join(
            f"{seat[:1].upper()} {score:g}" for seat, score in zip(position.seats, position.scores, strict=True)
        )
        return f"{position.result}. Final score is {counts}."

    # --- the program ------------------------------------------------------------------------------

    def _play_sequence(self, arguments: list[str]) -> Steps[str]:
        """``b C3 w D3 ...``, all or nothing."""
        yield from self._game.play_all(_pairs(arguments))
        return ""

    def _setup(self, arguments: list[str]) -> Steps[str]:
        """Discs on the board, before the first move; what stands there stays."""
        yield from self._game.set_up(_pairs(arguments))
        return ""

    def _setup_player(self, arguments: list[str]) -> Steps[str]:
        yield from self._game.set_up([], mover=read_colour(words(arguments, 1)[0]))
        return ""

    def _nothing(self, arguments: list[str]) -> Steps[str]:
        """Told something that needs no answer: GoGui's version, or whether ``# interrupt`` is understood."""
        yield from ()
        return ""

    # --- analysis ---------------------------------------------------------------------------------

    def _analyze_commands(self, arguments: list[str]) -> Steps[str]:
        description = yield from self._game.description()
        more = {"surround": ANALYSES, "none": _CHAIN_ANALYSES}.get(description.capture)
        return f"{_ANALYSES}\n{more}" if more else _ANALYSES

    def _evaluate(self, arguments: list[str]) -> Steps[str]:
        """Every legal move with its score, drawn while it is searched and at the end."""
        analysis = yield from self._watch(seconds=self._settings.seconds)
        position, description = (yield from self._game.position()), (yield from self._game.description())
        return self._drawing(position, description, analysis.moves)

    def _live(self, arguments: list[str]) -> Steps[str]:
        """The same until ``# interrupt``."""
        yield from self._watch()
        return ""

    def _chains(self, arguments: list[str]) -> Steps[str]:
        """The chains in the colours of whom their points are for, with the number of stones at the ends and a triangle
        on each bend; and the dead cells by the rules that close them.
        """
        position = yield from self._game.position()
        request = Show(id=self._requester.number(), session=self._game.session, theory=True)
        reply = yield from self._requester.ask(request, Position)
        assert reply.theory is not None
        return self._drawn_chains(position, reply.theory)

    def _drawn_chains(self, position: Position, theory: Theory) -> str:
        lines, labels, bends = [], list[str](), list[str]()
        for chain in theory.chains:
            cells = [self._game.write(position, cell) for cell in chain.cells]
            ahead = sum(1 if point.seat == position.seats[0] else -1 for point in chain.points)
            colour = _EVEN if ahead == 0 else _FIRST if ahead > 0 else _SECOND
            lines.append(f"COLOR {colour} {' '.join(cells)}")
            labels += [f"{self._game.write(position, end)} {len(chain.cells)}" for end in chain.ends]
            bends += [self._game.write(position, bend) for bend in chain.bends]
        for dead in theory.dead:
            letters = "".join(rule[0].upper() for rule in dead.broken)
            labels.append(f"{self._game.write(position, dead.cell)} {letters}")
        if bends:
            lines.append("TRIANGLE " + " ".join(bends))
        if labels:
            lines.append("LABEL " + " ".join(labels))
        counts = zip(position.seats, position.scores, strict=True)
        points = ", ".join(f"{seat} {score:g}" for seat, score in counts)
        return "\n".join([*lines, f"TEXT {points}; {_LEGEND}"])

    def _watch(self, seconds: float | None = None) -> Steps[Analysis]:
        position, description = (yield from self._game.position()), (yield from self._game.description())

        def show(info: Info) -> None:
            text = self._drawing(position, description, info.moves) or (
                f"TEXT {plain(info.state)}" if info.state else ""
            )
            if text:
                self._write_error_text(f"gogui-gfx:\n{text}\n\n")

        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            seconds=seconds,
            **self._settings.limits(),
        )
        return (yield from self._requester.watch(show, request))

    def _drawing(self, position: Position, description: Description, moves: tuple[ScoredMove, ...]) -> str:
        """Scores on the cells, the best one in a colour of its own. Passes have no cell."""
        best_of: dict[str, ScoredMove] = {}
        for move in moves:
            if move.move != PASS:
                best_of.setdefault(_cell(self._game.write(position, move.move)), move)
        if not best_of:
            return ""
        named = list(best_of.items())
        vertex, best = named[0]
        colour, others = (_BEST, _OTHER) if _two_colours(description) else (_PALE_BEST, _PALE_OTHER)
        lines = [
            "LABEL " + " ".join(f"{name} {move.score:+.1f}" for name, move in named),
            f"COLOR {colour} {vertex}",
        ]
        if named[1:]:
            lines.append(f"COLOR {others} " + " ".join(name for name, _ in named[1:]))
        name = self._game.write(position, best.move)
        return "\n".join([*lines, f"TEXT best {name} {best.score:+.2f} {_trust(best)}"])

    def _variation(self, arguments: list[str]) -> Steps[str]:
        position = yield from self._game.position()
        seat = self._game.seat_of(position, read_colour(words(arguments, 1)[0]))
        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            seat=seat,
            best=1,
            seconds=self._settings.seconds,
            **self._settings.limits(),
        )
        analysis = yield from self._requester.watch(lambda info: None, request)
        line = analysis.moves[0].pv if analysis.moves else ()
        return " ".join(_cell(self._game.write(position, move)) for move in line)

    def _param(self, arguments: list[str]) -> Steps[str]:
        """Without arguments the form for GoGui's dialog; with a name and a value, set it."""
        yield from ()
        if not arguments:
            return self._parameters.form()
        name, value = words(arguments, 2)
        self._parameters.set(name, value)
        return ""


def _cell(vertex: str) -> str:
    """The cell of a move: ``F5`` for ``F5:E5+D5``."""
    return vertex.partition(":")[0]


def _initial(position: Position) -> str:
    """The mover's first letter, or its number among the seats where another has that letter too."""
    letters = [seat[:1] for seat in position.seats]
    letter = position.mover[:1]
    return letter if letters.count(letter) == 1 else str(position.seats.index(position.mover) + 1)


def _two_colours(description: Description) -> list[str]:
    """The symbols of the colours that are played, Black's first, if there are just two; else none."""
    symbols = list(dict.fromkeys(symbol for _, symbol in description.seats))
    return symbols if len(symbols) == 2 else []


def _trust(move: ScoredMove) -> str:
    """How far a score can be trusted, in words."""
    if move.kind == "selective":
        return f"selective {move.confidence}%"
    return f"depth {move.depth}" if move.kind == "estimate" else move.kind


def _pairs(arguments: list[str]) -> list[tuple[int, str]]:
    """``b C3 w D3`` as pairs. Raises ProtocolError if a vertex is missing."""
    if len(arguments) % 2:
        raise ProtocolError(Code.MALFORMED, "pairs of a colour and a vertex are expected")
    return [(read_colour(colour), vertex) for colour, vertex in zip(arguments[::2], arguments[1::2], strict=True)]
