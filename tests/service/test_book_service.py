"""Requests about books, and analyses beside what a book says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engined.book.tasks import AddTask, BookCount, BookResult, DeviateTask, FixTask, MergeTask
from engined.engine.tasks import SearchTask
from engined.results import Certainty, MoveLine, Reason, Result, Score, Snapshot
from engined.rules.position import Position, move_text, parse_move, start
from engined.service import book_service
from engined.service.events import JobInfo, SaveAnalysis, SaveGame
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.notation import split_transcript
from tests.service.desk import ANN, Desk
from tests.texts import pv_of

OTHELLO = Catalogue().get("othello")
DIGEST = OTHELLO.digest


def after(moves: str, variant: str = "othello") -> Position:
    position = start(Catalogue().get(variant))
    for move in split_transcript(moves):
        position = position.play(parse_move(position, move))
    return position


def line(moves: str, score: float, depth: int = 12, kind: Certainty = Certainty.ESTIMATE) -> MoveLine:
    pv = pv_of(start(Catalogue().get("othello")), *split_transcript(moves))
    return MoveLine(pv[0], Score(score, kind, depth), pv, 1)


def told(*lines: MoveLine, reason: Reason = Reason.DONE) -> Result:
    return Result(reason, lines[0].score.depth, lines, 100, 0.1)


def desk_with_book() -> Desk:
    """After f5 the book knows d6 (-1 for White, from depth 12 two plies on) and f6; f4 it only has analysed."""
    desk = Desk()
    book = desk.books.book(OTHELLO)
    for moves in ("f5", "f5d6", "f5d6c3", "f5f6"):
        book.add_game([after("".join(split_transcript(moves)[:ply])) for ply in range(len(moves) // 2 + 1)])
    book.learn(after("f5"), [line("f4", -7, 10)], proven=False)
    book.learn(after("f5f6"), [line("e6", 3)], proven=False)
    book.learn(after("f5d6"), [line("c4", -9)], proven=False)
    book.learn(after("f5d6c3"), [line("d3", -1)], proven=False)
    return desk


def moves_of(reply: m.AnyReply) -> list[tuple[str, str, float]]:
    assert isinstance(reply, m.Info | m.Analysis)
    return [(move.move, move.kind, move.score) for move in reply.moves]


# --- show and export --------------------------------------------------------------------------------


def test_what_the_book_says_of_a_position() -> None:
    desk = desk_with_book()
    found = desk.ask(m.BookShow(id="1", moves=("f5",)), m.BookPosition)
    assert (found.found, found.games, found.positions, found.score) == (True, 4, 5, -1)
    assert (found.source, found.depth, found.plies) == ("estimate", 12, 2)
    assert [(move.move, move.kind, move.source, move.games, move.pv) for move in found.moves] == [
        ("d6", "book", "estimate", 2, ("d6", "c3", "d3")),
        ("f6", "book", "estimate", 1, ("f6", "e6")),
        ("f4", "estimate", "", 0, ("f4",)),
    ]
    turned = desk.ask(m.BookShow(id="2", moves=("c4",)), m.BookPosition)
    assert turned.moves[0].pv == ("e3", "f6", "e6")
    unknown = desk.ask(m.BookShow(id="3", moves=("f5", "f4")), m.BookPosition)
    assert (unknown.found, unknown.score, unknown.moves) == (False, None, ())
    assert [opening.name for opening in unknown.openings if opening.language == "en"] == ["Parallel Opening"]


def test_games_are_counted_without_any_analysis() -> None:
    desk = Desk()
    book = desk.books.book(OTHELLO)
    for moves in ("f5d6c3", "f5d6c4", "f5f6"):
        book.add_game([after("".join(split_transcript(moves)[:ply])) for ply in range(len(moves) // 2 + 1)])
    found = desk.ask(m.BookShow(id="1", moves=("f5",)), m.BookPosition)
    assert (found.found, found.games, found.score, found.moves) == (True, 3, None, ())
    assert found.unvalued == (m.PlayedMove(move="d6", games=2), m.PlayedMove(move="f6", games=1))

    # Beside a search, and beside what the store knows to be exact; the book says nothing of its own before.
    desk.say(m.Analyse(id="2", moves=("f5",)))
    assert desk.sent[-1][1].id == "1"
    (job,) = desk.tasks
    desk.news(job)
    outcome = Result(Reason.DONE, 59, tuple(line(move, 0, 59, Certainty.EXACT) for move in ("f4", "d6", "f6")), 1, 0.1)
    desk.finish(job, outcome=outcome)
    (final,) = desk.finals(ANN, "2")
    again = desk.ask(m.Analyse(id="3", moves=("f5",)), m.Analysis)
    for reply in (desk.sent[-3][1], final, again):
        assert isinstance(reply, m.Info | m.Analysis)
        assert {move.move: move.games for move in reply.moves} == {"d6": 2, "f6": 1, "f4": 0}
    ignoring = desk.ask(m.Analyse(id="4", moves=("f5",), book="ignore"), m.Analysis)
    assert [move.games for move in ignoring.moves] == [0, 0, 0]


def test_without_a_store_there_are_no_books() -> None:
    desk = Desk(store=False)
    for request in (
        m.BookShow(id="1"),
        m.BookExport(id="2"),
        m.BookAdd(id="3", games=()),
        m.BookFix(id="4"),
        m.BookDeviate(id="5"),
        m.BookMerge(id="6", digest=DIGEST, entries=()),
    ):
        assert desk.fail(request)[0] == "unsupported"


def test_pages_of_a_book() -> None:
    desk = desk_with_book()
    whole = desk.ask(m.BookExport(id="1"), m.BookPage)
    assert (len(whole.entries), whole.next, whole.positions, whole.digest) == (5, "", 5, DIGEST)
    entries: list[m.BookEntry] = []
    after_key = ""
    for _ in range(3):
        page = desk.ask(m.BookExport(id="1", after=after_key, count=2), m.BookPage)
        entries += page.entries
        after_key = page.next
    assert tuple(entries) == whole.entries
    assert after_key == ""


@pytest.mark.parametrize("after", ["over there", "f" * 16, "-1", " 1", "0x1", "1_0", "A", "01", "\uff11"])
def test_a_page_that_begins_where_none_ended(after: str) -> None:
    assert desk_with_book().fail(m.BookExport(id="1", after=after)) == ("invalid", "after")


# --- jobs -------------------------------------------------------------------------------------------


def test_work_on_a_book_is_a_job() -> None:
    desk = Desk(threads=1)
    entry = m.BookEntry(position="...", leaves=(m.BookLeaf("f5", 1.0, "estimate", 5),))
    requests: tuple[m.AnyRequest, ...] = (
        m.BookAdd(id="a", games=(m.BookGame(moves=("f5",)),), plies=7),
        m.BookMerge(id="b", digest=DIGEST, entries=(entry,)),
        m.BookDeviate(id="c", moves=("f5",), error=2, threads=1),
        m.BookFix(id="d", depth=9),
    )
    for request, kind in zip(requests, (AddTask, MergeTask, DeviateTask, FixTask), strict=True):
        assert desk.say(request) == []
        (job,) = desk.tasks
        assert isinstance(desk.tasks[job], kind)
        desk.tell(JobInfo(job, BookCount(1, 2, 3, 4, 0.5)))
        progress = desk.sent[-1][1]
        assert progress == m.BookProgress(id=request.id, seq=1, done=1, left=2, added=3, nodes=4, seconds=0.5)
        desk.finish(job, outcome=BookResult(reason=Reason.DONE, added=3, refused=((0, "why"),)))
        (final,) = desk.finals(ANN, request.id)
        assert final == m.BookDone(id=request.id, reason="done", added=3, refused=(m.Refusal(index=0, message="why"),))


def test_work_on_a_book_is_stopped_running_or_queued() -> None:
    desk = Desk(threads=1)
    desk.say(m.BookDeviate(id="running"))
    desk.say(m.BookFix(id="queued"))
    (job,) = desk.tasks
    assert desk.say(m.Stop(id="s", target="queued"))[-1] == m.Stopped(id="s", jobs=1)
    assert desk.finals(ANN, "queued") == [m.BookDone(id="queued", reason="stopped")]
    desk.say(m.Stop(id="t"))
    assert desk.stops[job] is Reason.STOPPED
    desk.finish(job)
    assert desk.finals(ANN, "running") == [m.BookDone(id="running", reason="stopped")]
    desk.say(m.BookFix(id="late"))
    for effect in desk.service.abandon(desk.now):
        desk.take([effect])
    assert desk.finals(ANN, "late") == [m.BookDone(id="late", reason="shutdown")]


def test_another_variants_book_is_refused() -> None:
    desk = Desk()
    assert desk.fail(m.BookMerge(id="1", variant="othello-6x6", digest=DIGEST, entries=())) == ("invalid", "digest")
    assert desk.fail(m.BookFix(id="1", variant="otello"))[0] == "unknown-variant"
    assert desk.tasks == {}


# --- analyses beside the book -----------------------------------------------------------------------


def test_book_moves_are_shown_until_the_search_sees_farther() -> None:
    desk = desk_with_book()
    (first,) = desk.say(m.Analyse(id="1", moves=("f5",)))
    assert moves_of(first) == [("d6", "book", -1), ("f6", "book", -3)]
    (job,) = desk.tasks
    lines = line("f6", 5, 11), line("d6", 4, 11), line("f4", -9, 11)
    desk.tell(JobInfo(job, Snapshot(11, lines, 1, 0.1)))
    assert moves_of(desk.sent[-1][1]) == [("d6", "book", -1), ("f6", "book", -3), ("f4", "estimate", -9)]
    # The value of f6 comes from 1 + 12 plies away, that of d6 from 2 + 12.
    lines = line("f6", 5, 13), line("d6", 4, 13), line("f4", -9, 13)
    desk.tell(JobInfo(job, Snapshot(13, lines, 1, 0.1)))
    assert moves_of(desk.sent[-1][1]) == [("f6", "estimate", 5), ("d6", "book", -1), ("f4", "estimate", -9)]
    exact = line("f6", -2, 59, Certainty.EXACT), line("d6", -4, 59, Certainty.EXACT)
    desk.finish(job, outcome=told(*exact))
    (final,) = desk.finals(ANN, "1")
    assert moves_of(final) == [("f6", "exact", -2), ("d6", "exact", -4)]


def test_the_book_fills_the_places_of_a_short_list() -> None:
    desk = desk_with_book()
    desk.say(m.Analyse(id="1", moves=("f5",), best=1))
    (job,) = desk.tasks
    desk.finish(job, outcome=told(line("f4", -2, 9)))
    (final,) = desk.finals(ANN, "1")
    assert isinstance(final, m.Analysis)
    assert moves_of(final) == [("d6", "book", -1)]
    assert (final.best, final.kind, final.score) == ("d6", "book", -1)


def test_only_the_moves_asked_about() -> None:
    desk = desk_with_book()
    (first,) = desk.say(m.Analyse(id="1", moves=("f5",), only=("f6", "f4")))
    assert moves_of(first) == [("f6", "book", -3)]
    assert desk.say(m.Analyse(id="2", moves=("f5",), book="ignore")) == []


def test_the_book_answers_at_once_and_its_move_is_played() -> None:
    desk = desk_with_book()
    desk.say(m.Open(id="o", session="s", moves=("f5",)))
    final = desk.ask(m.Analyse(id="1", session="s", best=1, play=True, book="play"), m.Analysis)
    assert (final.reason, final.best, final.kind, final.score, final.nodes) == ("done", "d6", "book", -1, 0)
    assert final.moves[0].pv == ("d6", "c3", "d3")
    assert final.played
    assert desk.tasks == {}
    assert desk.ask(m.Show(id="2", session="s"), m.Position).moves == ("f5", "d6")
    # Where the best move leads out of the book it is searched for.
    desk.books.book(OTHELLO).learn(after("f5"), [line("f4", 2, 14)], proven=False)
    assert moves_of(desk.say(m.Analyse(id="3", moves=("f5",), best=1, book="play"))[0]) == [("d6", "book", -1)]
    assert len(desk.tasks) == 1


def test_contempt_decides_about_a_proven_draw() -> None:
    desk = desk_with_book()
    book = desk.books.book(OTHELLO)
    book.learn(after("f5f6"), [line("e6", 0, 58, Certainty.EXACT)], proven=False)

    def best(contempt: float) -> str:
        return desk.ask(m.Analyse(id="1", moves=("f5",), book="play", contempt=contempt), m.Analysis).best

    # White is to move: a draw that is worth +5 to Black is worth -5 to White.
    assert [best(0.0), best(-5.0), best(5.0)] == ["f6", "f6", "d6"]
    shown = desk.ask(m.BookShow(id="2", moves=("f5",), contempt=5.0), m.BookPosition)
    assert [move.move for move in shown.moves] == ["d6", "f6", "f4"]


@pytest.mark.parametrize(("variant", "best"), [("othello-black-draws", "d6"), ("othello-white-draws", "f6")])
def test_a_right_to_a_draw_decides_whatever_the_contempt(variant: str, best: str) -> None:
    """White is to move: f6 draws, and d6 is thought to lose by a fifth of a disc."""
    desk = Desk()
    book = desk.books.book(Catalogue().get(variant))
    for moves in ("f5", "f5d6", "f5f6"):
        book.place(after(moves, variant))
    book.learn(after("f5f6", variant), [line("e6", 0, 58, Certainty.EXACT)], proven=False)
    book.learn(after("f5d6", variant), [line("c3", 0.2)], proven=False)
    for contempt in (-9.0, 0.0, 9.0):
        asked = m.Analyse(id="1", variant=variant, moves=("f5",), book="play", contempt=contempt)
        found = desk.ask(asked, m.Analysis)
        assert found.best == best
        shown = desk.ask(m.BookShow(id="2", variant=variant, moves=("f5",), contempt=contempt), m.BookPosition)
        assert shown.moves[0].move == best
    assert found.winner == ("White" if best == "f6" else "")


# --- learning from analyses -------------------------------------------------------------------------


def learnt(desk: Desk) -> list[SaveAnalysis]:
    return [save for save in desk.saves if isinstance(save, SaveAnalysis)]


def finish(desk: Desk, request: m.Analyse, *lines: MoveLine, reason: Reason = Reason.DONE) -> None:
    desk.say(request)
    (job,) = desk.tasks
    assert isinstance(desk.tasks[job], SearchTask)
    desk.finish(job, outcome=told(*lines, reason=reason))


def test_a_position_of_the_book_learns_from_every_analysis() -> None:
    desk = desk_with_book()
    finish(desk, m.Analyse(id="1", moves=("f5",)), line("f4", -2, 20))
    (save,) = learnt(desk)
    assert (save.position.digest, save.proven, save.add) == (after("f5").digest, True, False)
    assert desk.ask(m.BookShow(id="2", moves=("f5",)), m.BookPosition).moves[1].move == "f4"


def test_what_is_not_worth_learning() -> None:
    desk = desk_with_book()
    finish(desk, m.Analyse(id="1", moves=("f5",)), line("f4", -2, 7))
    finish(desk, m.Analyse(id="2", moves=("f5",), only=("f4",)), line("f4", -2, 20))
    finish(desk, m.Analyse(id="3", moves=("f5",), contempt=1.0), line("f4", -2, 20))
    finish(desk, m.Analyse(id="4", moves=("f5", "f4")), line("e3", -2, 20))
    assert learnt(desk) == []


def test_what_was_found_without_machine_code_is_learnt_only_where_it_is_exact() -> None:
    desk = desk_with_book()
    for kind, number in ((Certainty.ESTIMATE, 0), (Certainty.EXACT, 1)):
        desk.say(m.Analyse(id=str(kind), moves=("f5",)))
        (job,) = desk.tasks
        desk.finish(job, outcome=replace(told(line("f4", -2, 20, kind)), by_rules=True))
        assert len(learnt(desk)) == number


def test_a_position_is_put_in_if_so_wished() -> None:
    desk = Desk()
    finish(desk, m.Analyse(id="1", learn=True), line("f5", 0.5), reason=Reason.STOPPED)
    (save,) = learnt(desk)
    assert (save.proven, save.add) == (False, True)
    found = desk.ask(m.BookShow(id="2"), m.BookPosition)
    assert (found.found, found.games, found.score) == (True, 0, 0.5)


def test_a_game_is_learnt_with_the_analyses_of_late() -> None:
    desk = Desk()
    finish(desk, m.Analyse(id="1", moves=("f5",)), line("d6", -1))
    finish(desk, m.Analyse(id="2", moves=("c4", "e3")), line("f6", 1))
    assert learnt(desk) == []
    desk.say(m.Learn(id="3", moves=("f5", "d6", "c3")))
    (save,) = (save for save in desk.saves if isinstance(save, SaveGame))
    assert [move_text(analysis.position, analysis.lines[0].move) for analysis in save.analyses] == ["d6", "f6"]
    assert save.analyses[1].position.digest == after("c4e3").digest


# --- names ------------------------------------------------------------------------------------------


def test_of_more_analyses_than_are_remembered_the_latest_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is repeated is late again."""
    monkeypatch.setattr(book_service, "REMEMBERED", 2)
    desk = Desk()
    for number, (moves, best) in enumerate((("f5", "d6"), ("f5d6", "c3"), ("f5", "d6"), ("f5d6c3", "d3"))):
        finish(desk, m.Analyse(id=str(number), moves=split_transcript(moves), fresh=True), line(best, 0.5))
    desk.say(m.Learn(id="game", moves=("f5", "d6", "c3")))
    (save,) = (save for save in desk.saves if isinstance(save, SaveGame))
    assert [analysis.position.digest for analysis in save.analyses] == [after("f5").digest, after("f5d6c3").digest]


def test_openings_are_named_in_positions_and_analyses() -> None:
    desk = Desk()
    tiger = split_transcript("f5d6c3d3c4")
    shown = desk.ask(m.Open(id="1", session="s", moves=tiger), m.Position)
    assert ("Tiger", "en", 0) in [(o.name, o.language, o.plies) for o in shown.openings]
    played = desk.ask(m.Play(id="2", session="s", moves=("f4",)), m.Position)
    assert ("Tiger", "en", 1) in [(o.name, o.language, o.plies) for o in played.openings]
    finish(desk, m.Analyse(id="3", session="s"), line("c5", 0))
    (final,) = desk.finals(ANN, "3")
    assert isinstance(final, m.Analysis)
    assert final.openings == played.openings
    assert desk.ask(m.Show(id="4", variant="othello-6x6"), m.Position).openings == ()
