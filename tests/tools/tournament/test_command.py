"""``engined tournament`` as it is typed, with engines that play the first or the last legal move."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.patience import LONG, PATIENCE
from tests.process import commands
from tests.tools.match.playing import FAKE

COMMAND = [sys.executable, "-m", "engined", "tournament"]
FIRST, LAST = "gtp", "gtp --play last"
NBOARD = "nboard --play last"
RESIGNS = "gtp --fault resign --at 3"


def written(file: Path, engines: dict[str, str], **keys: object) -> Path:
    """A tournament's file; engines by their fake engine's options."""
    keys = {"variants": ["othello-4x4"], **keys}
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    for name, options in engines.items():
        lines += [f"[engines.{name}]", f"command = {json.dumps(shlex.join([sys.executable, FAKE, *options.split()]))}"]
    file.write_text("\n".join(lines) + "\n")
    return file


def run(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = commands.run(["tournament", *map(str, arguments)], timeout=LONG)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def logs(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The games of each meeting, by its folder."""
    return {
        str(log.parent.relative_to(folder)): [json.loads(line) for line in log.read_text().splitlines()[1:]]
        for log in sorted(folder.rglob("games.jsonl"))
    }


def test_a_round_robin(tmp_path: Path) -> None:
    file = written(tmp_path / "t.toml", {"first": FIRST, "last": LAST, "nb": NBOARD})
    done = run(file, "--json", "--out", tmp_path / "out")
    found = json.loads(done.stdout)
    assert (found["format"], found["rounds"], found["games"]) == ("round-robin", 3, 6)
    rows = {row["name"]: row for row in found["standings"]}
    assert {row["games"] for row in rows.values()} == {4}
    assert sum(row["points"] for row in rows.values()) == 6
    assert sum(row["discs"] for row in rows.values()) == 6 * 64
    meetings = logs(tmp_path / "out")
    assert [len(games) for games in meetings.values()] == [2, 2, 2]
    by_hand = Counter[str]()
    for place, games in meetings.items():
        a, b = place.split("/")[-1].split(" - ")
        for game in games:
            by_hand.update({a: {"A": 2, "B": 0, None: 1}[game["winner"]], b: {"A": 0, "B": 2, None: 1}[game["winner"]]})
    assert {name: row["points"] for name, row in rows.items()} == {name: n / 2 for name, n in by_hand.items()}
    assert [row["points"] for row in found["standings"]] == sorted(by_hand[name] / 2 for name in by_hand)[::-1]


def test_a_tournament_in_words(tmp_path: Path) -> None:
    file = written(
        tmp_path / "t.toml", {"first": FIRST, "quits": RESIGNS}, games=1, variants=["othello-4x4", "othello-6x6"]
    )
    done = run(file)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("round 1  othello-4x4  ")
    assert lines[0].split()[3:6] == lines[1].split()[5:2:-1]  # colours are swapped in the second variant
    assert "quits loses: resigned, on move" in lines[0]
    assert lines[2].split() == ["engine", "points", "games", "won", "drawn", "lost", "discs", "Brightwell"]
    assert lines[3].split() == ["1", "first", "2", "2", "2", "0", "0", "128", "128"]
    assert lines[4].split() == ["2", "quits", "0", "2", "0", "0", "2", "0", "128"]
    assert lines[5] == "Brightwell: discs, and 32 for each win of an opponent"
    assert "othello-6x6:" in lines
    assert lines[-1] == "quits lost without a score: resigned 2"


def test_swiss_pairs_anew_each_round_and_avoids_repeats(tmp_path: Path) -> None:
    engines = {"one": FIRST, "two": LAST, "three": NBOARD, "four": RESIGNS, "five": FIRST}
    file = written(tmp_path / "t.toml", engines, format="swiss", rounds=3, games=1)
    found = json.loads(run(file, "--json", "--out", tmp_path / "out").stdout)
    assert sorted(row["games"] for row in found["standings"]) == [3] * 5
    assert sum(row["points"] for row in found["standings"]) == 9  # two games and a bye a round
    pairs = [frozenset(place.split("/")[-1].split(" - ")) for place in logs(tmp_path / "out")]
    assert len(pairs) == len(set(pairs)) == 6
    byes = Counter(name for name in engines for _ in range(3 - sum(name in pair for pair in pairs)))
    assert set(byes.values()) == {1}


def test_a_tournament_is_continued(tmp_path: Path) -> None:
    engines = {"one": FIRST, "two": LAST, "three": NBOARD, "four": FIRST}
    whole = written(tmp_path / "whole.toml", engines, format="swiss", rounds=3)
    expected = json.loads(run(whole, "--json", "--out", tmp_path / "whole").stdout)
    begun = written(tmp_path / "begun.toml", engines, format="swiss", rounds=2)
    out = tmp_path / "out"
    run(begun, "--out", out)
    broken = sorted(out.glob("round-02/*/*/games.jsonl"))[0]
    broken.write_bytes(broken.read_bytes()[:-20])  # as a kill would leave it
    untouched = {path: path.read_bytes() for path in out.glob("round-01/*/*/games.jsonl")}
    done = run(written(tmp_path / "begun.toml", engines, format="swiss", rounds=3), "--json", "--out", out)
    again = json.loads(done.stdout)
    said = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("round ")]
    assert Counter(said) == {"2": 1, "3": 4}  # the game that was lost, and the new round
    assert again["standings"] == expected["standings"]
    assert {place: [g["moves"] for g in games] for place, games in logs(out).items()} == {
        place: [g["moves"] for g in games] for place, games in logs(tmp_path / "whole").items()
    }
    assert all(path.read_bytes() == text for path, text in untouched.items())


