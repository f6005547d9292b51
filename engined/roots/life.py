"""Life and death of the chains on a board of Go: what can be captured whoever moves first, what cannot, and seki.

Pure control, as all root searches are. Whose everything is at the end of games played out says where a question is
worth a search, and what is thought of a chain whose question is too large for one. Chains that live unconditionally
(D. Benson, "Life in the game of Go", 1976), or by a large territory of their side's, part the rest of the board into
regions; in each of them a search says of one chain after another whether the other side can capture it. What is left
open is asked again between those that the answers have shown to live by themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple, Protocol

from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Move, Position
from engined.variants.model import EMPTY

MOST_READ = 63
"""Points of a region that a search takes."""
FEW_NODES = 1_000
"""The nodes of the first question about a chain."""
NODES = ((FEW_NODES, 4), (5_000, 4), (20_000, 4), (150_000, 1))
"""The steps of the search for one chain: its nodes, and the number of chains of a region that may be left open before
the others are left, which take too long as well. There are a few nodes for all of them, then more for those that need
more.
"""
WIDE = 20
"""Empty points from which on a part of the board is wide: searches answer next to nothing in it, unless most questions
about its chains were answered by few nodes.
"""
CHEAP = 2
"""The number of steps of the search that are taken in any case."""
OBVIOUS = 0.8
"""The ownership of a chain by games, from 0 to 1, from which on the last and dearest step of reading it is left out,
and which counts where reading has no answer.
"""
SURE = 0.6
"""A chain or a point is one side's by games that is so in nearly all of them."""
LARGE = 7
"""Points of a territory, away from stones of the other's, where there is room for two eyes whatever happens."""
FEW_LIBERTIES = 3
"""Liberties with which a chain beside such a territory may be cut off from it."""
LARGEST_KEPT = 24
"""Points of a region of which is read whether the other side can live in it."""
LEAST_SPOILT, LARGEST_SPOILT = 4, 12
"""Points of a region of which is read whether the other side can make a seki there: fewer may hang on a ko alone."""
REGION_NODES = 20_000
"""The nodes of each question about these."""
FATE_NODES = 20_000
"""The nodes of each question about what a move does to a chain."""
EYES = 2
"""The number of eyes that a chain lives by."""
FIRST_MOVE = 0.3
"""The worth of the first move to the other side, which has it where stones are counted: games do not begin with it."""
DOUBTFUL = 0.25
"""The ownership of a chain by games, from 0 to 1, below which it is unsettled where reading has no answer."""


class Status(StrEnum):
    """What becomes of a chain."""

    ALIVE = "alive"
    DEAD = "dead"
    """The other side captures it, moving first."""
    SEKI = "seki"
    """It is alive, but only because the other side may not begin to capture it."""
    UNSETTLED = "unsettled"
    """It captures or is captured, whoever moves first; or that was not found out."""


class Fate(IntEnum):
    """What becomes of a chain once both sides have played on around it, from worst to best."""

    CAPTURED = 0
    """It is captured, even if its side wins all kos."""
    NO_EYES = 1
    """It is not captured, or by a ko alone, but gets no two eyes: a seki."""
    TWO_EYES = 2
    """It lives unconditionally, even if the other side wins all kos."""


Points = frozenset[int]


