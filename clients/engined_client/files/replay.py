"""A game of two seats played again by the rules: what its file left out, as forced passes and whose moves they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from msgspec.structs import replace as msgspec_replace

from engined_protocol.messages import Description, Position
from engined_protocol.notation import PASS
from engined_protocol.records.ggf import SIZES
from engined_protocol.records.record import BLACK, WHITE, Record, RecordedMove
from engined_protocol.records.result import UNKNOWN, Ending, Result, by_points
from engined_protocol.records.sgf import format_result

from ..client import Client
from ..errors import ServiceError
from ..notation import PROTOCOL, Convention, Notation
from ..options import ShowOptions
from ..terminal.command import USUAL, WrongInput, said
from .games import FoundGame

COLOURS = (BLACK, WHITE)
"""The colours of the first seat and of the second, as records write them."""
_AT_ONCE = 64
"""Games that are asked for at once."""
_MOST_STARTS = 1000
"""Start positions that are remembered."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, and the positions that it begins with and ends with."""

    game: FoundGame
    first: Position
    last: Position
    symbols: tuple[str, ...]
    """The symbols of the seats' discs, as the variant writes them."""
    usual: bool
    """Whether the first position is the variant's own."""
    notation: Notation
    """The notation of transcripts, and of messages."""
    renamed: bool = False
    """Whether the file says that another variant was played."""
    plain: str = ""
    """The name that other programs have for its rules, if its start and komi are told besides."""
    ended: Result = UNKNOWN
    """How the game ended, where that is known otherwise than from its file."""

    @property
    def variant(self) -> str:
        """The name of what is played."""
        return self.first.variant

    @property
    def moves(self) -> tuple[str, ...]:
        """All of them, passes included."""
        return self.last.moves

    def colour(self, ply: int) -> str:
        """Who moves after so many plies, as records write it."""
        begins = self.first.seats.index(self.first.mover) if self.first.mover else 0
        return COLOURS[(begins + ply) % 2]

    @property
    def record(self) -> Record:
        """The game, with what its file says besides. Evaluations and times stay with the moves that have them, as far
        as the moves are those of the file; its result is that of all of them, and where it says none, that by the
        rules.
        """
        known = self._known
        played = [RecordedMove(self.colour(ply), move) for ply, move in enumerate(self.moves)]
        told = [move for move in known.moves if move.move != PASS]
        placed = [ply for ply, move in enumerate(played) if move.move != PASS]
        for ply, known_move in zip(placed, told, strict=False):
            if known_move.move != played[ply].move:
                break
            played[ply] = replace(played[ply], evaluation=known_move.evaluation, seconds=known_move.seconds)
        whole = not told or [move.move for move in told] == [played[ply].move for ply in placed]
        said = self.ended if self.ended != UNKNOWN or not whole else known.result
        return replace(
            known,
            width=len(self.first.board[0]),
            height=len(self.first.board),
            moves=tuple(played),
            start=self.start,
            variant=self.variant,
            result=said.or_else(result_of(self.last, known.komi)),
        )

    @property
    def warning(self) -> str:
        """What is to be said where the result in the file is not that by the rules; empty where it is."""
        by_rules = result_of(self.last, self._known.komi)
        if not self._known.result.differs_from(by_rules):
            return ""
        said, ruled = format_result(self._known.result), format_result(by_rules)
        return f"{self.game.where}: its result is {said}, by the rules it is {ruled}"

    @property
    def passes_left_out(self) -> int:
        """The passes of the file after those that ended play; where no pass ends it, those at the end say nothing."""
        played = _last_passes(self.moves)
        return max(0, _last_passes(self.game.given.moves) - played) if played else 0

    @property
    def _known(self) -> Record:
        return self.game.record or Record(0, 0)

    @property
    def start(self) -> str | None:
        """The first position as records write it, without holes; None for an empty board where Black begins."""
        text = self._text(self.first, 0)
        return text if text.strip(".") != f" {BLACK}" else None

    @property
    def end(self) -> str:
        """The last position, as :attr:`start`."""
        return self._text(self.last, len(self.moves))

    def _text(self, position: Position, ply: int) -> str:
        cells = "".join(position.board).replace(" ", "")
        return cells.translate(dict(zip(map(ord, self.symbols), COLOURS, strict=True))) + f" {self.colour(ply)}"


def _last_passes(moves: Sequence[str]) -> int:
    """Return how many passes a game ends with."""
    return len(list(takewhile(PASS.__eq__, reversed(moves))))


def result_of(position: Position, komi: float | None = None) -> Result:
    """How a game of two sides has ended by the rules, if it has; with another komi, where its record says one."""
    if position.phase != "ended" or not position.ending:
        return UNKNOWN
    if position.ending == "no-result":
        return Result("unfinished")
    winner = COLOURS[position.seats.index(position.winner)] if position.winner in position.seats else ""
    if position.ending != "count":
        endings: dict[str, Ending] = {"resignation": "resignation", "time": "time"}
        return Result(endings[position.ending], winner)
    margin = position.margin or 0.0
    if komi is None or komi == position.komi:
        return Result("points", winner, margin if winner == BLACK else -margin + 0.0)
    first, second = position.scores
    ahead = first - second - position.komi
    fewer_win = (ahead > 0) == (winner == WHITE) if ahead else position.variant.startswith("anti-")
    return by_points((ahead + position.komi - komi) * (-1 if fewer_win else 1))


