"""Analyses among more than two sides as the service tells them."""

from __future__ import annotations

from engined.results import Kind, Line, Outlook, Reason, Result, Score
from engined.rules.position import move_text, start
from engined.service.events import JobFinal
from engined.service.outlook import views_of
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.outlook import disagree
from tests.service.desk import Desk

ROLIT = Catalogue().get("rolit-4")
MOVES = [move_text(start(ROLIT), move) for move in start(ROLIT).legal()]
"""f4, d6 and f6, in board order."""


def line(move: str, score: float, paranoid: float | None, alliance: float | None, ally: str = "Green") -> Line:
    outlook = Outlook((20.0, 16.0, 14.0, 14.0), (1, 2, 3, 3), paranoid, alliance, "" if alliance is None else ally)
    return Line(move, Score(score, Kind.EXACT, 60), (move,), 10, outlook)


def final(lines: tuple[Line, ...]) -> m.Analysis:
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


def test_views_name_their_best_moves_and_the_first_of_equals() -> None:
    f4, d6, f6 = MOVES
    reply = final((line(f6, 4.0, -9.0, 5.0), line(d6, 4.0, -2.0, 5.0), line(f4, 1.0, -2.0, 7.0, "Blue")))
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
