"""The sections of the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from .board_figure import heat_figure, paints_of_sides, start_figure
from .chart import Chart, Point, Scale, histogram, scale_of
from .findings import (
    Balance,
    Boards,
    Card,
    Endings,
    LevelResults,
    RandomPlay,
    Report,
    Results,
    SideResult,
    Summary,
    Trained,
)
from .markup import tag
from .oracle import PROVEN_EMPTIES
from .sheet import Sheet
from .words import EVALUATIONS, duration, large, level_text, percent, verdict, whole, with_error

SEEN_OFTEN = 0.05
"""A ply is drawn if so many of the games came to it."""
LEAST_SECONDS = 0.01
"""The least seconds for which a speed is worth telling."""
SHIFT = 5.0
"""Pixels between the sides in a figure of all of them."""
LEAST_HEAT = 100
"""Games that one side won, for a figure of what winners hold."""


def add_game(sheet: Sheet, report: Report) -> None:
    """The variant itself."""
    card = report.variant
    sheet.heading("The game")
    if card.note:
        sheet.text(card.note)
    facts = [
        ("Board", f"{card.width} × {card.height}, {card.cells} cells, {card.empties} empty at the start"),
        ("Seats", f"{', '.join(card.seats)}, in this order; {card.first} moves first"),
    ]
    if len(card.sides) < len(card.seats):
        facts.append(("Sides", "; ".join(side.name for side in card.sides)))
    facts += [*card.rules, ("Runs as", card.kernels), ("Digest", card.digest)]
    terms = [part for name, text in facts for part in (tag("dt", name), tag("dd", text))]
    start = sheet.figure("start", start_figure(card), f"{card.title} at the start.")
    sheet.row(start, tag("dl", *terms), kind="game")


def add_perft(sheet: Sheet, report: Report) -> None:
    """The size of the game tree."""
    if report.perft is None:
        return
    sheet.heading("Game tree")
    depths = report.perft.depths
    rows, before = [], 1
    for depth in depths:
        speed = f"{depth.leaves / depth.seconds / 1e6:.1f}" if depth.seconds >= LEAST_SECONDS else "–"
        rows.append((str(depth.depth), whole(depth.leaves), f"{depth.leaves / before:.2f}", speed))
        before = depth.leaves
    note = "Perft: leaves by depth. A forced pass is a ply; a finished game stays one leaf."
    drawn = [sheet.table(note, ("depth", "leaves", "growth", "10⁶ leaves/s"), rows, ())]
    if len(depths) > 1:
        points = [Point(float(depth.depth), float(depth.leaves)) for depth in depths]
        across = scale_of([point.x for point in points])
        chart = Chart(across, scale_of([point.y for point in points], log=True), "depth in plies", "leaves")
        chart.line(points, 0, "leaves", lambda point: f"depth {point.x:g}: {point.y:,.0f}")
        drawn.append(sheet.figure("perft", chart.element("Leaves of the game tree by depth"), "Leaves by depth."))
    sheet.row(*drawn)


def add_random(sheet: Sheet, report: Report) -> None:
    """Games at random."""
    random = report.random
    if random is None:
        return
    sheet.heading("Random play")
    sheet.text(
        f"{whole(random.games)} games in which every legal move is equally likely."
        + (f" {whole(random.given_up)} more were given up: no end was in sight." if random.given_up else "")
        + f" {percent_of(random.results.full, random.games)} ended on a full board."
    )
    rows = [
        _quantity("legal moves at a turn", random.choices),
        _quantity("plies in a game", random.plies),
        _quantity("passes in a game", random.passes),
    ]
    note = "Freedom and length. A forced pass is a turn without a legal move; passes after the last move do not count."
    freedom = sheet.table(note, ("", "mean", "s.d.", "least", "most"), rows)
    ends = sheet.table("How the random games ended, with standard errors.", *_results(random.results))
    sheet.row(freedom, ends)
    sheet.row(*_random_figures(sheet, random, report.variant))


def add_balance(sheet: Sheet, report: Report) -> None:
    """Games of the engine against itself."""
    balance = report.balance
    if balance is None:
        return
    sheet.heading("Balance")
    sheet.text(
        f"The engine plays all seats. Each game begins with {balance.opening_plies} random plies, and every level plays"
        f" the same beginnings. Its estimates rest on {EVALUATIONS[balance.evaluation]}."
    )
    heads, rows, words = _two_sides(balance) if len(report.variant.sides) == 2 else _many_sides(balance)
    sheet.row(sheet.table("Self-play, with standard errors.", heads, rows, ("word",) * words))
    sheet.row(*_balance_figures(sheet, balance, paints_of_sides(report.variant)))


def add_exact(sheet: Sheet, report: Report) -> None:
    """What can be solved."""
    if report.boards is None and report.endings is None:
        return
    sheet.heading("Exact values")
    if report.boards is not None:
        _add_boards(sheet, report.boards, report.variant)
    if report.endings is not None:
        _add_endings(sheet, report.endings, report.variant)


def add_trained(sheet: Sheet, report: Report) -> None:
    """A short training."""
    trained = report.trained
    if trained is None:
        return
    sheet.heading("A trained evaluation")
    sheet.text(
        f"Patterns that follow from the board's geometry, fitted in {duration(trained.seconds)} to"
        f" {whole(trained.positions)} positions for each number of empty cells, of games against itself."
        f" The weights are in {trained.weights}."
    )
    if trained.duel:
        duel = trained.duel
        sheet.text(
            f"Against {EVALUATIONS[duel.against]}, both at {level_text(duel.level)}, it won {duel.won}, drew"
            f" {duel.drawn} and lost {duel.lost} of {duel.games} games, by"
            f" {with_error(duel.margin, duel.margin_error, sign=True)} on average; it is"
            f" {100 * duel.superiority:.1f} % likely to be the better one."
        )
    if trained.stages:
        sheet.row(_stages_figure(sheet, trained))


def add_end(sheet: Sheet, report: Report) -> None:
    """How it was made, and from what."""
    sheet.heading("Method")
    sheet.text(
        "Random games are played by the plain rules, the n-th game of a seed being always the same; errors take games,"
        f" not turns, as independent. {_player(report)} Points: one for a game that a side alone wins, shared equally"
        " among the best otherwise; “ahead by” is against the best other side. An error of points never claims"
        " certainty: one game of either result is added to the spread."
        " Exact values are proven to the end of the game; among more than two sides they are those of maxⁿ, or bounds"
        " of them where something hangs on which of equally good moves are played."
    )
    sheet.text(
        f"engined {report.engined}, seed {report.seed}; {report.minutes:g} minutes were given and"
        f" {duration(report.seconds)} used, on {report.machine}; {report.made}."
    )
    if report.missing:
        items = [tag("li", f"{part}: {reason}") for part, reason in report.missing.items()]
        sheet.text("What is missing or incomplete:")
        sheet.content.append(tag("ul", *items, class_="missing"))
    if report.variant.declaration:
        sheet.heading("Declaration")
        sheet.content.append(tag("pre", report.variant.declaration))


def _player(report: Report) -> str:
    """How the engine plays against itself."""
    if report.balance is not None and report.balance.evaluation == "playouts":
        return (
            "The engine plays so many games of its tree search for each move, all going on from what it knows, and"
            f" solves the last {PROVEN_EMPTIES} empty cells."
        )
    return "A player of depth d searches d plies, and solves the last 2d empty cells."


def percent_of(count: int, games: int) -> str:
    """``99.0 %``."""
    return f"{100 * count / games:.1f} %"


# --- parts of sections ------------------------------------------------------------------------------


def _quantity(name: str, summary: Summary) -> tuple[str, ...]:
    least, most = min(summary.histogram), max(summary.histogram)
    return name, with_error(summary.mean, summary.error), f"{summary.sd:.3f}", f"{least:g}", f"{most:g}"


def _results(results: Results) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Heads and rows of how some games ended; ranks say nothing new of two sides."""
    heads = ("side", "won", "shared", "points", "ahead by", "s.d.", "mean rank")
    rows: list[Sequence[str]] = []
    for side in results.sides:
        margin = (with_error(side.margin, side.margin_error, sign=True), f"{side.margin_sd:.2f}")
        rows.append((side.name, whole(side.won), whole(side.shared), percent(side.points), *margin, f"{side.rank:.3f}"))
    kept = len(heads) - (len(results.sides) == 2)
    return heads[:kept], [row[:kept] for row in rows]


