"""The NBoard protocol, versions 1 and 2: what NBoard, and engines' own front ends, say line by line.

The GUI sends the state (``set game``, ``move``, ``set depth``), then ``ping k``, and waits for ``pong k``
before it asks for work (``hint n``, ``go``, ``analyze``, ``learn``). It drops every line that comes before
the newest pong. A character above U+00FF or a malformed known line breaks it, so lines are built here only.

Choices that the protocol leaves open: a hint ends at the set depth or after ``seconds``, because the GUI may
abandon it without a word; the values of ``analyze`` are from Black's side and come last position first, as
NBoard's own engines send them and as its graph shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypedDict

from .errors import Code, ProtocolError
from .messages import (
    Analyse,
    Analysis,
    Clock,
    DescribeVariant,
    Description,
    Info,
    Learn,
    Learned,
    MoveTexts,
    Open,
    Play,
    Position,
    ScoredMove,
    Show,
)
from .messages.envelope import opening_name
from .notation import PASS
from .records.ggf import is_anti, parse_ggf, parse_move, size_name
from .records.record import BLACK, WHITE, PlayerTime, Record, RecordError
from .text.conversation import Conversation, Requester, Steps, Unreadable, plain, quoted
from .text.dialogue import Output
from .text.lag import Lag
from .words import told

DEPTH = 20
"""Plies, until the GUI sets a depth."""
SECONDS = 600.0
"""The most seconds for one hint, or for a move without a clock."""
RETROGRADE_SECONDS = 10.0
"""The most seconds for each position of ``analyze``."""
MOST_HINTS = 1000

SEARCHES = frozenset({"hint", "go", "analyze"})
_SIZE = re.compile(r"-\d+x\d+$", re.ASCII)
_BARE_MOVE = re.compile(r"[a-z]\d{1,2}(?:/.*)?|--|p(?:a|as|ass|s)(?:/.*)?", re.IGNORECASE | re.ASCII)


class NBoardDialogue(Conversation):
    """One NBoard. ``variant`` says which rules; the size of the board comes with each game."""

    def __init__(
        self,
        variant: str = "othello",
        *,
        name: str = "Engined",
        session: str = "nboard",
        seconds: float = SECONDS,
        threads: int | None = None,
        ponder: bool = False,
    ) -> None:
        super().__init__()
        self.depth = DEPTH
        self.contempt = 0.0
        self._name = plain(name).split()[0]
        self._game = NBoardGame(self.requester, variant, session)
        self._seconds = seconds
        self._threads = threads
        self._ponder = ponder
        self._commands: dict[str, Callable[[str], Steps[None]]] = {
            "nboard": self._nboard,
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
            "learn": self._learn,
            "ping": self._ping,
        }

    # --- lines ------------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Queue a line; a ping ends the searches before it, and so does quit, after which nothing is heard."""
        word = _first(line)
        if word == "quit":
            self._leave()
        elif word:
            if word == "ping":
                self._end_searches()
            self.queue(line)

    def end(self) -> Output:
        """The input ended: the same as quit."""
        self._leave()
        return self._take()

    def _leave(self) -> None:
        """End the searches, as a ping does, serve what else was heard, and close."""
        self._end_searches()
        self.close_when_served()

    def _end_searches(self) -> None:
        self.forget(lambda waiting: _first(waiting) in SEARCHES)
        self.stop()

    def serve(self, line: str) -> Steps[None]:
        """Serve one line. Unknown first words are silently ignored, as the protocol demands."""
        if isinstance(line, Unreadable):
            self._status(line)
            return
        word, *rest = line.split(None, 1)
        text = rest[0].strip() if rest else ""
        if word not in self._commands and not text and _BARE_MOVE.fullmatch(word):
            word, text = "move", word
        command = self._commands.get(word)
        if command is None:
            return
        try:
            yield from command(text)
        except ProtocolError as error:
            # Of one move there is no number to tell.
            self._status(f"{word}: {error.message if word == 'move' else told(error.message, error.field)}")
        except RecordError as error:
            self._status(f"{word}: {error.message if error.where == word else error}")

    def flooded(self) -> None:
        """Say why the conversation ends."""
        self._status("too many lines at once")

    def _line(self, text: str) -> None:
        self.write(" ".join(text.split()) + "\n")

    def _status(self, text: str) -> None:
        first, _, _ = text.partition("\n")
        self._line(f"status {first}")

    # --- state ------------------------------------------------------------------------------------

    def _nboard(self, text: str) -> Steps[None]:
        self._line(f"set myname {self._name}")
        self._status("")
        yield from self._game.position()
        yield from self._game.prepare()

    def _set(self, text: str) -> Steps[None]:
        what, *rest = text.split(None, 1)[:2] or [""]
        value = rest[0] if rest else ""
        if what == "game":
            yield from self._game.set(parse_ggf(value))
        elif what == "depth":
            self.depth = _whole(value, 1, 1000)
        elif what == "contempt":
            self.contempt = float(_whole(value, -100, 100))

    def _move(self, text: str) -> Steps[None]:
        yield from self._game.move(text)

    def _ping(self, text: str) -> Steps[None]:
        if not re.fullmatch(r"-?\d{1,18}", text, re.ASCII):
            raise ProtocolError(Code.INVALID, f"{quoted(text)} is not a number")
        self._line(f"pong {text}")
        yield from ()

    def _learn(self, text: str) -> Steps[None]:
        yield from self._game.position()
        yield from self.requester.ask(Learn(id=self.requester.number(), session=self._game.session), Learned)
        self._line("learned")

    # --- searches ---------------------------------------------------------------------------------

    def _hint(self, text: str) -> Steps[None]:
        hints = min(_whole(text, 1, 10**9), MOST_HINTS)
        yield from self._game.position()
        analysis = yield from self._search(hints, seconds=self._seconds)
        self._status(self._remark(analysis))

    def _go(self, text: str) -> Steps[None]:
        yield from self._game.position()
        clock = self._game.clock()
        seconds = self._seconds if clock is None else None
        analysis = yield from self._search(1, seconds=seconds, clock=clock, ponder=self._ponder, book="play")
        if analysis.best:
            score = "" if analysis.score is None else _decimal(analysis.score, "+")
            self._line(f"=== {_move_name(analysis.best)}/{score}/{analysis.seconds:.2f}")
            self._status(self._remark(analysis))
            self._game.answered = (analysis.best, analysis.seconds)
        else:
            self._status("stopped" if self.stopped else self._remark(analysis, "no move: the game is over"))

    def _remark(self, analysis: Analysis, first: str = "") -> str:
        """What is said after a search: the opening's name, and who wins by the right to a draw if that is proven."""
        winner = analysis.winner if analysis.score == 0 else ""
        drawn = f"{plain(winner)} wins by the right to a draw" if winner else ""
        return "; ".join(part for part in (first or self._game.opening(), drawn) if part)

    def _search(
        self,
        hints: int,
        *,
        seconds: float | None,
        clock: Clock | None = None,
        ponder: bool = False,
        book: Literal["show", "play"] = "show",
    ) -> Steps[Analysis]:
        """Search the current position, showing what is found."""
        lines = SearchLines(self._line, hints)
        request = Analyse(
            id=self.requester.number(),
            session=self._game.session,
            best=hints,
            depth=self.depth,
            contempt=self.contempt,
            threads=self._threads,
            seconds=seconds,
            clock=clock,
            ponder=ponder,
            book=book,
        )
        analysis = yield from self.requester.watch(lines.show, request)
        lines.finish(analysis)
        return analysis

    def _analyze(self, text: str) -> Steps[None]:
        """Value every position of the game, the last one first."""
        self._status("Analyzing")
        moves, black_first = yield from self._game.history()
        for ply in range(len(moves), -1, -1):
            request = Analyse(
                id=self.requester.number(),
                **self._game.position_after(moves[:ply]),
                best=1,
                depth=self.depth,
                seconds=RETROGRADE_SECONDS,
                contempt=self.contempt,
                threads=self._threads,
            )
            analysis = yield from self.requester.watch(lambda info: None, request)
            if self.stopped:
                break
            if analysis.score is not None:
                black_moves = black_first == (ply % 2 == 0)
                self._line(f"analysis {ply} {_decimal(analysis.score if black_moves else -analysis.score)}")
        self._status("")


