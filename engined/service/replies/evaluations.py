"""Evaluations of many positions, as they go out: some in each message."""

from __future__ import annotations

from collections.abc import Iterator

from engined.engine.tasks import Evaluation, EvaluationResult
from engined_protocol import messages as m

IN_A_MESSAGE = 100
"""Positions. On the largest boards each may have 576 moves."""


def evaluated(id: str, result: EvaluationResult) -> Iterator[m.Evaluated]:
    """What comes before the final."""
    found = result.evaluations
    for first in range(0, len(found), IN_A_MESSAGE):
        part = tuple(_message(evaluation) for evaluation in found[first : first + IN_A_MESSAGE])
        yield m.Evaluated(id=id, index=first, evaluations=part)


def _message(evaluation: Evaluation) -> m.Evaluation:
    return m.Evaluation(evaluation.value, evaluation.kind, evaluation.moves, evaluation.fault)
