"""Games between fake engines: who wins, who forfeits and why, and that nothing of an engine stays behind."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from engined.rules.position import move_text, parse_move
from engined.tools.match import process
from engined.tools.match.arena import ArenaError
from engined.tools.match.limits import Limit, LimitError, MatchClock, parse_clock
from engined.tools.match.openings import play as play_opening
from engined.tools.match.player import Engine, find_protocol
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import split_transcript
from tests.patience import PATIENCE
from tests.tools.match.playing import BOARD, fake, play

SMALL = Catalogue().get(BOARD)


def replayed(opening: str, moves: str) -> float:
    """By how much the first seat wins a recorded game; raises if a move is illegal or the game is not over."""
    position = play_opening(SMALL, split_transcript(opening))
    for text in split_transcript(moves):
        position = position.play(parse_move(position, text))
    assert position.over
    return position.value(0)


@pytest.mark.parametrize(("one", "other"), [("gtp", "gtp"), ("gtp", "nboard"), ("nboard", "nboard")])
def test_games_are_played_by_the_rules(one: str, other: str) -> None:
    games, notes = play(fake(one), fake(other, "--play", "last"), 6)
    assert [game.number for game in games] == [1, 2, 3, 4, 5, 6]
    assert [game.first for game in games] == ["A", "B"] * 3
    assert notes == []
    for game, swapped in zip(games[::2], games[1::2], strict=True):
        assert game.opening == swapped.opening
    for game in games:
        ahead = replayed(game.opening, game.moves)
        ahead = ahead if game.first == "A" else -ahead
        assert (game.end, game.detail, game.discs) == ("score", "", ahead)
        assert game.winner == ("A" if ahead > 0 else "B" if ahead < 0 else None)
        assert len(game.seconds) == len(split_transcript(game.moves))
    assert len({game.opening for game in games}) == 3


def test_each_engine_plays_its_own_way() -> None:
    """A always plays the first legal move, B the last one: the record shows who moved where."""
    games, _ = play(fake("gtp"), fake("nboard", "--play", "last"), 2)
    for game in games:
        position = play_opening(SMALL, split_transcript(game.opening))
        for ply, text in enumerate(split_transcript(game.moves), len(split_transcript(game.opening))):
            is_a = (ply % 2 == 0) == (game.first == "A")
            legal = position.legal()
            assert text == move_text(position, legal[0 if is_a else -1])
            position = position.play(parse_move(position, text))


def test_evaluations_are_kept_where_they_are_told() -> None:
    (game,), _ = play(fake("gtp"), fake("nboard"), 1)
    ours = [value for ply, value in enumerate(game.evaluations) if ply % 2 == 0]
    theirs = [
        value
        for ply, (value, move) in enumerate(zip(game.evaluations, split_transcript(game.moves), strict=True))
        if ply % 2 == 1 and move != "--"
    ]
    assert set(ours) == {None}
    assert set(theirs) == {-1.25}


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
@pytest.mark.parametrize(
    ("fault", "end", "says"),
    [
        ("crash", "crashed", "exit code 7"),
        ("illegal", "illegal move", "a1"),
        ("pass", "illegal move", "can move and so may not pass"),
        ("off", "broke the protocol", "on a 4x4 board"),
        ("nonsense", "broke the protocol", "zz%99"),
        ("flood", "broke the protocol", "a line of more than"),
    ],
)
def test_who_fails_loses(protocol: str, fault: str, end: str, says: str) -> None:
    # The corner a1 is never legal on the second move of a 4x4 game's first-move player.
    games, _ = play(fake("gtp"), fake(protocol, "--fault", fault), 2)
    assert [(game.winner, game.end, game.discs) for game in games] == [("A", end, None)] * 2
    for game in games:
        assert says.lower() in game.detail.lower()


def test_an_engine_that_failed_is_started_anew_and_the_match_goes_on() -> None:
    games, _ = play(fake("gtp", "--fault", "crash", "--at", "3"), fake("gtp", "--fault", "crash", "--at", "4"), 6)
    assert len(games) == 6
    assert {game.end for game in games} == {"crashed"}
    assert {game.winner for game in games} == {"B"}


def test_passes_are_implied_for_an_engine_that_refuses_them() -> None:
    spelt, _ = play(fake("gtp"), fake("gtp", "--play", "last"), 6)
    implied, _ = play(fake("gtp", "--implied"), fake("gtp", "--play", "last", "--implied"), 6)
    assert any("--" in game.moves for game in spelt)
    assert [(game.moves, game.end) for game in implied] == [(game.moves, "score") for game in spelt]


def test_resigning_is_losing() -> None:
    games, _ = play(fake("gtp", "--fault", "resign"), fake("gtp"), 2)
    assert [(game.winner, game.end) for game in games] == [("B", "resigned")] * 2


def test_refusing_a_legal_move_is_losing() -> None:
    games, _ = play(fake("gtp", "--fault", "refuse"), fake("gtp"), 2)
    assert {(game.winner, game.end) for game in games} == {("B", "broke the protocol")}
    assert "refuses the legal move" in games[0].detail


@pytest.mark.parametrize("fault", ["hang", "chatter"])
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_who_does_not_answer_loses(protocol: str, fault: str) -> None:
    late = fake(protocol, "--fault", fault, limit=Limit(main=0.5))
    games, _ = play(late, fake("gtp"), 2, margin=0.2)
    assert [(game.winner, game.end) for game in games] == [("B", "timeout")] * 2


def test_a_move_after_the_time_is_too_late() -> None:
    slow = fake("gtp", "--fault", "slow", limit=Limit(main=0.1))
    games, _ = play(slow, fake("gtp"), 1, margin=0.1)
    assert (games[0].winner, games[0].end) == ("B", "timeout")


def test_nothing_of_an_engine_survives(tmp_path: Path) -> None:
    """It started a child of its own, and both hang."""
    late = fake("gtp", "--fault", "child", limit=Limit(main=1.5))
    play(late, fake("gtp"), 2, margin=0.5, errors=tmp_path)
    children = [int(line.split()[1]) for line in (tmp_path / "A.stderr").read_text().splitlines()]
    assert len(children) == 2
    for child in children:
        _wait_for_end(child)


def _wait_for_end(process_id: int) -> None:
    """Killed children of killed parents are reaped by whoever inherits them, a moment later, or never."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.kill(process_id, 0)
            state = Path(f"/proc/{process_id}/stat")
            if state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
        except (ProcessLookupError, FileNotFoundError):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {process_id} is alive")


