"""Analyses of games of many seats by the engine with real kernels."""

from __future__ import annotations

import random

from engined.engine.engine import Engine
from engined.engine.tasks import AnalyseTask, EngineFailure, PerftTask, SolveTask
from engined.results import Kind, Line, Reason
from engined.rules.position import Position, parse_move, parse_position, start
from engined.rules.scoring import ranks, value
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask
from tests.search.plain_seats import margin, maxn

CATALOGUE = Catalogue()


def late(name: str, empties: int, seed: int = 1) -> Position:
    dice = random.Random(seed)
    position = start(CATALOGUE.get(name))
    while position.empties > empties:
        position = position.play(dice.choice(position.legal()))
    assert not position.over
    return position


def test_team_games_are_solved_from_the_start(ask: Ask) -> None:
    position = start(CATALOGUE.get("yonin-4x4-team"))
    (line,) = ask(SolveTask(position=position)).result.lines
    assert (line.score.value, line.score.kind, line.outlook) == (4, Kind.EXACT, None)
    end = position
    for text in line.pv:
        end = end.play(parse_move(end, text))
    assert (end.over, end.value(0)) == (True, 4)


def test_all_moves_of_a_team_game_are_scored(ask: Ask) -> None:
    position = start(CATALOGUE.get("yonin-4x4-team-plain"))
    lines = ask(AnalyseTask(position=position)).result.lines
    assert [(line.move, line.score.value) for line in lines] == [("b1", -5), ("a2", -5)]


def test_every_view_of_every_move_near_the_end(ask: Ask) -> None:
    position = late("rolit-3", 5)
    result = ask(AnalyseTask(position=position)).result
    assert (result.reason, result.depth) == (Reason.DONE, 5)
    assert {parse_move(position, line.move) for line in result.lines} == set(position.legal())
    for line in result.lines:
        check(position, line)
    scores = [line.score.value for line in result.lines]
    assert scores == sorted(scores, reverse=True)


def check(position: Position, line: Line) -> None:
    """A line is what the plain searches say, and its moves lead there."""
    after = position.play(parse_move(position, line.move))
    counts = maxn(after)
    seat, variant, outlook = position.seat, position.variant, line.outlook
    assert outlook is not None
    assert (line.score.kind, line.score.value) == (Kind.EXACT, value(variant, counts, seat))
    assert (outlook.counts, outlook.ranks) == (counts, ranks(variant, counts))
    assert outlook.paranoid == margin(after, frozenset({seat}), seat)
    others = [other for other in range(3) if other != seat]
    allied = {other: margin(after, frozenset({seat, other}), seat) for other in others}
    assert outlook.alliance == max(allied.values())
    assert outlook.ally in {variant.seats[other].name for other in others if allied[other] == outlook.alliance}
    end = position
    for text in line.pv:
        end = end.play(parse_move(end, text))
    assert (end.over, end.scores()) == (True, counts)


def test_solving_proves_the_best_move(ask: Ask) -> None:
    position = late("yonin-6x6", 7)
    (line,) = ask(SolveTask(position=position)).result.lines
    best = maxn(position)
    assert (line.score.kind, line.score.value) == (Kind.EXACT, value(position.variant, best, position.seat))
    assert line.outlook is not None
    assert line.outlook.counts == best


def test_games_are_played_before_the_end_is_in_reach(ask: Ask) -> None:
    position = start(CATALOGUE.get("rolit-4"))
    result = ask(AnalyseTask(position=position, nodes=20_000)).result
    assert result.reason is Reason.LIMIT
    assert 20_000 <= result.nodes <= 20_001
    assert {line.move for line in result.lines} == {"f4", "d6", "f6"}
    for line in result.lines:
        assert line.score.kind is Kind.ESTIMATE
        assert line.outlook is not None
        assert abs(sum(line.outlook.counts) - 64) < 1e-6
        assert line.outlook.paranoid is None


def test_an_endless_analysis_stops(ask: Ask) -> None:
    asked = ask(AnalyseTask(position=start(CATALOGUE.get("yonin"))))
    assert asked.first_info.wait(120)
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


def test_the_wanted_moves_alone(ask: Ask) -> None:
    position = late("rolit-4", 6)
    only = position.legal()[:2]
    result = ask(AnalyseTask(position=position, only=only)).result
    assert {parse_move(position, line.move) for line in result.lines} == set(only)
    (line,) = ask(AnalyseTask(position=position, best=1)).result.lines
    assert line.score.kind is Kind.EXACT


def test_a_forced_pass_is_the_only_move(ask: Ask) -> None:
    position = parse_position(CATALOGUE.get("yonin-4x4"), ".OX. .... .... .... C")
    (line,) = ask(AnalyseTask(position=position)).result.lines
    assert (line.move, line.score.kind) == ("--", Kind.EXACT)


def test_a_move_on_a_clock_comes_in_time(ask: Ask) -> None:
    position = start(CATALOGUE.get("rolit-3"))
    ask(AnalyseTask(position=position, nodes=100))
    result = ask(AnalyseTask(position=position, soft=0.05, seconds=5.0, best=1)).result
    assert result.reason is Reason.LIMIT
    assert len(result.lines) == 1


def test_counting_by_machine_code(ask: Ask, engine: Engine) -> None:
    position = start(CATALOGUE.get("rolit-4"))
    assert ask(PerftTask(position=position, depth=7)).leaves == (3, 20, 136, 1366, 7427, 44154, 343639)
    assert engine.kind(position.variant) == "seats-64"


def test_games_without_kernels_say_why(ask: Ask) -> None:
    declared = CATALOGUE.check(
        'name = "few"\ninherits = "rolit-4"\n[seats]\nRed = {colour = "R", supply = 3}\n'
        'Yellow = {colour = "Y"}\nGreen = {colour = "G"}'
    )
    final = ask(AnalyseTask(position=start(declared))).final
    assert isinstance(final, EngineFailure)
    assert final.code == "unsupported"
    assert "few has no kernel: a limited supply of discs" in final.message
