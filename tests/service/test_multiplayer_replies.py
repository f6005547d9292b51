"""Analyses among more than two sides as the service tells them."""

from __future__ import annotations

from typing import Literal

import pytest

from engined.engine.tasks import SearchTask
from engined.results import Certainty, MoveLine, Outlook, Reason, Result, Score
from engined.rules.position import move_text, start
from engined.service.events import JobFinal
from engined.service.exact_results import solved
from engined.service.jobs.replies import scored_moves
from engined.service.replies.views import views_of
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.messages.outlook import disagree
from tests.service.desk import Desk
from tests.texts import pv_of

ROLIT = Catalogue().get("rolit-4")
MOVES = [move_text(start(ROLIT), move) for move in start(ROLIT).legal()]
"""f4, d6 and f6, in board order."""


def line(move: str, score: float, paranoid: float | None, alliance: float | None, ally: str = "Green") -> MoveLine:
    outlook = Outlook((20.0, 16.0, 14.0, 14.0), (1, 2, 3, 3), paranoid, alliance, "" if alliance is None else ally)
    pv = pv_of(start(ROLIT), move)
    return MoveLine(pv[0], Score(score, Certainty.EXACT, 60), pv, 10, outlook)


def final(lines: tuple[MoveLine, ...]) -> m.Analysis:
    desk = Desk()
    desk.say(m.Analyse(id="1", variant="rolit-4"))
    desk.tell(JobFinal(desk.started[-1], Result(Reason.DONE, 60, lines, 30, 1.0), desk.now))
    _, reply = desk.sent[-1]
    assert isinstance(reply, m.Analysis)
    return reply


def test_a_move_tells_the_fate_of_every_seat() -> None:
    reply = final(tuple(line(move, 4.0, -3.0, 6.0) for move in MOVES))
    first = reply.moves[0].outlook
    assert first == m.Outlook(
        counts=(20.0, 16.0, 14.0, 14.0), ranks=(1, 2, 3, 3), paranoid=-3.0, alliance=6.0, ally="Green"
    )
    assert reply.score == 4.0


def open_line(move: str, score: float, most: float, kind: Certainty = Certainty.LOWER) -> MoveLine:
    """A move of which much hangs on ties."""
    counts, counts_most = (16.0, 12.0, 9.0, 9.0), (24.0, 18.0, 15.0, 14.0)
    outlook = Outlook(counts, (2, 4, 4, 4), -5.0, 9.0, "Green", most, counts_most, (1, 1, 2, 2))
    pv = pv_of(start(ROLIT), move)
    return MoveLine(pv[0], Score(score, kind, 60), pv, 10, outlook)


def test_a_score_that_hangs_on_ties_is_a_bound() -> None:
    f4, d6, f6 = MOVES
    reply = final((open_line(f4, 1.0, 5.0), line(d6, 1.0, -3.0, 6.0), line(f6, 0.0, -3.0, 6.0)))
    first = reply.moves[0]
    assert (first.score, first.kind) == (1.0, "lower")
    assert first.outlook is not None
    assert (first.outlook.score_most, first.outlook.counts_most) == (5.0, (24.0, 18.0, 15.0, 14.0))
    assert first.outlook.ranks_best == (1, 1, 2, 2)
    assert (reply.score, reply.kind, reply.best) == (1.0, "lower", f4)
    assert reply.views[0] == m.View(view="maxn", best=f4, score=1.0, score_most=5.0)


def test_a_position_is_worth_what_any_of_its_best_moves_is() -> None:
    f4, d6, f6 = MOVES
    reply = final((line(d6, 1.0, -3.0, 6.0), open_line(f4, -2.0, 5.0), line(f6, 0.0, -3.0, 6.0)))
    assert reply.moves[0].kind == "exact"
    assert (reply.best, reply.score, reply.kind) == (d6, 1.0, "lower"), "f4 may be worth more"
    assert reply.outlook == m.Outlook(
        counts=(16.0, 12.0, 9.0, 9.0),
        ranks=(2, 4, 4, 4),
        score_most=5.0,
        counts_most=(24.0, 18.0, 15.0, 14.0),
        ranks_best=(1, 1, 2, 2),
    )
    worse = final((line(d6, 1.0, -3.0, 6.0), open_line(f4, -2.0, 0.0), line(f6, 0.0, -3.0, 6.0)))
    assert (worse.score, worse.kind) == (1.0, "exact")
    assert worse.outlook == m.Outlook(counts=(20.0, 16.0, 14.0, 14.0), ranks=(1, 2, 3, 3))