class Answer(NamedTuple):
    """Whether a chain is captured, if the other side moves first and if its own does; None where that is not known."""

    first: bool | None = None
    second: bool | None = None

    @property
    def open(self) -> bool:
        """Whether a question is left."""
        return self.first is None or (self.first is True and self.second is None)


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a chain is captured in a region. All stones around the region are safe."""

    points: Points
    target: int
    """A stone of the chain."""
    attacker_first: bool
    eyes: bool = False
    """Whether a chain that is not captured, but gets no two eyes either, counts as captured: as in a seki."""


class Reader(Protocol):
    """What reads out captures."""

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        """Whether the chain is captured; None where that takes more nodes, or after :meth:`halt`."""
        ...

    def halt(self) -> None:
        """Leave all questions open that are asked from now on, and the one that is being read. From any thread."""
        ...


class Life:
    """What becomes of the chains of a position."""

    def __init__(
        self, position: Position, ownership: Sequence[float], reader: Reader, *, thorough: bool = True
    ) -> None:
        """``ownership`` is that of a :class:`engined.results.Forecast`. Who is not ``thorough`` leaves what would most
        likely be searched in vain.
        """
        variant = position.variant
        self._position = position
        self._reader = reader
        self._thorough = thorough
        self._lines = geometry(variant.board)
        self._board = board = position.board
        self._cells = variant.board.cells
        sign = 1 if variant.seats[position.seat].colour == 0 else -1
        self._first = {cell: sign * part for cell, part in zip(self._cells, ownership, strict=True)}
        """How much each cell is the first seat's."""
        stones = [cell for cell in self._cells if board[cell] != EMPTY]
        self._chains = groups(self._lines, stones, lambda one, other: board[one] == board[other])
        self._read = position
        """The position that is read, with stones on some points that are surely one side's."""
        self._rooms = [list(self._large_territories(colour)) for colour in (0, 1)]
        """The large territories of each colour."""
        self._safe = self._unconditional(0) | self._unconditional(1) | self._with_room()
        self._walls = self._surest()
        self._guessed: set[Points] = set()
        self._answers: dict[Points, Answer] = {}
        self._parted: tuple[Points, ...] = ()
        """The regions that were read."""
        self.statuses = self._statuses()
        """The status of each chain."""

    def _average(self, points: Points, colour: int) -> float:
        """How much points are a colour's by games, from -1 to 1."""
        mean = sum(self._first[point] for point in points) / len(points)
        return mean if colour == 0 else -mean

    @property
    def read(self) -> dict[Points, Status]:
        """The same for whoever goes on only if he is sure: dead is what was read out, or is so in most games."""
        unsure = {chain for chain in self._guessed if self._average(chain, self._board[min(chain)]) > -DOUBTFUL}
        return {chain: Status.UNSETTLED if chain in unsure else status for chain, status in self.statuses.items()}

    @property
    def hanging(self) -> frozenset[Points]:
        """The chains of which something hangs on who moves first: all of which nothing else was read out, nor is so in
        nearly all games.
        """
        return frozenset(chain for chain, answer in self._answers.items() if not self._is_fixed(chain, answer))

    @property
    def kos(self) -> frozenset[Points]:
        """The lone stones that can be taken by a ko alone."""
        return frozenset(chain for chain in self._chains if self._held_by_ko(chain))

    def _is_fixed(self, chain: Points, answer: Answer) -> bool:
        status, share = self.statuses[chain], self._average(chain, self._board[min(chain)])
        if status is Status.DEAD:
            return answer.second or (answer.second is None and share <= -OBVIOUS)
        return status is not Status.UNSETTLED and (answer.first is not None or share >= OBVIOUS)

    def stays(self, placed: int) -> bool:
        """Return False if the stone that the mover places there, with its chain, is read to be captured; else True."""
        region, following = self._region_of(placed), _after(self._read, placed)
        if region is None or following is None:
            return True
        return not self._reads_capture(following, Question(region, placed, attacker_first=True), FEW_NODES)

    def exposed(self, placed: int, after: Position | None = None) -> Points:
        """The stones that are read to become the other side's by a stone that the mover places there, as it is or
        ``after`` other plies: those of its chains that live, but are captured then, and chains of the other side that
        are dead, but live then, as the mover has filled a liberty of its own.
        """
        position = self._read if after is None else after
        following = _after(position, placed)
        if following is None:
            return frozenset()
        colour = self._position.variant.seats[position.seat].colour
        beside, reached = frozenset(self._lines.adjacent[placed]), self._beside_chain_of(placed, following.board)
        found: set[int] = set()
        for chain, status in self.statuses.items():
            target = min(chain)
            mine = self._board[target] == colour
            if following.board[target] != self._board[target]:
                continue
            if mine:
                liberties = bordering(self._lines, position.board, chain, EMPTY)
                short = not chain <= self._safe or len(liberties - {placed}) <= FEW_LIBERTIES
                asked = status in (Status.ALIVE, Status.SEKI) and short and bool(liberties & (beside | {placed}))
            else:
                asked = chain in self._answers and bool(self._answers[chain].second) and bool(chain & reached)
            if asked:
                question = Question(self.read_with(chain), target, attacker_first=mine)
                found |= chain if self._reads_capture(following, question, FEW_NODES) is mine else frozenset()
        return frozenset(found)

    def _beside_chain_of(self, stone: int, board: Sequence[int]) -> Points:
        """The stones of the other side beside the chain that a stone belongs to."""
        colour = board[stone]
        stones = (cell for cell in self._cells if board[cell] == colour)
        chain = next(part for part in self._parts(stones) if stone in part)
        return bordering(self._lines, board, chain, 1 - colour)

    def before_filling(self, placed: int) -> Iterator[int]:
        """Where the mover may play first, so that a stone that it places afterwards exposes none of its chains."""
        exposed = self.exposed(placed)
        near = bordering(self._lines, self._board, exposed, EMPTY)
        around = near | bordering(self._lines, self._board, near, EMPTY)
        legal = self._read.placements(self._read.seat).keys() & around - {placed}
        for cell in sorted(legal):
            if not self.exposed(cell) and not self.exposed(placed, self._read.play(Move(cell)).play(PASS)):
                yield cell

    def keeps_out(self, region: Points, around: Collection[Points]) -> bool:
        """Return True if the other side can place no stone that stays in a region between chains of one colour, and
        those chains live whatever becomes of it (else a seki may come of it): then the region is theirs, however often
        games lose it.
        """
        walls = frozenset[int]().union(*around)
        kept = len(region) <= LARGEST_KEPT and bool(walls) and walls <= self._safe
        alone = kept and all(self._lives_without(region, chain) for chain in around)
        return alone and self.takes_all(region, self._board[min(walls)])

    def _lives_without(self, region: Points, chain: Points) -> bool:
        """Return True if a chain that counts as safe lives whatever becomes of a region beside it, or gets two eyes
        there, as it is read, or by nearly all games where that has no answer.
        """
        colour = self._board[min(chain)]
        rooms = (room for room in self._rooms[colour] if len(room - region) >= LARGE)
        beside = bordering(self._lines, self._board, chain, EMPTY)
        if chain <= self._unconditional(colour) or any(beside & room for room in rooms):
            return True
        question = Question(region | chain, min(chain), attacker_first=True, eyes=True)
        blind = self._reads_capture(self._begun_by(1 - colour), question, REGION_NODES)
        return not blind if blind is not None else self._average(chain, colour) >= OBVIOUS

    def _begun_by(self, colour: int) -> Position:
        """The position with a colour to move."""
        position = self._position
        seat = next(seat for seat, declared in enumerate(position.variant.seats) if declared.colour == colour)
        return position if position.seat == seat else replace(position.play(PASS), passes=0)

    def takes_all(self, region: Points, colour: int) -> bool:
        """Return True if each stone that the other side could place in a region beside chains of a colour, moving
        first, is read to be captured.
        """
        first = self._begun_by(1 - colour)
        cells = sorted(
            region & first.placements(first.seat).keys(), key=lambda cell: self._average(frozenset({cell}), colour)
        )
        return all(
            self._reads_capture(first.play(Move(cell)), Question(region, cell, attacker_first=True), REGION_NODES)
            for cell in cells
        )

    def deciding(self, region: Points, chain: Points) -> Points:
        """The points of a small region where the mover decides, as far as that is read, whether a living chain beside
        it gets two eyes, or the other side makes a seki of it: none where that does not hang on who moves first.
        """
        if not LEAST_SPOILT <= len(region) <= LARGEST_SPOILT:
            return frozenset()
        whole = self.read_with(chain)

        def blind(position: Position, *, attacker_first: bool) -> bool | None:
            """Whether the chain gets no two eyes."""
            question = Question(whole, min(chain), attacker_first, eyes=True)
            return self._reads_capture(position, question, REGION_NODES)

        position = self._read
        if not blind(position, attacker_first=True) or blind(position, attacker_first=False) is not False:
            return frozenset()
        mine = self._board[min(chain)] == position.variant.seats[position.seat].colour
        empty = region & position.placements(position.seat).keys()
        wanted = (cell for cell in empty if blind(position.play(Move(cell)), attacker_first=mine) is not mine)
        return frozenset(wanted) or empty

    def read_with(self, chain: Points) -> Points:
        """The region that a chain's questions are about: around it, all is safe."""
        apart = (cell for cell in self._cells if cell in chain or cell not in self._safe)
        return self._region_of(min(chain)) or next(part for part in self._parts(apart) if chain <= part)

    def fate_after(self, chain: Points, placed: int | None) -> Fate | None:
        """What becomes of a chain once the mover has placed a stone there, None: elsewhere, and the other side goes on
        around it; None where that was not found out.
        """
        target, whole = min(chain), self.read_with(chain)
        position = self._read if placed is None else _after(self._read, placed)
        if position is None:
            return None
        if position.board[target] != self._board[target]:
            return Fate.CAPTURED
        mine = self._board[target] == self._position.variant.seats[self._position.seat].colour

        def falls(*, eyes: bool) -> bool | None:
            return self._reads_capture(position, Question(whole, target, attacker_first=mine, eyes=eyes), FATE_NODES)

        blind = falls(eyes=True)
        if blind is False:
            return Fate.TWO_EYES
        captured = falls(eyes=False)
        if blind is None or captured is None:
            return None
        return Fate.CAPTURED if captured else Fate.NO_EYES

    @property
    def rows(self) -> tuple[str, ...]:
        """The first letter of what becomes of each stone, in rows of the bounding box; ``.`` where none is."""
        letters = ["."] * len(self._board)
        for chain, status in self.statuses.items():
            for stone in chain:
                letters[stone] = status.value[0]
        width = self._position.variant.board.width
        return tuple("".join(letters[begin : begin + width]) for begin in range(0, len(letters), width))

    def _region_of(self, cell: int) -> Points | None:
        """The region that was read and has a cell; None where it is in none."""
        return next((region for region in self._parted if cell in region), None)

    # --- what is safe without a search ------------------------------------------------------------------

    def _unconditional(self, colour: int) -> Points:
        """The chains of a colour that live even if their side never moves."""
        board, adjacent = self._board, self._lines.adjacent
        chains = [chain for chain in self._chains if board[min(chain)] == colour]
        while True:
            stones = frozenset().union(*chains)
            regions = self._parts(cell for cell in self._cells if cell not in stones)
            eyes = dict.fromkeys(chains, 0)
            for region in regions:
                empty = [cell for cell in region if board[cell] == EMPTY]
                for chain in chains:
                    eyes[chain] += all(chain & set(adjacent[cell]) for cell in empty)
            kept = [chain for chain in chains if eyes[chain] > 1]
            if len(kept) == len(chains):
                return stones
            chains = kept

    def _with_room(self) -> Points:
        """The chains that are their own side's in most games, beside a large territory."""
        board = self._board
        found: set[int] = set()
        for colour in (0, 1):
            large = frozenset().union(*self._rooms[colour])
            for chain in self._chains:
                mine = board[min(chain)] == colour and self._average(chain, colour) >= SURE
                if mine and bordering(self._lines, board, chain, EMPTY) & large:
                    found |= chain
        return frozenset(found)

    def _large_territories(self, colour: int) -> Iterator[Points]:
        """Empty points that a colour surrounds, as the board stands or in most games, and that no stone of the other
        side is beside.
        """
        board, adjacent = self._board, self._lines.adjacent
        empty = [cell for cell in self._cells if board[cell] == EMPTY]
        surrounded = [
            region
            for region in self._parts(empty)
            if not bordering(self._lines, board, region, 1 - colour) and self._average(region, colour) >= 0
        ]
        mostly = [cell for cell in empty if self._average(frozenset({cell}), colour) >= SURE]
        for region in (*surrounded, *self._parts(mostly)):
            free = (cell for cell in region if all(board[near] != 1 - colour for near in adjacent[cell]))
            yield from (room for room in self._parts(free) if len(room) >= LARGE)

    # --- what is searched -------------------------------------------------------------------------------

    def _statuses(self) -> dict[Points, Status]:
        statuses = dict.fromkeys(self._chains, Status.ALIVE)
        regions = self._with_chains(self._regions())
        self._parted = tuple(regions)
        self._answers = answers = dict.fromkeys((chain for chains in regions.values() for chain in chains), Answer())
        parts = regions
        for step, (nodes, failures) in enumerate(NODES):
            for region, chains in parts.items():
                if step >= CHEAP and self._leaves(region, [answers[chain] for chain in chains]):
                    continue
                doubtful = [chain for chain in chains if step < len(NODES) - 1 or self._doubt(chain)[0] < OBVIOUS]
                failed = 0
                for chain in sorted(doubtful, key=self._doubt):
                    if failed < failures:
                        answers[chain] = self._answer(region, chain, nodes, answers[chain])
                        failed += answers[chain].first is None
            parts = self._between_firm(regions, answers)
        for region, chains in regions.items():
            statuses |= self._judged(region, {chain: answers[chain] for chain in chains})
        return statuses

    def _leaves(self, region: Points, answers: Sequence[Answer]) -> bool:
        """Return True if dear searches are spared: a region is wide, and most of its chains have no answer yet."""
        if self._thorough:
            return False
        empty = sum(self._read.board[cell] == EMPTY for cell in region)
        return empty >= WIDE and 2 * sum(answer.first is None for answer in answers) > len(answers)

    def _with_chains(self, regions: Iterable[Points]) -> dict[Points, list[Points]]:
        return {region: [chain for chain in self._chains if chain <= region] for region in regions}

    def _between_firm(
        self, regions: dict[Points, list[Points]], answers: dict[Points, Answer]
    ) -> dict[Points, list[Points]]:
        """The parts of regions where something is open, between the chains that live by themselves."""
        parts: list[Points] = []
        for region, chains in regions.items():
            if any(answers[chain].open for chain in chains):
                kept = [chain for chain in chains if not (answers[chain].first and answers[chain].second)]
                firm = [
                    chain
                    for chain in kept
                    if answers[chain].first is False and self._falls_to(region, chain, kept) is False
                ]
                parts += self._parts(region.difference(*firm))
        return self._with_chains(parts)

    def _regions(self) -> list[Points]:
        """The parts of the board between chains that are safe. Where one is too large to be read, what is surest in it,
        chains and points that no stone of the other side is beside, counts as stones that are safe, one after another,
        until it falls into smaller ones.
        """
        left = self._parts(cell for cell in self._cells if cell not in self._safe)
        regions = []
        while left:
            region = left.pop()
            wall = next((wall for wall in self._walls if wall <= region), None) if len(region) > MOST_READ else None
            if wall is None:
                regions.append(region)
            else:
                self._read = replace(self._read, board=self._filled(wall))
                left += self._parts(region - wall)
        return regions

    def _surest(self) -> list[Points]:
        """Chains, and points without stones of the other side beside them, that are one side's in most games: the
        surest first.
        """
        board, adjacent = self._board, self._lines.adjacent
        found = {chain: self._average(chain, board[min(chain)]) for chain in self._chains}
        for colour in (0, 1):
            free = (cell for cell in self._cells if all(board[near] != 1 - colour for near in (cell, *adjacent[cell])))
            held = [cell for cell in free if board[cell] == EMPTY and self._average(frozenset({cell}), colour) >= SURE]
            found |= {part: self._average(part, colour) for part in self._parts(held)}
        return sorted((part for part, share in found.items() if share >= SURE), key=lambda part: -found[part])

    def _filled(self, wall: Points) -> tuple[int, ...]:
        """The board that is read, with stones on points that are surely one side's."""
        colour = 0 if self._average(wall, 0) > 0 else 1
        return tuple(colour if cell in wall else stone for cell, stone in enumerate(self._read.board))

    def _parts(self, cells: Iterable[int]) -> list[Points]:
        return groups(self._lines, cells, lambda *_: True)

    def _doubt(self, chain: Points) -> tuple[float, int]:
        """What is most in doubt comes first."""
        return abs(self._average(chain, 0)), min(chain)

    def _answer(self, region: Points, chain: Points, nodes: int, known: Answer) -> Answer:
        """What a search of so many nodes adds to what is known of a chain."""
        first, second = known
        if first is None:
            first = self._captured(region, chain, nodes, attacker_first=True)
        if first and second is None:
            second = self._captured(region, chain, nodes, attacker_first=False)
        return Answer(first, second)

    def _captured(self, region: Points, chain: Points, nodes: int, *, attacker_first: bool) -> bool | None:
        return self._reads_capture(self._read, Question(region, min(chain), attacker_first), nodes)

    def _reads_capture(self, position: Position, question: Question, nodes: int) -> bool | None:
        return None if len(question.points) > MOST_READ else self._reader.captured(position, question, nodes)

    # --- what comes of it -------------------------------------------------------------------------------

    def _judged(self, region: Points, answers: dict[Points, Answer]) -> dict[Points, Status]:
        """What becomes of the chains of a region."""
        found = {chain: self._judge(chain, answer) for chain, answer in answers.items()}
        for chain, answer in answers.items():
            if answer.first is False or answer.second:
                continue
            around = self._around(chain)
            others = [other for other in answers if other & around]
            lost = [other for other in others if answers[other].second and len(other) >= len(chain)]
            if answer.second is None and self._average(chain, self._board[min(chain)]) <= -DOUBTFUL:
                continue  # that it could save itself was not found out, and games say no
            if lost and around <= frozenset().union(*lost):
                found[chain] = Status.ALIVE  # what could capture it is dead itself, whoever moves first
            elif answer.first:
                # Those that it captures, where its side moves first; some may be given up for that.
                rivals = [other for other in others if answers[other].first]
                found |= dict.fromkeys([chain, *rivals] if rivals else [], Status.UNSETTLED)
        saved = [chain for chain, answer in answers.items() if answer.first and answer.second is False]
        unsettled = [chain for chain in saved if found[chain] is Status.UNSETTLED]
        found |= dict.fromkeys((chain for chain in saved if self._is_beside(chain, unsettled)), Status.UNSETTLED)
        living = [chain for chain, status in found.items() if status is Status.ALIVE]
        seki = self._in_seki(region, living)
        kos = [chain for chain in found if any(other & self._held_by_ko(chain) for other in seki)]
        return found | dict.fromkeys((*seki, *kos), Status.SEKI)

    def _judge(self, chain: Points, answer: Answer) -> Status:
        """What is thought of a chain by itself: where its question has no answer, by games."""
        if answer.first is False:
            return Status.ALIVE
        if answer.first:
            return Status.DEAD
        share = self._average(chain, self._board[min(chain)])
        if (share < SURE and not self._has_room(chain)) or (share < FIRST_MOVE and not self._has_rivals(chain)):
            self._guessed.add(chain)
            return Status.DEAD
        return Status.UNSETTLED if abs(share) < DOUBTFUL else Status.ALIVE if share > 0 else Status.DEAD

    def _is_beside(self, chain: Points, others: Iterable[Points]) -> bool:
        """Tell whether a chain shares a liberty with one of the others of its colour: what saves that saves it."""
        board, lines = self._board, self._lines
        colour, liberties = board[min(chain)], bordering(lines, board, chain, EMPTY)
        return any(
            board[min(other)] == colour and liberties & bordering(lines, board, other, EMPTY) for other in others
        )

    def _has_room(self, chain: Points) -> bool:
        """Whether a chain is connected, over points that are rather its side's by games, with two that may be eyes, or
        with what is safe.
        """
        board, colour = self._board, self._board[min(chain)]
        own = [cell for cell in self._cells if board[cell] == colour or self._average(frozenset({cell}), colour) > 0]
        reach = next(part for part in self._parts(own) if chain <= part)
        return bool(reach & self._safe) or sum(board[cell] != colour for cell in reach) >= EYES

    def _has_rivals(self, chain: Points) -> bool:
        """Whether chains around this one are in doubt as well, by games: who moves first decides between them."""
        around = self._around(chain)
        others = (other for other in self._chains if other & around)
        return any(abs(self._average(other, 0)) < FIRST_MOVE for other in others)

    def _in_seki(self, region: Points, living: Sequence[Points]) -> list[Points]:
        """Those of the living chains that could be captured if the others of them of the other colour had two eyes."""
        while True:
            found = [chain for chain in living if self._falls_to(region, chain, living)]
            if len(found) == len(living):
                return found
            living = found

    def _held_by_ko(self, chain: Points) -> Points:
        """The stones that a lone stone would be connected to, where the other side could only take it by a ko: what
        becomes of them becomes of it, as it is taken back. None where it is no such stone.
        """
        board, lines = self._board, self._lines
        liberties = bordering(lines, board, chain, EMPTY)
        if len(chain) > 1 or len(liberties) > 1:
            return frozenset()
        around = bordering(lines, board, liberties, board[min(chain)]) - chain
        taken_by = {near for point in liberties for near in lines.adjacent[point]} - chain
        return around if around == taken_by else frozenset()

    def _falls_to(self, region: Points, chain: Points, others: Iterable[Points]) -> bool | None:
        """Whether a chain is captured if those of the others that are not of its colour cannot be."""
        board = self._board
        safe = [other for other in others if board[min(other)] != board[min(chain)]]
        part = region.difference(*safe)
        return bool(safe) and self._captured(part, chain, FEW_NODES, attacker_first=True)

    def _around(self, chain: Points) -> Points:
        """Stones of the other colour that stand beside a chain or beside its liberties."""
        board = self._board
        liberties = bordering(self._lines, board, chain, EMPTY)
        return bordering(self._lines, board, chain | liberties, 1 - board[min(chain)])


def _after(read: Position, placed: int) -> Position | None:
    """The position that is read once the mover has placed a stone there. None where that is no move in it, though it is
    one on the board: its point counts as a stone that is safe, or it would be a suicide among such.
    """
    return read.play(Move(placed)) if placed in read.placements(read.seat) else None
