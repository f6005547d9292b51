"""Games of Go and Othello in SGF, as records and back, beside sgfmill."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf as other

from engined.rules.moves import parse_move
from engined.rules.position import format_position, start
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined_protocol.notation import split_transcript, square_name
from engined_protocol.records.charset import decode_sgf
from engined_protocol.records.ggf import format_ggf, parse_ggf
from engined_protocol.records.record import Record, RecordedMove, RecordError
from engined_protocol.records.result import Result, by_points
from engined_protocol.records.sgf import format_sgf, parse_sgf, record_of
from engined_protocol.records.sgf_tree import format_tree, read_trees
from engined_protocol.records.sgf_variant import KOMI, properties_of

RESIGNED = Result("resignation", "O")

START = "...........................OX......XO..........................."
CATALOGUE = Catalogue()
SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
OTHER_COLOURS = {"b": "X", "w": "O"}


def sample(name: str) -> str:
    return decode_sgf((SAMPLES / name).read_bytes()).text


def other_moves(game: other.Sgf_game) -> list[tuple[str, str]]:
    """The main line as sgfmill reads it, in our notation."""
    size = game.get_size()
    found = []
    for node in game.get_main_sequence():
        colour, point = node.get_move()
        if colour is not None:
            name = "--" if point is None else square_name((size - 1 - point[0]) * size + point[1], size)
            found.append((OTHER_COLOURS[colour], name))
    return found


def moves_of(record: Record) -> list[tuple[str, str]]:
    return [(move.colour, move.move) for move in record.moves]


@pytest.mark.parametrize("point", ["fe", "f5", "F5"])
def test_both_ways_to_write_a_point_of_othello_are_read(point: str) -> None:
    record = parse_sgf(f"(;GM[2];B[{point}])")
    assert (record.width, record.height, record.start) == (8, 8, None)
    assert record.moves == (RecordedMove("X", "f5"),)


@pytest.mark.parametrize("text", ["", "tt", "PA", "pa", "pass", "PASS", "ps", "--", "@@"])
def test_passes_are_read(text: str) -> None:
    assert parse_sgf(f"(;GM[2]SZ[8];W[{text}])").moves == (RecordedMove("O", "--"),)


def test_on_a_large_board_pa_is_a_point_unless_it_is_upper_case() -> None:
    record = parse_sgf("(;GM[2]SZ[16];B[pa];W[PA])")
    assert [move.move for move in record.moves] == ["p1", "--"]


def test_rows_of_go_count_from_the_top() -> None:
    record = parse_sgf("(;GM[1]SZ[19]PB[Shusaku]RE[B+2];B[qd];W[dc];B[tt])")
    assert [move.move for move in record.moves] == ["q4", "d3", "--"]
    assert (record.black, record.result) == ("Shusaku", by_points(2))


def test_go_is_the_default() -> None:
    assert (parse_sgf("(;SZ[9];B[ee])").width, parse_sgf("(;)").width) == (9, 19)


def test_a_set_up_is_a_start() -> None:
    record = parse_sgf("(;GM[2]AB[ed][de]AW[dd][ee]PL[W];W[c5])")
    assert record.start == START + " O"
    # Without PL the first to move is the mover.
    assert parse_sgf("(;GM[2]AB[ed][de]AW[dd][ee];W[c5])").start == START + " O"
    assert parse_sgf("(;SZ[3]AB[aa:bb]AE[ba])").start == "X..XX.... X"
    assert parse_sgf("(;SZ[3:2];AB[aa];AW[ca:cb];PL[W];W[ba])").start == "X.O..O O"


def test_beside_a_move_a_colour_only_says_who_is_next() -> None:
    record = parse_sgf("(;AP[GoGui:1.6.0]SZ[8];B[fe]BL[60.0]PL[W];W[ff]PL[B];B[ef]PL[W])")
    assert (record.start, record.transcript) == (None, ("f5", "f6", "e6"))
    cut = parse_sgf("(;SZ[8];B[fe]PL[W];AB[aa]W[ff])")
    assert (cut.transcript, len(cut.notes)) == (("f5",), 1)


def test_the_main_line_is_the_first_and_values_may_hold_anything() -> None:
    text = "junk (;GM[2]\nC[a (; \\] b\\\\];B[f5](;W[f6];B[e6](;W[f4])(;W[d6]))(;W[d6]))"
    assert parse_sgf(text).transcript == ("f5", "f6", "e6", "f4")
    assert parse_sgf(text).properties["C"] == "a (; ] b\\"


def test_escapes_are_undone() -> None:
    assert parse_sgf("(;GM[2]PB[a\\]b\\\\c\\\nd])").black == "a]b\\cd"


@pytest.mark.parametrize("printed", [False, True])
def test_sgf_is_read_as_it_was_written(printed: bool) -> None:
    moves = (RecordedMove("X", "f5"), RecordedMove("O", "--"), RecordedMove("X", "d6"))
    record = Record(8, 8, moves, START + " X", "A ] B", "C \\ D", by_points(4), properties={"GM": "2", "SZ": "8"})
    back = parse_sgf(format_sgf(record, printed=printed))
    assert (back.moves, back.start, back.black, back.white) == (moves, record.start, "A ] B", "C \\ D")
    assert ("f5" in format_sgf(record, printed=printed)) == printed


@pytest.mark.parametrize("printed", [False, True])
def test_chosen_discs_are_written_and_read(printed: bool) -> None:
    moves = (RecordedMove("X", "f5:e5"), RecordedMove("O", "f4:f5+e5"), RecordedMove("X", "--"))
    record = Record(8, 8, moves, properties={"GM": "2"})
    assert parse_sgf(format_sgf(record, printed=printed)).moves == moves
    assert ("[fe:ee]" in format_sgf(record, printed=printed)) == (not printed)
    assert parse_ggf(format_ggf(record)).transcript == ("f5:e5", "f4:f5+e5", "--")
    assert split_transcript("".join(record.transcript)) == record.transcript
    with pytest.raises(RecordError, match="not a point"):
        parse_sgf("(;GM[2];B[fe:zzz])")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("(;GM[2]\n;B[f9])", r"line 2, column 1, B: 'f9' is not on an 8x8 board"),
        ("(;GM[2];B[zz])", "'zz' is not on an 8x8 board"),
        ("(;GM[2];B[f5);W[f6])", "not a point"),
        ("(;SZ[9];W[jj])", r"line 1, column 8, W: 'jj' is not on a 9x9 board"),
        ("(;SZ[9];B[f5])", "'f5' is not on a 9x9 board"),
        ("(;SZ[20];W[uu])", "'uu' is not on a 20x20 board"),
        ("(;GM[7])", "line 1, column 2: game '7' is neither Go .* nor Othello"),
        ("(;GM[2]SZ[99])", "no such board size: '99'"),
        ("(;SZ[0])", "no such board size: '0'"),
        ("(;SZ[19x19])", "no such board size: '19x19'"),
        ("(;SZ[9:])", "no such board size"),
        ("(;GM[2]PL[x])", "PL is B or W"),
        ("(;AB[cc:aa])", "line 1, column 2, AB: 'cc:aa' is a rectangle from its lower right"),
        ("(;AW[aa:zz])", "AW: 'zz' is not on a 19x19 board"),
        ("(;HA[many])", "HA is a number of stones"),
    ],
)
def test_errors_of_sgf_say_what_and_where(text: str, what: str) -> None:
    with pytest.raises(RecordError, match=what):
        parse_sgf(text)


@pytest.mark.parametrize(
    ("text", "moves", "notes"),
    [
        ("(;GM[2];B[f5];AB[a1];W[d6])", ("f5",), ["line 1, column 14: the position is changed in the middle"]),
        (
            "(;GM[1];B[aa];W[bb];PL[B];B[cc])",
            ("a1", "b2"),
            ["line 1, column 20: the position is changed in the middle"],
        ),
        (
            "(;SZ[9];B[aa];W[jj];B[cc])",
            ("a1",),
            ["line 1, column 14, W: 'jj' is not on a 9x9 board; the game is read up"],
        ),
        ("(;GM[2];B[f5);W[f6])", (), None),
        ("(;SZ[9];B[aa];W[bb]", ("a1", "b2"), ["the end of the game is missing"]),
        ("(;SZ[9];B[aa];W[bb];B[c", ("a1", "b2"), ["the file ends in the middle of a node, line 1, column 20"]),
        ("(;SZ[9];B[aa](;W[bb];B[cc])(;W", ("a1", "b2", "c3"), ["the file ends in the middle of a node"]),
        ("(;SZ[9]KM[x];B[aa])", ("a1",), ["KM: 'x' is no number of points: taken as 6"]),
        ("(;SZ[9]KM[nan]HA[2];W[aa])", ("a1",), ["KM: 'nan' is no number of points: taken as 0"]),
        ("(;SZ[9]KM[7.3];B[aa])", ("a1",), ["KM: a komi of 7.3 is not played here, only halves up to 99: taken as 6"]),
        ("(;SZ[9]RU[as at home];B[aa])", ("a1",), ["RU: 'as at home' are no rules known here: taken as Japanese"]),
        (
            "(;SZ[9]RU[koSPIGHTscoreAREAtaxALLsui0button1whbN-1];B[aa])",
            ("a1",),
            ["RU: koSPIGHT, taxALL, button1, whbN-1 is"],
        ),
        ("(;SZ[9]RU[Japanese]KM[6.5];B[aa])", ("a1",), []),
        ("(;SZ[9]KM[7.5 points];B[aa])", ("a1",), []),
        ("(;SZ[9]KM[12];B[aa])", ("a1",), []),
    ],
)
def test_a_record_is_read_as_far_as_is_certain_and_says_what_was_assumed_or_left(
    text: str, moves: tuple[str, ...], notes: list[str] | None
) -> None:
    if notes is None:
        with pytest.raises(RecordError):
            parse_sgf(text)
        return
    record = parse_sgf(text)
    assert record.transcript == moves
    assert len(record.notes) == len(notes)
    assert all(said.startswith(note) for said, note in zip(record.notes, notes, strict=True))


def test_what_is_not_read_is_taken_off_the_tree() -> None:
    (root,) = read_trees("(;GM[2];B[f5](;AB[a1];W[d6])(;W[f6]))")
    assert record_of(root).transcript == ("f5",)
    assert format_tree(root) == "(;GM[2];B[f5])"


@given(st.text(alphabet="(;)[]GMSZABWPLKHRU2819ef5:\\ \n", max_size=80))
def test_any_sgf_is_a_record_error_or_a_record_that_can_be_written(text: str) -> None:
    for written in (text, f"(;{text}])"):
        try:
            record = parse_sgf(written)
        except RecordError:
            continue
        again = parse_sgf(format_sgf(record))
        assert (again.variant, again.transcript) == (record.variant, record.transcript)


# --- Go -------------------------------------------------------------------------------------------


@given(st.integers(2, 26), st.data())
def test_go_is_read_and_written_as_by_sgfmill(size: int, data: st.DataObject) -> None:
    squares = st.integers(0, size * size - 1).map(lambda square: square_name(square, size))
    moves = tuple(
        RecordedMove(colour, move)
        for colour, move in data.draw(
            st.lists(st.tuples(st.sampled_from("XO"), st.one_of(st.just("--"), squares)), max_size=30)
        )
    )
    cells = "".join(data.draw(st.lists(st.sampled_from(".XO"), min_size=size * size, max_size=size * size)))
    record = Record(size, size, moves, f"{cells} O", "A]\\", "B:\u672c", RESIGNED, {}, {"GN": "x"}, f"go-{size}x{size}")
    written = other.Sgf_game.from_bytes(format_sgf(record).encode())
    assert other_moves(written) == moves_of(record)
    assert (written.get_player_name("b"), written.get_player_name("w")) == ("A]\\", "B:\u672c")
    assert (written.get_komi(), written.get_winner()) == (6.0, "w")
    black, white, _ = written.get_root().get_setup_stones()
    for colour, stones in (("X", black), ("O", white)):
        found = {(size - 1 - row) * size + column for row, column in stones}
        assert found == {square for square, cell in enumerate(cells) if cell == colour}
    back = parse_sgf(written.serialise().decode())
    assert moves_of(back) == moves_of(record)
    assert (back.black, back.white, back.result, back.properties["GN"]) == ("A]\\", "B:\u672c", RESIGNED, "x")
    assert back.start == (f"{cells} O" if cells.strip(".") or not moves or moves[0].colour == "O" else back.start)


@pytest.mark.parametrize(
    ("root", "variant"),
    [
        ("SZ[9]", "go"),
        ("SZ[13]RU[Chinese]KM[7.50]", "go-13x13-area-komi-7.5"),
        ("RU[Japanese]KM[6.5]", "go-19x19-komi-6.5"),
        ("SZ[13:9]RU[AGA rules]KM[-3]", "go-13x9-area-situational-superko-komi--3"),
        ("RU[New Zealand]", "go-19x19-area-situational-superko-suicide"),
        ("RU[positional-superko-suicide]", "go-19x19-positional-superko-suicide"),
        ("RU[as at home]KM[6,0]", "go-19x19"),
        ("RU[koPOSITIONALscoreAREAtaxNONEsui0]", "go-19x19-area-positional-superko"),
        ("RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]", "go-19x19"),
        ("RU[koSITUATIONALscoreAREAtaxNONEsui1whb0]", "go-19x19-area-situational-superko-suicide"),
        *(
            (f"RU[{rules}]", "go-19x19-area")
            for rules in ("中国规则", "中国ルール", "中國規則", "중국 룰", "Chinese Rules")
        ),
        *((f"RU[{rules}]", "go-19x19") for rules in ("日本规则", "日本ルール", "日本棋院規則", "韩国规则", "Korean")),
        *(
            (f"RU[{rules}]", "go-19x19-area-positional-superko-suicide")
            for rules in ("应氏规则", "Tromp/Taylor", "TT--")
        ),
        ("RU[]KM[]HA[]", "go-19x19"),
        ("KM[7.5 points]", "go-19x19-komi-7.5"),
        ("KM[12]", "go-19x19-komi-12"),
        ("SZ[9]HA[1]", "go-handicap-1"),
        ("SZ[9]HA[1]KM[0.5]", "go-handicap-1-komi-0.5"),
        ("HA[4]", "go-19x19-handicap-4"),
        ("SZ[9]HA[2]AB[cg][gc]KM[0.00]", "go-handicap-2"),
        ("SZ[9]HA[2]AB[aa][gc]", "go-komi-0"),
        ("SZ[9]HA[2]AB[cg][gc]AW[aa]", "go-komi-0"),
        ("SZ[9]AB[cg][gc]", "go"),
    ],
)
def test_a_variant_of_go_is_named(root: str, variant: str) -> None:
    record = parse_sgf(f"(;GM[1]{root})")
    assert record.variant == variant
    assert CATALOGUE.get(record.variant).board.width == record.width


@pytest.mark.parametrize(
    ("written", "komi"),
    [
        *(("375", 7.5), ("350", 7), ("275", 5.5), ("325", 6.5), ("50", 0.5), ("650", 6.5), ("750", 7.5), ("700", 7)),
        *(("3.75", 7.5), ("2.75", 5.5), ("3.5", 3.5), ("0", 0), ("-3", -3), ("-0.5", -0.5), ("9", 9)),
        *(
            ("7.5 points", 7.5),
            ("6.5pt", 6.5),
            ("6.5目", 6.5),
            ("3.75子", 7.5),
            ("3 stones", 6),
            ("12", 12),
            ("-40", -40),
        ),
    ],
)
def test_komi_is_read_as_servers_write_it(written: str, komi: float) -> None:
    variant = parse_sgf(f"(;GM[1]RU[Chinese]AP[foxwq]KM[{written}];B[pp])").variant
    assert CATALOGUE.get(variant).scoring.komi == komi


@pytest.mark.parametrize(
    ("root", "komi"),
    [
        ("KM[6.75]RU[Japanese]", "6.75"),
        ("KM[3.75]RU[AGA]", "3.75"),
        ("KM[6.75]", "6.75"),
        ("KM[375]RU[Korean]", "3.75"),
        ("KM[6.75]RU[Chinese]", "6.75"),
        ("KM[-3.75]RU[Chinese]", "-3.75"),
    ],
)
def test_komi_is_doubled_only_where_it_may_be_in_stones(root: str, komi: str) -> None:
    record = parse_sgf(f"(;GM[1]SZ[9]{root};B[ee])")
    assert CATALOGUE.get(record.variant).scoring.komi == KOMI
    assert record.notes == (f"KM: a komi of {komi} is not played here, only halves up to 99: taken as 6",)


@pytest.mark.parametrize("rules", ["Chinese", "chinese-ogs", "Chinese rules", "中国规则", ""])
def test_komi_in_stones_is_doubled_by_chinese_rules_or_none(rules: str) -> None:
    assert CATALOGUE.get(parse_sgf(f"(;GM[1]KM[2.75]RU[{rules}])").variant).scoring.komi == 5.5


def test_what_no_variant_has_keeps_its_name_for_whoever_asks() -> None:
    assert parse_sgf("(;SZ[9]HA[12];B[aa])").variant == "go-handicap-12"
    with pytest.raises(UnknownVariant, match="handicap is from 0 to 9, not 12"):
        CATALOGUE.get("go-handicap-12")


@given(
    st.tuples(
        st.sampled_from(["", "-13x13", "-19x19", "-7x11"]),
        st.sampled_from(["", "-area", "-area-and-prisoners"]),
        st.sampled_from(["", "-situational-superko", "-positional-superko"]),
        st.sampled_from(["", "-suicide"]),
        st.sampled_from(["", "-handicap-1", "-handicap-2"]),
        st.sampled_from(["", "-komi-0", "-komi-6", "-komi--3", "-komi-7.5"]),
    )
)
def test_names_of_go_come_back(parts: tuple[str, ...]) -> None:
    variant = CATALOGUE.get("go" + "".join(parts))
    record = Record(variant.board.width, variant.board.height, variant=variant.name)
    back = parse_sgf(format_sgf(record))
    assert CATALOGUE.get(back.variant).digest == variant.digest
    assert back.start in (None, format_position(start(variant)))
    theirs = other.Sgf_game.from_string(format_sgf(record)) if variant.board.width == variant.board.height else None
    assert theirs is None or theirs.get_komi() == variant.scoring.komi


def test_komi_is_what_go_has() -> None:
    assert CATALOGUE.get("go").scoring.komi == KOMI
    assert properties_of("go-area@0123456789") == {"GM": "1", "RU": "Chinese", "KM": "6"}


@pytest.mark.parametrize("variant", ["othello", "othello-6x6", "anti-othello", "hasami-choose", "reversi-1890"])
def test_names_of_the_flipping_games_come_back(variant: str) -> None:
    board = CATALOGUE.get(variant).board
    text = format_sgf(Record(board.width, board.height, properties={"AP": "Other:1"}, variant=variant))
    assert parse_sgf(text).variant == variant
    assert ("RU" in text) == (not variant.startswith("othello"))


def test_rules_of_other_programs_are_no_names() -> None:
    record = parse_sgf("(;GM[2]AP[Other:1]RU[WOF])")
    assert (record.variant, record.properties["RU"]) == ("othello", "WOF")


def test_white_begins_where_the_file_says_so() -> None:
    assert parse_sgf("(;SZ[2];W[aa])").start == ".... O"
    assert parse_sgf("(;SZ[2]PL[W])").start == ".... O"
    assert parse_sgf("(;SZ[9]HA[2];B[aa];B[bb];W[cc])").start == "." * 81 + " X"
    assert parse_sgf("(;SZ[2]AB[aa]PL[W];B[bb];B[ab])").transcript == ("--", "b2", "--", "a2")


def test_handicap_stones_that_the_file_does_not_place_are_on_the_board() -> None:
    record, placed = parse_sgf("(;SZ[9]HA[2];W[cc])"), parse_sgf("(;SZ[9]HA[2]AB[cg][gc];W[cc])")
    assert (record.start, record.variant) == (placed.start, placed.variant)
    assert record.transcript == ("c3",)
    with pytest.raises(RecordError, match=r"HA\[2\] without AB: a board of 5x5 has no points for handicap stones"):
        parse_sgf("(;SZ[5]HA[2];W[aa])")


# --- files ----------------------------------------------------------------------------------------


def test_a_handicap_game_with_variations() -> None:
    text = sample("handicap-13.sgf")
    record = parse_sgf(text)
    assert moves_of(record) == other_moves(other.Sgf_game.from_string(text))
    assert (record.variant, record.white, record.result) == ("go-13x13-handicap-3-komi-0.5", "hoshi", RESIGNED)
    assert record.start == format_position(start(CATALOGUE.get(record.variant)))
    assert record.properties["C"] == "tengen [2k]: good game\nhoshi [2d]: have fun"
    (root,) = read_trees(text)
    (again,) = read_trees(format_tree(root))
    assert [len(node.children) for node in again.main_line()] == [1, 1, 2, 1, 2, 1, 1, 0]


def test_an_old_game_with_names_in_full() -> None:
    text = sample("crosscut-9.sgf")
    record = parse_sgf(text)
    assert moves_of(record) == other_moves(other.Sgf_game.from_string(text))
    assert (record.black, record.result, record.variant) == ("Karigane", by_points(7.5), "go-komi-5.5")
    assert record.transcript[-2:] == ("--", "--")


def test_a_game_in_its_own_charset() -> None:
    record = parse_sgf(sample("fox.sgf"))
    theirs = other.Sgf_game.from_bytes((SAMPLES / "fox.sgf").read_bytes())
    assert record.black == theirs.get_player_name("b") == "\u4e00\u529b\u907c"
    assert moves_of(record) == other_moves(theirs)
    assert record.variant == "go-19x19-area-komi-6.5"
    assert other.Sgf_game.from_bytes(format_sgf(record).encode()).get_player_name("b") == record.black


def test_a_problem_is_a_start() -> None:
    record = parse_sgf(sample("problem.sgf"))
    rows = ["X.X", ".OOO", "...X", *[""] * 10]
    assert (record.width, record.height) == (19, 13)
    assert record.start == "".join(row.ljust(19, ".") for row in rows) + " O"
    assert moves_of(record) == [("O", "b1")]


@pytest.mark.parametrize(
    ("name", "variant", "plies"), [("quarry.sgf", "othello", 5), ("printed-4x4.sgf", "othello-4x4", 11)]
)
def test_games_of_othello_programs(name: str, variant: str, plies: int) -> None:
    record = parse_sgf(sample(name))
    position = start(CATALOGUE.get(variant))
    assert (record.variant, record.start) == (variant, format_position(position))
    for move in record.transcript:
        position = position.play(parse_move(position, move))
    assert len(record.transcript) == plies
