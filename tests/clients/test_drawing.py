"""Boards and analyses as text."""

from __future__ import annotations

import pytest
from msgspec import structs

from engined_client.drawing.notebook import board_svg
from engined_client.drawing.outlook import count_texts
from engined_client.drawing.text import (
    analysis_lines,
    board_lines,
    choices,
    count_text,
    move_table,
    number_text,
    opening_line,
    owned_line,
    removal_lines,
    removed_cells,
    score_text,
    summary_line,
    table_lines,
    turn_line,
    worth_text,
)
from engined_client.drawing.wording import Wording
from engined_protocol import messages as m
from engined_protocol.messages.envelope import OpeningName


def position(board: tuple[str, ...], legal: tuple[str, ...] = (), *, over: bool = False) -> m.Position:
    return m.Position(
        id="1",
        variant="test",
        digest="",
        board=board,
        mover="" if over else "Black",
        colour="" if over else "X",
        legal=legal,
        moves=(),
        seats=("Black", "White"),
        scores=(10.0, 6.0),
        discs=(2, 1),
        empties=9,
        over=over,
        result="Black wins by 4" if over else "",
    )


def scored(
    move: str, score: float, kind: str = "estimate", *, pv: tuple[str, ...] = (), nodes: int = 0
) -> m.ScoredMove:
    return m.ScoredMove(move=move, score=score, kind=kind, depth=4, pv=pv, nodes=nodes)


@pytest.mark.parametrize(
    ("score", "kind", "text"),
    [
        (1.25, "estimate", "+1.2"),
        (-0.04, "estimate", "0.0"),
        (0.3, "estimate", "+0.3"),
        (0.0, "exact", "0"),
        (-12.0, "exact", "-12"),
        (2.5, "exact", "+2.5"),
        (2.0, "lower", ">=+2"),
        (-4.0, "upper", "<=-4"),
        (10.0, "selective", "+10.0"),
    ],
)
def test_scores(score: float, kind: str, text: str) -> None:
    assert number_text(score, kind) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (999, "999"), (1234, "1.23 k"), (12_345_678, "12.3 M"), (999_600_000_000, "1000 G")],
)
def test_counts(count: float, text: str) -> None:
    assert count_text(count) == text


@pytest.mark.parametrize(
    ("kind", "source", "text"),
    [
        ("estimate", "", "estimate"),
        ("selective", "", "selective 73 %"),
        ("book", "estimate", "book (estimate)"),
        ("book", "selective", "book (selective) 73 %"),
    ],
)
def test_only_a_selective_score_has_a_percentage(kind: str, source: str, text: str) -> None:
    """Whatever a daemon, or a book of an older one, sends with others."""
    move = m.ScoredMove(move="f5", score=1.0, kind=kind, depth=20, confidence=73, source=source)
    heading, row = move_table((move,))
    assert row[heading.index("kind") :].partition("  ")[0] == text


def test_where_games_are_played_out_their_number_comes_first() -> None:
    """Moves are ranked by it; a proven one has none."""
    proven = m.ScoredMove(move="a1", score=7.0, kind="exact", depth=9, pv=("a1",))
    games = m.Forecast(visits=1234, win_rate=0.625, mean=3.5, spread=9.25)
    tried = m.ScoredMove(move="b1", score=3.5, kind="estimate", depth=10, nodes=1000, pv=("b1", "c2"), forecast=games)
    assert [line.split() for line in move_table((proven, tried))] == [
        ["move", "games", "wins", "score", "spread", "kind", "principal", "variation"],
        ["a1", "+7", "exact", "a1"],
        ["b1", "1.23", "k", "62.5%", "+3.5", "9.2", "estimate", "b1", "c2"],
    ]


def test_whose_the_points_are_is_told_and_what_is_unsettled() -> None:
    """From the view of the mover, Black."""
    whole = m.Forecast(visits=9, win_rate=0.5, mean=0.0, spread=1.0, ownership=(1.0, 0.7, 0.69, 0.0, -0.7, -1.0, -0.9))
    assert owned_line(position(("X.. ", ".O..", " ...")), whole) == [
        "",
        "points of the board: Black 2, White 3, unsettled 2",
    ]
    assert owned_line(position(("X.. ", ".O..", " ...")), None) == []


