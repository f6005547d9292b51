"""The engine with real kernels: values, limits, stops, and what it keeps between tasks."""

import time

import pytest

from engined.engine import loading
from engined.engine.engine import Engine
from engined.engine.task_runner import TaskRunner
from engined.engine.tasks import EngineFailure, PerftTask, SearchTask
from engined.results import Certainty, Reason, Result, Score, Snapshot
from engined.roots.limits import Limits
from engined.rules.perft import perft
from engined.rules.position import Move, Position, move_text, parse_move, parse_position, start
from engined.variants.catalogue import Catalogue
from engined_protocol.errors import Code
from tests.engine.asking import Ask, Asked
from tests.patience import LONG, PATIENCE
from tests.texts import texts_of

CATALOGUE = Catalogue()
ONE_FLIP = """
name = "one-flip"
inherits = "othello"
board.size = "4x4"
capture.choice = "one"
"""
TWO_FLIPS = """
name = "two-flips"
inherits = "othello"
capture.choice = "some"
capture.min_flips = 2
"""


def position(variant: str, *moves: str) -> Position:
    found = start(CATALOGUE.get(variant))
    for move in moves:
        found = found.play(parse_move(found, move))
    return found


@pytest.mark.parametrize(
    ("variant", "score"),
    # Computed by programs independent of this one; empties go to the winner.
    [("othello-4x4", -10), ("othello-6x4", 16)],
)
def test_small_boards_are_solved_from_the_start(ask: Ask, variant: str, score: int) -> None:
    result = ask(SearchTask(position=position(variant), limits=Limits(best=1, prove=True))).result
    assert result.reason is Reason.DONE
    (line,) = result.lines
    assert (line.score.value, line.score.kind) == (score, Certainty.EXACT)
    end = position(variant, *texts_of(position(variant), line.pv))
    assert end.over
    assert end.value(0) == score


