"""A review as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from engined_protocol.messages.envelope import opening_name
from engined_protocol.notation import PASS

from ..drawing.table import aligned
from ..drawing.text import fate_lines, number_text
from ..drawing.wording import PLAIN, Wording
from ..why.sentences import sentences, written_by_players
from .model import SIGNS, Review, ReviewedMove
from .worth import Worth

PLIES = 10
"""The number of plies of a line that are shown."""


HEADS = ("", "", "move", "best", "played", "loss", "", "kind", "best line")


def heads(words: Wording = PLAIN) -> tuple[str, ...]:
    """The heads of the columns of a table."""
    return tuple(words(head) if head else "" for head in HEADS)


def review_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """The game's head, and a line a move."""
    rows = [heads(words), *(row_of(move, words) for move in review.moves)]
    return [head_line(review, words), *opening_lines(review, words), "", *aligned(rows, right=(0, 3, 4, 5))]


def why_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """Why bad moves are bad."""
    lines = []
    for move in review.moves:
        if move.why is not None:
            why = written_by_players(move.why, words.notation)
            told = (f"    {sentence}" for sentence in sentences(why, words.language))
            lines += ["", f"{move.ply}. {words.move(move.move)}{SIGNS[move.grade]}", *told]
    return lines


def total_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """What each player gave away, and what the signs mean; what is missing of a review that was broken off."""
    left = words.counted(review.left, "ply", "plies")
    broken = [words("broken off, {left} left: the same command goes on there", left=left)] if review.left else []
    end = ending_lines(review, words)
    return ["", *_totals(review, words), *([""] if end else []), *end, "", *broken, threshold_line(review, words)]


def ending_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """What becomes of the stones at the end of a finished game of Go."""
    if review.ending is None:
        return []
    return fate_lines(review.ending, words) or [words("no stones are dead at the end")]


def head_line(review: Review, words: Wording = PLAIN) -> str:
    """What was played, by whom, and how it ended."""
    names = zip(review.seats, review.players, strict=True)
    who = ", ".join(f"{words.told(seat)} {player}".rstrip() for seat, player in names)
    end = [words.told(review.result)] if review.result else []
    turned = [words("read as its mirror image")] if review.turned else []
    plies = words.counted(len(review.moves), "ply", "plies")
    return "; ".join([f"{review.variant}: {who}", plies, *end, *turned])


def opening_lines(review: Review, words: Wording = PLAIN) -> list[str]:
    """The names that the game went through, with the ply after which each holds."""
    names = []
    for move in review.moves:
        fresh = tuple(opening for opening in move.openings if not opening.plies)
        if fresh:
            called = dict.fromkeys(name for language in ("en", "ja") if (name := opening_name(fresh, language)))
            names.append(words("{name} (ply {ply})", name=", ".join(called), ply=move.ply - 1))
    return [words("opening: {names}", names="; ".join(names))] if names else []


def threshold_line(review: Review, words: Wording = PLAIN) -> str:
    """The line that says from which losses on moves are called what."""
    steps = review.thresholds
    told = words(
        "?! inaccuracy from {inaccuracy}, ? mistake from {mistake}, ?? blunder from {blunder}",
        inaccuracy=f"{steps.inaccuracy:g}",
        mistake=f"{steps.mistake:g}",
        blunder=f"{steps.blunder:g}",
    )
    return "; ".join([told, words("scores from the mover's view")])


def kind_text(best: Worth, played: Worth, words: Wording = PLAIN) -> str:
    """The kind of the best score with the depth that it comes from, where that says something, and with that of the
    move played where it is another: ``estimate 18/15``.
    """
    if best.kind == "exact":
        return words.told(best.kind)
    uneven = played.kind != "exact" and played.depth != best.depth
    return f"{words.told(best.kind)} {best.depth}" + (f"/{played.depth}" if uneven else "")


def row_of(move: ReviewedMove, words: Wording = PLAIN) -> tuple[str, ...]:
    """A move in texts, under ``HEADS``."""
    best, played = move.best, move.played
    throws = words("throws {what} away", what=words(move.throws)) + "; " if move.throws else ""
    line = words.moves(best.line[:PLIES]) if move.loss else ""
    wins = ""
    if best.win_rate is not None and line:
        now = "" if played.win_rate is None else f" > {played.win_rate:.0%}"
        wins = f"{best.win_rate:.0%}{now}: "
    return (
        str(move.ply),
        words.told(move.seat),
        words.move(move.move),
        number_text(best.score, best.kind),
        number_text(played.score, played.kind),
        f"{move.loss:.3g}" if move.loss else "",
        SIGNS[move.grade],
        kind_text(best, played, words) if move.move != PASS else words.told(best.kind),
        f"{throws}{wins}{line}".rstrip("; "),
    )


def _totals(review: Review, words: Wording) -> Iterator[str]:
    for seat in review.seats:
        own = [move for move in review.moves if move.seat == seat and not move.forced]
        if own:
            lost = sum(move.loss for move in own)
            best = sum(not move.loss for move in own)
            bad = ", ".join(
                words.counted(number, grade, plural)
                for grade, plural in (("inaccuracy", "inaccuracies"), ("mistake", ""), ("blunder", ""))
                if (number := sum(move.grade == grade for move in own))
            )
            yield words(
                "{player}: gave away {lost} in {choices}, {best} of them the best; {bad}",
                player=words.told(review.player(seat)),
                lost=f"{lost:.3g}",
                choices=words.counted(len(own), "choice"),
                best=best,
                bad=bad or words("no mistakes"),
            )