class Replayer:
    """Plays games again; what is to be known of a variant is asked once."""

    def __init__(self, client: Client, convention: Convention = "auto") -> None:
        self._client = client
        self._convention = convention
        self._described: dict[str, Description] = {}
        self._plain: dict[str, str] = {}
        self._starts: dict[tuple[str, str | None], Position] = {}

    def replay(self, game: FoundGame, variant: str) -> Replay:
        """Play a game again. Raises WrongInput naming the move at fault, and for a game of more than two."""
        with self._named(game, variant):
            self._first(game, variant)
            given = game.given
            return self._replay(game, variant, self._client.show(variant=variant, start=given.start, moves=given.moves))

    def replays(self, games: Iterable[FoundGame | WrongInput], named: str | None) -> Iterator[Replay | WrongInput]:
        """Play games again, of the variant that is named or that each says, many at a time; what is no game, or cannot
        be played, comes as an error in its place.
        """
        waiting = iter(games)
        while part := list(islice(waiting, _AT_ONCE)):
            yield from self._together(part, named)

    def _together(self, games: Sequence[FoundGame | WrongInput], named: str | None) -> Iterator[Replay | WrongInput]:
        """The replays of one batch of games."""
        begun: list[tuple[FoundGame, str] | WrongInput] = []
        for game in games:
            begun.append(game if isinstance(game, WrongInput) else self._begun(game, named))
        playable = [each for each in begun if not isinstance(each, WrongInput)]
        wanted = [ShowOptions(variant=name, start=game.given.start, moves=game.given.moves) for game, name in playable]
        ends = iter(self._client.show_many(wanted))
        for each in begun:
            if isinstance(each, WrongInput):
                yield each
                continue
            try:
                with self._named(*each):
                    end = next(ends)
                    if isinstance(end, ServiceError):
                        raise end
                    replay = self._replay(*each, end)
            except WrongInput as error:
                yield error
            else:
                yield replay

    def _begun(self, game: FoundGame, named: str | None) -> tuple[FoundGame, str] | WrongInput:
        """A game whose variant and first position make sense, and that variant."""
        variant = named or game.given.variant or USUAL
        try:
            with self._named(game, variant):
                self._first(game, variant)
        except WrongInput as error:
            return error
        return game, variant

    @contextmanager
    def _named(self, game: FoundGame, variant: str) -> Iterator[None]:
        """What is wrong with a game is said as WrongInput with its place."""
        try:
            yield
        except (ServiceError, WrongInput) as error:
            described = self._described.get(variant)
            fault = said(error, Notation.of(described, self._convention) if described else PROTOCOL)
            raise WrongInput(f"{game.where}: {fault}" if game.where else fault) from error

    def _first(self, game: FoundGame, variant: str) -> Position:
        """The position that a game begins with."""
        self._describe(variant)
        first = self._start(variant, game.given.start)
        if len(first.seats) != 2:
            raise WrongInput(f"records have two colours, {first.variant} has {len(first.seats)} seats")
        return first

    def _replay(self, game: FoundGame, variant: str, last: Position) -> Replay:
        described = self._describe(variant)
        first, usual = self._first(game, variant), self._start(variant, None)
        return Replay(
            game=game,
            first=first,
            last=last,
            symbols=tuple(symbol for _, symbol in described.seats),
            usual=(first.board, first.mover) == (usual.board, usual.mover),
            notation=Notation.of(described, self._convention),
            renamed=self._differs(game.given.variant, described),
            plain=self._plain_name(described),
        )

    def _describe(self, variant: str) -> Description:
        if variant not in self._described:
            self._described[variant] = self._client.describe(variant)
        return self._described[variant]

    def _start(self, variant: str, start: str | None) -> Position:
        if (variant, start) not in self._starts:
            if len(self._starts) == _MOST_STARTS:
                self._starts.clear()
            self._starts[variant, start] = self._client.show(variant=variant, start=start)
        return self._starts[variant, start]

    def _plain_name(self, described: Description) -> str:
        if described.name not in self._plain:
            candidates = map(self._describe, plain_names(described))
            self._plain[described.name] = plain_name(described, candidates)
        return self._plain[described.name]

    def _differs(self, recorded: str, described: Description) -> bool:
        """Whether what a record names, if anything, is another variant."""
        if recorded in ("", described.name):
            return False
        try:
            return self._describe(recorded).digest != described.digest
        except ServiceError:
            return True


def replayed(client: Client, game: FoundGame, variant: str, convention: Convention = "auto") -> Replay:
    """One game, as :meth:`Replayer.replay`."""
    return Replayer(client, convention).replay(game, variant)


def plain_names(described: Description) -> tuple[str, ...]:
    """The variants that other programs have names for, on a board such as that of a variant."""
    width, height = described.width, described.height
    if width != height or width not in SIZES.values() or described.holes:
        return ()
    size = "" if width == 8 else f"-{width}x{width}"
    return f"othello{size}", f"anti-othello{size}"


def plain_name(described: Description, candidates: Iterable[Description]) -> str:
    """Which of those a variant is but for its start and komi, which records say otherwise; empty for none."""
    return next((known.name for known in candidates if _rules(known) == _rules(described)), "")


def _rules(described: Description) -> Description:
    """What holds from the first move on, but for komi."""
    rules = tuple((topic, rule) for topic, rule in described.rules if topic != "Komi")
    return msgspec_replace(
        described,
        id="",
        name="",
        title="",
        digest="",
        drawing=(),
        first="",
        engine="",
        state="",
        note="",
        aliases=(),
        komi=0.0,
        rules=rules,
    )
