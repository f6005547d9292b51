"""Pages and the games that they show. Pages of one game are one client of the daemon: a move of one is seen by all."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import get_args

from msgspec import structs

from engined_protocol import messages as m
from engined_protocol.errors import Code

from ..drawing.variants import rules_of
from ..drawing.wording import Language, Wording
from ..errors import ClientError, ServiceError
from ..notation import Notation
from ..terminal.command import WrongInput
from ..wire import Wire
from .bounds import MOST_PAGES, MOST_UNDER_WAY, Bounds
from .colour_draw import after, decided, question
from .game_lists import GameLists
from .kept_games import KeptGames, NoRoom, version_of
from .lessons import Lessons
from .library import Library
from .link import Link
from .messages import (
    NO_DAEMON,
    AskHint,
    AskRules,
    AskWhy,
    GatewayReply,
    GatewayRequest,
    Hint,
    JudgedMove,
    JudgeMove,
    KeepGame,
    KeptGame,
    Reasons,
    RecallGame,
    RecallReview,
    Reviewed,
    ReviewGame,
    Rules,
    SearchLibrary,
)
from .messages.arbiter import ColourDraw, DrawRequest, RecallDraw
from .messages.club import TournamentRequest
from .messages.lessons import LessonRequest
from .messages.my_games import ListRequest
from .outbox import Outbox, Unread
from .reviews import Reviews
from .tournaments import Tournaments

LEAVING_SECONDS = 5.0
"""The seconds that a daemon may take to confirm that it stops what a closed page has asked for."""


Study = ReviewGame | AskWhy | AskHint | JudgeMove
"""The requests that are searched for here, beside the gateway's loop, and can be stopped."""
_STOPPED: dict[type, type[Reviewed | Reasons | Hint | JudgedMove]] = {
    ReviewGame: Reviewed,
    AskWhy: Reasons,
    AskHint: Hint,
    JudgeMove: JudgedMove,
}
"""The reply to each of these that says that it was stopped."""


class Full(Exception):
    """There are as many pages as may be."""


@dataclass(frozen=True, slots=True)
class Studies:
    """What answers the questions of pages that are no daemon's."""

    reviews: Reviews
    library: Library
    lessons: Lessons
    tournaments: Tournaments
    lists: GameLists


class Pages:
    """All pages that are open, by the name of their client."""

    def __init__(self, link: Link, kept: KeptGames, bounds: Bounds, studies: Studies) -> None:
        self.link = link
        self._kept = kept
        self._most_games = bounds.games
        self._studies = studies
        self._unread = Unread()
        self._clients: dict[str, SharedClient] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        link.told.append(self._tell)

    @contextmanager
    def page(self, name: str) -> Iterator[Page]:
        """A page of the client of that name, while it is open. Raises Full."""
        if sum(len(client.pages) for client in self._clients.values()) >= MOST_PAGES:
            raise Full(f"{MOST_PAGES} pages are open: close one first")
        if name not in self._clients and len(self._clients) >= self._most_games:
            raise Full(f"{self._most_games} games are open, which is all that this server has files for")
        client = self._clients.setdefault(name, SharedClient(name, self.link, self._kept))
        page = Page(client, self._studies, self._unread)
        client.pages.append(page)
        try:
            yield page
        finally:
            # In a task of its own: who serves the page may have been cancelled.
            client.pages.remove(page)
            leaving = asyncio.create_task(self._leave(page, client))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    async def close(self) -> None:
        """Come back when all pages that were closed have left."""
        await asyncio.gather(*self._leaving)

    async def _leave(self, page: Page, client: SharedClient) -> None:
        await page.leave()
        if not client.pages and self._clients.get(client.name) is client:
            del self._clients[client.name]
            await client.close()

    def _tell(self, there: bool) -> None:
        """Tell all pages that the daemon has come or gone."""
        gone = m.Error(id="", code=NO_DAEMON, message="the daemon is gone; this page goes on as soon as it is back")
        for client in self._clients.values():
            for page in client.pages:
                page.outbox.put(m.Pong(id="") if there else gone)


