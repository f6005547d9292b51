"""From a request about a book to the task."""

from __future__ import annotations

from engined.book.node import Leaf
from engined.book.tasks import AddTask, BookTask, DeviateTask, Entry, FixTask, GivenGame, MergeTask
from engined.results import Kind
from engined.rules.position import Position
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError


def assign_book(request: m.BookWork, position: Position) -> BookTask:
    """The task that a request asks for; the position names the variant. Raises ProtocolError for another's book."""
    variant = position.variant
    match request:
        case m.BookAdd():
            games = tuple(GivenGame(game.start, game.moves) for game in request.games)
            return AddTask(variant=variant, games=games, plies=request.plies, interval=request.interval)
        case m.BookMerge():
            if request.digest != variant.digest:
                message = f"this book is not of {variant.name} as it is declared here: its digest is another"
                raise ProtocolError(Code.INVALID, message, "digest")
            return MergeTask(variant=variant, entries=tuple(map(_entry, request.entries)), interval=request.interval)
        case m.BookDeviate():
            return DeviateTask(
                position=position,
                error=request.error,
                plies=request.plies,
                positions=request.positions,
                depth=request.depth,
                seconds=request.seconds,
                deepen=request.deepen,
                interval=request.interval,
            )
        case m.BookFix():
            return FixTask(
                variant=variant,
                depth=request.depth,
                seconds=request.seconds,
                deepen=request.deepen,
                interval=request.interval,
            )


def _entry(entry: m.BookEntry) -> Entry:
    leaves = (Leaf(leaf.move, leaf.score, Kind(leaf.kind), leaf.depth, leaf.confidence) for leaf in entry.leaves)
    return Entry(entry.position, entry.games, tuple(leaves))