def test_what_becomes_of_the_stones_is_told_where_it_was_read_out() -> None:
    board = position(("X.. ", ".O..", " ..."))

    def told(*life: str) -> list[str]:
        whole = m.Forecast(visits=9, win_rate=0.5, mean=0.0, spread=1.0, life=life)
        info = m.Info(id="1", seq=1, depth=3, moves=(), nodes=8, seconds=0.0, forecast=whole)
        return [line for line in table_lines(board, info) if "stones" in line or ": " in line]

    silent = told()
    assert [line for line in told("d...", ".u..", " ...") if line not in silent] == [
        "dead at the end: a1",
        "unsettled, who moves first decides or nobody knows: b2",
    ]
    assert [line for line in told("a...", ".s..", " ...") if line not in silent] == ["alive in seki: b2"]
    assert [line for line in told("a...", ".a..", " ...") if line not in silent] == ["no stones are dead at the end"]


def test_the_board_with_legal_moves_dotted() -> None:
    assert board_lines(position(("X.. ", ".O..", " ..."), ("c2", "d3"))) == [
        "    a b c d",
        "  1 X . .",
        "  2 . O : .",
        "  3   . . :",
    ]


def test_scores_stand_on_their_cells() -> None:
    analysis = m.Analysis(
        id="1",
        reason="limit",
        best="c2",
        score=1.5,
        kind="estimate",
        depth=4,
        moves=(scored("c2", 1.5, pv=("c2", "a1"), nodes=1500), scored("d3:c3+d2", -10.0)),
        nodes=2000,
        seconds=0.5,
    )
    lines = analysis_lines(position(("X.. ", ".O..", " ..."), ("c2", "d3:c3+d2")), analysis)
    assert lines[:4] == [
        "         a       b       c       d",
        "  1      X       .       .",
        "  2      .       O   [+1.5]      .",
        "  3              .       .   -10.0",
    ]
    assert "Black (X) to move; X 1, O 1; 9 empty" in lines
    table = lines[lines.index("") + 3 :]
    assert table[0].split() == ["move", "score", "kind", "depth", "nodes", "principal", "variation"]
    assert table[1].split() == ["c2", "+1.5", "estimate", "4", "1.50", "k", "c2", "a1"]
    assert lines[-1] == "depth 4, 2.00 k nodes in 0.50 s (4.00 k nodes/s); the limit is reached"


def analysed(*moves: m.ScoredMove, depth: int, known_depth: int = 0) -> m.Analysis:
    return m.Analysis(
        id="1",
        reason="limit",
        best=moves[0].move,
        score=moves[0].score,
        kind=moves[0].kind,
        depth=depth,
        moves=moves,
        nodes=2000,
        seconds=0.5,
        known_depth=known_depth,
    )


def row(move: str, depth: int, nodes: int, kind: str = "estimate", *, known: bool = False) -> m.ScoredMove:
    return m.ScoredMove(move=move, score=1.0, kind=kind, depth=depth, nodes=nodes, known=known, pv=(move,))


def test_what_was_known_before_is_not_taken_for_work() -> None:
    rows = (row("c2", 28, 32), row("d3", 26, 0, known=True))
    lines = analysis_lines(position(("X.. ", ".O..", " ..."), ("c2", "d3")), analysed(*rows, depth=26, known_depth=26))
    table = lines[lines.index("") + 3 :]
    assert table[0].split() == ["move", "score", "kind", "depth", "new", "nodes", "principal", "variation"]
    assert table[1].split() == ["c2", "+1.0", "estimate", "28", "32", "c2"]
    assert table[2].split() == ["d3", "+1.0", "estimate", "26", "known", "d3"]
    assert lines[-1] == (
        "depth 26 (known before; 28 begun), 2.00 k new nodes in 0.50 s (4.00 k nodes/s); the limit is reached"
    )


