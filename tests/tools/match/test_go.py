"""Games of Go between scripted programs: what they are told, how games end, and who counts them."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

import pytest

from engined.tools.match import command
from engined.tools.match.arena import Arena, ArenaError, Match
from engined.tools.match.counting import AgreedCount, GameCounter, ProgramCount, StonesCount
from engined.tools.match.game_log import Conditions, FinishedGame, GameLog
from engined.tools.match.limits import Limit
from engined.tools.match.openings import default_plies, draw_openings
from engined.tools.match.player import Engine
from engined.tools.match.process import EngineProcess
from engined.tools.match.report import forfeit_line
from engined.variants.catalogue import Catalogue
from engined_protocol.records.sgf import format_result, parse_sgf
from tests.patience import PATIENCE

SCRIPTED = str(Path(__file__).with_name("scripted_go.py"))

WALLS = ("--moves", "C1 C2 C3 C4 C5 PASS"), ("--moves", "D1 D2 D3 D4 D5 PASS")
"""On 5x5 Black owns the columns A to C, White D and E: 15 to 10."""


def scripted(*options: str, limit: Limit | None = None) -> Engine:
    return Engine("scripted", (sys.executable, SCRIPTED, *options), "gtp", limit=limit or Limit())


def play(
    black: Engine,
    white: Engine,
    variant: str = "go-5x5-area-komi-0",
    *,
    counter: GameCounter | None = None,
    margin: float = 5.0,
    errors: Path | None = None,
) -> FinishedGame:
    """One game, A being Black (or, with handicap, White)."""
    match = Match(
        variant=Catalogue().get(variant),
        engines=(black, white),
        openings=((),),
        games=1,
        margin=margin,
        patience=PATIENCE,
        counter=counter or StonesCount(),
        errors=errors,
    )
    finished: list[FinishedGame] = []
    asyncio.run(Arena(match, finished.append, lambda note: None).run())
    return finished[0]


def told(file: Path) -> list[str]:
    """The commands of the last game, from the board on."""
    lines = file.read_text().splitlines()
    last = max(at for at, line in enumerate(lines) if line.startswith("boardsize"))
    return [line for line in lines[last:] if not line.startswith(("genmove", "quit"))]


# --- what programs are told -----------------------------------------------------------------------


def test_points_are_named_as_in_go(tmp_path: Path) -> None:
    """Row 1 is at the bottom, and there is no I: J9 is the corner on the right of the top."""
    game = play(scripted("--moves", "A1 J9"), scripted("--moves", "h1"), "go-9x9-area-komi-7", errors=tmp_path)
    assert game.moves == "a9h9i1----"
    expected = ["boardsize 9", "clear_board", "komi 7"]
    assert told(tmp_path / "B.stderr") == [*expected, "play black A1", "play black J9", "play black pass"]
    assert told(tmp_path / "A.stderr") == [*expected, "play white H1", "play white pass"]


def test_komi_is_told_in_halves(tmp_path: Path) -> None:
    game = play(scripted(), scripted(), "go-7x7-area-komi-6.5", errors=tmp_path)
    assert (game.winner, game.discs) == ("B", -6.5), "passing at once leaves White the komi"
    assert told(tmp_path / "B.stderr")[:3] == ["boardsize 7", "clear_board", "komi 6.5"]


@pytest.mark.parametrize(
    ("unknown", "stones"),
    [
        ("", ["set_free_handicap G7 C3"]),
        ("set_free_handicap", ["play black G7", "play black C3"]),
    ],
)
def test_handicap_stones_are_told(unknown: str, stones: list[str], tmp_path: Path) -> None:
    game = play(
        scripted("--unknown", unknown),
        scripted("--unknown", unknown),
        "go-9x9-area-handicap-2",
        errors=tmp_path,
    )
    assert game.first == "B", "White is first, and A has the first seat"
    assert told(tmp_path / "A.stderr") == ["boardsize 9", "clear_board", "komi 0", *stones, "play white pass"]


def test_a_program_that_has_its_handicap_stones_already_may_refuse_them() -> None:
    game = play(scripted("--refuse", "set_free_handicap"), scripted(), "go-9x9-area-handicap-2")
    assert (game.end, game.discs) == ("score", 81.0), "both pass at once, and all the board is Black's"


@pytest.mark.parametrize(
    ("limit", "settings"),
    [
        (Limit(3.0), ["time_settings 0 3 1"]),
        (Limit(0.5), []),
        (Limit(main=60.0), ["time_settings 60 0 0"]),
        (Limit(nodes=100), []),
    ],
)
def test_times_are_told_in_whole_seconds(limit: Limit, settings: list[str], tmp_path: Path) -> None:
    """After the board, with which some programs forget them."""
    play(scripted("--moves", "E5", limit=limit), scripted(), "go-9x9-area-komi-7", errors=tmp_path)
    assert told(tmp_path / "A.stderr") == ["boardsize 9", "clear_board", "komi 7", *settings, "play white pass"]


@pytest.mark.parametrize(("parameters", "asked"), [("friendlyPassOk", 1), ("maxTime", 0), ("", 0)])
def test_who_can_is_asked_to_capture_dead_stones_where_all_count(parameters: str, asked: int, tmp_path: Path) -> None:
    engine = replace(scripted("--parameters", parameters), cleans_up=True)
    play(engine, scripted("--parameters", "friendlyPassOk"), errors=tmp_path)
    request = "kata-set-param friendlyPassOk false"
    assert (tmp_path / "A.stderr").read_text().splitlines().count(request) == asked
    assert request not in (tmp_path / "B.stderr").read_text()


@pytest.mark.parametrize(("referee", "asked"), [("stones", True), ("players", False), ("gnugo --mode gtp", False)])
def test_all_stones_count_for_the_usual_referee(referee: str, asked: bool) -> None:
    parser = ArgumentParser()
    command.add_arguments(parser)
    performance = command.prepare(parser.parse_args(["a", "b", "--variant", "go", "--referee", referee]))
    assert [engine.cleans_up for engine in performance.match.engines] == [asked, asked]


def test_the_empty_board_is_the_only_opening() -> None:
    variant = Catalogue().get("go-9x9")
    assert default_plies(variant) == 0
    assert draw_openings(variant, None, None, 10, 1) == ("random 0", ((),))


# --- how games end --------------------------------------------------------------------------------


def test_what_stands_is_counted() -> None:
    game = play(scripted(*WALLS[0]), scripted(*WALLS[1]))
    assert (game.end, game.winner, game.discs, game.detail) == ("score", "A", 5.0, "")


@pytest.mark.parametrize(
    ("variant", "black", "white", "loser", "says"),
    [
        ("go-5x5-area", "C3 C3", "D3", "A", "c3 is occupied"),
        ("go-5x5-area", "B5 A4", "E1 A5", "B", "a1: it is suicide"),
        ("go-5x5-area", "B3 C4 D3 A5 C2", "B2 D2 C1 C3 C3", "B", "c3: it retakes a ko at once"),
        ("go-3x2-area", "A2 B1 A1 A2 B1", "PASS B2 C1 C2", "", ""),
        (
            "go-3x2-area-positional-superko",
            "A2 B1 A1 A2 B1",
            "PASS B2 C1 C2",
            "A",
            "an earlier position back (superko)",
        ),
        ("go-5x5-area", "C3 F1", "", "A", "not on a 5x5 board"),
        ("go-9x9-area", "C3 I5", "", "A", "'i5' is not on a 9x9 board"),
        ("go-5x5-area", "C3 centre", "", "A", "not a vertex"),
    ],
    ids=["occupied", "suicide", "ko", "no superko", "superko", "off the board", "letter I", "no vertex"],
)
def test_who_breaks_a_rule_loses_and_hears_which(variant: str, black: str, white: str, loser: str, says: str) -> None:
    game = play(scripted("--moves", black), scripted("--moves", white), variant)
    assert game.winner == {"A": "B", "B": "A", "": game.winner}[loser]
    assert says in game.detail, game
    assert (game.end in ("illegal move", "broke the protocol")) is bool(loser)


def test_a_pass_is_a_move_and_may_not_be_refused() -> None:
    game = play(scripted("--moves", "PASS"), scripted("--refuse", "play black pass"))
    assert (game.winner, game.end) == ("A", "broke the protocol")
    assert "refuses the legal move --" in game.detail


@pytest.mark.parametrize(
    ("moves", "limit", "end"), [("E5 resign", Limit(), "resigned"), ("E5 hang", Limit(0.5), "timeout")]
)
def test_giving_up_and_overstepping_lose(moves: str, limit: Limit, end: str) -> None:
    game = play(scripted("--moves", moves, limit=limit), scripted("--moves", "D4 D5"), "go-9x9-area", margin=0.3)
    assert (game.winner, game.end, game.discs) == ("B", end, None)


def test_a_game_that_goes_in_circles_has_no_result() -> None:
    """On 2x2, without superko, six plies bring the board back; three plies for each point are the longest game."""
    black, white = ("A1 " + 3 * "B1 A1 A1 ").strip(), 4 * "B2 A2 B1 "
    game = play(scripted("--moves", black), scripted("--moves", white.strip()), "go-2x2-area")
    assert (game.end, game.winner, game.discs, game.detail) == ("too long", None, None, "after 12 plies")


# --- who counts -----------------------------------------------------------------------------------

INVADED = ("--moves", "C1 C2 C3 C4 C5 PASS"), ("--moves", "D1 D2 D3 D4 D5 B3")
"""The same, with a white stone among Black's: if it lives, the columns A and B are nobody's."""


@pytest.mark.parametrize(
    ("black", "white", "ahead", "says"),
    [
        (("--dead", "B3"), ("--dead", "B3"), 15 - 10, ""),
        (("--dead", "B3"), (), 5 - 11, "not agreed on dead stones: b3"),
        (("--unknown", "final_status_list"), ("--dead", "B3"), 5 - 11, "Black cannot name dead stones"),
        (("--dead", "B3"), ("--refuse", "final_status_list"), 5 - 11, "White names no dead stones"),
        (("--dead", "A1"), ("--dead", "A1"), 5 - 11, "there is no stone on a5"),
    ],
    ids=["agreed", "not agreed", "unknown", "refused", "no stone"],
)
def test_dead_stones_that_both_name_are_taken_off(
    black: tuple[str, ...], white: tuple[str, ...], ahead: float, says: str
) -> None:
    game = play(scripted(*INVADED[0], *black), scripted(*INVADED[1], *white), counter=AgreedCount())
    assert (game.end, game.discs) == ("score", ahead)
    assert (says in game.detail) if says else game.detail == ""
    assert forfeit_line(game) == (f"game 1: {game.detail}, so all stones count" if says else None)


def test_a_third_program_counts_the_whole_game(tmp_path: Path) -> None:
    referee = ProgramCount(scripted("--score", "B+12.5"), PATIENCE, tmp_path)
    game = play(scripted(*WALLS[0]), scripted(*WALLS[1]), "go-5x5-area-komi-7", counter=referee)
    assert (game.winner, game.discs, game.detail) == ("A", 12.5, "")
    seen = told(tmp_path / "referee.stderr")
    assert seen[:5] == ["boardsize 5", "clear_board", "komi 7", "play black C1", "play white D1"]
    assert seen[-3:] == ["play black pass", "play white pass", "final_score"]


@pytest.mark.parametrize(("score", "ahead"), [("W+3", -3.0), ("0", 0.0), ("Draw", 0.0), ("b+0.5", 0.5)])
def test_scores_as_programs_write_them(score: str, ahead: float) -> None:
    game = play(scripted(), scripted(), counter=ProgramCount(scripted("--score", score), PATIENCE, None))
    assert (game.discs, game.winner) == (ahead, {1: "A", 0: None, -1: "B"}[(ahead > 0) - (ahead < 0)])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--score", "who knows"), "no score from the referee: broke the protocol: 'who knows' is no score"),
        (("--refuse", "final_score"), "no score from the referee: broke the protocol: final_score: 'not that'"),
        (("--refuse", "play white D3"), "it refuses the legal move d3"),
    ],
)
def test_without_a_score_from_the_referee_all_stones_count(options: tuple[str, ...], says: str) -> None:
    referee = ProgramCount(scripted(*options), PATIENCE, None)
    game = play(scripted(*WALLS[0]), scripted(*WALLS[1]), counter=referee)
    assert (game.end, game.discs) == ("score", 5.0)
    assert says in game.detail


def test_a_referee_that_is_not_there_is_said() -> None:
    nobody = ProgramCount(Engine("nobody", ("/nowhere/referee",)), PATIENCE, None)
    with pytest.raises(ArenaError, match="referee: crashed: /nowhere/referee cannot be started"):
        play(scripted(), scripted(), counter=nobody)


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "variant", "result"),
    [
        (WALLS[0][1], "go-5x5-area-komi-0", "B+5"),
        (WALLS[0][1], "go-5x5-area-komi-6.5", "W+1.5"),
        (WALLS[0][1], "go-5x5-area-komi-5", "0"),
        ("C1 resign", "go-5x5-area", "W+R"),
        ("C1 C1", "go-5x5-area", "W+F"),
    ],
)
def test_games_are_kept_as_sgf_of_go(moves: str, variant: str, result: str, tmp_path: Path) -> None:
    declared = Catalogue().get(variant)
    game = play(scripted("--moves", moves), scripted(*WALLS[1]), variant)
    conditions = Conditions(
        variant=variant,
        digest=declared.digest,
        engines=("a", "b"),
        names=("one", "other"),
        limits=("", ""),
        openings="random 0",
        seed=1,
    )
    log = GameLog(tmp_path, conditions, declared, None)
    log.open()
    log.add(game)
    assert log.open() == (game,)
    text = (tmp_path / "games.sgf").read_text()
    assert text.startswith("(;FF[4]")
    assert all(told in text for told in ("GM[1]", "CA[UTF-8]", "SZ[5]", f"KM[{declared.scoring.komi:g}]"))
    assert ";B[ce];W[de]" in text, "C1 and D1, rows from the top"
    record = parse_sgf(text)
    assert (record.black, record.white, format_result(record.result)) == ("one", "other", result)
    assert record.variant == variant
    assert "".join(record.transcript) == game.moves


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no proc file system")
def test_processor_time_is_that_of_all_threads() -> None:
    """Two threads count until the process has used 0.3 s."""
    count = (
        "import threading, time\n"
        "def count():\n"
        "    while time.process_time() < 0.3: pass\n"
        "threads = [threading.Thread(target=count) for _ in range(2)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "print('counted', flush=True)\n"
        "input()"
    )

    async def used() -> float | None:
        process = await EngineProcess.start((sys.executable, "-c", count))
        await process.line(asyncio.get_running_loop().time() + PATIENCE)
        seconds = process.processor_seconds
        await process.end("")
        return seconds

    seconds = asyncio.run(used())
    assert seconds is not None
    assert 0.28 < seconds < 2
