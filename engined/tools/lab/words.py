"""Numbers and findings in words."""

from __future__ import annotations

import math

from .chart import SUPERSCRIPTS
from .findings import Balance, Boards, Card, Endings, Exact, Level, RandomPlay, Report, Results, Share, Trained

EVALUATIONS = {
    "trained": "trained patterns",
    "geometry": "the board's geometry",
    "rules": "what needs no learning",
    "playouts": "Monte Carlo tree search, and proofs by maxⁿ at the end",
}


def whole(number: int) -> str:
    """``1,234,567``."""
    return f"{number:,}"


def large(number: float) -> str:
    """``940``, ``123,456``, ``4.56 × 10⁹``."""
    if number < 1e7:
        return f"{number:,.0f}"
    exponent = math.floor(math.log10(number))
    return f"{number / 10**exponent:.2f} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def with_error(mean: float, error: float | None, *, sign: bool = False) -> str:
    """``8.472 ± 0.004``: as many digits as the error warrants."""
    plus = "+" if sign else ""
    if error is None or error <= 0:
        return f"{mean:{plus}.2f}".replace("-", "−")
    digits = min(max(1 - math.floor(math.log10(error)), 0), 4)
    return f"{mean:{plus}.{digits}f} ± {error:.{digits}f}".replace("-", "−")


def percent(share: Share) -> str:
    """``45.2 ± 0.9 %``."""
    return f"{100 * share.value:.1f} ± {100 * share.error:.1f} %"


def duration(seconds: float) -> str:
    """``0.012 s``, ``3.4 s``, ``2.1 min``."""
    if seconds >= 120:
        return f"{seconds / 60:.1f} min"
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds:.3f} s"


def level_text(level: Level) -> str:
    """``depth 6``, ``8,192 playouts``."""
    return f"depth {level.effort}" if level.unit == "plies" else f"{whole(level.effort)} playouts"


def verdict(card: Card, exact: Exact) -> str:
    """Who wins: ``White wins by 4``; what each seat counts where there are more than two sides."""
    if exact.counts:
        ends = zip(card.seats, exact.counts, exact.counts_most or exact.counts, strict=True)
        return ", ".join(f"{seat} {least:g}" + (f" to {most:g}" if most > least else "") for seat, least, most in ends)
    if exact.margin == 0:
        return "draw"
    other = next(side.name for side in card.sides if side.name != exact.mover)
    winner = exact.mover if exact.margin > 0 else other
    return f"{winner} {'win' if ' and ' in winner else 'wins'} by {abs(exact.margin):g}"


def abstract(report: Report) -> list[str]:
    """The report in some sentences."""
    said = [_game(report.variant)]
    if report.random:
        said.append(_random(report.random))
    if report.balance and report.balance.levels:
        said.append(_balance(report.balance))
    if report.boards and report.boards.solved:
        said.append(_boards(report.boards, report.variant))
    if report.endings:
        said.append(_endings(report.endings, report.variant))
    if report.trained and report.trained.duel:
        said.append(_trained(report.trained))
    return said


def _game(card: Card) -> str:
    seats = f"{len(card.seats)} seats" + (f" on {len(card.sides)} sides" if len(card.sides) < len(card.seats) else "")
    start = f"{card.empties} of them empty at the start" if card.empties < card.cells else "all empty at the start"
    return f"{card.title} is a game for {seats} on {card.cells} cells, {start}; {card.first} moves first."


def _random(random: RandomPlay) -> str:
    choices, plies, passes = random.choices, random.plies, random.passes
    return (
        f"In {whole(random.games)} games of random moves a game takes {with_error(plies.mean, plies.error)} plies,"
        f" {with_error(passes.mean, passes.error)} of them passes, and a turn has"
        f" {with_error(choices.mean, choices.error)} legal moves; {points_text(random.results)}."
    )


def _balance(balance: Balance) -> str:
    last = balance.levels[-1]
    return (
        f"When the engine plays itself at {level_text(last.level)} ({whole(last.results.games)} games),"
        f" {points_text(last.results)}."
    )


def _boards(boards: Boards, card: Card) -> str:
    last = boards.solved[-1]
    return f"The largest board solved from the start is {last.width} × {last.height}: {verdict(card, last.exact)}."


def _endings(endings: Endings, card: Card) -> str:
    if endings.start is not None:
        return f"The game is solved from the start: {verdict(card, endings.start)}."
    last = endings.endings[-1]
    said = f"Positions with up to {last.empties} empty cells were solved, the last ones in {duration(last.seconds)}"
    if endings.growth is None or endings.start_nodes is None:
        return f"{said}."
    return (
        f"{said}; each further empty cell costs {endings.growth:.2f} times as many nodes, which would make about"
        f" {large(endings.start_nodes)} from the start."
    )


def _trained(trained: Trained) -> str:
    duel = trained.duel
    assert duel is not None
    score = 100 * (duel.won + duel.drawn / 2) / duel.games
    return (
        f"A training of {duration(trained.seconds)} scores {score:.0f} % against {EVALUATIONS[duel.against]}"
        f" at {level_text(duel.level)}."
    )


def points_text(results: Results) -> str:
    """Who gets which part of the points."""
    shares = [f"{side.name} {percent(side.points)}" for side in results.sides]
    if len(results.sides) == 2:
        first = results.sides[0]
        margin = with_error(first.margin, first.margin_error, sign=True)
        return f"{first.name} scores {percent(first.points)} and is ahead by {margin} on average"
    return "the points go to " + ", ".join(shares[:-1]) + f" and {shares[-1]}"