def _two_sides(balance: Balance) -> tuple[Sequence[str], list[Sequence[str]], int]:
    """Heads and rows of self-play, and how many columns hold words: one row for each level."""
    first, second = (side.name for side in balance.levels[0].results.sides)
    heads = ("level", "games", f"{first} won", "drawn", f"{second} won", f"points of {first}", f"{first} ahead by")
    rows: list[Sequence[str]] = []
    for level in balance.levels:
        results = level.results
        one, other = results.sides
        counts = (results.games, one.won, results.draws, other.won)
        margin = with_error(one.margin, one.margin_error, sign=True)
        rows.append((level_text(level.level), *map(whole, counts), percent(one.points), margin))
    return heads, rows, 1


def _many_sides(balance: Balance) -> tuple[Sequence[str], list[Sequence[str]], int]:
    """The same with a row for each side."""
    heads = ("level", "side", "games", "won", "shared", "points", "ahead by", "mean rank")
    rows: list[Sequence[str]] = []
    for level in balance.levels:
        for at, side in enumerate(level.results.sides):
            name, games = (level_text(level.level), whole(level.results.games)) if at == 0 else ("", "")
            margin = with_error(side.margin, side.margin_error, sign=True)
            counts = (whole(side.won), whole(side.shared))
            rows.append((name, side.name, games, *counts, percent(side.points), margin, f"{side.rank:.2f}"))
    return heads, rows, 2


