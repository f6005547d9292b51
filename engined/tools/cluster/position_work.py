"""``engined cluster solve`` and ``analyse``: the positions of a file, each printed as soon as it is answered."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from engined.rules.position import Position
from engined_client.analyses import Answers
from engined_client.drawing.text import count_text
from engined_client.drawing.wording import Wording
from engined_client.files.games import FoundGame
from engined_client.solution import Solution, agreement, header
from engined_client.terminal.command import WrongInput
from engined_client.terminal.kept_results import KeptResults
from engined_client.terminal.progress import Progress
from engined_protocol import messages as m

from .answering import answered, keep
from .crew import Crew
from .keeping import Keeping
from .posing import Posed, Request, declared, games_of, posed
from .proving import ProofFailed, ProofProgress, Proving, unsplittable
from .question import Declared, ProofAnswer

SECONDS = 5.0
"""The seconds of an analysis, where no limit is given: as `engined analyse` has it."""


@dataclass(frozen=True, slots=True)
class PositionWork:
    """What is to be done: the games of a file, and what is asked about each."""

    games: Iterable[FoundGame | WrongInput]
    total: int | None
    """The number of games; None where that is not known."""
    variant: Declared | None
    request: Request
    printer: Callable[[Progress], Printer]
    frontier: int | None = None
    """Positions with more empty cells are proven by many searches, each of one with no more; None: by one."""

    def run(self, crew: Crew, results: KeptResults[ProofAnswer], keeping: Keeping) -> bool:
        """Have it done and print it; whether all positions made sense."""
        fine = True
        with Progress(self.total) as progress:
            printer = self.printer(progress)
            for each in self._answers(crew, results, keeping, progress):
                fault = str(each) if isinstance(each, WrongInput) else _fault(*each)
                if fault:
                    fine = False
                    progress.complain(fault)
                elif not isinstance(each, WrongInput):
                    printer.print(*each)
                progress.advance()
            printer.end()
        return fine

    def _answers(
        self, crew: Crew, results: KeptResults[ProofAnswer], keeping: Keeping, progress: Progress
    ) -> Iterator[tuple[Posed, ProofAnswer] | WrongInput]:
        """First of all positions that are not to be split, then of those, one after the other."""
        deep: list[Posed] = []
        yield from answered(crew, self._shallow(deep), results, keeping)
        for each in deep:
            yield each, self._proven(each, crew, results, keeping, progress)

    def _shallow(self, deep: list[Posed]) -> Iterator[Posed | WrongInput]:
        """The questions, but for those whose proof is to be split: they are put aside."""
        for each in posed(self.games, self.variant, self.request):
            if isinstance(each, WrongInput) or not self._is_deep(each.game.position):
                yield each
            else:
                deep.append(each)

    def _is_deep(self, position: Position) -> bool:
        return self.frontier is not None and position.placements_left > self.frontier and not position.over

    def _proven(
        self, posed: Posed, crew: Crew, results: KeptResults[ProofAnswer], keeping: Keeping, progress: Progress
    ) -> ProofAnswer:
        assert self.frontier is not None
        key = posed.question.key
        known = results.get(key) or keeping.known(posed)
        if known is None:
            if (why := unsplittable(posed.game.variant)) is not None:
                return ProofAnswer(fault=f"the proof cannot be split: {why}")

            def tell(far: ProofProgress) -> None:
                progress.note(f"{far.lower}..{far.upper}, {far.answers} searches, {count_text(far.nodes)} nodes")

            try:
                known = Proving(posed, self.frontier, crew, results, keeping, tell).run()
            except ProofFailed as error:
                return ProofAnswer(fault=str(error))
        keep({key: known}, results, keeping)
        return known


def _fault(posed: Posed, answer: ProofAnswer) -> str:
    where = posed.found.where
    return f"{where}: {answer.fault}" if where and answer.fault else answer.fault


def read(arguments: Namespace) -> PositionWork:
    """What the arguments ask for. Raises WrongInput."""
    games, total = games_of(arguments.file)
    named = None if arguments.variant is None else declared(arguments.variant)
    as_json: bool = arguments.json
    words = Wording(language=arguments.language)
    if arguments.verb == "solve":
        goal = arguments.goal

        def solve(variant: str, found: FoundGame) -> m.Solve:
            return m.Solve(id="", variant=variant, start=found.given.start, moves=found.given.moves, goal=goal)

        if goal != "score" and arguments.split is not None:
            raise WrongInput("--split: a proof that is split is of a score")
        return PositionWork(
            games, total, named, solve, lambda progress: Solutions(progress, as_json, words), arguments.split
        )
    limits = {"depth": arguments.depth, "nodes": arguments.nodes, "seconds": arguments.time}
    if not any(limits.values()):
        limits["seconds"] = SECONDS

    def analyse(variant: str, found: FoundGame) -> m.Analyse:
        given = found.given
        asked = m.Analyse(id="", variant=variant, start=given.start, moves=given.moves, book="ignore")
        return replace(asked, best=arguments.best, **limits)

    return PositionWork(games, total, named, analyse, lambda progress: Analyses(progress, as_json, words))


class Solutions:
    """Prints solved positions, as `engined solve` does."""

    def __init__(self, progress: Progress, as_json: bool, words: Wording) -> None:
        self._progress, self._as_json, self._words = progress, as_json, words
        self._headed = False
        self._compared: list[Solution] = []

    def print(self, posed: Posed, answer: ProofAnswer) -> None:
        """A solved position."""
        assert answer.analysis is not None
        solution = Solution(posed.found.number, posed.found.given, posed.shown, answer.analysis)
        if not self._headed and not self._as_json:
            self._progress.print(header(self._words))
            self._headed = True
        self._progress.print(solution.as_json() if self._as_json else solution.as_row(self._words))
        self._compared += [] if solution.as_expected is None else [solution]

    def end(self) -> None:
        """What there is to say of all."""
        if self._compared and not self._as_json:
            self._progress.print(agreement(self._compared, self._words))


class Analyses:
    """Prints analysed positions, as `engined analyse --file` does."""

    def __init__(self, progress: Progress, as_json: bool, words: Wording) -> None:
        self._answers = Answers(progress, as_json, "line", words)

    def print(self, posed: Posed, answer: ProofAnswer) -> None:
        """An analysed position."""
        assert answer.analysis is not None
        self._answers.print(posed.found.number, replace(answer.analysis, position=posed.shown))

    def end(self) -> None:
        """Nothing."""


Printer = Solutions | Analyses
