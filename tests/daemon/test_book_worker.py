"""Work on books, with a real store and rules and an engine without search."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest

from engined.book.book import Book
from engined.book.deviation import survey
from engined.book.folding import fold
from engined.book.node import Leaf
from engined.book.tasks import (
    AddTask,
    BookCount,
    BookResult,
    BookTask,
    DeviateTask,
    FixTask,
    GivenGame,
    MergeTask,
    OtherBooksEntry,
)
from engined.daemon.store.store import StoreError
from engined.daemon.store.writer import StoreWriter
from engined.daemon.work.book_worker import start_book_task
from engined.engine.tasks import End, EngineFailure, PerftCount, SearchTask, Task
from engined.results import Certainty, Reason, Result, Snapshot
from engined.rules.position import format_position, move_text, start
from engined.service.game import Game
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol.errors import Code
from tests.patience import PATIENCE
from tests.service.fake_engine import FakeEngine, lines_of

OTHELLO = Catalogue().get("othello")
TINY = Catalogue().get("othello-4x4")


class PlainEngine(FakeEngine):
    """Says at once what each move asked about leads by; or fails, or waits for ever."""

    def __init__(self, failure: EngineFailure | None = None) -> None:
        super().__init__(lambda variant, state: None)
        self.searched: list[SearchTask] = []
        self.failure = failure
        self.waits = threading.Event()
        """Set: searches go on until they are stopped."""
        self.waiting = threading.Event()
        """Set by a search that waits."""

    def start(
        self,
        task: Task,
        on_info: Callable[[Snapshot | PerftCount], None],
        on_final: Callable[[End], None],
    ) -> PlainRunning:
        assert isinstance(task, SearchTask)
        self.searched.append(task)
        running = PlainRunning(self, task, on_final)
        if self.waits.is_set():
            self.waiting.set()
        else:
            running.end(Reason.DONE)
        return running


class PlainRunning:
    def __init__(
        self, engine: PlainEngine, task: SearchTask, on_final: Callable[[Result | EngineFailure], None]
    ) -> None:
        self._engine = engine
        self._task = task
        self._on_final = on_final

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        self.end(reason)

    def hold(self) -> None:
        pass

    def go_on(self) -> None:
        pass

    def end(self, reason: Reason) -> None:
        on_final, self._on_final = self._on_final, lambda outcome: None
        depth = self._task.limits.depth or 1
        lines = lines_of(self._task.position, Certainty.ESTIMATE, depth)
        wanted = [line for line in lines if line.move in self._task.limits.only]
        on_final(self._engine.failure or Result(reason, depth, tuple(wanted[:1] or lines[:1]), 10, 0.0))


class Office:
    """A store writer, an engine, and what a task says."""

    def __init__(self, path: Path) -> None:
        self.store_writer = StoreWriter(path, lambda event: None, self.trouble, self.trouble)
        self.engine = PlainEngine()
        self.counts: SimpleQueue[BookCount] = SimpleQueue()

    def trouble(self, text: str) -> None:
        raise AssertionError(text)

    def begin(self, task: BookTask) -> tuple[Callable[[], BookResult | EngineFailure], Callable[[], None]]:
        """How to wait for a task's end, and how to stop it."""
        ended, outcomes = threading.Event(), []

        def end(outcome: BookResult | EngineFailure) -> None:
            outcomes.append(outcome)
            ended.set()

        running = start_book_task(task, self.store_writer, self.engine, self.counts.put, end)

        def wait() -> BookResult | EngineFailure:
            assert ended.wait(PATIENCE)
            (outcome,) = outcomes
            return outcome

        return wait, running.stop

    def do(self, task: BookTask) -> BookResult:
        outcome = self.begin(task)[0]()
        assert isinstance(outcome, BookResult), outcome
        return outcome

    def book(self, variant: Variant = OTHELLO) -> Book:
        store = self.store_writer.wait()
        assert store is not None
        return store.book(variant, self.trouble)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(tmp_path / "store.sqlite")
    yield made
    assert made.store_writer.close(PATIENCE)


def games(*transcripts: str) -> tuple[GivenGame, ...]:
    return tuple(GivenGame(None, tuple(transcript.split())) for transcript in transcripts)


def deviate(
    *, error: float = 0.0, plies: int = 60, positions: int | None = None, depth: int = 3, deepen: bool = False
) -> DeviateTask:
    return DeviateTask(
        position=start(OTHELLO), error=error, plies=plies, positions=positions, depth=depth, seconds=None, deepen=deepen
    )