def _random_figures(sheet: Sheet, random: RandomPlay, card: Card) -> list[Element]:
    first = card.sides[0].name
    ahead = f"By how much {first} {'are' if ' and ' in first else 'is'} ahead at the end."
    caption = "Legal moves in the course of a game: mean and s.d."
    drawn = [sheet.figure("choices-by-ply", _choices_by_ply(random), caption)]
    for name, summary, title, caption in (
        ("choices", random.choices, "legal moves", "How often a turn has so many legal moves."),
        ("plies", random.plies, "plies", "How long games are."),
        ("margins", random.margins, f"{first} ahead by", ahead),
    ):
        drawn.append(sheet.figure(name, histogram(summary.histogram, title).element(caption), caption))
    won = sum(side.won for side in random.results.sides)
    if won >= LEAST_HEAT:
        caption = "How often, in per cent, a cell is the winner's at the end."
        drawn.append(sheet.figure("held", heat_figure(card, random.held, caption), caption))
    return drawn


def _choices_by_ply(random: RandomPlay) -> Element:
    often = [ply for ply in random.by_ply if ply.games >= SEEN_OFTEN * random.games]
    points = [Point(float(ply.ply), ply.mean) for ply in often]
    spread = [Point(float(ply.ply), ply.mean, ply.sd) for ply in often]
    high = max(point.y + point.error for point in spread)
    chart = Chart(scale_of([point.x for point in points]), Scale(0.0, 1.05 * high or 1.0), "ply", "legal moves")
    chart.band(spread).line(points, 0, "mean", lambda point: f"ply {point.x:g}: {point.y:.2f}")
    return chart.element("Legal moves by ply")


def _level_chart(levels: Sequence[LevelResults], heights: Scale, title: str) -> Chart:
    efforts = [float(level.level.effort) for level in levels]
    playouts = levels[0].level.unit == "games"
    across = scale_of(efforts, room=0.08)
    if playouts:
        across = Scale(min(efforts) / 1.5, max(efforts) * 1.5, log=True, marks=tuple(efforts))
    return Chart(across, heights, "playouts for a move" if playouts else "depth in plies", title)