@pytest.mark.parametrize(("cached", "state"), [(True, "loading othello"), (False, "compiling othello")])
def test_only_what_is_not_there_yet_is_said_to_be_loaded_or_compiled(
    monkeypatch: pytest.MonkeyPatch, cached: bool, state: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(TaskRunner, "tell", lambda _, news: told.append(news().state))
    monkeypatch.setattr(loading.Needed, "is_cached", lambda part, cache: cached)
    engine, opening = Engine(table_mib=1), position("othello")
    assert Asked(engine, SearchTask(position=opening, limits=Limits(depth=4))).result
    assert told[0] in ("preparing othello", state)
    assert told[1] == state
    told.clear()
    assert Asked(engine, SearchTask(position=opening, limits=Limits(depth=6))).result
    engine.close()
    assert set(told) == {""}


@pytest.mark.parametrize(
    ("window", "kind"),
    [
        ((-1, 1), Certainty.UPPER),
        ((-12, -8), Certainty.EXACT),
        ((-20, -15), Certainty.LOWER),
    ],
)
def test_solving_to_a_window(ask: Ask, window: tuple[int, int], kind: Certainty) -> None:
    task = SearchTask(position=position("othello-4x4"), limits=Limits(best=1, prove=True, window=window))
    (line,) = ask(task).result.lines
    assert line.score.kind is kind
    assert (
        line.score.value
        in {
            Certainty.EXACT: {-10},
            Certainty.LOWER: {-15, -14, -13, -12, -11, -10},
            Certainty.UPPER: {-10, -9, -8, -7, -6, -5, -4, -3, -2, -1},
        }[kind]
    )


def test_every_move_is_scored_and_two_threads_agree(ask: Ask) -> None:
    found = []
    for threads in (1, 2):
        result = ask(SearchTask(position=position("othello-6x4"), limits=Limits(threads=threads))).result
        assert {line.score.kind for line in result.lines} == {Certainty.EXACT}
        texts = texts_of(position("othello-6x4"), [line.move for line in result.lines])
        found.append({text: line.score.value for text, line in zip(texts, result.lines, strict=True)})
    assert found[0] == found[1]
    assert found[0]["c1"] == found[0]["d4"] == 16  # half a turn takes one to the other
    assert found[0]["b2"] == found[0]["e3"] < 16


def test_perft_by_kernels_and_by_rules(ask: Ask) -> None:
    count = ask(PerftTask(position=position("othello-6x4"), depth=7))
    assert count.leaves == (4, 12, 50, 180, 798, 3338, 15418)
    assert [info.depth for info in count.counts] == [1, 2, 3, 4, 5, 6, 7]
    one_flip = CATALOGUE.check(ONE_FLIP, "test")
    chosen = ask(PerftTask(position=start(one_flip), depth=4))
    assert chosen.leaves == tuple(perft(start(one_flip), depth) for depth in (1, 2, 3, 4))
    two_flips = CATALOGUE.check(TWO_FLIPS, "test")
    by_rules = ask(PerftTask(position=start(two_flips), depth=3))
    assert by_rules.leaves == tuple(perft(start(two_flips), depth) for depth in (1, 2, 3))


def test_what_cannot_be_compiled_is_not_counted_by_the_slow_rules(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError("no space left on the disk")

    monkeypatch.setattr(loading, "load_counter", fails)
    count = ask(PerftTask(position=position("othello-4x10"), depth=3))
    assert count.final == EngineFailure(Code.INTERNAL, "no space left on the disk")
    assert not count.counts


@pytest.mark.parametrize(
    ("name", "score"),
    # Computed by programs independent of this one; the values of reversi-cross and of indirect captures are the same.
    [("hasami-one-4x4", -12), ("hasami-choose-4x4", -12), ("hasami-indirect-4x4", -8)],
)
def test_hasami_go_is_analysed_to_the_end(ask: Ask, name: str, score: float) -> None:
    place = position(name)
    solved = ask(SearchTask(position=place, limits=Limits(best=1, prove=True))).result
    assert (solved.reason, solved.lines[0].score) == (Reason.DONE, Score(score, Certainty.EXACT, 12))
    analysed = ask(SearchTask(position=place)).result
    assert {line.score.kind for line in analysed.lines} == {Certainty.EXACT}
    assert {line.move for line in analysed.lines} == set(place.legal())
    assert max(line.score.value for line in analysed.lines) == score
    for move in analysed.lines[0].pv:
        place = place.play(move)
    assert (place.over, place.value(0)) == (True, score)
    by_depth = ask(SearchTask(position=position(name.removesuffix("-4x4")), limits=Limits(depth=3))).result
    assert (by_depth.depth, len(by_depth.lines)) == (3, 4)


def test_discs_that_leave_make_a_short_game(ask: Ask) -> None:
    result = ask(SearchTask(position=position("hasami-remove"))).result
    assert {line.score.kind for line in result.lines} == {Certainty.EXACT}
    assert max(len(line.pv) for line in result.lines) <= 4


def test_more_moves_than_can_be_listed_are_refused(ask: Ask) -> None:
    row = "." + "O" * 22 + "X"
    variant = CATALOGUE.check('name = "wide"\n[board]\nsize = "24x2"\n[capture]\nchoice = "some"', "test")
    final = ask(SearchTask(position=parse_position(variant, row + "." * 24 + "X"), limits=Limits(depth=1))).final
    assert isinstance(final, EngineFailure)
    assert (final.code, "cannot be listed" in final.message) == ("unsupported", True)


def test_a_variant_without_kernels_fails_with_the_reason(ask: Ask) -> None:
    two_flips = CATALOGUE.check(TWO_FLIPS, "test")
    final = ask(SearchTask(position=start(two_flips), limits=Limits(depth=1))).final
    assert isinstance(final, EngineFailure)
    assert final.code == "unsupported"
    assert "choice" in final.message


def test_limits_end_an_analysis_with_what_is_known(ask: Ask) -> None:
    by_nodes = ask(SearchTask(position=position("othello"), limits=Limits(nodes=100_000))).result
    assert by_nodes.reason is Reason.LIMIT
    assert 50_000 <= by_nodes.nodes <= 150_000
    assert len(by_nodes.lines) == 4
    by_depth = ask(SearchTask(position=position("othello", "f5"), limits=Limits(depth=4))).result
    assert by_depth.reason is Reason.DONE
    assert by_depth.depth == 4
    by_time = ask(SearchTask(position=position("othello", "f5", "d6"), limits=Limits(seconds=0.2))).result
    assert by_time.reason is Reason.LIMIT
    assert by_time.lines


def test_stop_ends_an_endless_analysis_at_once(ask: Ask) -> None:
    asked = ask(SearchTask(position=position("othello"), interval=0.01))
    assert asked.first_info.wait(LONG)
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


def test_depth_never_shrinks_and_kinds_only_improve(ask: Ask) -> None:
    asked = ask(SearchTask(position=position("othello-6x4"), interval=0.0))
    assert asked.result.reason is Reason.DONE
    depths = [info.depth for info in asked.infos]
    assert depths == sorted(depths)
    exact: dict[Move, float] = {}
    told: list[Snapshot | Result] = [*asked.infos, asked.result]
    for info in told:
        for line in info.lines:
            if line.move in exact:
                assert (line.score.kind, line.score.value) == (Certainty.EXACT, exact[line.move])
            elif line.score.kind is Certainty.EXACT:
                exact[line.move] = line.score.value


def test_what_is_known_is_said_at_once(ask: Ask) -> None:
    place = position("othello", "f5", "d6")
    first = ask(SearchTask(position=place, limits=Limits(depth=6))).result
    second = ask(SearchTask(position=place, limits=Limits(depth=6)))
    assert second.result.nodes == 0
    assert [(x.move, x.score) for x in second.result.lines] == [(x.move, x.score) for x in first.lines]
    assert (first.known_depth, second.result.known_depth) == (0, 6)
    assert [x.known for x in first.lines] == [False] * len(first.lines)
    assert all(x.known and not x.nodes for x in second.result.lines)
    deeper = ask(SearchTask(position=place, limits=Limits(depth=8))).result
    assert (deeper.known_depth, deeper.depth, deeper.nodes > 0) == (6, 8, True)
    assert not any(x.known for x in deeper.lines if x.score.depth == 8)
    endless = ask(SearchTask(position=place))
    assert endless.first_info.wait(LONG)
    endless.running.stop()
    assert min(info.depth for info in endless.infos if info.lines) >= 6


OPENINGS = [
    "f5d6c4g5c6e3f2c5",
    "f5d6c3f3c7e6d3d2",
    "f5f4e3f2g4d6c6g5",
    "f5f4g3e6d3g4h4c2",
    "f5d6c3d3c2g5e6f3",
    "f5f4g3d6d3f6c5b6",
    "f5f4c3c6f3c4d3c2",
    "f5f4g3c6c5e6d6c4",
    "f5f4e3f2c4f6e2d3",
    "f5f4g3d6e3g5c4f3",
    "f5f6f7f4f3g3e6d6",
    "f5d6c6f6f7b6c4c3",
]
"""None of those that the root search was tuned with."""


def test_the_next_search_costs_half_in_the_kept_tree() -> None:
    """Search, play the best move and the expected reply, search again to the same depth: warm against cold."""
    nodes = {"warm": 0, "cold": 0}
    for opening in OPENINGS:
        place = position("othello", *(opening[at : at + 2] for at in range(0, len(opening), 2)))
        kept, fresh = Engine(table_mib=16), Engine(table_mib=16)
        line = Asked(kept, SearchTask(position=place, limits=Limits(depth=12, best=1))).result.lines[0]
        for move in line.pv[:2]:
            place = place.play(move)
        for name, engine in (("warm", kept), ("cold", fresh)):
            result = Asked(engine, SearchTask(position=place, limits=Limits(depth=12, best=1))).result
            assert result.depth == 12
            nodes[name] += result.nodes
            engine.close()
    assert nodes["warm"] <= nodes["cold"] / 2


def test_a_running_search_leaves_python_responsive(ask: Ask) -> None:
    asked = ask(SearchTask(position=position("othello"), limits=Limits(threads=2)))
    assert asked.first_info.wait(LONG)
    began = time.monotonic()
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize(("variant", "best"), [("othello", ("a8", -4)), ("othello-black-draws", ("g7", 0))])
def test_no_contempt_makes_light_of_the_right_to_a_draw(ask: Ask, variant: str, best: tuple[str, int]) -> None:
    """Six cells before the end of a perfect game, worth g7 0, b8 0 and a8 -4 by hand-written minimax."""
    place = parse_position(CATALOGUE.get(variant), "XXXXXXXXOOXXOOOXOOXXXOOXOOOOOOXXXOXOOXXXXOOOXOX.XOOOOX....XXXXX. X")
    (line,) = ask(SearchTask(position=place, limits=Limits(best=1, contempt=-64))).result.lines
    assert (move_text(place, line.move), line.score.value, line.score.kind) == (*best, Certainty.EXACT)


@pytest.mark.parametrize("variant", ["othello", "yonin", "hashijime-8x8"])
def test_an_analysis_that_is_to_be_alone_hangs_on_nothing_before_it(ask: Ask, variant: str) -> None:
    shallow = SearchTask(position=position(variant), limits=Limits(depth=2, nodes=3000, alone=True))
    first = ask(shallow).result
    assert ask(SearchTask(position=position(variant), limits=Limits(depth=6, nodes=20000))).result
    again = ask(shallow).result
    assert (again.depth, again.nodes, again.lines) == (first.depth, first.nodes, first.lines)