class SharedClient:
    """One client of the daemon, for all pages of its name."""

    def __init__(self, name: str, link: Link, kept: KeptGames) -> None:
        self.name = name
        self.pages: list[Page] = []
        self.kept = kept
        self.keeping = asyncio.Lock()
        """One tree after the other, so that each is told to all pages in the order in which they are kept."""
        self.draw = ColourDraw(id="")
        self.drawing = asyncio.Lock()
        """One step of the draw of colours after the other."""
        self._link = link
        self._wire: Wire | None = None
        self._ids = itertools.count(1)

    def new_id(self) -> str:
        """An id for a request of ours."""
        return f"{next(self._ids)}"

    async def post(self, request: m.AnyRequest) -> asyncio.Queue[m.AnyReply | Exception]:
        """Send a request, which has a :meth:`new_id`; where its replies arrive. Raises ClientError."""
        if self._wire is not None and self._wire.broken:
            # In this order: another request may come while it is closed, and there must be but one new wire.
            broken, self._wire = self._wire, None
            await broken.close()
        if self._wire is None:
            self._wire = self._link.wire(f"web-{self.name}", self._tell_all)
        return await self._wire.post(request)

    def tell_others(self, page: Page, reply: GatewayReply) -> None:
        """What one page has changed the others learn without having asked: with an empty ``id``."""
        for other in self.pages:
            if other is not page:
                other.outbox.put(structs.replace(reply, id=""))

    def _tell_all(self, reply: GatewayReply) -> None:
        """What nobody has asked for."""
        for page in self.pages:
            page.outbox.put(reply)

    async def close(self) -> None:
        """Leave the daemon."""
        if self._wire is not None:
            await self._wire.close()


