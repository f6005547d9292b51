"""``engined practise`` and the teaching game with a real daemon: problems agree with minimax by the rules alone."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from engined.rules.position import Position, move_text, parse_move, start
from engined_client import Client
from engined_client.drawing.wording import PLAIN, Wording
from engined_client.options import Where
from engined_client.practice.deck import Deck
from engined_client.practice.difficulty import difficulty_of
from engined_client.practice.hints import PLACES, hint
from engined_protocol.messages import BookGame
from engined_protocol.notation import split_transcript
from tests.patience import LONG, until
from tests.process.serving import Served
from tests.roots.plain_searcher import PlainSearcher
from tests.rules.random_positions import declared

OTHELLO = declared("othello")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(store=str(tmp_path_factory.mktemp("store") / "store.sqlite")) as daemon:
        yield daemon


def game(seed: int) -> str:
    dice, position, moves = random.Random(seed), start(OTHELLO), ""
    while not position.over:
        move = dice.choice(position.legal())
        moves += move_text(position, move)
        position = position.play(move)
    return moves


def after(moves: tuple[str, ...]) -> Position:
    position = start(OTHELLO)
    for move in moves:
        position = position.play(parse_move(position, move))
    return position


@pytest.fixture(scope="module")
def deck(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Deck:
    file = tmp_path_factory.mktemp("games") / "games.txt"
    file.write_text("".join(f"{game(seed)}\n" for seed in range(8)) + "f5f5\n")
    words = ("make", str(file), "--empties", "4-6", "--level", "1", "--margin", "2")
    run = served.engined("practise", *words)
    assert run.returncode == 1
    assert run.stderr.endswith("games.txt, line 9: move 2, f5: f5 is occupied\n")
    return Deck.of("othello", OTHELLO.digest)


def test_problems_are_exact_and_have_one_best_move(deck: Deck) -> None:
    assert 4 <= len(deck) <= 16
    for card in deck.cards:
        problem = card.problem
        position = after(problem.moves)
        worth = {
            move_text(position, move): -PlainSearcher().solve(position.play(move), -64, 64)
            if position.play(move).seat != position.seat
            else PlainSearcher().solve(position.play(move), -64, 64)
            for move in position.legal()
        }
        best, second, *_ = sorted(worth.values(), reverse=True)
        assert worth[problem.best] == best == problem.score
        assert second == problem.second <= best - 2
        assert len(worth) >= 3
        assert problem.empties == position.empties in (4, 5, 6)


def test_what_is_made_is_kept_at_once(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends the making of problems, which may go on for hours."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    making = served.begin("practise", "make", "--own", "1000000", "--empties", "4-6", "--level", "1")
    try:
        until(lambda: len(Deck.of("othello", OTHELLO.digest)), "a problem is kept")
    finally:
        making.send_signal(signal.SIGINT)
        said, _ = making.communicate(timeout=LONG)
    assert (making.returncode, b"new problems from" in said) == (130, True)


def test_a_problem_is_solved_helped_with_or_left(served: Served, deck: Deck) -> None:
    first, second, *_ = (card.problem for card in deck.due(date.today()))
    wrong = next(move for move in map(str, _legal(second.moves)) if move != second.best)
    typed = f"{first.best}\nz9\nhint\n{wrong}\nanswer\nskip\nquit\n"
    run = served.engined("practise", "problems", stdin=typed)
    assert run.returncode == 0, run.stderr
    assert f"{first.best} is right: " in run.stdout
    assert f"{wrong} gives away " in run.stdout
    assert f"the move: {second.best}" in run.stdout
    assert "there is no z9 on an 8x8 board\n" in run.stdout
    assert "1 of 2 solved at once" in run.stdout
    cards = {card.problem.key: card for card in Deck(deck.path).cards}
    assert cards[first.key].due == date.today() + timedelta(1)
    assert cards[second.key].due == date.today()
    assert [cards[key].asked for key in (first.key, second.key)] == [1, 1]
    counted = served.engined("practise", "problems", "--list").stdout
    assert counted == f"{len(deck)}, {len(deck) - 1} due, 0 known\n"


def _legal(moves: tuple[str, ...]) -> list[str]:
    position = after(moves)
    return [move_text(position, move) for move in position.legal()]


def test_what_is_known_of_a_position_makes_it_no_easier(served: Served, deck: Deck) -> None:
    problem = max((card.problem for card in deck.cards), key=lambda problem: problem.difficulty)
    where = Where(variant="othello", moves=problem.moves)
    with Client(served.endpoint) as client:
        client.solve(**where).result()
        found = difficulty_of(client, where, problem.best)
    assert found == (problem.level, problem.depth, problem.tempting)


def test_mistakes_are_asked_until_something_as_good_is_found(served: Served) -> None:
    words = ("practise", "mistakes", game(0)[:24], "--depth", "6", "--seat", "b")
    run = served.engined(*words, stdin="answer\n" * 9)
    assert run.returncode == 0, run.stderr
    asked = run.stdout.count(" was played, and gave away ")
    assert 1 <= asked <= 6
    assert f"0 of {asked} solved at once" in run.stdout
    best = re.findall(r"the move: (\w+)", run.stdout)
    assert len(best) == asked
    run = served.engined(*words, stdin="".join(f"{move}\n" for move in best))
    assert f"{asked} of {asked} solved at once" in run.stdout


def test_hints_come_in_three_steps(served: Served) -> None:
    with Client(served.endpoint) as client:
        position = client.open(moves="f5d6c3d3c4")
        steps = [hint(client, position, "f4", step, PLAIN) for step in (1, 2, 3)]
        assert steps == [
            "where: in the middle of the board",
            "what kind of move: away from the edge; it turns 1 disc",
            "the move: f4",
        ]
        assert hint(client, position, "f4", 1, Wording(language="ja")) == "場所: 中央"
    assert all(Wording(language="ja")(place) for row in PLACES for place in row)


def test_a_teacher_warns_before_a_move_and_lets_it_be_played(served: Served) -> None:
    typed = "clue\nclue\nclue\ng6\ng6\nmoves\nquit\n"
    run = served.engined("play", "tiger", "--teach", "4", "--depth", "8", "--level", "1", stdin=typed)
    assert run.returncode == 0, run.stderr
    assert run.stdout.index("where: ") < run.stdout.index("what kind of move: ") < run.stdout.index("the move: ")
    assert run.stdout.count("g6 gives away") == 1
    assert "f5 d6 c3 d3 c4 g6 " in run.stdout


def test_a_teacher_warns_after_a_move_that_can_be_taken_back(served: Served) -> None:
    typed = "g6\nundo\nmoves\nquit\n"
    run = served.engined("play", "f5d6c3d3c4", "--teach", "--warn", "after", "--depth", "8", stdin=typed)
    assert "`undo` takes it back" in run.stdout
    assert "f5 d6 c3 d3 c4\n" in run.stdout


def test_an_opening_is_practised_against_the_book(served: Served) -> None:
    games = [BookGame(moves=split_transcript(moves)) for moves in ("f5d6c3d3c4f4", "f5f6e6f4c3")]
    with Client(served.endpoint) as client:
        client.book_add(games, "othello").result()
        client.book_fix(variant="othello", depth=8).result()
    run = served.engined("practise", "opening", "--error", "20", stdin="hint\nf5\nd3\nquit\n")
    assert run.returncode == 0, run.stderr
    assert "the book plays " in run.stdout
    assert re.search(r"f5: \S+ in the book", run.stdout)
    run = served.engined("practise", "opening", "tigr")
    assert run.returncode == 1
    assert run.stderr == "engined: no opening is called 'tigr'; did you mean Tiger?\n"


def test_what_makes_no_sense_is_said(served: Served, tmp_path: Path) -> None:
    for words, said in (
        (("make",), "name files with games, or --own N for its own: one of them"),
        (("make", str(tmp_path / "none.sgf")), "No such file or directory"),
        (("mistakes", "f5d6", "--seat", "Red"), "--seat: no seat 'Red'; there are Black, White"),
    ):
        run = served.engined("practise", *words)
        assert run.returncode == 1, words
        assert said in run.stderr
    assert served.engined("practise", "make", "x", "--empties", "9-3").returncode == 2