@pytest.mark.parametrize(
    ("engine", "says"),
    [
        (Engine("none", ("/nowhere/engine",)), "none: crashed: /nowhere/engine cannot be started"),
        (fake("dead", name="dead"), "dead: crashed: exit code 0"),
        (fake("gtp", "--fault", "crash", "--at", "1", name="glass"), "glass does not get as far as its first move"),
    ],
)
def test_an_engine_that_cannot_take_part_ends_the_match(engine: Engine, says: str) -> None:
    with pytest.raises(ArenaError, match=says):
        play(engine, fake("gtp"))
    with pytest.raises(ArenaError, match=says):
        play(fake("gtp"), engine)


def test_an_engine_of_another_protocol_is_named() -> None:
    with pytest.raises(ArenaError, match="odd: broke the protocol: it speaks neither GTP nor NBoard"):
        play(fake("neither", name="odd"), fake("gtp"), patience=1.0)


def test_nboard_is_refused_where_it_has_no_records() -> None:
    with pytest.raises(ArenaError, match="NBoard has no game records of octagon-52"):
        play(fake("nboard"), fake("gtp"), variant="octagon-52")


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_the_protocol_is_found_by_asking(protocol: str) -> None:
    assert asyncio.run(find_protocol(fake(protocol), 20.0)) == protocol


def test_limits_that_cannot_be_told_are_noted() -> None:
    limit = Limit(seconds=5.0, depth=3, nodes=1000)
    _, notes = play(fake("gtp", name="one", limit=limit), fake("nboard", name="two", limit=limit), 1)
    assert len(notes) == 5
    assert any(note.startswith("one cannot be told a time for each move") for note in notes)
    assert any(note.startswith("one cannot be told a depth") for note in notes)
    assert any(note.startswith("two cannot be told a time for each move") for note in notes)
    assert sum("cannot be told a number of nodes" in note for note in notes) == 2


def test_a_match_goes_on_where_it_stopped() -> None:
    games, _ = play(fake("gtp"), fake("gtp", "--play", "last"), 6, played={1, 2, 3, 6})
    assert [game.number for game in games] == [4, 5]
    whole, _ = play(fake("gtp"), fake("gtp", "--play", "last"), 6)
    assert [game.moves for game in games] == [whole[3].moves, whole[4].moves]


def test_several_games_at_once_and_fresh_engines_change_no_game() -> None:
    one, other = fake("gtp"), fake("nboard", "--play", "last")
    alone, _ = play(one, other, 6)
    together, _ = play(one, other, 6, concurrency=2, fresh=True)
    moves = {game.number: game.moves for game in together}
    assert moves == {game.number: game.moves for game in alone}


def test_the_daemon_of_ours_keeps_no_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENGINED_STORE", raising=False)
    assert process._environment(os.environ)["ENGINED_STORE"] == ""
    monkeypatch.setenv("ENGINED_STORE", "/some/store")
    assert process._environment(os.environ)["ENGINED_STORE"] == "/some/store"


def test_clocks() -> None:
    clock = MatchClock(Limit(main=10.0, increment=2.0), margin=1.0, patience=60.0)
    assert clock.allowance == 11.0
    clock.charge(4.0)
    assert (clock.remaining, clock.allowance) == (8.0, 9.0)
    assert MatchClock(Limit(seconds=0.5), 1.0, 60.0).allowance == 1.5
    assert MatchClock(Limit(depth=5), 1.0, 60.0).allowance == 60.0
    assert parse_clock("60+1.5") == (60.0, 1.5)
    assert parse_clock("60") == (60.0, 0.0)
    for wrong in ("", "x", "0", "1+", "-1+0", "5+-1", "nan"):
        with pytest.raises(LimitError):
            parse_clock(wrong)
