"""GTP's commands to play a game: board, moves, undo."""

from __future__ import annotations

from collections.abc import Callable

from ..dead_stones import dead_groups, liberties
from ..errors import Code, ProtocolError
from ..messages import Analyse, Analysis, Info, Position
from ..messages.envelope import STRONGEST_LEVEL
from ..notation import PASS
from ..text.conversation import Requester, Steps
from .coordinates import Dialect
from .game import GtpGame
from .settings import Settings, read_whole

Command = Callable[[list[str]], Steps[str]]
"""Words after the command's name in, the answer out. Raises ProtocolError for what the client did wrong."""

SHARED_GAMES = ("Go", "Othello")
"""The games that others name as we do."""
CLEANING_SECONDS = 0.5
"""The seconds that are spent to see which stones are dead, and again for the best capture of them."""
COST_OF_CLEANING, POINTS_OF_CLEANING = 0.05, 1.0
"""It is not played where it wins so much less often than a pass, or so many points are lost."""
SURE_VISITS = 100
"""Games that a win rate must come from before anybody resigns."""


def words(arguments: list[str], *counts: int) -> list[str]:
    """The arguments, if there are as many as one of ``counts``. Raises ProtocolError otherwise."""
    if len(arguments) not in counts:
        wanted = " or ".join(str(count) for count in counts)
        noun = "argument" if counts == (1,) else "arguments"
        raise ProtocolError(Code.MALFORMED, f"{wanted} {noun} expected, {len(arguments)} given")
    return arguments