def test_games_are_added_and_bad_ones_named(office: Office) -> None:
    task = AddTask(variant=OTHELLO, games=games("f5 d6 c3", "f5 f5", "f5 d6", "z9", "c4 e3"), plies=2)
    done = office.do(task)
    assert (done.reason, done.games, done.known, done.added, done.positions) == (Reason.DONE, 3, 0, 3, 3)
    assert [index for index, _ in done.refused] == [1, 3]
    assert "move 2, f5: f5 is occupied" in done.refused[0][1]
    again = office.do(task)
    assert (again.games, again.known, again.added, again.positions) == (0, 3, 0, 3)


def test_passes_may_be_left_out(office: Office) -> None:
    random = Random(1)
    game = Game.begin(TINY)
    while not game.position.over or "--" not in game.moves[:-1]:
        game = Game.begin(TINY) if game.position.over else game
        game = game.play((move_text(game.position, random.choice(game.position.legal())),))
    without = tuple(move for move in game.moves if move != "--")
    assert len(without) < len(game.moves)
    done = office.do(AddTask(variant=TINY, games=(GivenGame(None, without),), plies=60))
    assert (done.refused, done.added) == ((), len(game.positions))
    again = office.do(AddTask(variant=TINY, games=(GivenGame(None, game.moves),), plies=60))
    assert (again.known, again.games) == (1, 0)


def test_deviate_completes_what_is_within_its_limits(office: Office) -> None:
    done = office.do(deviate(plies=2, error=64.0))
    assert done.reason is Reason.DONE
    # The start, one position after it, three after that; two plies away is the end.
    assert (done.added, done.positions) == (5, 5)
    found = survey(office.book(), fold(start(OTHELLO)).key, 64.0, 2)
    assert (found.searches, found.expansions, found.seen) == ((), (), 5)
    assert office.do(deviate(plies=2, error=64.0)).searched == 0
    deeper = office.do(deviate(plies=2, error=64.0, depth=5, deepen=True))
    assert deeper.searched > 0


def test_deviate_asks_for_the_moves_that_lead_out_of_the_book(office: Office) -> None:
    office.do(AddTask(variant=OTHELLO, games=games("f5 d6"), plies=60))
    office.do(deviate(plies=1))
    after_f5 = next(task for task in office.engine.searched if task.position.empties == 59)
    assert len(after_f5.limits.only) == 2
    assert (after_f5.limits.best, after_f5.limits.depth) == (1, 3)


def test_deviate_ends_with_so_many_new_positions(office: Office) -> None:
    done = office.do(deviate(error=64.0, positions=7))
    assert (done.reason, done.added, done.positions) == (Reason.LIMIT, 7, 7)


def test_deviate_is_stopped_in_the_middle_of_a_search_and_keeps_what_it_has(office: Office) -> None:
    office.do(deviate(plies=1))
    office.engine.waits.set()
    wait, stop = office.begin(deviate(error=64.0))
    assert office.engine.waiting.wait(PATIENCE)
    while office.counts.get(timeout=PATIENCE).state != "searching":
        pass
    stop()
    done = wait()
    assert isinstance(done, BookResult)
    assert done.reason is Reason.STOPPED
    assert done.positions == len(office.book().store) > 2


def test_an_engine_that_cannot_is_named(office: Office) -> None:
    office.engine.failure = EngineFailure(Code.UNSUPPORTED, "not this one")
    assert office.begin(deviate())[0]() == office.engine.failure


def test_fix_fills_the_gaps(office: Office) -> None:
    office.do(AddTask(variant=OTHELLO, games=games("f5 d6 c3", "f5 f6 e6"), plies=60))
    checked = office.do(FixTask(variant=OTHELLO, depth=None, seconds=None, deepen=False))
    assert (checked.searched, checked.dropped, checked.positions) == (0, 0, 6)
    done = office.do(FixTask(variant=OTHELLO, depth=3, seconds=None, deepen=False))
    # The start has one move, and that is in the book: nothing to look at.
    assert done.searched == 5
    book = office.book()
    assert all(book.value_of(key) is not None for key in book.store.page(None, -1))
    assert office.do(FixTask(variant=OTHELLO, depth=3, seconds=None, deepen=False)).searched == 0


def test_merge_takes_what_makes_sense(office: Office) -> None:
    good = OtherBooksEntry(format_position(start(OTHELLO)), 3, (Leaf("f5", 1.0, Certainty.ESTIMATE, 5),))
    done = office.do(MergeTask(variant=OTHELLO, entries=(OtherBooksEntry("rubbish", 1, ()), good, good)))
    assert (done.added, done.known, done.positions) == (1, 1, 1)
    assert [index for index, _ in done.refused] == [0]


def test_a_daemon_that_ends_tells_those_who_come_too_late(tmp_path: Path) -> None:
    office = Office(tmp_path / "other.sqlite")
    assert office.store_writer.close(PATIENCE)
    change = office.store_writer.change(lambda store, books: 1)
    with pytest.raises(StoreError, match="closed"):
        change.result(PATIENCE)
