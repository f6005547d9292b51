"""What is said of a move, in English. Each sentence is made from figures of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engined_protocol.words import counted

from ..drawing.text import number_text
from .figures import counts, line_of, parity_matters, ranked
from .model import Measure, Why

_SAID: Mapping[Measure, tuple[str, str]] = {
    "mobility": ("has", "move"),
    "corners": ("holds", "corner"),
    "stable": ("has", "disc that can never be turned"),
    "frontier": ("has", "disc beside an empty cell"),
    "passes": ("has had", "pass by force"),
    "prisoners": ("has taken", "stone"),
    "atari": ("has", "group in atari"),
    "area": ("has", "point at the end of games played out"),
    "chains": ("has", "point by chains"),
}


def in_english(why: Why) -> Iterator[str]:
    """The loss and the line that refutes the move, then what is counted: what it costs before what it gains."""
    best, played = why.best, why.played
    if best.move == played.move:
        yield f"{played.move} is the best move: {number_text(played.score, played.kind)} ({why.kind})."
        if len(played.line) > 1:
            yield f"The line goes on: {line_of(played.line)}."
        return
    scores = f"{number_text(played.score, played.kind)} instead of {number_text(best.score, best.kind)}"
    if why.loss:
        yield f"{played.move} loses {why.loss:g} against {best.move}: {scores} ({why.kind})."
    else:
        yield f"{played.move} is as good as {best.move}: {scores} ({why.kind})."
    if why.throws:
        yield f"It throws {why.throws} away."
    if len(played.line) > 1:
        yield f"{why.answerer} {'refutes it' if why.loss else 'answers'}: {line_of(played.line[1:])}."
    yield f"Better is {line_of(best.line)}." if why.loss else f"The other line is {line_of(best.line)}."
    yield from _regions(why)
    for measure, cost in ranked(why):
        yield f"{_counts(why, measure)}: {'worse' if cost > 0 else 'better'} for {why.seat} by {abs(cost):g}."


def _regions(why: Why) -> Iterator[str]:
    into, other = why.played_into, why.best_into
    if into is None or other is None or not parity_matters(why):
        return
    odd, even = why.regions
    yield (
        f"{why.played.move} goes into a region of {into.size} ({into.parity}), "
        f"{why.best.move} into one of {other.size} ({other.parity}); there are {odd} odd and {even} even ones."
    )


def _counts(why: Why, measure: Measure) -> str:
    """``After 8 plies with f1, Black has 9 moves and White 3; with a7, 5 and 6``."""
    verb, noun = _SAID[measure]
    after = f"After {counted(why.plies, 'ply', 'plies')} with {why.played.move}"
    played, best = counts(why, measure)
    (seat, count), *others = played
    told = [f"{seat} {verb} {count:g} {_plural(noun, count)}", *(f"{seat} {count:g}" for seat, count in others)]
    return f"{after}, {_listed(told)}; with {why.best.move}, {_listed([f'{count:g}' for _, count in best])}"


def _plural(noun: str, count: float) -> str:
    """The plural of a noun with what follows it: ``groups in atari``."""
    first, blank, rest = noun.partition(" ")
    ending = "" if count == 1 else "es" if first.endswith("s") else "s"
    return first + ending + blank + rest


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
