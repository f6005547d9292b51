"""The client: one method for each request. Start reading here."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import uuid
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, Unpack

from engined_protocol import messages as m
from engined_protocol.errors import Code

from .connection import Endpoints
from .coordinates import USUAL, Coordinates, asked
from .errors import NoDaemon, RequestTimeout, ServiceError
from .job import Job
from .keys import Keys, reach
from .many import ManyJob
from .notation import Convention
from .option_help import telling
from .options import (
    AnalyseOptions,
    DeviateOptions,
    DrawOptions,
    FixOptions,
    HasGame,
    ManyOptions,
    Moves,
    OpenOptions,
    ShowOptions,
    SolveOptions,
    Where,
    as_moves,
    as_position,
    as_texts,
    fields,
)
from .replies import Analysed, Analysis, BookPosition, Description, Info, PerftDone, Position, Variants
from .wire import Wire

R = TypeVar("R", bound=m.AnyReply)

CONNECT_SECONDS = 5.0
"""The most seconds until a daemon is met. One that is there is waited for as long as it lives."""
PROMPT_SECONDS = 5.0
"""The seconds after which it is said that the first answer of one that is there is waited for."""


class AsyncClient:
    """A conversation with a daemon, in one event loop.

    Where a method takes ``**where``, the position is named by ``session``, or in full by ``variant``,
    ``start`` and ``moves`` (see :class:`engined_protocol.messages.PositionRequest`). Scores are in discs from
    the view of the seat to move.

    Squares are named as those do who play the variant (``coordinates`` is ``auto``), in what is given and in what comes
    back: in Go by Go's coordinates, ``D4``, with row 1 at the bottom, no column I, and ``pass``; in all other games
    ``d4``, with row 1 on top, and ``--``. With ``go`` or ``othello`` that is so in every game. A :class:`Position` says
    in ``coordinates`` what it has.

    Every method raises :class:`ServiceError` when the daemon refuses (:class:`InvalidRequest` where the client can tell
    by itself that it would), :class:`ConnectionLost` when it goes away and :class:`RequestTimeout` when it does not
    answer within ``timeout`` seconds; jobs have no timeout. All of these are :class:`ClientError`.

    >>> async def hint():
    ...     async with await AsyncClient.connect(endpoint) as client:
    ...         job = client.analyse(variant="othello-4x4", depth=2)
    ...         async for told in job:
    ...             pass
    ...         return told.depth, (await job.result()).reason
    >>> asyncio.run(hint())
    (2, 'done')
    """

    def __init__(
        self,
        endpoints: Endpoints,
        *,
        name: str | None = None,
        timeout: float = 30.0,
        keys: Keys | None = None,
        coordinates: Convention = "auto",
        reconnect: bool = True,
    ) -> None:
        self.name = name or uuid.uuid4().hex
        """Sessions and jobs at the daemon go by it; no two living clients may share one."""
        self.timeout = timeout
        self._hear_state: Callable[[str], None] | None = None
        self._wire = Wire(endpoints, self.name if keys is None else keys.name_for(self.name), keys, returns=reconnect)
        self._numbers = itertools.count(1)
        # What an earlier client of the same name has asked for may still be under way, by its ids.
        self._prefix = f"{uuid.uuid4().hex[:8]}." if name else ""
        self._coordinates = Coordinates(coordinates, self._describe, self._show)

    @classmethod
    async def connect(
        cls,
        endpoint: str | None = None,
        *,
        name: str | None = None,
        timeout: float = 30.0,
        keys: Keys | None = None,
        coordinates: Convention = "auto",
        reconnect: bool = True,
        waiting: Callable[[], None] = lambda: None,
    ) -> Self:
        """A client of the daemon at ``endpoint``, by default the one of this user.

        With the ``name`` of an earlier client it finds again the sessions that were kept, and ends the jobs that are
        left of it. ``keys`` are for a daemon that lets in only those it knows; default: see
        :func:`engined_client.keys.default_keys`. An invitation, or the path of a file with one, is an endpoint that
        brings its keys. ``coordinates``: see the class. When the daemon is gone, the next request connects again, with
        a :class:`DaemonReturned` warning, unless ``reconnect`` is false. A daemon that is there but too busy to answer
        is waited for until it does or has gone; ``waiting`` is called when that begins to take long. Raises NoDaemon.
        """
        endpoints, keys = reach(endpoint, keys)
        client = cls(endpoints, name=name, timeout=timeout, keys=keys, coordinates=coordinates, reconnect=reconnect)
        try:
            await client._first_answer(waiting)
            if name:
                await client.stop(timeout=math.inf)  # nobody hears of what an earlier client of that name left
        except (ConnectionError, TimeoutError) as error:
            await client.close()
            raise NoDaemon(f"nobody answers at {endpoints.work}") from error
        except BaseException:
            await client._wire.close()
            raise
        return client

    async def _first_answer(self, waiting: Callable[[], None]) -> None:
        """Wait for it as long as the daemon lives. Raises ConnectionLost, and TimeoutError where none is met."""
        answer = asyncio.ensure_future(self.ping(timeout=math.inf))
        met = asyncio.ensure_future(self._wire.met.wait())
        try:
            there, _ = await asyncio.wait([answer, met], timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not there:
                raise TimeoutError
            await asyncio.wait([answer], timeout=PROMPT_SECONDS)
            if not answer.done():
                waiting()
            await answer
        finally:
            answer.cancel()
            met.cancel()

    def on_state(self, hear: Callable[[str], None]) -> None:
        """Have ``hear`` told what jobs wait for, ``compiling othello``, and with an empty text that they do so no more.
        It is called on the thread of the loop.
        """
        self._hear_state = hear

    @property
    def coordinates(self) -> Convention:
        """How squares are named: ``auto``, ``go`` or ``othello``."""
        return self._coordinates.convention

    def with_coordinates(self, coordinates: Convention) -> Self:
        """The same client, not another connection, that names squares in another way."""
        other = copy(self)
        other._coordinates = Coordinates(coordinates, self._describe, self._show)
        return other

    async def close(self) -> None:
        """Leave; running jobs of this client are stopped. Safe to call twice."""
        if self._wire.busy:
            # Politeness only: the daemon also notices by itself that this client is gone.
            with contextlib.suppress(ConnectionError, RequestTimeout, ServiceError):
                await self.stop(timeout=1.0)
        await self._wire.close()

    async def lost(self) -> None:
        """Come back when the daemon is gone, or this client is closed."""
        await self._wire.lost()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # --- about variants

    async def variants(self) -> Variants:
        """All shipped and declared variants."""
        return await self._ask(m.ListVariants(id=self._id()), Variants)

    async def describe(self, variant: str) -> Description:
        """A variant in full."""
        return await self._ask(m.DescribeVariant(id=self._id(), variant=variant), Description)

    async def check(self, text: str) -> Description:
        """What a declaration (TOML) says. A ServiceError names the line and the field at fault."""
        return await self._ask(m.Declare(id=self._id(), text=text, check_only=True), Description)

    async def declare(self, text: str) -> Description:
        """Make a variant known to the daemon; it goes by the name in its declaration."""
        return await self._ask(m.Declare(id=self._id(), text=text), Description)

    async def openings(self, variant: str = "othello") -> tuple[m.NamedOpening, ...]:
        """The openings that have a name, each with one way to get there."""
        return (await self._ask(m.ListOpenings(id=self._id(), variant=variant), m.Openings)).openings

    # --- about positions and sessions

    @telling(m.Show)
    async def show(self, **options: Unpack[ShowOptions]) -> Position:
        """Board, mover, legal moves and counts of a position."""
        return await self._ask(m.Show(id=self._id(), **fields(options)), Position)

    async def show_many(self, positions: Iterable[ShowOptions]) -> tuple[Position | ServiceError, ...]:
        """What :meth:`show` says of each, asked all at once; one that makes no sense has the error in its place."""
        asked = (asyncio.ensure_future(self.show(**position)) for position in positions)
        found = await asyncio.gather(*asked, return_exceptions=True)
        for answer in found:
            if not isinstance(answer, Position | ServiceError):
                raise answer
        return tuple(answer for answer in found if isinstance(answer, Position | ServiceError))

    @telling(m.PositionRequest)
    async def legal(self, **where: Unpack[Where]) -> tuple[str, ...]:
        """Legal moves: ``("--",)`` when a pass is forced, empty when the game is over."""
        return (await self.show(**where)).legal

    @telling(m.Open)
    async def open(self, **where: Unpack[OpenOptions]) -> Position:
        """Open a session, or set an existing one to a position; the reply has its name."""
        return await self._ask(m.Open(id=self._id(), **fields(where)), Position)

    async def close_session(self, session: str) -> m.Closed:
        """Forget a session."""
        return await self._ask(m.Close(id=self._id(), session=session), m.Closed)

    async def sessions(self) -> tuple[m.SessionSummary, ...]:
        """The sessions of this client, kept ones of an earlier client of its name included."""
        return (await self._ask(m.ListSessions(id=self._id()), m.Sessions)).sessions

    async def play(self, session: str, *moves: str, seat: str | None = None) -> Position:
        """Play moves in a session, one by one or as transcripts, all or none; with ``seat``, forced passes before it
        are implied.
        """
        played = tuple(move for text in moves for move in as_moves(text))
        return await self._ask(m.Play(id=self._id(), session=session, moves=played, seat=seat), Position)

    async def undo(self, session: str, plies: int = 1) -> Position:
        """Take back what was done last, so often: plies (passes count), removals of groups, the end of the game."""
        return await self._ask(m.Undo(id=self._id(), session=session, plies=plies), Position)

    async def remove(self, session: str, *cells: str) -> Position:
        """Take the groups of stones on these cells off the board, as dead, in the removal phase."""
        return await self._ask(m.Remove(id=self._id(), session=session, cells=cells), Position)

    async def restore(self, session: str, *cells: str) -> Position:
        """Put the removed groups of these cells back; without any, all that were removed."""
        return await self._ask(m.Restore(id=self._id(), session=session, cells=cells), Position)

    async def agree(self, session: str, seat: str) -> Position:
        """This seat is content with what is removed; the game has ended when all are."""
        return await self._ask(m.Agree(id=self._id(), session=session, seat=seat), Position)

    async def resume(self, session: str) -> Position:
        """Play on from the removal phase: all stones are back."""
        return await self._ask(m.Resume(id=self._id(), session=session), Position)

    async def resign(
        self, session: str, seat: str | None = None, reason: Literal["resignation", "time"] = "resignation"
    ) -> Position:
        """End the game as given up, or lost on time, by a seat; default: the one to move."""
        return await self._ask(m.Resign(id=self._id(), session=session, seat=seat, reason=reason), Position)

    @telling(m.Judge)
    async def judge(
        self, move: str, board: str, *, seat: str | None = None, colour: str | None = None, **where: Unpack[Where]
    ) -> m.Judgement:
        """Whether a move that is said to have led to ``board`` is legal, and which fault it is if not."""
        request = m.Judge(id=self._id(), move=move, board=board, seat=seat, colour=colour, **fields(where))
        return await self._ask(request, m.Judgement)

    @telling(m.DrawColours)
    async def draw_colours(self, **options: Unpack[DrawOptions]) -> m.ColoursDrawn:
        """Who plays Black, and whose a draw is; fields of :class:`engined_protocol.messages.DrawColours`."""
        return await self._ask(m.DrawColours(id=self._id(), **options), m.ColoursDrawn)

    @telling(m.Learn)
    async def learn(self, **where: Unpack[Where]) -> m.Learned:
        """Keep a game in the daemon's store."""
        return await self._ask(m.Learn(id=self._id(), **fields(where)), m.Learned)

    # --- books

    @telling(m.BookShow)
    async def book_show(self, *, contempt: float = 0.0, **where: Unpack[Where]) -> BookPosition:
        """What the book says of a position."""
        return await self._ask(m.BookShow(id=self._id(), contempt=contempt, **fields(where)), BookPosition)

    async def book_export(
        self, variant: str = "othello", after: str = "", count: int = 500, *, packed: bool = False
    ) -> m.BookPage:
        """Some positions of a book; with ``after``, those from where a page ended that said so in ``next``. ``packed``:
        as a daemon keeps them.
        """
        asked = m.BookExport(id=self._id(), variant=variant, after=after, count=count, packed=packed)
        return await self._ask(asked, m.BookPage)

    def book_add(
        self, games: Iterable[m.BookGame], variant: str = "othello", plies: int = 30
    ) -> Job[m.BookProgress, m.BookDone]:
        """Learn games, at most 1000 at once, so many plies of each."""
        return self._job(m.BookAdd(id=self._id(), variant=variant, games=tuple(games), plies=plies))

    def book_merge(
        self, entries: Iterable[m.BookEntry], digest: str, variant: str = "othello"
    ) -> Job[m.BookProgress, m.BookDone]:
        """Take in positions of another book, at most 1000 at once; ``digest`` as its pages say."""
        entries = tuple(entries)
        return self._job(m.BookMerge(id=self._id(), variant=variant, digest=digest, entries=entries))

    @telling(m.BookDeviate)
    def book_deviate(self, **options: Unpack[DeviateOptions]) -> Job[m.BookProgress, m.BookDone]:
        """Look at what is played near the best; fields of :class:`engined_protocol.messages.BookDeviate`."""
        return self._job(m.BookDeviate(id=self._id(), **fields(options)))

    @telling(m.BookFix)
    def book_fix(self, **options: Unpack[FixOptions]) -> Job[m.BookProgress, m.BookDone]:
        """Check a book; ``options`` are the fields of :class:`engined_protocol.messages.BookFix`."""
        return self._job(m.BookFix(id=self._id(), **options))

    # --- work

    @telling(m.Analyse)
    def analyse(self, **options: Unpack[AnalyseOptions]) -> Job[Info, Analysis]:
        """Score moves; ``options`` are the fields of :class:`engined_protocol.messages.Analyse`."""
        return self._job(m.Analyse(id=self._id(), **fields(options)))

    @telling(m.AnalyseMany)
    def analyse_many(
        self, positions: Iterable[Moves | m.ManyPosition | HasGame] = (), **options: Unpack[ManyOptions]
    ) -> Job[Analysed, m.AnalysesDone]:
        """Score the moves of any number of positions, each answered by its index as it ends; they are taken from their
        iterable some hundred at a time. Without any: of those that a game went through. What is no position has its
        ``error``, and costs no other. A :class:`engined_client.Board`, or a position of a reply, brings its
        variant; ``variant`` is that of texts and moves. ``options`` are the fields of
        :class:`engined_protocol.messages.AnalyseMany`.
        """
        turns = tuple(options.pop("turns", ()))
        wanted = fields(options)

        def ask(variant: str | None, part: tuple[m.ManyPosition, ...]) -> Job[Analysed, m.AnalysesDone]:
            given = wanted if variant is None else {**wanted, "variant": variant}
            return self._job(m.AnalyseMany(id=self._id(), positions=part, turns=turns, **given))

        return ManyJob(map(as_position, positions), ask)

    async def evaluate(
        self,
        positions: Sequence[str | HasGame],
        variant: str | None = None,
        *,
        legal: bool = True,
        scores: bool = True,
    ) -> tuple[m.Evaluation, ...]:
        """Legal moves and scores of any number of positions of one variant, without a search: boards, positions of
        replies, or texts (as ``start``; of ``variant``, othello unless given).
        """
        found: list[m.Evaluation] = []
        named, texts = as_texts(positions, variant)
        for first in range(0, len(texts), m.MOST_POSITIONS):
            part = texts[first : first + m.MOST_POSITIONS]
            request = m.Evaluate(id=self._id(), variant=named or USUAL, positions=part, legal=legal, scores=scores)
            job: Job[m.Evaluated, m.EvaluationsDone] = self._job(request)
            async with job:
                async for reply in job:
                    if isinstance(reply, m.Evaluated):
                        found += reply.evaluations
                    elif reply.reason != "done":
                        raise ServiceError(Code.BUSY, f"the evaluation was ended early ({reply.reason})")
        return tuple(found)

    @telling(m.Solve)
    def solve(self, **options: Unpack[SolveOptions]) -> Job[Info, Analysis]:
        """Prove a score; ``options`` are the fields of :class:`engined_protocol.messages.Solve`."""
        return self._job(m.Solve(id=self._id(), **fields(options)))

    @telling(m.Perft)
    def perft(self, depth: int, **where: Unpack[Where]) -> Job[m.PerftLine, PerftDone]:
        """Count leaves at depths 1 to ``depth``."""
        return self._job(m.Perft(id=self._id(), depth=depth, **fields(where)))

    @telling(m.Analyse)
    async def best_move(self, **options: Unpack[AnalyseOptions]) -> str:
        """The best move within the limits given; ``--`` for a pass, empty when the game is over.

        ``options`` are those of :meth:`analyse`; without a limit it runs until the move is proven.
        """
        options.setdefault("best", 1)
        return (await self.analyse(**options)).best

    # --- control: answered at once, whatever the engine is doing

    async def stop(self, target: str | None = None, *, timeout: float | None = None) -> int:
        """Stop a job of this client by its id, or all of them. How many were told to."""
        return (await self._ask(m.Stop(id=self._id(), target=target), m.Stopped, timeout)).jobs

    async def ping(self, *, timeout: float | None = None) -> None:
        """Come back when the daemon has answered."""
        await self._ask(m.Ping(id=self._id()), m.Pong, timeout)

    async def status(self) -> m.Status:
        """What the daemon is doing."""
        return await self._ask(m.AskStatus(id=self._id()), m.Status)

    def _id(self) -> str:
        return f"{self._prefix}{next(self._numbers)}"

    def _job(self, request: m.Work | m.BookWork | m.AnalyseMany) -> Job[Any, Any]:
        return Job(self._wire, request, self._coordinates, self._tell_state)

    def _tell_state(self, state: str) -> None:
        if self._hear_state is not None:
            self._hear_state(state)

    async def _ask(self, request: m.AnyRequest, reply_type: type[R], timeout: float | None = None) -> R:
        """The final reply to a request. Raises what it stands for."""
        notation = await self._coordinates.of(request)
        reply = await self._exchange(asked(request, notation), timeout)
        return _checked(await self._coordinates.read(reply, notation), request, reply_type)

    async def _look(self, request: m.AnyRequest, reply_type: type[R]) -> R:
        """The same in the squares of messages."""
        return _checked(await self._exchange(request), request, reply_type)

    async def _describe(self, variant: str) -> m.Description:
        return await self._look(m.DescribeVariant(id=self._id(), variant=variant), m.Description)

    async def _show(self, session: str) -> m.Position:
        return await self._look(m.Show(id=self._id(), session=session), m.Position)

    async def _exchange(self, request: m.AnyRequest, timeout: float | None = None) -> m.AnyReply:
        seconds = self.timeout if timeout is None else timeout
        try:
            async with asyncio.timeout(seconds):
                reply = await (await self._wire.post(request)).get()
        except TimeoutError:
            raise RequestTimeout(f"no reply to {_tag(request)!r} within {seconds:g} s") from None
        finally:
            self._wire.forget(request.id)
        if isinstance(reply, Exception):
            raise reply
        return reply


def _checked(reply: m.AnyReply, request: m.AnyRequest, reply_type: type[R]) -> R:
    """The reply, if it is one of the type. Raises ServiceError."""
    if isinstance(reply, m.Error):
        raise ServiceError.of(reply)
    if not isinstance(reply, reply_type):
        raise ServiceError("internal", f"{_tag(reply)!r} is no reply to {_tag(request)!r}")
    return reply


def _tag(message: m.AnyRequest | m.AnyReply) -> str:
    """What a message is called in the protocol."""
    return str(message.__struct_config__.tag)