@pytest.mark.parametrize("kind", [Certainty.LOWER, Certainty.EXACT])
def test_what_hangs_on_ties_is_not_kept_as_exact(kind: Certainty) -> None:
    f4, d6, f6 = MOVES
    best = open_line(f4, 1.0, 5.0) if kind is Certainty.LOWER else line(f4, 1.0, -3.0, 6.0)
    result = Result(Reason.DONE, 60, (best, open_line(d6, 0.0, 3.0)), 30, 1.0)
    kept = solved(start(ROLIT), result, scored_moves(start(ROLIT), result.lines), proof=True)
    assert kept is None, "another move may be better than the exact one"
    result = Result(Reason.DONE, 60, (line(f4, 1.0, -3.0, 6.0), line(f6, 1.0, -3.0, 6.0)), 30, 1.0)
    assert solved(start(ROLIT), result, scored_moves(start(ROLIT), result.lines), proof=True) is not None


@pytest.mark.parametrize("ties", ["first", "random"])
def test_one_rule_for_ties_is_asked_for_and_told(ties: Literal["first", "random"]) -> None:
    desk = Desk()
    desk.say(m.Analyse(id="1", variant="rolit-4", ties=ties, seed=7 if ties == "random" else 0))
    task = desk.tasks[desk.started[-1]]
    assert isinstance(task, SearchTask)
    assert (task.limits.ties, task.limits.seed) == (ties, 7 if ties == "random" else 0)
    lines = tuple(line(move, 1.0, -3.0, 6.0) for move in MOVES)
    desk.tell(JobFinal(desk.started[-1], Result(Reason.DONE, 60, lines, 30, 1.0), desk.now))
    _, reply = desk.sent[-1]
    assert isinstance(reply, m.Analysis)
    assert reply.ties == ties
    again = desk.started.copy()
    desk.say(m.Analyse(id="2", variant="rolit-4"))
    assert len(desk.started) == len(again) + 1, "what one rule says is not remembered as what all do"


def test_between_two_sides_nothing_hangs_on_ties() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="1", ties="first"))
    task = desk.tasks[desk.started[-1]]
    assert isinstance(task, SearchTask)
    assert task.limits.ties == "all"


def test_only_random_ties_have_a_seed() -> None:
    error = Desk().ask(m.Analyse(id="1", variant="rolit-4", ties="first", seed=3), m.Error)
    assert (error.code, error.field) == ("invalid", "seed")


def test_views_name_their_best_moves_and_the_first_of_equals() -> None:
    f4, d6, f6 = MOVES
    reply = final((line(d6, 4.0, -2.0, 5.0), line(f6, 4.0, -9.0, 5.0), line(f4, 1.0, -2.0, 7.0, "Blue")))
    assert reply.views == (
        m.View(view="maxn", best=d6, score=4.0),
        m.View(view="paranoid", best=f4, score=-2.0),
        m.View(view="alliance", best=f4, score=7.0, ally="Blue"),
    )
    assert disagree(reply.views)
    assert not disagree(reply.views[1:])


def test_no_views_before_all_is_known() -> None:
    f4, d6, f6 = MOVES
    assert final((line(f4, 1.0, 0.0, 2.0), line(d6, 1.0, 0.0, 2.0))).views == ()
    assert final((line(f4, 1.0, 0.0, 2.0), line(d6, 1.0, 0.0, 2.0), line(f6, 1.0, None, None))).views == ()
    assert views_of(start(ROLIT), ()) == ()


def test_positions_have_ranks_where_there_are_more_than_two_sides() -> None:
    desk = Desk()
    shown = desk.ask(m.Show(id="1", variant="rolit-4", moves=(MOVES[0],)), m.Position)
    assert (shown.scores, shown.ranks, shown.mover) == ((3.0, 0.0, 1.0, 1.0), (1, 4, 2, 2), "Yellow")
    assert desk.ask(m.Show(id="2", variant="yonin-team"), m.Position).ranks == ()
    assert desk.ask(m.Show(id="3", variant="othello"), m.Position).ranks == ()
