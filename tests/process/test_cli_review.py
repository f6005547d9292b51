"""``engined review`` with a real daemon and engine: exact scores are those that ``solve`` proves, for each position."""

from __future__ import annotations

import json
import random
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sgfmill import sgf as other

from engined.rules.position import Position, move_text, parse_move, start
from engined_client import Client
from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.review.budget import Budget
from engined_client.review.model import ReviewedMove, Thresholds
from engined_client.review.reviewer import review_game
from engined_protocol.records.ggf import parse_ggf
from engined_protocol.records.sgf import parse_sgf
from tests.patience import PATIENCE, until
from tests.process.serving import Served
from tests.rules.random_positions import declared

SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
SMALL = str(SAMPLES / "printed-4x4.sgf")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def reviewed(served: Served, *words: str) -> dict[str, object]:
    run = served.engined("review", *words, "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert isinstance(found, dict)
    return found


def played_at_random(variant: str, seed: int) -> list[str]:
    dice, position, moves = random.Random(seed), start(declared(variant)), []
    while not position.over:
        move = dice.choice(position.legal())
        moves.append(move_text(position, move))
        position = position.play(move)
    return moves


@pytest.mark.parametrize(
    "variant",
    [
        "othello-4x4",
        pytest.param("hasami-one-4x4", marks=pytest.mark.products),
        pytest.param("anti-othello-4x4", marks=pytest.mark.products),
        pytest.param("hashijime-3x3", marks=pytest.mark.products),
    ],
)
def test_losses_are_what_exact_scores_imply(served: Served, variant: str) -> None:
    moves = played_at_random(variant, 3)
    prefixes = "".join(f"{' '.join(moves[:ply]) or 'start'}\n" for ply in range(len(moves)))
    run = served.engined("solve", "--variant", variant, "--json", stdin=prefixes)
    scores = [json.loads(line)["score"] for line in run.stdout.splitlines()]
    found = reviewed(served, " ".join(moves), "--variant", variant, "--exact", "20")["moves"]
    assert isinstance(found, list)
    assert [move["best"]["score"] for move in found] == scores
    assert all(move["best"]["kind"] == move["played"]["kind"] == "exact" for move in found)
    # The seats take turns, passes being moves.
    gains = [-score for score in scores[1:]]
    assert [move["played"]["score"] for move in found[:-1]] == gains
    losses = [before - after for before, after in zip(scores, gains, strict=False)]
    assert [move["loss"] for move in found[:-1]] == losses
    assert any(losses)


def test_a_review_is_printed_and_written(served: Served, tmp_path: Path) -> None:
    sgf, ggf = tmp_path / "out.sgf", tmp_path / "out.ggf"
    run = served.engined("review", SMALL, "--exact", "20", "--sgf", str(sgf), "--ggf", str(ggf))
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("othello-4x4: Black Edax 4.6")
    before, after = parse_sgf(Path(SMALL).read_text()), parse_sgf(sgf.read_text())
    assert (after.moves, after.start) == (before.moves, before.start)
    bad = [line for line in run.stdout.splitlines() if " ?? " in line or " ? " in line or " ?! " in line]
    nodes = list(other.Sgf_game.from_string(sgf.read_text()).main_sequence_iter())
    marked = [node for node in nodes if node.has_property("BM") or node.has_property("DO")]
    assert len(marked) == len([line for line in bad if line.split()[0].isdigit()]) > 0
    record = parse_ggf(ggf.read_text())
    assert [move.move for move in record.moves if move.move != "--"] == [
        move.move for move in before.moves if move.move != "--"
    ]
    assert all(move.evaluation is not None for move in record.moves if move.move != "--")


def test_a_mirrored_game_is_read(served: Served) -> None:
    """As programs write it whose board begins with Black on d4 and e5."""
    run = served.engined("review", "f4 d3 c6", "--depth", "2")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[0] == "othello: Black, White; 3 plies; read as its mirror image"
    assert run.stdout.splitlines()[4].split()[:3] == ["1", "Black", "c4"]
    run = served.engined("review", "f5 f5", "--depth", "2")
    assert run.stderr == "engined: move 2, f5: f5 is occupied\n"


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("rolit-3", 3), pytest.param("yonin-4x4-team", 4, marks=pytest.mark.products), ("go-5x5", 2)],
)
def test_any_game_is_reviewed(served: Served, variant: str, seats: int) -> None:
    moves = played_at_random(variant, 1)[:8]
    words = ("--variant", variant, "--coordinates", "othello", "--nodes", "200")
    found = reviewed(served, " ".join(moves), *words)
    assert [move["move"] for move in found["moves"]] == moves  # type: ignore[attr-defined]
    assert all(move["loss"] >= 0 for move in found["moves"])  # type: ignore[attr-defined]
    assert len(found["seats"]) == seats  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (("--variant", "chain-all-4x4"), [1, 2, 3]),
        (("--variant", "chain-all-4x4", "--marks", "2,4,8"), [2, 4, 8]),
        (("--variant", "othello-4x4"), [2, 4, 8]),
    ],
)
def test_a_point_is_much_where_games_are_won_by_one(served: Served, words: tuple[str, ...], steps: list[float]) -> None:
    found = reviewed(served, " ".join(played_at_random(words[1], 1)[:2]), *words, "--nodes", "200")
    assert list(found["thresholds"].values()) == steps  # type: ignore[attr-defined]