class PositionFields(TypedDict):
    """The fields of a request that name a position in full."""

    variant: str
    start: str | None
    moves: MoveTexts


class NBoardGame:
    """The game that the GUI shows: a session of the service, and the players' clocks."""

    def __init__(self, requester: Requester, variant: str, session: str) -> None:
        self.session = session
        self._requester = requester
        self._variant = variant
        """The variant asked for."""
        self._current = variant
        """The variant of the current game: the same on a board of its size."""
        self._start: str | None = None
        self._position: Position | None = None
        self._limits: dict[str, PlayerTime] = {}
        self._remaining: dict[str, float] = {}
        self._lag = Lag()
        self.answered: tuple[str, float] | None = None
        """The engine's move and its own count of the seconds, until the GUI says what it took."""

    def prepare(self) -> Steps[None]:
        """Have the search of the current game compiled while the players settle down."""
        request = DescribeVariant(id=self._requester.number(), variant=self._current, prepare=True)
        yield from self._requester.ask(request, Description)

    def position(self) -> Steps[Position]:
        """The current position; the variant's start before the first ``set game``."""
        if self._position is None:
            request = Open(id=self._requester.number(), session=self.session, variant=self._current)
            self._position = yield from self._requester.ask(request, Position)
        return self._position

    def set(self, record: Record) -> Steps[None]:
        """Replace the game. Raises ProtocolError, and changes nothing, if it has an illegal move."""
        self._position = yield from self._open(record)
        self._current, self._start, self.answered = self._position.variant, record.start, None
        self._limits = dict(record.limits)
        self._remaining = {colour: limits.main for colour, limits in record.limits.items()}
        for move in record.moves:
            self._spend(move.colour, move.seconds or 0.0)

    def move(self, text: str) -> Steps[None]:
        """Append ``M[/eval[/time]]``. Raises RecordError or ProtocolError, changing nothing."""
        before = yield from self.position()
        played = parse_move(text, self._colour(before))
        request = Play(id=self._requester.number(), session=self.session, moves=(played.move,))
        self._position = yield from self._requester.ask(request, Position)
        self._spend(played.colour, played.seconds or 0.0)
        answered, self.answered = self.answered, None
        if answered is not None and answered[0] == played.move and played.seconds is not None:
            self._lag.see(played.seconds - answered[1])

    def opening(self) -> str:
        """The English name of the opening; empty without one."""
        return opening_name(() if self._position is None else self._position.openings)

    def clock(self) -> Clock | None:
        """What the mover has left; None without a clock."""
        colour = self._colour(self._position)
        if colour not in self._remaining:
            return None
        increment = self._limits[colour].increment
        return Clock(remaining=self._remaining[colour], increment=increment, lag=self._lag.seconds)

    def history(self) -> Steps[tuple[MoveTexts, bool]]:
        """The moves of the game, and whether Black makes the first."""
        position = yield from self.position()
        request = Show(id=self._requester.number(), **self.position_after(()))
        first = yield from self._requester.ask(request, Position)
        return position.moves, self._colour(first) == BLACK

    def position_after(self, moves: MoveTexts) -> PositionFields:
        """The position of this game after these moves."""
        return PositionFields(variant=self._current, start=self._start, moves=moves)

    def _open(self, record: Record) -> Steps[Position]:
        """Open the rules asked for on a board of the record's size; the variant itself if it has no sizes."""
        family = _SIZE.sub("", self._variant)
        if family == "othello" and is_anti(record):
            family = "anti-othello"
        sized = family if record.width == 8 else f"{family}-{record.width}x{record.height}"
        if size_name(record) == "88":
            sized = "eight-stars"
        try:
            return (yield from self._open_as(sized, record))
        except ProtocolError as error:
            if error.code != Code.UNKNOWN_VARIANT or self._variant == "othello":
                raise
        return (yield from self._open_as(self._variant, record))

    def _open_as(self, variant: str, record: Record) -> Steps[Position]:
        request = Open(
            id=self._requester.number(),
            session=self.session,
            variant=variant,
            start=record.start,
            moves=record.transcript,
        )
        return (yield from self._requester.ask(request, Position))

    def _spend(self, colour: str, seconds: float) -> None:
        """Take the time of a move from a clock; the grace time is given once, then the clock stays at 0."""
        if colour not in self._remaining:
            return
        limits = self._limits[colour]
        left = self._remaining[colour] - seconds
        if left < 0:
            left += limits.grace
            self._limits[colour] = PlayerTime(limits.main, limits.increment, 0.0)
        self._remaining[colour] = max(left, 0.0) + limits.increment

    @staticmethod
    def _colour(position: Position | None) -> str:
        first = position is None or not position.mover or position.mover == position.seats[0]
        return BLACK if first else WHITE


