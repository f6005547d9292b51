"""Analyses of games of many seats by the engine with real kernels."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from msgspec import structs

from engined.engine.engine import Engine
from engined.engine.tasks import EngineFailure, PerftTask, SearchTask
from engined.results import Certainty, MoveLine, Reason
from engined.roots.limits import Limits
from engined.rules.position import PASS, Move, Position, move_text, parse_position, start
from engined.rules.scoring import ranks, value
from engined.rules.symmetry import image, symmetries
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask
from tests.patience import LONG
from tests.search.plain_multiplayer import bounds, margin, maxn, outcomes

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
    (line,) = ask(SearchTask(position=position, limits=Limits(best=1, prove=True))).result.lines
    assert (line.score.value, line.score.kind, line.outlook) == (4, Certainty.EXACT, None)
    end = position
    for move in line.pv:
        end = end.play(move)
    assert (end.over, end.value(0)) == (True, 4)


def test_all_moves_of_a_team_game_are_scored(ask: Ask) -> None:
    position = start(CATALOGUE.get("yonin-4x4-team-plain"))
    lines = ask(SearchTask(position=position)).result.lines
    assert [(move_text(position, line.move), line.score.value) for line in lines] == [("b1", -5), ("a2", -5)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_view_of_every_move_near_the_end(ask: Ask, seed: int) -> None:
    position = late("rolit-3", 5, seed)
    result = ask(SearchTask(position=position)).result
    assert (result.reason, result.depth) == (Reason.DONE, 5)
    assert {line.move for line in result.lines} == set(position.legal())
    for line in result.lines:
        check(position, line)
    scores = [line.score.value for line in result.lines]
    assert scores == sorted(scores, reverse=True)


def check(position: Position, line: MoveLine) -> None:
    """A line is what the plain searches say, and its moves lead there."""
    after = position.play(line.move)
    least, most, lowest, highest = bounds(after)
    seat, variant, outlook = position.seat, position.variant, line.outlook
    assert outlook is not None
    assert (line.score.value, line.most) == (lowest[seat], highest[seat])
    assert line.score.kind is (Certainty.EXACT if lowest[seat] == highest[seat] else Certainty.LOWER)
    assert (outlook.counts, outlook.counts_most or outlook.counts) == (least, most)
    assert outlook.paranoid == margin(after, frozenset({seat}), seat)
    others = [other for other in range(3) if other != seat]
    allied = {other: margin(after, frozenset({seat, other}), seat) for other in others}
    assert outlook.alliance == max(allied.values())
    assert outlook.ally in {variant.seats[other].name for other in others if allied[other] == outlook.alliance}
    end = position
    for move in line.pv:
        end = end.play(move)
    assert end.over
    for counts in (end.scores(), *outcomes(after)):
        assert all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))
        found = zip(outlook.ranks_best or outlook.ranks, ranks(variant, counts), outlook.ranks, strict=True)
        assert all(best <= rank <= worst for best, rank, worst in found)


@pytest.mark.parametrize("name", ["yonin-6x6", "rolit-3"])
def test_solving_proves_the_best_move(ask: Ask, name: str) -> None:
    position = late(name, 6)
    first, *others = ask(SearchTask(position=position, limits=Limits(best=1, prove=True))).result.lines
    _, _, lowest, highest = bounds(position)
    assert first.score.value == lowest[position.seat]
    assert max(line.most for line in (first, *others)) == highest[position.seat]
    assert all(line.most >= first.score.value for line in others), "only moves that may be as good"


def test_images_of_a_position_have_the_same_answers(ask: Ask) -> None:
    """By the first move in board order this position was worth other scores than its mirror image."""
    for seed in range(6):
        position = late("rolit-4", 6, seed)
        answers = []
        for symmetry in symmetries(position.variant):
            mirrored = replace(position, board=image(position, symmetry))
            back = {target: square for square, target in enumerate(symmetry)}
            lines = ask(SearchTask(position=mirrored)).result.lines
            moves = {line.move: back[line.move.square] for line in lines}
            answers.append({moves[line.move]: (line.score, ends_of(line)) for line in lines})
        assert all(answer == answers[0] for answer in answers)


def ends_of(line: MoveLine) -> object:
    """All that is said but the ally, of several that help as much the first."""
    assert line.outlook is not None
    return structs.replace(line.outlook, ally="")


def test_scores_that_hang_on_ties_are_no_exact_ones(ask: Ask) -> None:
    kinds = set()
    for seed in range(6):
        position = late("rolit-4", 6, seed)
        for line in ask(SearchTask(position=position)).result.lines:
            after = position.play(line.move)
            worth = {value(position.variant, counts, position.seat) for counts in outcomes(after)}
            assert line.score.value <= min(worth)
            assert max(worth) <= line.most
            assert line.score.kind is Certainty.LOWER or len(worth) == 1
            kinds.add(line.score.kind)
    assert kinds == {Certainty.EXACT, Certainty.LOWER}


def test_one_rule_for_ties_is_exact_and_its_own(ask: Ask) -> None:
    """What was found by one rule is not taken for what another says, nor for the bounds of all."""
    position = late("rolit-4", 6, 2)
    open_lines = ask(SearchTask(position=position)).result.lines
    assert any(line.score.kind is Certainty.LOWER for line in open_lines)
    lines = ask(SearchTask(position=position, limits=Limits(ties="first"))).result.lines
    for line in lines:
        after = position.play(line.move)
        assert line.score.kind is Certainty.EXACT
        assert line.outlook is not None
        assert line.outlook.counts == maxn(after)
    legal = position.legal()
    assert [line.move for line in lines] == sorted(legal, key=lambda move: (-score_of(lines, move), legal.index(move)))
    drawn = [
        ask(SearchTask(position=position, limits=Limits(ties="random", seed=seed))).result.lines for seed in range(8)
    ]
    assert all(line.score.kind is Certainty.EXACT for found in drawn for line in found)
    assert len({tuple((line.move, line.score) for line in found) for found in drawn}) > 1
    again = ask(SearchTask(position=position, limits=Limits(ties="random", seed=3))).result.lines
    for line, before in zip(again, drawn[3], strict=True):
        assert (line.move, line.score, line.pv) == (before.move, before.score, before.pv)
    for line, before in zip(ask(SearchTask(position=position)).result.lines, open_lines, strict=True):
        assert (line.move, line.score, line.pv, line.outlook) == (before.move, before.score, before.pv, before.outlook)
        assert line.known


def test_a_rule_goes_on_as_it_was_foretold(ask: Ask) -> None:
    """The best move by lot, and all that it expects, are those of later positions too."""
    position = late("rolit-4", 6, 2)
    (line, *_) = ask(SearchTask(position=position, limits=Limits(ties="random", seed=5))).result.lines
    for move in line.pv:
        (found, *_) = ask(SearchTask(position=position, limits=Limits(ties="random", seed=5))).result.lines
        assert found.move == move
        position = position.play(move)
    assert position.over


def score_of(lines: tuple[MoveLine, ...], move: Move) -> float:
    return next(line.score.value for line in lines if line.move == move)


def test_games_are_played_before_the_end_is_in_reach(ask: Ask) -> None:
    position = start(CATALOGUE.get("rolit-4"))
    result = ask(SearchTask(position=position, limits=Limits(nodes=20_000))).result
    assert result.reason is Reason.LIMIT
    assert 20_000 <= result.nodes <= 20_001
    assert {move_text(position, line.move) for line in result.lines} == {"f4", "d6", "f6"}
    for line in result.lines:
        assert line.score.kind is Certainty.ESTIMATE
        assert line.outlook is not None
        assert abs(sum(line.outlook.counts) - 64) < 1e-6
        assert line.outlook.paranoid is None


def test_an_endless_analysis_stops(ask: Ask) -> None:
    asked = ask(SearchTask(position=start(CATALOGUE.get("yonin"))))
    assert asked.first_info.wait(LONG)
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


def test_the_wanted_moves_alone(ask: Ask) -> None:
    position = late("rolit-4", 6)
    only = position.legal()[:2]
    result = ask(SearchTask(position=position, limits=Limits(only=frozenset(only)))).result
    assert {line.move for line in result.lines} == set(only)
    first, *others = ask(SearchTask(position=position, limits=Limits(best=1))).result.lines
    assert first.settled
    assert all(line.most >= first.score.value for line in others), "moves that may be as good"
    everything = ask(SearchTask(position=position)).result.lines
    assert {line.move for line in everything if line.most >= first.score.value} == {
        line.move for line in (first, *others)
    }


def test_a_forced_pass_is_the_only_move(ask: Ask) -> None:
    position = parse_position(CATALOGUE.get("yonin-4x4"), ".OX. .... .... .... C")
    (line,) = ask(SearchTask(position=position)).result.lines
    assert (line.move, line.score.kind) == (PASS, Certainty.EXACT)


def test_a_move_on_a_clock_comes_in_time(ask: Ask) -> None:
    position = start(CATALOGUE.get("rolit-3"))
    ask(SearchTask(position=position, limits=Limits(nodes=100)))
    result = ask(SearchTask(position=position, limits=Limits(soft=0.05, seconds=5.0, best=1))).result
    assert result.reason is Reason.LIMIT
    assert len(result.lines) == 1


def test_counting_by_machine_code(ask: Ask, engine: Engine) -> None:
    position = start(CATALOGUE.get("rolit-4"))
    assert ask(PerftTask(position=position, depth=7)).leaves == (3, 20, 136, 1366, 7427, 44154, 343639)


def test_games_without_kernels_say_why(ask: Ask) -> None:
    declared = CATALOGUE.check(
        'name = "few"\ninherits = "rolit-4"\n[seats]\nRed = {colour = "R", supply = 3}\n'
        'Yellow = {colour = "Y"}\nGreen = {colour = "G"}'
    )
    final = ask(SearchTask(position=start(declared))).final
    assert isinstance(final, EngineFailure)
    assert final.code == "unsupported"
    assert "few can be played by its rules, but not searched: a limited supply of discs" in final.message