def test_another_tournament_is_not_continued(tmp_path: Path) -> None:
    engines = {"one": FIRST, "two": LAST}
    run(written(tmp_path / "t.toml", engines), "--out", tmp_path / "out")
    refused = run(written(tmp_path / "t.toml", engines, games=4), "--out", tmp_path / "out", code=1)
    assert "has a tournament with other games: 2, not 4" in refused.stderr
    (tmp_path / "out" / "tournament.json").write_text("{}")
    assert "is not of a tournament" in run(tmp_path / "t.toml", "--out", tmp_path / "out", code=1).stderr


def test_files_are_found_from_the_tournaments_own(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text('name = "small"\ninherits = "othello-4x4"\n')
    (tmp_path / "lines.txt").write_text("b1c1d1\n")
    file = written(tmp_path / "t.toml", {"one": FIRST, "two": LAST}, variants=["small.toml"], openings="lines.txt")
    run(file, "--out", tmp_path / "out")
    ((place, games),) = logs(tmp_path / "out").items()
    assert place.startswith("round-01/small/")
    assert [game["opening"] for game in games] == ["b1c1d1", "b1c1d1"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "engines: it is missing; a table is wanted"),
        ("[engines.a]\ncommand = 'x'\n", "needs two engines"),
        ("[engines.a]\ncommand = 'x'\n[engines.'b/c']\ncommand = 'x'\n", "engines.b/c: a name has"),
        ("format = 'knockout'\n[engines.a]\ncommand = 'x'\n", "knockout"),
        ("games = 0\n[engines.a]\ncommand = 'x'\n", "games"),
        ("speed = 1\n[engines.a]\ncommand = 'x'\n", "speed"),
        ("games = \n", "line 1: this is not TOML: after = comes a value"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(text)
    refused = run(file, code=1)
    assert says in refused.stderr
    assert str(file) in refused.stderr


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"variants": ["chess"]}, "there is no variant 'chess'"),
        ({"variants": ["rolit-3"]}, "a game has two engines, but rolit-3 has 3 seats"),
        ({"variants": ["othello-4x4", "othello-4x4"]}, "othello-4x4 is there twice"),
        ({"openings": "xot"}, "XOT has openings of 8x8 Othello"),
        ({"openings": "nowhere.txt"}, "nowhere.txt"),
        ({"clock": "much"}, "clock: 'much' is not MAIN+INC"),
    ],
)
def test_what_cannot_be_played_is_said(keys: dict[str, object], says: str, tmp_path: Path) -> None:
    file = written(tmp_path / "t.toml", {"one": FIRST, "two": LAST}, **keys)
    assert says in run(file, code=1).stderr


def test_engines_are_told_the_variant(tmp_path: Path) -> None:
    """One engine says what it was told, on stderr, and then does as a fake one does."""
    teller = tmp_path / "teller.py"
    says = "import runpy, sys\nprint(sys.argv.pop(), file=sys.stderr, flush=True)\n"
    teller.write_text(f"{says}runpy.run_path({FAKE!r}, run_name='__main__')\n")
    (tmp_path / "small.toml").write_text('name = "small"\ninherits = "othello-4x4"\n[scoring]\nmisere = true\n')
    file = written(tmp_path / "t.toml", {"deaf": FIRST}, variants=["othello-4x4", "small.toml"], games=1)
    with file.open("a") as text:
        text.write(
            f"[engines.told]\ncommand = {json.dumps(shlex.join([sys.executable, str(teller), 'gtp', '{variant}']))}\n"
        )
    done = run(file, "--out", tmp_path / "out")
    assert "deaf is not told that it plays small: no {variant} in its command" in done.stderr
    assert "told is not told" not in done.stderr
    said = {log.parents[1].name: log.read_text() for log in tmp_path.rglob("*.stderr") if log.read_text()}
    assert said == {"othello-4x4": "othello-4x4\n", "small": f"{tmp_path / 'small.toml'}\n"}


def test_an_engine_that_cannot_take_part_is_named(tmp_path: Path) -> None:
    file = written(tmp_path / "t.toml", {"one": FIRST, "mute": "dead"})
    done = run(file, code=1)
    assert "engined: mute: crashed" in done.stderr
    assert done.stdout == "no game was finished\n"
    assert "--record needs --out" in run(file, "--record", "ggf", code=2).stderr
    assert "--concurrency" in run(file, "--concurrency", 0, code=2).stderr


def test_meetings_at_once_make_no_difference(tmp_path: Path) -> None:
    file = written(tmp_path / "t.toml", {"a": FIRST, "b": LAST, "c": NBOARD, "d": FIRST}, format="swiss", rounds=2)
    one, two = (json.loads(run(file, "--json", "--concurrency", n).stdout) for n in (1, 2))
    assert one == two


def test_an_interrupted_tournament_says_where_it_stands(tmp_path: Path) -> None:
    file = written(tmp_path / "t.toml", {"one": FIRST, "hangs": "gtp --fault hang --at 3"}, patience=300)
    process = subprocess.Popen([*COMMAND, str(file), "--out", str(tmp_path / "out")], stdout=-1, stderr=-1, text=True)
    while not list(tmp_path.glob("out/round-01/*/*/games.jsonl")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    output, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 143
    assert "no game was finished" in output
    assert "Traceback" not in said