class PlayCommands:
    """The commands of a game in progress."""

    def __init__(
        self, requester: Requester, game: GtpGame, settings: Settings, on_state: Callable[[Position, str], None]
    ) -> None:
        """``on_state`` is told what the engine is busy with while a move is generated, if not with its search."""
        self.seconds = 0.0
        """Searched so far: the nearest that a dialogue without a clock can say to ``cputime``."""
        self._requester = requester
        self._game = game
        self._settings = settings
        self._on_state = on_state

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "boardsize": self._boardsize,
            "rectangular_boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "restricted_genmove": self._restricted_genmove,
            "undo": self._undo,
            "gg-undo": self._undo,
            "showboard": self._showboard,
            "set_game": self._set_game,
            "list_games": self._list_games,
            "level": self._level,
            "cputime": self._cputime,
            "clear_cache": self._clear_cache,
        }

    # --- which game -------------------------------------------------------------------------------

    def _set_game(self, arguments: list[str]) -> Steps[str]:
        """A controller that chooses a game knows more than Go: it names squares as Othello does (Quarry)."""
        self._game.coordinates.meet(Dialect.OTHELLO)
        yield from self._game.choose(" ".join(arguments))
        return ""

    def _list_games(self, arguments: list[str]) -> Steps[str]:
        """Quarry, which made the command up, shows its answer in one line, and is widened by it: it is short."""
        titles = yield from self._game.titles()
        if arguments != ["all"]:
            words(arguments, 0)
            titles = tuple(title for title in titles if title in SHARED_GAMES)
        return "\n".join(titles)

    def _boardsize(self, arguments: list[str]) -> Steps[str]:
        sizes = [read_whole(word, 1, 1000) for word in words(arguments, 1, 2)]
        yield from self._game.resize(sizes[0], sizes[-1])
        return ""

    def _clear_board(self, arguments: list[str]) -> Steps[str]:
        yield from self._game.clear()
        return ""

    # --- moves ------------------------------------------------------------------------------------

    def _play(self, arguments: list[str]) -> Steps[str]:
        colour, vertex = words(arguments, 2)
        yield from self._game.play((yield from self._game.colour(colour)), vertex)
        return ""

    def _genmove(self, arguments: list[str]) -> Steps[str]:
        colour = yield from self._game.colour(words(arguments, 1)[0])
        return (yield from self.generate(colour, (yield from self._telling_states())))

    def _telling_states(self) -> Steps[Callable[[Info | Analysis], None]]:
        """What tells of each state once."""
        position, told = (yield from self._game.position()), ""

        def tell(info: Info | Analysis) -> None:
            nonlocal told
            if isinstance(info, Info) and info.state and info.state != told:
                told = info.state
                self._on_state(position, told)

        return tell

    def _reg_genmove(self, arguments: list[str]) -> Steps[str]:
        colour = yield from self._game.colour(words(arguments, 1)[0])
        return (yield from self.generate(colour, (yield from self._telling_states()), play=False))

    def _restricted_genmove(self, arguments: list[str]) -> Steps[str]:
        """The best of some moves, played no more than that of ``reg_genmove``: as GNU Go has it."""
        if len(arguments) < 2:
            raise ProtocolError(Code.MALFORMED, "a colour and vertices expected")
        colour, *vertices = arguments
        position = yield from self._game.position()
        wanted = yield from self._game.colour(colour)
        moves = {self._game.read(position, vertex) for vertex in vertices}
        only = yield from self.restricted(position, wanted, moves.__contains__)
        return (yield from self.generate(wanted, (yield from self._telling_states()), play=False, only=only))

    def restricted(self, position: Position, colour: int, allows: Callable[[str], bool]) -> Steps[tuple[str, ...]]:
        """The legal moves of a colour that are allowed. Raises ProtocolError where there are none."""
        legal = (yield from self._game.after(self._game.passes_before(position, colour))).legal
        only = tuple(move for move in legal if allows(move))
        if not only:
            raise ProtocolError(Code.INVALID, "no legal move is left")
        return only

    def generate(
        self,
        colour: int,
        on_news: Callable[[Info | Analysis], None],
        *,
        play: bool = True,
        only: tuple[str, ...] = (),
        ownership: bool = False,
    ) -> Steps[str]:
        """The best move of a colour, or of ``only``; played unless told not to, and its clock charged.

        ``on_news`` is told of the search and how it ended, with ``ownership`` after each move if that is wanted.

        ``pass`` when a pass is forced or the game is over, ``resign`` when it is as good as lost and
        not over, and the move would be played. Raises ProtocolError.
        """
        position = yield from self._game.position()
        if position.phase == "removal" and (play or colour != self._game.mover(position)):
            position = yield from self._game.resumed()
        seat = self._game.seat_of(position, colour)
        if position.phase == "ended" or (seat is None and position.legal == (PASS,)):
            best = "pass"
        else:
            ponder = play and self._settings.ponder
            best = yield from self._search(
                position, seat, colour, on_news, ponder=ponder, resigns=play, only=only, ownership=ownership
            )
        if play and best != "resign":
            yield from self._game.play(colour, best)
        return best

    def _search(
        self,
        position: Position,
        seat: str | None,
        colour: int,
        on_news: Callable[[Info | Analysis], None],
        *,
        ponder: bool,
        resigns: bool,
        only: tuple[str, ...],
        ownership: bool,
    ) -> Steps[str]:
        clock = self._game.clocks.clock(colour)
        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            seat=seat,
            best=1,
            only=only,
            ownership=ownership,
            level=self._settings.level,
            ponder=ponder,
            book="play",
            clock=clock,
            seconds=self._settings.seconds if clock is None else None,
            **self._settings.limits(),
        )
        analysis = yield from self._requester.watch(on_news, request)
        self.seconds += analysis.seconds
        self._game.clocks.spend(colour, analysis.seconds)
        on_news(analysis)
        if not analysis.best:
            raise ProtocolError(Code.INTERNAL, "interrupted before a move was found")
        # Where a pass is best nothing is left to play for: the board is counted.
        if resigns and not only and analysis.best != PASS and self._is_hopeless(position, analysis):
            return "resign"
        best = analysis.best
        if best == PASS and not only and not self._settings.friendly:
            best = (yield from self._capture_of_dead(position, seat, colour, analysis)) or best
        return self._game.write(position, best)

    def _capture_of_dead(
        self, position: Position, seat: str | None, colour: int, analysis: Analysis
    ) -> Steps[str | None]:
        """Where all stones count in the end, what captures dead ones instead of a pass; None where it would cost
        something, and where there are none.
        """
        description, passed = (yield from self._game.description()), analysis.moves[0].forecast
        if description.scoring == "territory" or passed is None:
            return None
        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            seat=seat,
            best=1,
            seconds=CLEANING_SECONDS,
            life=True,
            **self._settings.limits(),
        )
        counting = yield from self._requester.watch(lambda info: None, request)
        self._game.clocks.spend(colour, counting.seconds)
        whole = counting.forecast
        if whole is None or not whole.ownership:
            return None
        own, theirs = (description.seats[seat][1] for seat in (colour, 1 - colour))
        dead = dead_groups(position.board, whole, own)
        wanted = set(liberties(position.board, dead, theirs))
        if not (only := tuple(move for move in position.legal if move in wanted)):
            return None
        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            seat=seat,
            best=1,
            only=only,
            seconds=CLEANING_SECONDS,
            **self._settings.limits(),
        )
        captures = yield from self._requester.watch(lambda info: None, request)
        self._game.clocks.spend(colour, captures.seconds)
        played = captures.moves[0].forecast if captures.moves else None
        if played is None:
            return None
        lost, points = passed.win_rate - played.win_rate, passed.mean - played.mean
        return captures.best if lost < COST_OF_CLEANING and points < POINTS_OF_CLEANING else None

    def _is_hopeless(self, position: Position, analysis: Analysis) -> bool:
        """Whether it is time to resign: not while much of the board is still to be fought for."""
        threshold, forecast = self._settings.resign, analysis.moves[0].forecast
        if threshold is None or forecast is None or forecast.visits < SURE_VISITS:
            return False
        settled = 4 * len(position.moves) >= position.empties + sum(position.discs)
        return settled and forecast.win_rate < threshold

    def _undo(self, arguments: list[str]) -> Steps[str]:
        turns = read_whole(words(arguments, 0, 1)[0], 1, 10**6) if arguments else 1
        yield from self._game.undo(turns)
        return ""

    # --- the board --------------------------------------------------------------------------------

    def _showboard(self, arguments: list[str]) -> Steps[str]:
        position = yield from self._game.position()
        title = yield from self._game.title()
        coordinates, height = self._game.coordinates, len(position.board)
        letters = "    " + " ".join(coordinates.columns(len(position.board[0])))
        lines = [f"{title}, {position.result or position.mover + ' to move'}", letters]
        for row, cells in enumerate(position.board):
            label = coordinates.row_label(row, height)
            lines.append(f" {label:2} {' '.join(cells)} {label:2}")
        return "\n".join([*lines, letters, (yield from self._game.count())])

    # --- the engine -------------------------------------------------------------------------------

    def _level(self, arguments: list[str]) -> Steps[str]:
        """Set the level as GNU Go has it: 1 is the weakest; without an argument, as strong as it can."""
        yield from ()
        self._settings.level = read_whole(words(arguments, 0, 1)[0], 1, STRONGEST_LEVEL) if arguments else None
        return ""

    def _cputime(self, arguments: list[str]) -> Steps[str]:
        yield from ()
        return f"{self.seconds:.3f}"

    def _clear_cache(self, arguments: list[str]) -> Steps[str]:
        """Taken and ignored: what is known is shared with other clients, and none of it can be out of date."""
        yield from ()
        return ""
