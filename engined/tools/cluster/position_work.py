"""``engined cluster solve`` and ``analyse``: the positions of a file, each printed as soon as it is answered."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from engined_client.analyses import Answers
from engined_client.command import WrongInput
from engined_client.game_files import STDIN, FoundGame, read_games, read_input_games
from engined_client.progress import Progress
from engined_client.solution import HEADER, Solution, agreement
from engined_protocol import messages as m

from .answering import answered
from .crew import Crew
from .keeping import Keeping
from .kept_results import KeptResults
from .posing import Posed, Request, declared, posed
from .question import Answer, Declared

SECONDS = 5.0
"""Of an analysis, where no limit is given: as `engined analyse` has it."""


@dataclass(frozen=True, slots=True)
class PositionWork:
    """What is to be done: the games of a file, and what is asked about each."""

    games: Iterable[FoundGame | WrongInput]
    total: int | None
    """How many there are, where that is known."""
    variant: Declared | None
    request: Request
    printer: Callable[[Progress], Printer]

    def run(self, crew: Crew, results: KeptResults[Answer], keeping: Keeping) -> bool:
        """Have it done and print it; whether all positions made sense."""
        fine = True
        with Progress(self.total) as progress:
            printer = self.printer(progress)
            for each in answered(crew, self._questions(), results, keeping):
                fault = str(each) if isinstance(each, WrongInput) else _fault(*each)
                if fault:
                    fine = False
                    progress.complain(fault)
                elif not isinstance(each, WrongInput):
                    printer.print(*each)
                progress.advance()
            printer.end()
        return fine

    def _questions(self) -> Iterator[Posed | WrongInput]:
        return posed(self.games, self.variant, self.request)


def _fault(posed: Posed, answer: Answer) -> str:
    where = posed.found.where
    return f"{where}: {answer.fault}" if where and answer.fault else answer.fault


def read(arguments: Namespace) -> PositionWork:
    """What the arguments ask for. Raises WrongInput."""
    games: Iterable[FoundGame | WrongInput] = read_input_games()
    if arguments.file != STDIN:
        games = list(read_games(Path(arguments.file)))
    total = len(games) if isinstance(games, list) else None
    named = None if arguments.variant is None else declared(arguments.variant)
    as_json: bool = arguments.json
    if arguments.verb == "solve":
        goal = arguments.goal

        def solve(variant: str, found: FoundGame) -> m.Solve:
            return m.Solve(id="", variant=variant, start=found.given.start, moves=found.given.moves, goal=goal)

        return PositionWork(games, total, named, solve, lambda progress: Solutions(progress, as_json))
    limits = {"depth": arguments.depth, "nodes": arguments.nodes, "seconds": arguments.time}
    if not any(limits.values()):
        limits["seconds"] = SECONDS

    def analyse(variant: str, found: FoundGame) -> m.Analyse:
        given = found.given
        asked = m.Analyse(id="", variant=variant, start=given.start, moves=given.moves, book="ignore")
        return replace(asked, best=arguments.best, **limits)

    return PositionWork(games, total, named, analyse, lambda progress: Analyses(progress, as_json))


class Solutions:
    """Prints solved positions, as `engined solve` does."""

    def __init__(self, progress: Progress, as_json: bool) -> None:
        self._progress, self._as_json = progress, as_json
        self._headed = False
        self._compared: list[Solution] = []

    def print(self, posed: Posed, answer: Answer) -> None:
        """A solved position."""
        assert answer.analysis is not None
        solution = Solution(posed.found.number, posed.found.given, posed.shown, answer.analysis)
        if not self._headed and not self._as_json:
            self._progress.print(HEADER)
            self._headed = True
        self._progress.print(solution.as_json() if self._as_json else solution.as_row())
        self._compared += [] if solution.as_expected is None else [solution]

    def end(self) -> None:
        """What there is to say of all."""
        if self._compared and not self._as_json:
            self._progress.print(agreement(self._compared))


class Analyses:
    """Prints analysed positions, as `engined analyse --file` does."""

    def __init__(self, progress: Progress, as_json: bool) -> None:
        self._answers = Answers(progress, as_json, "line")

    def print(self, posed: Posed, answer: Answer) -> None:
        """An analysed position."""
        assert answer.analysis is not None
        self._answers.print(posed.found.number, replace(answer.analysis, position=posed.shown))

    def end(self) -> None:
        """Nothing."""


Printer = Solutions | Analyses
