"""A review as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from engined_protocol.envelope import opening_name
from engined_protocol.notation import PASS
from engined_protocol.words import counted

from ..drawing import number_text
from ..table import aligned
from ..why.sentences import Language, sentences, written_by_players
from ..wording import PLAIN, Wording
from .model import SIGNS, Review, ReviewedMove
from .worth import Worth

PLIES = 10
"""Of a line that are shown."""


HEADS = ("", "", "move", "best", "played", "loss", "", "kind", "best line")


def review_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """The game's head, and a line a move."""
    rows = [HEADS, *(row_of(move, words) for move in review.moves)]
    return [head_line(review), *opening_lines(review), "", *aligned(rows, right=(0, 3, 4, 5))]


def why_lines(review: Review, language: Language = "en", words: Wording = PLAIN) -> list[str]:
    """Why bad moves are bad."""
    lines = []
    for move in review.moves:
        if move.why is not None:
            why = written_by_players(move.why, words.notation)
            told = (f"    {sentence}" for sentence in sentences(why, language))
            lines += ["", f"{move.ply}. {words.move(move.move)}{SIGNS[move.grade]}", *told]
    return lines


def total_lines(review: Review) -> list[str]:
    """What each player gave away, and what the signs mean; what is missing of a review that was broken off."""
    left = counted(review.left, "ply", "plies")
    broken = [f"broken off, {left} left: the same command goes on there"] if review.left else []
    return ["", *_totals(review), "", *broken, threshold_line(review)]


def head_line(review: Review) -> str:
    """What was played, by whom, and how it ended."""
    names = zip(review.seats, review.players, strict=True)
    who = ", ".join(f"{seat} {player}".rstrip() for seat, player in names)
    end = f"; {review.result}" if review.result else ""
    turned = "; read as its mirror image" if review.turned else ""
    return f"{review.variant}: {who}; {counted(len(review.moves), 'ply', 'plies')}{end}{turned}"


def opening_lines(review: Review) -> list[str]:
    """The names that the game went through, with the ply after which each holds."""
    names = []
    for move in review.moves:
        fresh = tuple(opening for opening in move.openings if not opening.plies)
        if fresh:
            words = [name for language in ("en", "ja") if (name := opening_name(fresh, language))]
            names.append(f"{', '.join(words)} (ply {move.ply - 1})")
    return [f"opening: {'; '.join(names)}"] if names else []


def threshold_line(review: Review) -> str:
    """From which losses on moves are called what."""
    steps = review.thresholds
    return (
        f"?! inaccuracy from {steps.inaccuracy:g}, ? mistake from {steps.mistake:g}, "
        f"?? blunder from {steps.blunder:g}; scores from the mover's view"
    )


def kind_text(worth: Worth) -> str:
    """The kind of a score with the depth that it comes from, where that says something."""
    return worth.kind if worth.kind == "exact" else f"{worth.kind} {worth.depth}"


def row_of(move: ReviewedMove, words: Wording = PLAIN) -> tuple[str, ...]:
    """A move in texts, under ``HEADS``."""
    best, played = move.best, move.played
    throws = f"throws {move.throws} away; " if move.throws else ""
    line = words.moves(best.line[:PLIES]) if move.loss else ""
    wins = f"{best.win_rate:.0%}: " if best.win_rate is not None and line else ""
    return (
        str(move.ply),
        move.seat,
        words.move(move.move),
        number_text(best.score, best.kind),
        number_text(played.score, played.kind),
        f"{move.loss:.3g}" if move.loss else "",
        SIGNS[move.grade],
        kind_text(best) if move.move != PASS else best.kind,
        f"{throws}{wins}{line}".rstrip("; "),
    )


def _totals(review: Review) -> Iterator[str]:
    for seat in review.seats:
        own = [move for move in review.moves if move.seat == seat and not move.forced]
        if own:
            lost = sum(move.loss for move in own)
            best = sum(not move.loss for move in own)
            bad = ", ".join(
                counted(number, grade, plural)
                for grade, plural in (("inaccuracy", "inaccuracies"), ("mistake", ""), ("blunder", ""))
                if (number := sum(move.grade == grade for move in own))
            )
            yield (
                f"{review.player(seat)}: gave away {lost:.3g} in {counted(len(own), 'choice')}, "
                f"{best} of them the best; {bad or 'no mistakes'}"
            )
