"""A solved position, as a row of a table and as a JSON object."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engined_protocol.messages import Analysis, Position
from engined_protocol.messages.outlook import Outlook

from .drawing.outlook import count_texts
from .drawing.table import padded
from .drawing.text import count_text, draw_text, number_text
from .drawing.wording import PLAIN, Wording
from .files.positions import GivenPosition

_HEADS = ("line", "empty", "score", "kind", "best", "nodes", "seconds", "nodes/s", "principal variation")
_WIDTHS = (4, 5, 7, 8, 4, 8, 9, 8, 0)
_LEFT = ("kind", "best", "principal variation")


def header(words: Wording = PLAIN) -> str:
    """Over the rows."""
    return _row(map(words, _HEADS))


def _row(texts: Iterable[str]) -> str:
    cells = zip(_HEADS, texts, _WIDTHS, strict=True)
    return "  ".join(padded(text, width, right=head not in _LEFT) for head, text, width in cells).rstrip()


@dataclass(frozen=True, slots=True)
class Solution:
    """A position of the input, by its line number, and what was proven about it."""

    line: int
    given: GivenPosition
    position: Position
    analysis: Analysis

    @property
    def text(self) -> str:
        """The cells row by row and the mover's symbol."""
        return f"{''.join(self.position.board).replace(' ', '')} {self.position.colour}".rstrip()

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation."""
        return self.analysis.moves[0].pv if self.analysis.moves else ()

    @property
    def outlook(self) -> Outlook | None:
        """What each seat counts at the end, among more than two sides."""
        moves = self.analysis.moves
        return self.analysis.outlook or (moves[0].outlook if moves else None)

    @property
    def at_most(self) -> float | None:
        """The most that the score may be, where what is between it and ``score`` hangs on a cycle."""
        return self.analysis.moves[0].at_most if self.analysis.moves else None

    @property
    def as_expected(self) -> bool | None:
        """Whether the score is the best one that the input states, also of the best move if it is there; None when it
        states none.
        """
        if not self.given.expected or self.analysis.kind != "exact":
            return None
        most = max(self.given.expected.values())
        return self.analysis.score == most == self.given.expected.get(self.analysis.best, most)

    def difference(self, words: Wording = PLAIN) -> str:
        """Where the answer differs from the input's, in words; empty where it does not, or where there is none."""
        if self.as_expected is not False:
            return ""
        expected, best = self.given.expected, self.analysis.best
        most = max(expected.values())
        stated = [f"{words.move(move)} {score:+d}" for move, score in expected.items() if score == most]
        text = words("the input says {moves}", moves=f" {words('or')} ".join(stated))
        if best in expected and expected[best] != most:
            text += words(", and {move} {score}", move=words.move(best), score=f"{expected[best]:+d}")
        score = number_text(self.analysis.score or 0.0, "exact")
        return f"{text}; {words('proven is {move} {score}', move=words.move(best), score=score)}"

    def as_json(self) -> str:
        """One JSON object; the score is in discs from the mover's view, null when nothing is known, and ``winner`` is
        empty for a draw. Among more than two sides the score is the lead over the best other one, beside what each
        seat counts.
        """
        analysis = self.analysis
        fields: dict[str, object] = {
            "line": self.line,
            "variant": self.position.variant,
            "position": self.text,
            "moves": list(self.given.moves),
            "empties": self.position.empties,
            "score": analysis.score,
            "kind": analysis.kind,
            "winner": analysis.winner,
            "best": analysis.best,
            "pv": list(self.pv),
            "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 6),
            "reason": analysis.reason,
        }
        if self.outlook is not None:
            fields["counts"], fields["ranks"] = list(self.outlook.counts), list(self.outlook.ranks)
            if self.outlook.counts_most:
                fields["score_most"] = self.outlook.score_most
                fields["counts_most"] = list(self.outlook.counts_most)
                fields["ranks_best"] = list(self.outlook.ranks_best)
        if self.at_most is not None:
            fields["at_most"] = self.at_most
        if self.as_expected is not None:
            fields["expected"] = max(self.given.expected.values())
            fields["as_expected"] = self.as_expected
            fields["difference"] = self.difference()
        return json.dumps(fields)

    def as_row(self, words: Wording = PLAIN) -> str:
        """One line under :func:`header`; ``=`` or ``!`` tell whether the input's own score agrees. Further lines say
        where the two differ, who wins by the right to a draw, what hangs on a cycle, or among more than two sides what
        each counts.
        """
        analysis = self.analysis
        score = "?" if analysis.score is None else number_text(analysis.score, analysis.kind)
        speed = count_text(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else ""
        mark = {True: " =", False: " !", None: ""}[self.as_expected]
        row = _row(
            (
                str(self.line),
                str(self.position.empties),
                score + mark,
                words.told(analysis.kind),
                words.move(analysis.best),
                count_text(analysis.nodes),
                f"{analysis.seconds:.3f}",
                speed,
                words.moves(self.pv),
            )
        )
        return "\n".join([row, *self._more(words)])

    def _more(self, words: Wording) -> list[str]:
        difference = self.difference(words)
        return [*([f"{'':14}{difference}"] if difference else []), *self._end(words)]

    def _end(self, words: Wording) -> list[str]:
        if self.analysis.winner and self.analysis.score == 0:
            return [f"{'':14}{draw_text(self.analysis.winner, words)}"]
        if self.at_most is not None:
            told = words("at most {score}: what is between hangs on a cycle", score=f"{self.at_most:+g}")
            return [f"{'':14}{told}"]
        if self.outlook is None:
            return []
        seats = zip(self.position.seats, count_texts(self.outlook), strict=True)
        return [f"{'':14}{'  '.join(f'{words.told(seat)} {text}' for seat, text in seats)}"]


def agreement(compared: Sequence[Solution], words: Wording = PLAIN) -> str:
    """How many answers are those of the input, and which are not."""
    different = [str(solution.line) for solution in compared if solution.as_expected is False]
    counts = {"count": len(compared) - len(different), "all": len(compared)}
    told = words("{count} of {all} agree with the scores in the input", **counts)
    if not different:
        return told
    several = "different: lines {lines}" if len(different) > 1 else "different: line {lines}"
    return f"{told}; {words(several, lines=', '.join(different))}"
