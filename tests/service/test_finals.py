"""Exactly one final for every job, and the same conversation twice has the same effects twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.engine.tasks import EngineFailure, SearchTask
from engined.results import Certainty, MoveLine, Reason, Result, Score
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.errors import Code
from engined_protocol.notation import split_transcript
from tests.service.desk import ANN, BOB, EVE, Desk
from tests.texts import pv_of

WORK = st.sampled_from(["analyse", "solve", "perft"])
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("work"), st.sampled_from([ANN, BOB, EVE]), WORK, st.integers(0, 5), st.integers(1, 3)),
        st.tuples(st.just("stop"), st.sampled_from([ANN, BOB, EVE]), st.none() | st.integers(0, 5)),
        st.tuples(st.just("news"), st.integers(0, 9)),
        st.tuples(st.just("wait"), st.sampled_from([0.01, 0.06, 0.5])),
        st.tuples(st.just("finish"), st.integers(0, 9), st.sampled_from(list(Certainty)), st.booleans()),
        st.tuples(st.just("leave"), st.sampled_from([ANN, BOB, EVE])),
    ),
    max_size=60,
)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 3), STEPS)
def test_every_job_has_exactly_one_final(threads: int, steps: list[tuple[object, ...]]) -> None:
    """Whatever is asked, stopped, ended and left, in any order."""
    desk = Desk(threads=threads)
    owed: dict[tuple[bytes, str], int] = {}
    """Jobs asked for, under an id not used before, by client and id; with how often it left since."""
    count = 0

    def request(kind: str, id: str, priority: int, wanted: int) -> m.Work:
        if kind == "perft":
            return m.Perft(id=id, depth=2, priority=priority)
        if kind == "solve":
            return m.Solve(id=id, priority=priority, threads=wanted)
        return m.Analyse(id=id, priority=priority, threads=wanted, only=("f5",))

    for step in steps:
        match step:
            case ("work", bytes(client), str(kind), int(priority), int(wanted)):
                count += 1
                desk.say(request(kind, str(count), priority, wanted), client)
                owed[client, str(count)] = 1
            case ("stop", bytes(client), None):
                desk.say(m.Stop(id="stop"), client)
            case ("stop", bytes(client), int(back)):
                desk.say(m.Stop(id="stop", target=str(max(count - back, 1))), client)
            case ("news", int(which)) if desk.tasks:
                job = sorted(desk.tasks)[which % len(desk.tasks)]
                if not isinstance(desk.tasks[job], m.Perft) and hasattr(desk.tasks[job], "interval"):
                    desk.news(job)
            case ("finish", int(which), Certainty() as kind, bool(fails)) if desk.tasks:
                job = sorted(desk.tasks)[which % len(desk.tasks)]
                desk.finish(job, kind, EngineFailure(Code.INTERNAL, "broken") if fails else None)
            case ("leave", bytes(client)):
                desk.leave(client)
                for key in owed:
                    if key[0] == client and not desk.finals(*key):
                        owed[key] = 0
            case ("wait", float(seconds)):
                desk.wait(seconds)
        stopping = {job for job in desk.stops if job in desk.tasks}
        at_work = [desk.tasks[job] for job in desk.searching if job not in stopping]
        assert sum(task.limits.threads if isinstance(task, SearchTask) else 1 for task in at_work) <= threads
    while desk.tasks:
        desk.finish(max(desk.tasks))
    assert {key: len(desk.finals(*key)) for key in owed} == owed
    assert desk.service.idle()
    assert desk.ask(m.AskStatus(id="status"), m.Status).clients == 0


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_the_service_is_a_function_of_its_events(steps: list[tuple[object, ...]]) -> None:
    """The same conversation twice has the same effects twice."""
    desks = (Desk(), Desk())
    for step in steps:
        for desk in desks:
            match step:
                case ("work", bytes(client), str(), int(priority), int(wanted)):
                    desk.say(m.Solve(id=f"j{priority}", threads=wanted), client)
                case ("stop", bytes(client), _):
                    desk.say(m.Stop(id="stop"), client)
                case ("finish", int(which), Certainty() as kind, _) if desk.tasks:
                    desk.finish(sorted(desk.tasks)[which % len(desk.tasks)], kind)
                case ("leave", bytes(client)):
                    desk.leave(client)
    assert desks[0].effects == desks[1].effects


PERFECT = split_transcript(
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
    "A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
"""A drawn game without a mistake (H. Takizawa, "Othello is solved", 2023)."""


@pytest.mark.parametrize(
    ("variant", "winner", "result"),
    [
        ("othello", "", "Draw"),
        ("othello-black-draws", "Black", "Black wins by the right to a draw"),
        ("othello-white-draws", "White", "White wins by the right to a draw"),
    ],
)
def test_a_proven_draw_says_whose_it_is(variant: str, winner: str, result: str) -> None:
    desk = Desk()
    shown = desk.ask(m.Show(id="1", variant=variant, moves=PERFECT), m.Position)
    assert (shown.result, shown.draw_right, shown.scores) == (result, winner, (32, 32))
    over = desk.ask(m.Analyse(id="2", variant=variant, moves=PERFECT), m.Analysis)
    assert (over.score, over.winner) == (0, winner)
    desk.say(m.Solve(id="3", variant=variant, moves=PERFECT[:-1]))
    desk.finish(desk.started[-1], kind=Certainty.EXACT)
    known = desk.ask(m.Solve(id="4", variant=variant, moves=PERFECT[:-1]), m.Analysis)
    for solved in (*desk.finals(ANN, "3"), known):
        assert isinstance(solved, m.Analysis)
        assert (solved.best, solved.score, solved.winner) == ("h6", 0, winner)


@pytest.mark.parametrize(
    ("kind", "score", "winner"),
    [
        (Certainty.EXACT, 2, "White"),
        (Certainty.EXACT, -2, "Black"),
        (Certainty.LOWER, 2, "White"),
        (Certainty.LOWER, 0, ""),
        (Certainty.LOWER, -2, ""),
        (Certainty.UPPER, -2, "Black"),
        (Certainty.UPPER, 0, "Black"),
        (Certainty.UPPER, 2, ""),
        (Certainty.SELECTIVE, 2, ""),
        (Certainty.ESTIMATE, 0, ""),
    ],
)
def test_a_winner_is_named_when_that_is_proven(kind: Certainty, score: float, winner: str) -> None:
    """White is to move, and a draw would be Black's."""
    desk = Desk()
    desk.say(m.Analyse(id="1", variant="othello-black-draws", moves=("f5",)))
    pv = pv_of(start(Catalogue().get("othello")), "d6")
    line = MoveLine(pv[0], Score(score, kind, 9), pv, 1)
    desk.finish(desk.started[-1], outcome=Result(Reason.DONE, 9, (line,), 1, 0.1))
    (final,) = desk.finals(ANN, "1")
    assert isinstance(final, m.Analysis)
    assert final.winner == winner
