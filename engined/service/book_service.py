"""What the service does with books: shows them, plays from them, and has them learn from analyses."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from engined.book.book import Book
from engined.book.folding import KEY_BITS, fold, unbookable
from engined.book.given import pack
from engined.book.node import BookNode
from engined.book.opened import BookMove, Opened, open_at
from engined.results import Certainty, Reason, Result
from engined.rules.position import Position
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .events import SaveAnalysis
from .game import Game
from .replies.positions import opening_names

REMEMBERED = 4096
"""Analyses that are remembered in case their game is learnt."""
LEAST_DEPTH = 8
"""Plies: less deep an estimate is not worth keeping."""


class Advice(Struct, frozen=True):
    """What the book says about the moves of an analysis."""

    opened: Opened
    draw: float
    """The worth of a proven draw to the mover, in discs."""
    only: frozenset[str]
    """The moves asked about; empty for all."""
    best: int | None
    """The number of best moves that are wanted; None for all."""

    variety: float = 0.0
    """The discs that a move of the book may give away: see :meth:`~engined.book.opened.Opened.choice`."""

    def choice(self, lot: float) -> BookMove | None:
        """The move to play at once, if there is one, by a lot from 0 to 1."""
        return self.opened.choice(self.draw, self.only, self.variety, lot)

    def counted(self, moves: tuple[m.ScoredMove, ...]) -> tuple[m.ScoredMove, ...]:
        """The same moves, with how often they were played."""
        return tuple(replace(move, games=self.opened.games_of(move.move)) for move in moves)

    def beside(self, searched: tuple[m.ScoredMove, ...], depth: int) -> tuple[m.ScoredMove, ...]:
        """The moves of a search of some depth, best first, with how often they were played, and those of the book that
        see farther than it does.
        """
        worth: dict[str, tuple[float, m.ScoredMove]] = {
            move.move: (self.draw if move.kind == Certainty.EXACT and move.score == 0 else move.score, move)
            for move in self.counted(searched)
        }
        for move in self.opened.best_first(self.draw):
            rival = worth.get(move.move)
            if not move.linked or (self.only and move.move not in self.only):
                continue
            seen = depth if rival is None else rival[1].depth
            proven = rival is not None and rival[1].kind not in (Certainty.ESTIMATE, Certainty.SELECTIVE)
            if not proven and move.value.horizon > seen:
                worth[move.move] = (move.value.worth(self.draw), book_move(move))
        ranked = sorted(worth.values(), key=lambda pair: pair[0], reverse=True)
        return tuple(move for _, move in ranked[: self.best])


class BookService:
    """The books of all variants, read through ``book``, and the analyses of late. ``book`` gives None where there is
    no store; what is to be written comes back as effects.
    """

    def __init__(self, book: Callable[[Variant], Book | None], variety: float = 0.0) -> None:
        """``variety`` is that of moves, where a request says nothing."""
        self._book = book
        self._variety = variety
        self._recent: OrderedDict[int, SaveAnalysis] = OrderedDict()

    def advise(self, request: m.Analyse, position: Position) -> Advice | None:
        """What the book has for an analysis; None if it has nothing, or is not to be asked."""
        opened = None if request.book == "ignore" else self._open(position)
        if opened is None:
            return None
        draw = position.draw_worth(request.contempt)
        only = frozenset(move.lower() for move in request.only)
        variety = self._variety if request.variety is None else request.variety
        return Advice(opened, draw, only, request.best, variety)

    def heard(self, request: m.Work, position: Position, outcome: Result) -> SaveAnalysis | None:
        """An analysis has ended: what the book should learn from it now. It may learn more when the game is learnt."""
        if not isinstance(request, m.Analyse) or request.only or request.contempt or unbookable(position.variant):
            return None
        exact = bool(outcome.lines) and outcome.lines[0].score.kind is Certainty.EXACT
        if not outcome.lines or ((outcome.by_rules or outcome.depth < LEAST_DEPTH) and not exact):
            return None
        analysis = SaveAnalysis(position, outcome.lines, outcome.reason is Reason.DONE, request.learn)
        key = fold(position).key
        self._recent[key] = analysis
        self._recent.move_to_end(key)
        while len(self._recent) > REMEMBERED:
            self._recent.popitem(last=False)
        return analysis if request.learn or self._node(position) is not None else None

    def of_game(self, game: Game) -> tuple[SaveAnalysis, ...]:
        """The analyses of late of positions of a game."""
        if unbookable(game.variant):
            return ()
        found = (self._recent.get(fold(position).key) for position in game.positions)
        return tuple(analysis for analysis in found if analysis is not None)

    # --- requests -------------------------------------------------------------------------------------

    def check(self, variant: Variant, field: str = "variant") -> Book:
        """The book of a variant. Raises ProtocolError when there can be none."""
        why = unbookable(variant)
        if why:
            raise ProtocolError(Code.UNSUPPORTED, f"{variant.name} can have no book: {why}", field)
        book = self._book(variant)
        if book is None:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store, or it is not open yet: there are no books")
        return book

    def show(self, request: m.BookShow, game: Game) -> m.BookPosition:
        """What the book says of a game's position. Raises ProtocolError."""
        position = game.position
        book = self.check(position.variant)
        opened = open_at(book, position)
        named = opening_names(game)
        if opened is None:
            return m.BookPosition(
                id=request.id, variant=game.variant.name, positions=len(book.store), found=False, openings=named
            )
        value = opened.value
        moves = opened.best_first(position.draw_worth(request.contempt))
        return m.BookPosition(
            id=request.id,
            variant=game.variant.name,
            positions=len(book.store),
            found=True,
            games=opened.games,
            score=None if value is None else value.score,
            source="" if value is None else str(value.kind),
            depth=0 if value is None else value.depth,
            confidence=100 if value is None else value.confidence,
            plies=0 if value is None else value.plies,
            moves=tuple(book_move(move) for move in moves),
            unvalued=tuple(m.PlayedMove(move=played.move, games=played.games) for played in opened.unvalued),
            openings=named,
        )

    def page(self, request: m.BookExport, variant: Variant) -> m.BookPage:
        """Some positions of a book. Raises ProtocolError."""
        store = self.check(variant).store
        keys = store.page(_key(request.after), request.count)
        nodes = [(key, node) for key in keys if (node := store.get(key)) is not None]
        return m.BookPage(
            id=request.id,
            variant=variant.name,
            digest=variant.digest,
            entries=() if request.packed else tuple(_entry(node) for _, node in nodes),
            packed=tuple(pack(key, node) for key, node in nodes if node.value is not None) if request.packed else (),
            next=_next(keys[-1]) if len(keys) == request.count else "",
            positions=len(store),
        )

    def _open(self, position: Position) -> Opened | None:
        book = None if unbookable(position.variant) else self._book(position.variant)
        return None if book is None else open_at(book, position)

    def _node(self, position: Position) -> BookNode | None:
        book = self._book(position.variant)
        return None if book is None else book.store.get(fold(position).key)