@pytest.mark.parametrize(
    ("moves", "depth", "known_depth", "said"),
    [
        ((row("c2", 26, 900), row("d3", 26, 900)), 26, 0, "depth 26, 2.00 k nodes in 0.50 s"),
        ((row("c2", 26, 900), row("d3", 26, 900)), 26, 24, "depth 26 (24 known before), 2.00 k new nodes in 0.50 s"),
        ((row("c2", 27, 900), row("d3", 26, 900)), 26, 0, "depth 26 (27 begun), 2.00 k nodes in 0.50 s"),
        ((row("c2", 34, 9, "exact"), row("d3", 26, 900)), 26, 0, "depth 26, 2.00 k nodes in 0.50 s"),
        ((row("c2", 30, 9, "book"), row("d3", 26, 900)), 26, 0, "depth 26, 2.00 k nodes in 0.50 s"),
    ],
)
def test_the_footer_says_what_the_rows_say(
    moves: tuple[m.ScoredMove, ...], depth: int, known_depth: int, said: str
) -> None:
    assert summary_line(analysed(*moves, depth=depth, known_depth=known_depth)).startswith(f"{said} (")


def test_no_moves_yet() -> None:
    waiting = m.Info(id="1", seq=1, depth=0, moves=(), nodes=0, seconds=0.0, state="compiling test")
    lines = analysis_lines(position(("X.", ".O")), waiting)
    assert lines[:3] == ["    a b", "  1 X .", "  2 . O"]
    assert lines[-1].endswith("compiling test")


def test_whose_turn() -> None:
    assert turn_line(position(("XX.", "O.X"), ("--",))) == "Black (X) to move, and must pass; X 3, O 1; 9 empty"
    assert turn_line(position(("XX", "OX"), over=True)) == "Black wins by 4; Black 10, White 6"


def stopped(**changes: object) -> m.Position:
    """A small game of Go after its passes: e2, beside White's wall, is dead."""
    known: dict[str, object] = {"phase": "removal", "result": "", "scores": (2.0, 3.0), "prisoners": (0, 1)}
    known |= {"komi": 6.0, "winner": "White", "margin": 7.0}
    known |= {"removed": (".....", "....X"), "owners": ("X...O",) * 2}
    return structs.replace(position((".X.O.",) * 2, over=True), **(known | changes))


def test_what_counts_once_play_has_stopped() -> None:
    assert board_lines(stopped()) == ["    a b c d e", "  1 x X . O o", "  2 x X . O o"]
    assert turn_line(stopped()) == "play has stopped; White is ahead by 7; Black 2, White 3 + 6"
    assert turn_line(stopped(winner="", margin=0.0, komi=-1.0)) == (
        "play has stopped; nobody is ahead; Black 2, White 3 - 1"
    )
    assert removal_lines(stopped(agreed=("White",))) == ["removed X: e2", "agreed: White"]
    assert removed_cells(stopped()) == {"e2"}


def test_the_end_of_a_game_of_go() -> None:
    counted = stopped(phase="ended", ending="count", result="White wins by 7", agreed=("Black", "White"))
    assert turn_line(counted) == "White wins by 7; Black 2, White 3 + 6"
    assert removal_lines(counted) == ["removed X: e2"]
    assert turn_line(stopped(ending="resignation", phase="ended", result="Black wins by resignation")) == (
        "Black wins by resignation"
    )


def test_points_are_told_where_chains_count() -> None:
    chains = structs.replace(position(("XX", ".O"), ("a2",)), scoring="chains", scores=(1.0, 0.0))
    assert turn_line(chains) == "Black (X) to move; points: Black 1, White 0; 9 empty"
    assert turn_line(chains, Wording(language="ja")) == "黒（X）の番; 得点 黒 1, 白 0; 空き 9"


def test_prisoners_are_told_and_free_choices_not_dotted() -> None:
    free = structs.replace(position((".X", "O."), ("a1", "b2", "--")), prisoners=(2, 0))
    assert board_lines(free) == ["    a b", "  1 . X", "  2 O ."]
    assert turn_line(free) == "Black (X) to move; X 1, O 1; 9 empty; prisoners: Black 2, White 0"
    assert choices(free) == ()
    assert turn_line(position(("..", ".."), ("a1",))) == "Black (X) to move; 9 empty"