class SearchLines:
    """The lines that show one search: ``search``, ``book``, ``nodestats`` and ``status``."""

    def __init__(self, line: Callable[[str], None], hints: int) -> None:
        self._line = line
        self._hints = hints
        self._shown: tuple[str, ...] = ()
        self._state = "Analyzing"
        line(f"status {self._state}")

    def show(self, info: Info) -> None:
        """Show a snapshot; nothing that the GUI has already."""
        state = info.state or "Analyzing"
        if state != self._state:
            self._state = state
            self._line(f"status {state}")
        if info.moves:
            self._values(info.moves)
            self._nodes(info)

    def finish(self, analysis: Analysis) -> None:
        """Show the last values."""
        self._values(analysis.moves)
        self._nodes(analysis)

    def _values(self, moves: tuple[ScoredMove, ...]) -> None:
        lines = tuple(search_lines(moves[: self._hints]))
        if lines != self._shown:
            self._shown = lines
            for text in lines:
                self._line(text)

    def _nodes(self, work: Info | Analysis) -> None:
        if work.nodes or work.seconds:
            self._line(f"nodestats {work.nodes} {work.seconds:.2f}")


def search_lines(moves: tuple[ScoredMove, ...]) -> list[str]:
    """``search PV EVAL GAMES DEPTH`` or ``book PV EVAL GAMES DEPTH`` for each move, best first.

    The GUI reads the games of both, though its documentation has a 0 in the first: so a move that was played and never
    analysed shows its count beside what the search finds. All ``search`` lines bear one and the same depth token, that
    of the least certain: the GUI forgets hints whose token differs from the two newest.
    """
    token = depth_token([move for move in moves if move.kind != "book"])
    return [
        f"book {_line_of(move)} {_decimal(move.score)} {move.games} {_book_depth(move)}"
        if move.kind == "book"
        else f"search {_line_of(move)} {_decimal(move.score)} {move.games} {token}"
        for move in moves
    ]