def book_move(move: BookMove) -> m.ScoredMove:
    """A move as the book has it: of kind ``book`` if it leads through the book, else of the kind of its analysis."""
    value = move.value
    return m.ScoredMove(
        move=move.move,
        score=value.score,
        kind=str(Certainty.BOOK if move.linked else value.kind),
        depth=value.depth,
        confidence=value.confidence,
        pv=move.line,
        source=str(value.kind) if move.linked else "",
        games=move.games,
    )


def _next(key: int) -> str:
    """Return where a page ended, as its reply says it."""
    return f"{key:x}"


def _key(after: str) -> int | None:
    """The key at which a page ended, read from its reply; None before the first. Raises ProtocolError."""
    if not after:
        return None
    try:
        key = int(after, 16)
    except ValueError:
        key = -1
    # Python reads more than was ever written: blanks, signs, digits of other scripts.
    if key < 0 or key >> KEY_BITS or _next(key) != after:
        raise ProtocolError(Code.INVALID, "no page ended there: send the `next` of one", "after")
    return key


def _entry(node: BookNode) -> m.BookEntry:
    value = node.value
    return m.BookEntry(
        position=node.text,
        games=node.games,
        leaves=tuple(
            m.BookLeaf(leaf.move, leaf.score, str(leaf.kind), leaf.depth, leaf.confidence)  # type: ignore[arg-type]
            for leaf in node.leaves
        ),
        score=None if value is None else value.score,
        source="" if value is None else str(value.kind),
        depth=0 if value is None else value.depth,
        plies=0 if value is None else value.plies,
    )
