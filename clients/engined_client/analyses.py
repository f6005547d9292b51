"""Many positions, a line for each as it is done: those of a file, or all of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from msgspec.structs import asdict

from engined_protocol.messages import AnalysesDone, ManyPosition, Position
from engined_protocol.messages import Analysis as AnalysisReply
from engined_protocol.words import told

from .client import BlockingJob, Client
from .drawing.table import padded
from .drawing.text import PLIES, count_text, score_text
from .drawing.wording import PLAIN, Wording
from .files.games import FoundGame
from .options import SearchOptions, Where
from .replies import Analysed
from .terminal.command import USUAL, WrongInput
from .terminal.progress import Progress

AT_ONCE = 100
"""Positions of a file in one request."""


@dataclass(slots=True)
class Answers:
    """Prints what comes of many positions: a row or an object for each, under what its number counts."""

    progress: Progress
    as_json: bool
    counted: str
    """``line`` of a file, or ``turn`` of a game."""
    words: Wording = PLAIN
    faults: int = 0
    stopped: bool = False
    _headed: bool = False

    def take(self, job: BlockingJob[Analysed, AnalysesDone], numbers: Sequence[int], places: Sequence[str]) -> None:
        """Follow a job to its end; the first Ctrl-C stops it. ``numbers`` and ``places`` of its positions by index."""
        try:
            self._follow(job, numbers, places)
        except KeyboardInterrupt:
            self.stopped = True
            job.stop()
            self._follow(job, numbers, places)

    def _follow(self, job: BlockingJob[Analysed, AnalysesDone], numbers: Sequence[int], places: Sequence[str]) -> None:
        for reply in job:
            if not isinstance(reply, Analysed):
                continue
            if reply.error is not None:
                self.faults += 1
                fault = told(self.words.notation.retold(reply.error.message), reply.error.field)
                self.progress.complain(f"{places[reply.index]}: {fault}")
            elif reply.analysis is not None:
                self.print(numbers[reply.index], reply.analysis)
            self.progress.advance()

    def print(self, number: int, analysis: AnalysisReply) -> None:
        """A position that is done."""
        if self.as_json:
            assert analysis.position is not None
            self.progress.print(json_text(analysis.position, analysis, **{self.counted: number}))
            return
        if not self._headed:
            self._headed = True
            heads = (self.counted, "best", "score", "kind", "depth", "nodes", "variation")
            self.progress.row(_row(map(self.words, heads)))
        best = analysis.moves[0] if analysis.moves else None
        score = score_text(best) if best is not None else ""
        pv = self.words.moves(best.pv[:PLIES]) if best is not None else ""
        kind, nodes = self.words.told(analysis.kind), count_text(analysis.nodes)
        texts = (str(number), self.words.move(analysis.best), score, kind, str(analysis.depth), nodes, pv)
        self.progress.row(_row(texts))


def _row(texts: Iterable[str]) -> str:
    """A row of the table, as wide as most rows are."""
    number, best, score, kind, depth, nodes, pv = texts
    left, right = f"{padded(number, 4, right=True)}  {padded(best, 6)}", padded(score, 6, right=True)
    rest = f"{padded(kind, 9)} {padded(depth, 5, right=True)}  {padded(nodes, 7, right=True)}  {pv}"
    return f"{left} {right}  {rest}".rstrip()


def analyse_games(
    client: Client,
    games: Iterable[FoundGame | WrongInput],
    variant: str | None,
    options: SearchOptions,
    answers: Answers,
) -> None:
    """Analyse the position that each game comes to; bad ones are complained of."""
    iterator = iter(games)
    while not answers.stopped and (part := list(islice(iterator, AT_ONCE))):
        found = [game for game in part if isinstance(game, FoundGame)]
        for fault in part:
            if isinstance(fault, WrongInput):
                answers.faults += 1
                answers.progress.complain(str(fault))
        for name, group in groupby(found, lambda game: variant or game.given.variant or USUAL):
            _analyse_group(client, name, list(group), options, answers)


def _analyse_group(
    client: Client, variant: str, group: Sequence[FoundGame], options: SearchOptions, answers: Answers
) -> None:
    given = [ManyPosition(start=game.given.start, moves=game.given.moves) for game in group]
    numbers, places = [game.number for game in group], [game.where for game in group]
    answers.take(client.analyse_many(given, variant=variant, show=True, **options), numbers, places)


def analyse_turns(client: Client, game: Where, options: SearchOptions, answers: Answers) -> None:
    """Analyse every position of a game."""
    turns = range(len(client.show(**game).moves) + 1)
    answers.take(client.analyse_many(**game, show=True, **options), turns, [f"turn {turn}" for turn in turns])


def json_text(position: Position, final: AnalysisReply, **more: object) -> str:
    """The position, then the fields of the protocol's ``analysis``; scores are from the mover's view."""
    fields = asdict(final)
    del fields["id"], fields["position"]
    return json.dumps(
        {
            **more,
            "variant": position.variant,
            "position": f"{''.join(position.board).replace(' ', '')} {position.colour}".rstrip(),
            "pv": final.moves[0].pv if final.moves else (),
            **fields,
        },
        default=asdict,
    )
