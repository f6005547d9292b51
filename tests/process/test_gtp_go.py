"""Go over GTP with a real process: a long game beside another program's board, and the engine itself."""

from __future__ import annotations

import random
import re
import subprocess
import sys

from sgfmill.boards import Board

from tests.patience import LONG
from tests.process.test_daemon_text import Spoken

LETTERS = "ABCDEFGHJKLMNOPQRST"
PLIES = 1000
SIZE = 19


def random_game(seed: int) -> tuple[list[str], Board, dict[str, int]]:
    """Plays of a random game, where it leads, and what each colour has taken, by sgfmill's board."""
    chooser, board = random.Random(seed), Board(SIZE)
    lines: list[str] = []
    placed, ko = {"b": 0, "w": 0}, None
    for ply in range(PLIES):
        colour = "bw"[ply % 2]
        points = [(row, column) for row in range(SIZE) for column in range(SIZE) if board.get(row, column) is None]
        chooser.shuffle(points)
        for row, column in points:
            after = board.copy()
            retaking = after.play(row, column, colour)
            if (row, column) != ko and after.get(row, column) == colour:  # neither ko nor suicide
                board, ko = after, retaking
                placed[colour] += 1
                lines.append(f"play {colour} {LETTERS[column]}{row + 1}")
                break
        else:
            ko = None
            lines.append(f"play {colour} pass")
    left = [colour for colour, _ in board.list_occupied_points()]
    return lines, board, {"b": placed["w"] - left.count("w"), "w": placed["b"] - left.count("b")}


def test_a_long_random_game_is_another_programs_game() -> None:
    lines, board, taken = random_game(2007)
    with Spoken(text="gtp", variant=f"go-{SIZE}x{SIZE}") as spoken:
        for first in range(0, PLIES, 50):
            spoken.say(*lines[first : first + 50], f"{first} name")
            assert spoken.hear(f"={first} ").count("= \n") == 50
        spoken.say("1 gogui-rules_captured_count", "2 gogui-rules_board", "3 gg-undo 1000", "4 gogui-rules_legal_moves")
        assert spoken.hear("=1 ").splitlines()[-1] == f"=1 {taken['b']} {taken['w']}"
        rows = spoken.hear("=3").replace("=2", "").strip().split("\n\n")[0].splitlines()
        assert [row.split() for row in rows] == [
            [{"b": "X", "w": "O", None: "."}[board.get(row, column)] for column in range(SIZE)]
            for row in reversed(range(SIZE))
        ]
        assert len(spoken.hear("=4 ").split()) == 2 + SIZE * SIZE


def test_the_engine_plays_analyses_counts_and_says_what_is_dead() -> None:
    script = """\
        boardsize 5
        komi 0.5
        kata-set-rules chinese
        kata-set-param maxVisits 400
        kata-set-param maxTime none
        play b c3
        genmove w
        kata-genmove_analyze b 10
        undo
        undo
        gogui-play_sequence b C1 b C2 b C4 b C5 b B3 w D1 w D2 w D3 w D4 w D5 w A1
        play b pass
        play w pass
        final_score
        final_status_list dead
        final_status_list alive
        kgs-genmove_cleanup b
        engined-territory
        genmove b
        final_score
        quit
        """
    run = subprocess.run(
        [sys.executable, "-m", "engined", "gtp", "--variant", "go", "--threads", "1"],
        input=script,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=True,
    )
    answers = run.stdout.split("\n\n")
    assert [answer for answer in answers if answer.startswith("?")] == []
    named = dict(zip(map(str.strip, script.splitlines()), answers, strict=False))
    assert re.fullmatch(r"= [A-E][1-5]", named["genmove w"])
    assert re.search(r"^play [A-E][1-5]$", named["kata-genmove_analyze b 10"], re.MULTILINE)
    # Black has three columns of five, White two: 15 - 10 - 0.5.
    assert named["final_status_list dead"] == "= A1"
    assert answers[13] == "= B+4.5"
    assert named["kgs-genmove_cleanup b"] in ("= A2", "= B1")
    assert named["engined-territory"] == "= " + "\n".join(["B B B W W"] * 5)