def depth_token(moves: list[ScoredMove]) -> str:
    """``100%`` if all are exact, ``100%W`` if all signs are proven, ``NN%`` if selective, else the depth."""
    if all(move.kind == "exact" for move in moves):
        return "100%"
    if all(_sign_proven(move) for move in moves):
        return "100%W"
    if all(move.kind == "selective" or _sign_proven(move) for move in moves):
        return f"{min(min(move.confidence, 99) for move in moves)}%"
    return str(min(move.depth for move in moves))


def _book_depth(move: ScoredMove) -> str:
    return "100%" if move.source == "exact" else str(move.depth)


def _sign_proven(move: ScoredMove) -> bool:
    proof = {"exact": True, "lower": move.score > 0, "upper": move.score < 0}
    return proof.get(move.kind, False)


def _line_of(move: ScoredMove) -> str:
    names = [_move_name(name) for name in move.pv or (move.move,)]
    return ("" if all(len(name) <= 3 for name in names) else "-").join(names)


def _move_name(move: str) -> str:
    return "PA" if move == PASS else move.upper()


def _decimal(value: float, sign: str = "-") -> str:
    """Two decimals, no exponent and no minus zero; with ``+`` as sign, both signs are written."""
    return f"{round(value, 2) + 0.0:{sign}.2f}"


def _first(line: str) -> str:
    """The first word, empty if there is none."""
    return next(iter(line.split(None, 1)), "")


def _whole(text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII) or not low <= int(text) <= high:
        wanted = f"a whole number from {low} to {high} is expected"
        raise ProtocolError(Code.INVALID, f"{wanted}, not {quoted(text)}")
    return int(text)
