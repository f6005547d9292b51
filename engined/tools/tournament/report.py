"""A tournament in words and as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from engined.tools.match.report import counted_result
from engined_client.club.standings import Row, coefficient

from .event import Event
from .played import Played

HEADER = ("", "engine", "points", "games", "won", "drawn", "lost", "discs", "Brightwell")


def game_line(played: Played) -> str:
    """A finished game: ``round 1  othello  edax - ntest  edax wins by 12``."""
    game = played.game
    winner = {"A": played.a, "B": played.b, None: ""}[game.winner]
    loser = {"A": played.b, "B": played.a, None: "nobody"}[game.winner]
    if game.discs is None:
        result = f"{loser} loses: {game.end}" + (f", {game.detail}" if game.detail else "")
    else:
        result = counted_result(winner, game.discs)
    first, second = (played.a, played.b) if played.seat(played.a) == 0 else (played.b, played.a)
    return f"round {played.round}  {played.variant}  {first} - {second}  {result}"


def table(rows: Sequence[Row]) -> list[str]:
    """The standings, a line an engine, under a heading."""
    lines = [HEADER] + [
        (
            str(row.rank),
            row.name,
            f"{row.points:g}",
            str(row.games),
            str(row.won),
            str(row.drawn),
            str(row.lost),
            f"{row.discs:.1f}".removesuffix(".0"),
            f"{row.brightwell:.1f}".removesuffix(".0"),
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]
    return ["  ".join(_aligned(line, widths)).rstrip() for line in lines]


def summary(event: Event) -> list[str]:
    """How it ended: the standings over all, those of each variant if there are several, and who lost otherwise."""
    rows = event.standings()
    games = max(row.games for row in rows)
    if not games:
        return ["no game was finished"]
    lines = [*table(rows), f"Brightwell: discs, and {coefficient(games)} for each win of an opponent"]
    variants = [discipline.variant.name for discipline in event.plan.disciplines]
    for name in variants if len(variants) > 1 else ():
        lines += ["", f"{name}:", *table(event.standings(name))]
    for row in rows:
        if row.forfeits:
            said = ", ".join(f"{end} {count}" for end, count in sorted(row.forfeits.items()))
            lines.append(f"{row.name} lost without a score: {said}")
    return lines


def as_json(event: Event) -> dict[str, object]:
    """All of it, with plain values."""
    plan = event.plan
    names = [discipline.variant.name for discipline in plan.disciplines]
    return {
        "format": plan.format,
        "rounds": plan.rounds,
        "games": len(event.played),
        "engines": [
            {"name": engine.name, "command": list(engine.command), "limit": str(engine.limit)}
            for engine in plan.engines
        ],
        "standings": [asdict(row) for row in event.standings()],
        "variants": {name: [asdict(row) for row in event.standings(name)] for name in names},
    }


def _aligned(line: tuple[str, ...], widths: list[int]) -> list[str]:
    return [
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(line, widths, strict=True))
    ]