@pytest.mark.parametrize(("symbol", "ink"), [("R", "#fff"), ("X", "#e0453a"), ("O", "#e0453a")])
def test_the_ring_of_the_last_move_is_seen_on_its_disc(symbol: str, ink: str) -> None:
    """A red ring on a red ball of Rolit is not."""
    drawn = board_svg(structs.replace(position((f"{symbol}.", ".."), ()), moves=("a1",)))
    assert f'r="5" fill="none" stroke="{ink}"' in drawn


def test_what_every_seat_counts_and_what_the_views_think() -> None:
    board = m.Position(
        id="1",
        variant="rolit-3",
        digest="",
        board=("RY.", "G.."),
        mover="Red",
        colour="R",
        legal=("c1", "b2"),
        moves=(),
        seats=("Red", "Yellow", "Green"),
        scores=(1.0, 1.0, 1.0),
        discs=(1, 1, 1, 0),
        empties=3,
        over=False,
    )
    moves = tuple(
        m.ScoredMove(
            move=move,
            score=score,
            kind="exact",
            depth=3,
            pv=(move,),
            outlook=m.Outlook(counts=(3.0, 2.0, 1.0), ranks=(1, 2, 3), paranoid=-1.0, alliance=2.0, ally="Green"),
        )
        for move, score in (("c1", 1.0), ("b2", 0.0))
    )
    views = (
        m.View(view="maxn", best="c1", score=1.0),
        m.View(view="paranoid", best="c1", score=-1.0),
        m.View(view="alliance", best="b2", score=2.0, ally="Green"),
    )
    analysis = m.Analysis(
        id="1",
        reason="done",
        best="c1",
        score=1.0,
        kind="exact",
        depth=3,
        moves=moves,
        nodes=9,
        seconds=0.0,
        views=views,
    )
    lines = analysis_lines(board, analysis)
    assert "move   Red  Yellow  Green  paranoid  alliance" in lines
    assert "c1    3 #1    2 #2   1 #3        -1  +2 Green" in lines
    assert (
        "views disagree: each for its own side c1 (+1); all against the mover c1 (-1); with an ally b2 (+2, Green)"
    ) in lines


def test_a_score_that_hangs_on_ties_has_two_ends() -> None:
    outlook = m.Outlook(
        counts=(3.0, 2.0), ranks=(2, 2), score_most=0.0, counts_most=(4.0, 2.0), ranks_best=(1, 2), paranoid=-3.0
    )
    move = m.ScoredMove(move="c1", score=-1.0, kind="lower", depth=3, pv=("c1",), outlook=outlook)
    assert (score_text(move), worth_text(move)) == (">=-1", "-1..0")
    assert count_texts(outlook) == ["3..4 #1..2", "2 #2"]
    assert "hangs on ties" in move_table([move])[1]
    bound = m.ScoredMove(move="c1", score=-1.0, kind="lower", depth=3)
    assert worth_text(bound) == ">=-1"
    assert "lower" in move_table([bound])[1]


@pytest.mark.parametrize(
    ("holder", "kind", "said"),
    [("White", "exact", True), ("White", "estimate", False), ("", "exact", False)],
)
def test_a_proven_draw_says_who_wins_it(holder: str, kind: str, said: bool) -> None:
    where = structs.replace(position(("....", ".OX.", ".XO.", "....")), draw_right=holder)
    moves = (scored("b1", 2.0), scored("a2", 0.0, kind))
    info = m.Info(id="1", seq=1, depth=4, moves=moves, nodes=1, seconds=0.1)
    assert ("0: White wins by the right to a draw" in analysis_lines(where, info)) is said


def test_a_name_that_two_languages_share_is_said_once() -> None:
    named = [OpeningName(name=name, language=language, plies=0) for name, language in (("Kung", "en"), ("Kung", "ja"))]
    assert opening_line(named) == ["opening: Kung"]
    assert opening_line([]) == []
