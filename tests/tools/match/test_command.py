"""``engined match`` as it is typed: results, logs that are continued, records, and how it ends."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engined.rules.position import parse_move
from engined.tools.match.game_log import Conditions, GameLog, GameLogError
from engined.tools.match.openings import play, xot
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import split_transcript
from engined_protocol.records.ggf import read_ggf
from engined_protocol.records.sgf import parse_sgf
from tests.patience import LONG, PATIENCE
from tests.process import commands
from tests.tools.match.playing import BOARD, FAKE

MATCH = [sys.executable, "-m", "engined", "match"]
FIRST = shlex.join([sys.executable, FAKE, "gtp"])
LAST = shlex.join([sys.executable, FAKE, "gtp", "--play", "last"])
OURS = shlex.join([sys.executable, "-m", "engined", "gtp", "--threads", "1", "--table-mib", "16"])
NBOARD = shlex.join([sys.executable, "-m", "engined", "nboard", "--threads", "1", "--table-mib", "16"])


def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = commands.run(["match", *map(str, arguments)], timeout=LONG)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def test_a_match_in_words() -> None:
    done = run(FIRST, LAST, "--variant", BOARD, "--games", 4, "--depth", 1, "--name-a", "first", "--name-b", "last")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["1/4", "2/4", "3/4", "4/4"]
    assert lines[4].startswith("A  first: ")
    assert lines[5].startswith("B  last: ")
    assert lines[6].startswith("4 games: A won ")
    assert any(line.startswith("discs: ") and "(standard error) a game" in line for line in lines)
    assert any(line.startswith("Elo: ") and "(95 %)" in line for line in lines)
    assert "first cannot be told a depth" in done.stderr


def test_a_match_as_json() -> None:
    done = run(FIRST, LAST, "--variant", BOARD, "--games", 6, "--json")
    found = json.loads(done.stdout)
    assert found["variant"] == BOARD
    assert found["games"] == 6 == found["won"] + found["drawn"] + found["lost"]
    assert sum(found["pairs"]) == 3
    assert found["score"] == pytest.approx((found["won"] + found["drawn"] / 2) / 6)
    assert set(found["elo"]) == {"value", "low", "high", "superiority"}
    assert "6/6" in done.stderr


def test_a_match_is_continued(tmp_path: Path) -> None:
    again = [FIRST, LAST, "--variant", BOARD, "--out", tmp_path / "match"]
    run(*again, "--games", 2)
    log = tmp_path / "match" / "games.jsonl"
    begun = log.read_bytes()
    log.write_bytes(begun + b'{"number":3,"first":"A","ope')  # as a kill would leave it
    done = run(*again, "--games", 4, "--json")
    assert "2 games were played before" in done.stderr
    assert json.loads(done.stdout)["games"] == 4
    assert log.read_bytes().startswith(begun)
    numbers = [json.loads(line)["number"] for line in log.read_text().splitlines()[1:]]
    assert numbers == [1, 2, 3, 4]
    assert len((tmp_path / "match" / "games.ggf").read_text().splitlines()) == 4
    whole = run(FIRST, LAST, "--variant", BOARD, "--games", 4, "--out", tmp_path / "whole", "--json")
    same = ("won", "drawn", "lost", "pairs", "discs")
    assert [json.loads(whole.stdout)[key] for key in same] == [json.loads(done.stdout)[key] for key in same]
    refused = run(*again, "--games", 4, "--seed", 2, code=1)
    assert "has a match with other seed: 1, not 2" in refused.stderr


def test_a_folder_takes_one_match_at_a_time(tmp_path: Path) -> None:
    def log() -> GameLog:
        declared, two = Catalogue().get(BOARD), ("", "")
        conditions = Conditions(
            variant=BOARD, digest=declared.digest, engines=two, names=two, limits=two, openings="", seed=1
        )
        return GameLog(tmp_path, conditions, declared, None)

    first = log()
    assert first.open() == first.open() == ()
    with pytest.raises(GameLogError, match=r"games\.jsonl is being written by another run"):
        log().open()
    del first
    assert log().open() == ()


@pytest.mark.parametrize("record", ["ggf", "sgf", "txt"])
def test_records_can_be_read_again(record: str, tmp_path: Path) -> None:
    variant = "othello-6x6"
    run(FIRST, LAST, "--variant", variant, "--games", 2, "--out", tmp_path, "--record", record)
    log = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()[1:]]
    text = (tmp_path / f"games.{record}").read_text()
    if record == "ggf":
        transcripts = [game.transcript for game in read_ggf(text)]
    elif record == "sgf":
        transcripts = [parse_sgf(line).transcript for line in text.splitlines()]
    else:
        transcripts = [split_transcript(line) for line in text.splitlines()]
    assert transcripts == [split_transcript(game["opening"] + game["moves"]) for game in log]
    for game, transcript in zip(log, transcripts, strict=True):
        position = play(Catalogue().get(variant), transcript)
        assert position.over
        assert game["discs"] == (1 if game["first"] == "A" else -1) * position.value(0)
    if record == "ggf":
        results = [game.result.margin for game in read_ggf(text)]
        assert results == [log[0]["discs"], -log[1]["discs"]]


def test_engines_are_named_in_a_file(tmp_path: Path) -> None:
    roster = tmp_path / "engines.toml"
    roster.write_text(
        f"[plain]\ncommand = {json.dumps(FIRST)}\nprotocol = 'gtp'\ndepth = 3\n"
        f"[other]\ncommand = {json.dumps(LAST)}\nfolder = {json.dumps(str(tmp_path))}\nsetup = ['name']\n"
    )
    arguments = ("--variant", BOARD, "--games", 2, "--engines", roster, "--json")
    engines = json.loads(run("plain", "other", *arguments, "--time", 5).stdout)["engines"]
    assert [engine["name"] for engine in engines] == ["plain", "other"]
    assert [engine["limit"] for engine in engines] == ["depth 3", "5 s a move"]
    engines = json.loads(run("other", "plain", *arguments, "--nodes", 900).stdout)["engines"]
    assert [engine["limit"] for engine in engines] == ["900 nodes a move", "depth 3"]
    roster.write_text("[plain]\ncommand = 'x'\nlevel = 3\n")
    assert "level" in run("plain", "other", *arguments, code=1).stderr


def test_games_of_go_are_counted_by_whom_one_asks_for(tmp_path: Path) -> None:
    """Black owns 15 of 25 points, or all the board without the stones that both call dead."""
    scripted = [sys.executable, str(Path(FAKE).with_name("scripted_go.py"))]
    black = shlex.join([*scripted, "--moves", "C1 C2 C3 C4 C5 PASS", "--dead", "D1 D2 D3 D4 D5"])
    white = shlex.join([*scripted, "--moves", "D1 D2 D3 D4 D5 PASS", "--dead", "D5 D4 D3 D2 D1"])
    arguments = (black, white, "--variant", "go-5x5-area-komi-6.5", "--games", 1, "--out", tmp_path)
    assert "A wins by 18.5" in run(*arguments, "--referee", "players").stdout
    assert "has a match with other referee: players, not stones" in run(*arguments, code=1).stderr
    (tmp_path / "games.jsonl").unlink()
    caution = "dead stones count as living ones"
    assert caution in run(*arguments[:-2]).stderr
    assert caution not in run(*arguments[:-2], "--referee", "stones").stderr
    done = run(*arguments, "--referee", shlex.join([*scripted, "--score", "W+1.5"]))
    assert "B wins by 1.5" in done.stdout
    assert "points: -1.50 a game" in done.stdout
    assert "RE[W+1.5]" in (tmp_path / "games.sgf").read_text()


def test_openings_from_a_file_are_played(tmp_path: Path) -> None:
    lines = tmp_path / "openings.txt"
    lines.write_text("b1c1d1\nb1a1\n")
    run(FIRST, LAST, "--variant", BOARD, "--games", 4, "--openings", lines, "--out", tmp_path / "match")
    log = [json.loads(line) for line in (tmp_path / "match" / "games.jsonl").read_text().splitlines()[1:]]
    assert {game["opening"] for game in log} == {"b1c1d1", "b1a1"}


def test_games_that_repeat_others_are_said(tmp_path: Path) -> None:
    """Both engines play without chance: of six games from two openings, those from the first come again."""
    lines = tmp_path / "openings.txt"
    lines.write_text("b1c1d1\nb1a1\n")
    arguments = (FIRST, LAST, "--variant", BOARD, "--openings", lines)
    said = "2 games went as an earlier one did, move by move"
    assert said in run(*arguments, "--games", 6).stdout
    assert said not in run(*arguments, "--games", 4).stdout
    assert [json.loads(run(*arguments, "--games", n, "--json").stdout)["repeats"] for n in (4, 5)] == [0, 1]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--games", "0"], 2, "argument --games: 0 is not a whole number from 1 to 1000000"),
        (["--record", "ggf"], 2, "--record needs --out"),
        (["--variant", "octagon-52", "--openings", "xot"], 2, "XOT has openings of 8x8 Othello, not of octagon-52"),
        (["--plies", "4", "--openings", "xot"], 2, "plies are for random openings"),
        (["--variant", "nothing"], 1, "there is no variant 'nothing'"),
        (["--clock", "much"], 2, "argument --clock: 'much' is not MAIN+INC in seconds, such as 60+1"),
        (["--referee", "players"], 2, "--referee is for games of Go: othello counts itself"),
        (["--variant", "go", "--referee", "'"], 1, "its quotes do not end"),
        (["--nodes-a", "0"], 2, "argument --nodes-a: 0 is not a whole number from 1"),
        (["--time", "0"], 2, "argument --time: 0 is not a number above 0"),
        (["--engines", "/nowhere.toml"], 1, "/nowhere.toml"),
        (["--openings", "/nowhere.txt"], 1, "/nowhere.txt"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: list[str], code: int, says: str) -> None:
    assert says in run("engine-a", "engine-b", *arguments, code=code).stderr


def test_an_engine_that_is_not_there_is_said() -> None:
    done = run("/nowhere/engine", FIRST, "--variant", BOARD, code=1)
    assert "engined: engine: crashed: /nowhere/engine cannot be started" in done.stderr


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_match_leaves_its_games_and_no_engine(sign: signal.Signals, code: int, tmp_path: Path) -> None:
    hangs = shlex.join([sys.executable, FAKE, "gtp", "--fault", "child", "--at", "3"])
    command = [*MATCH, hangs, FIRST, "--variant", BOARD, "--games", "8", "--out", str(tmp_path)]
    match = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = tmp_path / "A.stderr"
    while not (said.exists() and "child" in said.read_text()):
        assert match.poll() is None
        time.sleep(0.05)
    match.send_signal(sign)
    output, _ = match.communicate(timeout=PATIENCE)
    assert match.returncode == code
    assert "no game was finished" in output
    assert "Traceback" not in output
    child = int(said.read_text().split()[1])
    while Path(f"/proc/{child}").exists() and _alive(child):
        time.sleep(0.05)


def _alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
        return "Z" not in Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


def test_our_own_engine_plays_from_xot(tmp_path: Path) -> None:
    arguments = ("--games", 2, "--depth-a", 2, "--depth-b", 1, "--out", tmp_path, "--json")
    found = json.loads(run(OURS, NBOARD, *arguments).stdout)
    assert found["games"] == 2
    assert found["forfeits"] == {"A": {}, "B": {}}
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()[1:]]
    assert split_transcript(games[0]["opening"]) in set(xot())
    position = play(Catalogue().get("othello"), split_transcript(games[0]["opening"]))
    for text in split_transcript(games[0]["moves"]):
        position = position.play(parse_move(position, text))
    assert position.over


@pytest.mark.slow
def test_deeper_wins() -> None:
    found = json.loads(run(OURS, OURS, "--games", 20, "--depth-a", 7, "--depth-b", 2, "--json").stdout)
    assert found["elo"]["low"] is None or found["elo"]["low"] > 0
    assert found["score"] > 0.75
    assert found["discs"]["mean"] > 0


@pytest.mark.slow
def test_two_equal_engines_share_the_points() -> None:
    """The same engine at the same depth plays both games of a pair alike: every pair is worth one point."""
    found = json.loads(run(OURS, OURS, "--games", 6, "--depth", 4, "--fresh", "--json").stdout)
    assert found["pairs"] == [0, 0, 3, 0, 0]
    assert found["discs"]["mean"] == 0