class Page:
    """One page: its requests under way, and what waits to be sent to it."""

    def __init__(self, client: SharedClient, studies: Studies, unread: Unread) -> None:
        self.outbox = Outbox(unread)
        self._client = client
        self._studies = studies
        self._under_way: dict[str, str] = {}
        """Ids as the daemon knows them, by the page's own."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._reviewing: dict[str, asyncio.Task[None]] = {}
        """The tasks that answer requests for a review or a reason, by their ids."""

    def ask(self, request: GatewayRequest) -> None:
        """Have a request answered: its replies come into the outbox, whatever happens."""
        if request.id in self._under_way:
            message = f"{request.id!r} is still being answered"
            self.outbox.put(m.Error(id=request.id, code=Code.DUPLICATE_ID, message=message, field="id"))
            return
        if len(self._under_way) >= MOST_UNDER_WAY and not isinstance(request, m.Stop):
            message = f"{MOST_UNDER_WAY} requests of this page are being answered: wait for one of them"
            self.outbox.put(m.Error(id=request.id, code=Code.BUSY, message=message))
            return
        self._under_way[request.id] = ""
        task = asyncio.create_task(self._answer(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if isinstance(request, Study):
            self._reviewing[request.id] = task

    async def leave(self) -> None:
        """The page is gone: what it has asked for need not be answered any more. Back when the daemon knows that: the
        sockets may be closed then.
        """
        self.outbox.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(
            ClientError, TimeoutError
        ):  # a daemon that is gone or stuck; nobody is left to be told
            async with asyncio.timeout(LEAVING_SECONDS):
                jobs = [job for job in self._under_way.values() if job]
                stops = [m.Stop(id=self._client.new_id(), target=job) for job in jobs]
                for replies in [await self._client.post(stop) for stop in stops]:
                    await replies.get()

    async def _answer(self, request: GatewayRequest) -> None:
        try:
            if isinstance(request, KeepGame | RecallGame | RecallReview):
                await self._keep(request)
            elif isinstance(request, Study):
                await self._study(request)
            elif isinstance(request, DrawRequest):
                await self._draw(request)
            elif isinstance(request, LessonRequest):
                self._finish(await self._studies.lessons.answer(request))
            elif isinstance(request, ListRequest):
                self._finish(await self._studies.lists.answer(request))
            elif isinstance(request, TournamentRequest):
                self._finish(await self._studies.tournaments.answer(request))
            elif isinstance(request, AskRules):
                self._finish(await self._rules(request))
            elif isinstance(request, SearchLibrary):
                self._finish(await self._studies.library.search(request))
            elif isinstance(request, m.Stop):
                await self._stop(request)
            else:
                await self._pass_on(request)
        except ServiceError as error:
            self._finish(m.Error(id=request.id, code=error.code, message=error.message, field=error.field))
        except ClientError as error:
            self._finish(m.Error(id=request.id, code=NO_DAEMON, message=str(error)))
        except WrongInput as error:
            self._finish(m.Error(id=request.id, code=Code.INVALID, message=str(error)))
        except NoRoom as error:
            self._finish(m.Error(id=request.id, code=Code.BUSY, message=str(error)))
        except OSError as error:
            self._finish(m.Error(id=request.id, code=Code.INTERNAL, message=f"not kept: {error.strerror}"))

    async def _keep(self, request: KeepGame | RecallGame | RecallReview) -> None:
        name, kept = self._client.name, self._client.kept
        if isinstance(request, RecallReview):
            reviewed = await asyncio.to_thread(kept.recall_review, name) or Reviewed(id="")
            self._finish(structs.replace(reviewed, id=request.id))
            return
        if isinstance(request, RecallGame):
            game = await asyncio.to_thread(kept.recall, name)
            forgotten = game is None and kept.has_forgotten(name)
            self._finish(KeptGame(id=request.id, game=game, version=version_of(game), forgotten=forgotten))
            return
        async with self._client.keeping:
            other = await asyncio.to_thread(kept.keep_after, name, request.game, request.after)
            reply = KeptGame(id=request.id, game=other, version=version_of(other or request.game))
            if other is None:
                self._client.tell_others(self, structs.replace(reply, game=request.game))
            self._finish(reply)

    async def _draw(self, request: DrawRequest) -> None:
        """A step of the draw of colours: kept and told to the other pages once the daemon has said what comes of it."""
        async with self._client.drawing:
            draw = after(self._client.draw, request)
            if (asked := question(draw)) is not None:
                drawn = await self._asked(structs.replace(asked, id=self._client.new_id()))
                if not isinstance(drawn, m.ColoursDrawn):
                    self._finish(structs.replace(drawn, id=request.id))
                    return
                draw = decided(draw, drawn)
            self._client.draw = draw
            if not isinstance(request, RecallDraw):
                self._client.tell_others(self, draw)
            self._finish(structs.replace(draw, id=request.id))

    async def _asked(self, request: m.AnyRequest) -> m.AnyReply:
        """The daemon's answer to a request that has but one. Raises ClientError."""
        reply = await (await self._client.post(request)).get()
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def _study(self, request: Study) -> None:
        try:
            match request:
                case AskWhy():
                    self._finish(await self._studies.reviews.why(request))
                case AskHint():
                    self._finish(await self._studies.reviews.hint(request))
                case JudgeMove():
                    self._finish(await self._studies.reviews.judged(request))
                case ReviewGame():
                    await self._review(request)
        except asyncio.CancelledError:  # by a stop, or because the page is gone, where nobody reads it
            self._finish(_STOPPED[type(request)](id=request.id, reason="stopped"))

    async def _review(self, request: ReviewGame) -> None:
        reviewed = await self._studies.reviews.review(request, self.outbox.put)
        await asyncio.to_thread(self._client.kept.keep_review, self._client.name, reviewed)
        self._client.tell_others(self, reviewed)
        self._finish(reviewed)

    async def _rules(self, request: AskRules) -> GatewayReply:
        reply = await self._asked(m.DescribeVariant(id=self._client.new_id(), variant=request.variant))
        if not isinstance(reply, m.Description):
            return structs.replace(reply, id=request.id)
        notation = Notation.of(reply)
        return Rules(
            id=request.id, told={name: rules_of(reply, Wording(notation, name)) for name in get_args(Language)}
        )

    async def _stop(self, request: m.Stop) -> None:
        """End reviews here, and jobs at the daemon."""
        target = request.target
        ended = [id for id in self._reviewing if target in (None, id)]
        for id in ended:
            self._reviewing.pop(id).cancel()
        if target is not None and ended:
            self._finish(m.Stopped(id=request.id, jobs=1))
        else:
            known = target and (self._under_way.get(target) or target)
            await self._pass_on(structs.replace(request, target=known), ended=len(ended))

    async def _pass_on(self, request: m.AnyRequest, ended: int = 0) -> None:
        """``ended``: so many jobs that a stop has ended already."""
        # Known before it is sent: the page may be closed, or a stop may come, while it waits for its turn.
        own = self._under_way[request.id] = self._client.new_id()
        replies = await self._client.post(structs.replace(request, id=own))
        while True:
            reply = await replies.get()
            if isinstance(reply, Exception):
                raise reply
            told = structs.replace(reply, id=request.id)
            if isinstance(reply, m.Partial):
                self.outbox.put(told)
                continue
            if isinstance(told, m.Stopped):
                told = structs.replace(told, jobs=told.jobs + ended)
            if isinstance(told, m.Position) and not isinstance(request, m.Show):
                self._client.tell_others(self, told)
            if isinstance(told, m.Judgement) and isinstance(request, m.Judge) and request.session:
                self._client.tell_others(self, told)
            if isinstance(told, m.Analysis) and told.played and isinstance(request, m.Analyse):
                await self._show_others(request.session)
            self._finish(told)
            return

    async def _show_others(self, session: str | None) -> None:
        """A move that an analysis has played."""
        replies = await self._client.post(m.Show(id=self._client.new_id(), session=session))
        position = await replies.get()
        if isinstance(position, m.Position):
            self._client.tell_others(self, position)

    def _finish(self, reply: GatewayReply) -> None:
        self._under_way.pop(reply.id, None)
        self._reviewing.pop(reply.id, None)
        self.outbox.put(reply)
