"""Questions about many positions, shared out to the workers; each answer is kept before anybody hears of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engined_client.terminal.command import WrongInput
from engined_client.terminal.kept_results import KeptResults

from .crew import Crew, Ended
from .keeping import Keeping
from .posing import Posed
from .question import ProofAnswer
from .worker import answer

AHEAD = 2000
"""Questions that the scheduler has at a time: enough for as many workers, and a file may have any number."""


def answered(
    crew: Crew, questions: Iterable[Posed | WrongInput], results: KeptResults[ProofAnswer], keeping: Keeping
) -> Iterator[tuple[Posed, ProofAnswer] | WrongInput]:
    """The answer to each question, in the order in which they are there: first those that are known.

    A question that stands in several places is asked once. Raises NoCluster, and FileError where results cannot be
    written.
    """
    waiting: dict[str, list[Posed]] = {}
    for posed in questions:
        if isinstance(posed, WrongInput):
            yield posed
            continue
        key = posed.question.key
        known = results.get(key)
        if known is not None:
            keeping.put([known])
        else:
            known = keeping.known(posed)
        if known is not None:
            yield posed, known
        elif key in waiting:
            waiting[key].append(posed)
        else:
            waiting[key] = [posed]
            crew.ask(key, answer, posed.question)
            if len(crew) >= AHEAD:
                yield from _taken(crew.ended(), waiting, results, keeping)
    while len(crew):
        yield from _taken(crew.ended(), waiting, results, keeping)


def _taken(
    ended: list[Ended], waiting: dict[str, list[Posed]], results: KeptResults[ProofAnswer], keeping: Keeping
) -> Iterator[tuple[Posed, ProofAnswer]]:
    answers = {each.key: each.result or ProofAnswer(fault=each.fault) for each in ended}
    keep({each.key: each.result for each in ended if not each.fault}, results, keeping)
    for key, found in answers.items():
        for posed in waiting.pop(key):
            yield posed, found


def keep(answers: dict[str, ProofAnswer], results: KeptResults[ProofAnswer], keeping: Keeping) -> None:
    """Keep answers by their keys: in the file first, so that nothing is in the store alone."""
    results.put(answers)
    keeping.put(answers.values())