def test_a_record_that_cannot_be_written_is_refused_before_the_review(served: Served, tmp_path: Path) -> None:
    """GGF has no name for Go. A search as deep as that would not end."""
    words = ("--variant", "go-5x5", "--depth", "60", "--ggf", str(tmp_path / "game.ggf"))
    run = served.engined("review", "C3 B3", *words, timeout=PATIENCE)
    assert run.returncode == 1
    assert run.stderr == "engined: GGF: it has no name for go-5x5\n"


def test_a_start_with_moves_is_reviewed(served: Served) -> None:
    found = reviewed(served, ".X.. .XX. .XO. .... O; a1", "--variant", "othello-4x4", "--exact", "20")
    assert [move["move"] for move in found["moves"]] == ["a1"]  # type: ignore[attr-defined]
    assert found["start"] == ".X...XX..XO..... O"


def test_a_whole_file_is_reviewed_in_one_run_that_can_be_broken_off(served: Served, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    lines = [" ".join(played_at_random("othello-4x4", seed)) for seed in range(3)]
    games.write_text("\n".join([lines[0], "a1", *lines[1:]]) + "\n")
    words = ("review", str(games), "--variant", "othello-4x4", "--exact", "16", "--all", str(tmp_path / "out.jsonl"))
    run = served.engined(*words, "--most", "1")
    assert (run.returncode, run.stderr) == (0, "")
    first = (tmp_path / "out.jsonl").read_bytes()
    run = served.engined(*words)
    assert run.returncode == 1
    assert run.stderr == f"engined: {games}, line 2: move 1, a1: Black may not place on a1: it captures nothing\n"
    assert "3 games reviewed" in run.stdout
    whole = (tmp_path / "out.jsonl").read_bytes()
    assert whole.startswith(first)
    assert len(whole.splitlines()) == 3
    again = served.engined(*words, "--json")
    assert (tmp_path / "out.jsonl").read_bytes() == whole
    players = json.loads(again.stdout)["players"]
    assert [(player["player"], player["games"]) for player in players] == [("Black", 3), ("White", 3)] or [
        (player["player"], player["games"]) for player in players
    ] == [("White", 3), ("Black", 3)]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("f5", "--marks", "4,2,8"), "--marks: they grow, and begin above 0: '4,2,8'"),
        (("f5", "--marks", "much"), "--marks: three numbers such as 2,4,8 are expected"),
        (("f5", "--time", "1", "--clock", "1"), "one of them"),
        (("f5", "f6", "--all", "x"), "--all: name one file"),
        ((), "there is no move to review"),
        (("f5", "--depth", "1", "--sgf", "/nowhere/x.sgf"), "/nowhere/x.sgf: No such file or directory"),
    ],
)
def test_what_is_wrong_is_said(served: Served, words: tuple[str, ...], what: str) -> None:
    run = served.engined("review", *words)
    assert run.returncode in (1, 2)
    assert what in run.stderr