def _balance_figures(sheet: Sheet, balance: Balance, paints: Sequence[str]) -> list[Element]:
    """Points and leads by level: of the first side alone where there are two."""
    levels = balance.levels
    names = [side.name for side in levels[0].results.sides]
    shown = names[:1] if len(names) == 2 else names
    points, leads = ([_by_level(levels, side, of) for side in range(len(shown))] for of in (_points_of, _lead_of))
    ends = [point.y + sign * point.error for some in leads for point in some for sign in (1, -1)]
    shares = _level_chart(levels, Scale(0.0, 100.0), "points in per cent").rule(100 / len(names))
    margins = _level_chart(levels, scale_of(ends, zero=True, room=0.08), "ahead by").rule(0.0)
    for side, name in enumerate(shown):
        shift = SHIFT * (side - (len(shown) - 1) / 2)
        shares.line(points[side], side, name, lambda at: f"{at.y:.1f} ± {at.error:.1f} % at {at.x:g}", shift)
        margins.line(leads[side], side, name, lambda at: f"{at.y:+.2f} ± {at.error:.2f} at {at.x:g}", shift)
    whose = f"of {names[0]}" if len(names) == 2 else "of each side"
    drawn, said = shares.element(f"Points {whose} by level", paints), f"Points {whose}; dashed: an equal share."
    lead = margins.element(f"Mean lead {whose} by level", paints)
    return [sheet.figure("points", drawn, said), sheet.figure("leads", lead, f"Mean lead {whose} at the end.")]


def _by_level(
    levels: Sequence[LevelResults], side: int, of: Callable[[SideResult], tuple[float, float]]
) -> list[Point]:
    """A value of a side, and its error, at each level."""
    return [Point(float(level.level.effort), *of(level.results.sides[side])) for level in levels]


def _points_of(side: SideResult) -> tuple[float, float]:
    return 100 * side.points.value, 100 * side.points.error


def _lead_of(side: SideResult) -> tuple[float, float]:
    return side.margin, side.margin_error or 0.0


def _add_boards(sheet: Sheet, boards: Boards, card: Card) -> None:
    if boards.solved:
        rows = []
        for board in boards.solved:
            exact = board.exact
            line = " ".join(exact.line)
            size = f"{board.width} × {board.height}"
            result = verdict(card, exact)
            rows.append((size, result, line, str(board.cells), large(exact.nodes), duration(exact.seconds)))
        heads = ("board", "result", "a best line", "cells", "nodes", "time")
        sheet.row(sheet.table("Boards solved from the start.", heads, rows, ("word", "word", "line")))
    if boards.failed:
        sheet.text(f"{boards.failed} was not solved in the time that was left.", kind="missing")


def _add_endings(sheet: Sheet, endings: Endings, card: Card) -> None:
    if endings.start is not None:
        start = endings.start
        sheet.text(
            f"Solved from the start, with {start.empties} empty cells, in {duration(start.seconds)} and"
            f" {large(start.nodes)} nodes: {verdict(card, start)}. A best line: {' '.join(start.line)}."
        )
    solved = [ending for ending in endings.endings if ending.nodes]
    if len(solved) < 2:
        return
    nodes = [Point(float(ending.empties), float(ending.nodes)) for ending in solved]
    most = [Point(float(ending.empties), float(ending.most_nodes)) for ending in solved]
    heights = scale_of([point.y for point in (*nodes, *most)], log=True)
    chart = Chart(scale_of([point.x for point in nodes]), heights, "empty cells", "nodes")
    for series, (name, points) in enumerate((("median", nodes), ("most", most))):
        chart.line(points, series, name, lambda point: f"{point.x:g} empty: {point.y:,.0f} nodes")
    last = endings.endings[-1]
    caption = (
        f"Nodes to solve positions of self-play, {last.solved} for each number of empty cells; with {last.empties},"
        f" {duration(last.seconds)} in the median."
    )
    if endings.growth is not None and endings.start_nodes is not None:
        caption += (
            f" Each empty cell costs {endings.growth:.2f} times as many; so the start, with {card.empties}, would take"
            f" about {large(endings.start_nodes)}."
        )
    sheet.row(sheet.figure("endings", chart.element("Nodes to solve positions by empty cells"), caption))


def _stages_figure(sheet: Sheet, trained: Trained) -> Element:
    points = [Point(sum(stage.empties) / max(len(stage.empties), 1), stage.error) for stage in trained.stages]
    heights = scale_of([point.y for point in points], zero=True)
    chart = Chart(scale_of([point.x for point in points]), heights, "empty cells", "error in discs")
    chart.line(points, 0, "error", lambda point: f"{point.x:g} empty: {point.y:.2f}")
    caption = "Mean error on positions that were kept apart, against the searches that it learned from."
    return sheet.figure("stages", chart.element("Error of the trained evaluation by empty cells"), caption)
