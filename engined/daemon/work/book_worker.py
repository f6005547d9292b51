"""Work on books: a thread for each task, which has the store writer write and the engine search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from engined.book.book import BadEntry, Book
from engined.book.deviation import Expansion, Survey, UnsearchedPosition, lacking, survey
from engined.book.folding import fold
from engined.book.tasks import (
    AddTask,
    BookCount,
    BookResult,
    BookTask,
    DeviateTask,
    FixTask,
    MergeTask,
    OtherBooksEntry,
)
from engined.engine.task_runner import TaskRunner
from engined.engine.tasks import EngineFailure, SearchTask, Stoppable
from engined.results import Interrupted, Reason, Result
from engined.roots.limits import Limits
from engined.rules.position import parse_move, parse_position
from engined.service.game import Game
from engined.variants.model import Variant
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.words import told

from ..store.store import Store

if TYPE_CHECKING:
    from ..store.books import BookStores
    from ..store.writer import Change, StoreWriter
    from .engine_port import EngineLike

T = TypeVar("T")
Item = TypeVar("Item")

GAMES_AT_ONCE = 20
"""Games in one transaction."""
POSITIONS_AT_ONCE = 200
"""Positions in one transaction."""
EXPANSIONS_AT_ONCE = 16
"""New positions between two surveys of a small book; of a large one, a part of it as large as this."""
EXPANDED_PART = 8
QUIET = 3600.0
"""Seconds between two snapshots of a search that nobody watches."""


class _Failed(Exception):
    """The engine could not search."""

    def __init__(self, failure: EngineFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def start_book_task(
    task: BookTask,
    store_writer: StoreWriter,
    engine: EngineLike,
    on_info: Callable[[BookCount], None],
    on_final: Callable[[BookResult | EngineFailure], None],
) -> Stoppable:
    """Begin a task. ``on_final`` is called exactly once, whatever happens; both are called from other threads."""
    worker = BookWorker(task, store_writer, engine)
    running = TaskRunner[BookCount](
        worker.work, on_info, lambda reason, raised: on_final(worker.final(reason, raised)), task.interval
    )
    running.start()
    return running


class BookWorker:
    """One task: the work, and what it has to say at any moment."""

    def __init__(self, task: BookTask, store_writer: StoreWriter, engine: EngineLike) -> None:
        self._task = task
        self._store_writer = store_writer
        self._engine = engine
        self._began = time.monotonic()
        self._games = self._known = self._added = self._searched = self._dropped = self._nodes = 0
        self._refused: list[tuple[int, str]] = []
        self._limited = False
        self._positions = 0

    def work(self, running: TaskRunner[BookCount]) -> None:
        """Do it, until done or interrupted. What is done is on disk."""
        try:
            match self._task:
                case AddTask():
                    self._add(self._task, running)
                case MergeTask():
                    self._merge(self._task, running)
                case DeviateTask():
                    self._deviate(self._task, running)
                case FixTask():
                    self._fix(self._task, running)
        finally:
            self._positions = self._do(lambda store, books: len(books.book(self._task.variant).store))

    def final(self, reason: Reason | None, raised: Exception | None) -> BookResult | EngineFailure:
        """The end."""
        if isinstance(raised, _Failed):
            return raised.failure
        if raised is not None:
            return EngineFailure(Code.INTERNAL, f"{type(raised).__name__}: {raised}")
        return BookResult(
            reason=reason or (Reason.LIMIT if self._limited else Reason.DONE),
            games=self._games,
            known=self._known,
            added=self._added,
            searched=self._searched,
            dropped=self._dropped,
            refused=tuple(self._refused),
            positions=self._positions,
            nodes=self._nodes,
            seconds=time.monotonic() - self._began,
        )

    # --- games and other books ------------------------------------------------------------------------

    def _add(self, task: AddTask, running: TaskRunner[BookCount]) -> None:
        for first, part in _parts(task.games, GAMES_AT_ONCE):
            games: list[Game] = []
            for index, given in enumerate(part, first):
                running.check()
                try:
                    games.append(Game.begin(task.variant, given.start).play(given.moves, record=True))
                except ProtocolError as error:
                    self._refused.append((index, told(error.message, error.field)))
            self._count(games, task.plies)
            self._tell(running, first + len(part), len(task.games))

    def _count(self, games: Sequence[Game], plies: int) -> None:
        counted = self._do(
            lambda store, books: [
                store.add_game(books, game.positions, game.moves, game.result, plies) for game in games
            ]
        )
        self._games += sum(new for new, _ in counted)
        self._known += sum(not new for new, _ in counted)
        self._added += sum(added for _, added in counted)

    def _merge(self, task: MergeTask, running: TaskRunner[BookCount]) -> None:
        for first, part in _parts(task.entries, POSITIONS_AT_ONCE):
            running.check()
            self._take(task.variant, part, first)
            self._tell(running, first + len(part), len(task.entries))

    def _take(self, variant: Variant, entries: Sequence[OtherBooksEntry], first: int) -> None:
        def take(store: Store, books: BookStores) -> tuple[int, list[tuple[int, str]]]:
            new, refused = 0, []
            book = books.book(variant)
            for index, entry in enumerate(entries, first):
                try:
                    new += book.merge(entry.text, entry.games, entry.leaves)
                except BadEntry as error:
                    refused.append((index, str(error)))
            return new, refused

        new, refused = self._do(take)
        self._added += new
        self._known += len(entries) - new - len(refused)
        self._refused += refused

    # --- analyses -------------------------------------------------------------------------------------

    def _deviate(self, task: DeviateTask, running: TaskRunner[BookCount]) -> None:
        root = fold(task.position)
        self._added += self._do(lambda store, books: books.book(task.variant).place(root.position))
        tried: set[tuple[str, tuple[str, ...]]] = set()
        depth = task.depth if task.deepen else 0
        while True:
            running.check()
            todo = self._do(
                lambda store, books: survey(books.book(task.variant), root.key, task.error, task.plies, depth)
            )
            searches = [search for search in todo.searches if (search.text, search.moves) not in tried]
            if searches:
                tried |= {(search.text, search.moves) for search in searches}
                self._search_all(searches, len(todo.expansions), running)
            elif not self._expand(task, todo):
                return

    def _expand(self, task: DeviateTask, todo: Survey) -> bool:
        """Put some positions in; False when there are none to put in, or enough."""
        most = max(EXPANSIONS_AT_ONCE, todo.seen // EXPANDED_PART)
        if task.positions is not None:
            most = min(most, task.positions - self._added)
        chosen = sorted(todo.expansions, key=lambda expansion: (expansion.error, expansion.plies))[:most]
        self._limited = bool(todo.expansions) and not chosen

        def place(store: Store, books: BookStores) -> int:
            book = books.book(task.variant)
            return sum(_place(book, expansion) for expansion in chosen)

        self._added += self._do(place)
        return bool(chosen)

    def _fix(self, task: FixTask, running: TaskRunner[BookCount]) -> None:
        variant = task.variant
        keys, self._dropped = self._do(lambda store, books: _sound_keys(books.book(variant)))
        for first, part in _parts(keys, POSITIONS_AT_ONCE):
            running.check()
            self._refresh(variant, part)
            self._tell(running, first + len(part), len(keys), "checking positions")
        if task.depth is not None:
            depth = task.depth if task.deepen else 0
            searches: list[UnsearchedPosition] = []
            for _, part in _parts(keys, POSITIONS_AT_ONCE):
                running.check()
                searches += self._lacking(variant, part, depth)
            self._search_all(searches, 0, running)

    def _refresh(self, variant: Variant, keys: Sequence[int]) -> None:
        def refresh(store: Store, books: BookStores) -> int:
            book = books.book(variant)
            return sum(not book.refresh(key) for key in keys)

        self._dropped += self._do(refresh)

    def _lacking(self, variant: Variant, keys: Sequence[int], depth: int) -> list[UnsearchedPosition]:
        return self._do(lambda store, books: list(_searches(books.book(variant), keys, depth)))

    def _search_all(self, searches: Sequence[UnsearchedPosition], waiting: int, running: TaskRunner[BookCount]) -> None:
        for number, search in enumerate(searches):
            self._tell(running, self._searched, self._searched + len(searches) - number + waiting, "searching")
            self._search(search, running)

    def _search(self, search: UnsearchedPosition, running: TaskRunner[BookCount]) -> None:
        """Analyse the moves of a position that lead out of the book, and have the book learn. Raises Interrupted."""
        task = self._task
        assert isinstance(task, DeviateTask | FixTask)
        assert task.depth is not None
        position = parse_position(task.variant, search.text)
        ended: SimpleQueue[object] = SimpleQueue()
        analysis = SearchTask(
            position=position,
            limits=Limits(
                only=frozenset(parse_move(position, move) for move in search.moves),
                best=1,
                depth=task.depth,
                seconds=task.seconds,
                threads=task.threads,
            ),
            interval=QUIET,
        )
        under_way = self._engine.start(analysis, lambda news: None, ended.put)
        running.pause.add(under_way)
        try:
            running.arm(under_way.stop, None)
        except Interrupted:
            under_way.stop()
        outcome = ended.get()
        running.arm(lambda: None, None)
        if not isinstance(outcome, Result):
            assert isinstance(outcome, EngineFailure)
            raise _Failed(outcome)
        self._searched += 1
        self._nodes += outcome.nodes
        proven = outcome.reason is Reason.DONE
        self._do(lambda store, books: books.book(task.variant).learn(position, outcome.lines, proven=proven))

    # --- to and fro -----------------------------------------------------------------------------------

    def _do(self, change: Change[T]) -> T:
        return self._store_writer.change(change).result()

    def _tell(self, running: TaskRunner[BookCount], done: int, of: int, state: str = "") -> None:
        count = BookCount(done, of - done, self._added, self._nodes, time.monotonic() - self._began, state)
        running.tell(lambda: count)


def _place(book: Book, expansion: Expansion) -> bool:
    position = parse_position(book.variant, expansion.text)
    return book.place(position.play(parse_move(position, expansion.move)))


def _sound_keys(book: Book) -> tuple[list[int], int]:
    """All keys, late positions first, and how many were dropped because nothing could be read there."""
    broken = [key for key in book.store.page(None, -1) if book.store.get(key) is None]
    for key in broken:
        book.store.drop(key)
    return book.in_order(), len(broken)


def _searches(book: Book, keys: Sequence[int], depth: int) -> Iterator[UnsearchedPosition]:
    for key in keys:
        node = book.store.get(key)
        moves = () if node is None else lacking(book, node, depth)
        if node is not None and moves:
            yield UnsearchedPosition(node.text, moves, 0)


def _parts(items: Sequence[Item], size: int) -> Iterator[tuple[int, Sequence[Item]]]:
    """Parts of that size, each with the index of its first item."""
    for first in range(0, len(items), size):
        yield first, items[first : first + size]