def test_the_page_needs_nothing_else(served: Served, tmp_path: Path) -> None:
    """All that it loads stands in it, and its boards are those of the moves by the rules."""
    out = tmp_path / "out.html"
    moves = played_at_random("othello-4x4", 3)
    run = served.engined("review", " ".join(moves), "--variant", "othello-4x4", "--exact", "20", "--html", str(out))
    assert run.returncode == 0, run.stderr
    page = out.read_text("utf-8")
    assert not re.search(r"\b(?:src|href)\s*=|@import|\burl\((?!#)|\bimport\b[^;\n]*['\"]|\bfetch\(", page)
    assert set(re.findall(r"https?://[\w./]+", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\{\{\w+\}\}", page)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert data["description"]["name"] == "othello-4x4"
    checked = 0
    for move, lines in zip(data["review"]["moves"], data["lines"], strict=True):
        before = start(declared("othello-4x4"))
        for done in moves[: move["ply"] - 1]:
            before = before.play(parse_move(before, done))
        assert move["board"] == rows(before)
        for which in ("best", "played"):
            position = before
            for text, board in zip(move[which]["line"], lines[which], strict=False):
                position = position.play(parse_move(position, text))
                assert board == rows(position)
                checked += 1
    assert checked > 50
    bad = [move["ply"] for move in data["review"]["moves"] if move["grade"]]
    assert [int(ply) for ply in sorted(data["why"], key=int)] == bad
    assert all(set(told) == {"en", "ja"} for told in data["why"].values())


def rows(position: Position) -> list[str]:
    width = position.variant.board.width
    text = "".join(".XO"[content + 1] if content in (0, 1) else "." for content in position.board)
    return [text[at : at + width] for at in range(0, len(text), width)]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_one_that_is_broken_off_prints_and_writes_what_is_done_and_keeps_it(
    sent: signal.Signals, served: Served, own_folders: Path, tmp_path: Path
) -> None:
    """Far from the end a position takes longer than anybody waits."""
    out, record = tmp_path / "out.html", tmp_path / "out.sgf"
    drafts = own_folders / "XDG_STATE_HOME" / "engined" / "reviews"
    shutil.rmtree(drafts, ignore_errors=True)
    moves = played_at_random("othello", 3)
    outputs = ("--html", str(out), "--sgf", str(record))
    process = served.begin("review", " ".join(moves), "--time", "1000", *outputs)
    until(lambda: any(b"\n" in path.read_bytes() for path in drafts.glob("*.jsonl")), "a ply is kept")
    process.send_signal(sent)
    output, errors = (text.decode() for text in process.communicate(timeout=PATIENCE))
    assert process.returncode == 130
    left = re.search(r"^broken off, (\d+) plies left: the same command goes on", output, re.MULTILINE)
    assert left is not None
    assert [line for line in errors.splitlines() if "compiling" not in line] == [
        f"engined: {record}: written without the first {left[1]} plies",
        f"engined: {out}: written without the first {left[1]} plies",
    ]
    written = parse_sgf(record.read_text()).transcript
    assert [move for move in written if move != "--"] == [move for move in moves if move != "--"]
    plies = [int(line.split()[0]) for line in output.splitlines() if re.match(r" *\d+  \w+ ", line)]
    assert plies == list(range(int(left[1]) + 1, len(moves) + 1))
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', out.read_text())
    data = json.loads(text)
    assert data["review"]["left"] == int(left[1])
    assert data["review"]["earlier"] == moves[: int(left[1])]
    assert [move["ply"] for move in data["review"]["moves"]] == list(range(1, len(plies) + 1))
    assert len(data["lines"]) == len(plies)
    (draft,) = drafts.iterdir()
    assert [json.loads(line)["ply"] for line in draft.read_bytes().splitlines() if line] == plies[::-1]


def test_a_review_that_was_broken_off_goes_on(served: Served, tmp_path: Path) -> None:
    moves = played_at_random("othello-4x4", 3)
    game = FoundGame("", 1, GivenPosition(moves=tuple(moves)))
    budget, thresholds = Budget(depth=3), Thresholds()

    def interrupted(move: ReviewedMove, total: int) -> None:
        if move.ply == total - 3:
            raise KeyboardInterrupt

    with Client(served.endpoint) as client:
        first = review_game(client, game, "othello-4x4", budget, thresholds, interrupted, drafts=tmp_path)
        assert (len(first.moves), first.left) == (4, len(moves) - 4)
        heard: list[int] = []
        whole = review_game(
            client, game, "othello-4x4", budget, thresholds, lambda move, _: heard.append(move.ply), drafts=tmp_path
        )
        with pytest.raises(KeyboardInterrupt):
            review_game(client, game, "othello-4x4", budget, thresholds, interrupted)
    assert heard == list(range(len(moves), 0, -1))
    assert [move.move for move in whole.moves] == moves
    assert whole.moves[-4:] == first.moves
    assert whole.left == 0
    assert list(tmp_path.iterdir()) == []
