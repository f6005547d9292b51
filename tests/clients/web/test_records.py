"""Records as trees: every kind that is read, variations, and files that hold many games or none."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from engined_client import AsyncClient
from engined_client.terminal.command import WrongInput
from engined_client.web.messages import MOST_NODES, GameTree, ReadRecord, TreeNode
from engined_client.web.records import read_record, written_record
from engined_protocol.records.ggf import parse_ggf
from engined_protocol.records.result import UNKNOWN, by_points
from tests.process.serving import Served


def tree_of(record: ReadRecord) -> GameTree:
    assert record.game is not None
    return record.game


def moves(record: ReadRecord) -> list[tuple[int, str]]:
    return [(node.parent, node.move) for node in tree_of(record).nodes]


@pytest.mark.parametrize(
    ("data", "variant", "expected"),
    [
        (b"f5d6c3", "othello", [(-1, "f5"), (0, "d6"), (1, "c3")]),
        (b"(;GM[2]SZ[8];B[fe];W[df])", "othello", [(-1, "f5"), (0, "d6")]),
        (b"(;GM[1]SZ[9];B[ee];W[];B[cc])", "go-9x9", [(-1, "e5"), (0, "--"), (1, "c3")]),
        (b"(;GM[2]SZ[8];B[fe](;W[df];B[cc])(;W[ff]C[x]))", "othello", [(-1, "f5"), (0, "d6"), (1, "c3"), (0, "f6")]),
    ],
    ids=["moves", "sgf", "go", "variations"],
)
def test_kinds(data: bytes, variant: str, expected: list[tuple[int, str]]) -> None:
    record = read_record(data, 1)
    assert moves(record) == expected
    assert tree_of(record).variant.startswith(variant.partition("-")[0])


def test_names_and_comments() -> None:
    game = tree_of(read_record(b"(;GM[2]PB[Ann]PW[Bo];B[fe]C[good];W[df])", 1))
    assert game.names == ("Ann", "Bo")
    assert [node.comment for node in game.nodes] == ["good", ""]


@pytest.mark.parametrize(
    "data",
    [b"(;GM[2]C[all of it];B[fe];W[df])", b"(;GM[Othello]PB[A]PW[B]CO[all of it]TY[8]BO[8 %s *]B[F5];)"],
    ids=["sgf", "ggf"],
)
def test_a_comment_on_the_whole_game_is_on_its_start(data: bytes, served: Served) -> None:
    start = b"-" * 27 + b"O*------*O" + b"-" * 27
    tree = tree_of(read_record(data.replace(b"%s", start), 1))
    assert tree.comment == "all of it"
    assert "C" not in tree.properties
    for kind, said in (("sgf", "[another]:\nof two lines"), ("ggf", "another")):
        text = written(served, structs.replace(tree, comment=said), kind)
        assert tree_of(read_record(text.encode(), 1)).comment == said


def test_a_record_that_names_no_variant() -> None:
    assert tree_of(read_record(b"f5d6c3", 1)).variant == "othello"
    assert tree_of(read_record(b"f4g5c3", 1, "rolit-4")).variant == "rolit-4"
    assert tree_of(read_record(b"(;GM[1]SZ[9];B[ee])", 1, "rolit-4")).variant == "go"


def test_several_games() -> None:
    data = b"f5d6\nf5 ?\nf5f6"
    record = read_record(data, 3)
    assert [bool(row.fault) for row in record.games] == [False, True, False]
    assert moves(record) == [(-1, "f5"), (0, "f6")]
    broken = read_record(data, 2)
    assert (broken.game, broken.games[1].fault[:18]) == (None, "line 2: not a move")
    with pytest.raises(WrongInput, match="line 1: not a move"):
        read_record(b"f5 ?", 1)
    with pytest.raises(WrongInput, match="there is no game 4: the file has 3"):
        read_record(data, 4)


def test_games_after_a_broken_one_are_listed() -> None:
    record = read_record(b"(;GM[2];B[f9])\n(;GM[2]PB[Ann];B[f5])", 1)
    assert record.game is None
    assert "game 1: line 1, column 8, B: 'f9' is not on an 8x8 board" in record.games[0].fault
    assert (record.games[1].names, record.games[1].fault) == (("Ann", ""), "")


def test_what_cannot_be_carried_is_said() -> None:
    marks = "".join(f"[{'x' * 9000}]" for _ in range(120))
    record = read_record(f"(;GM[2]GN[{'y' * 10_001}];B[fe]LB{marks}C[kept]N[a];;C[of no move];W[df])".encode(), 1)
    assert [node.comment for node in tree_of(record).nodes] == ["kept", ""]
    assert tree_of(record).properties == tree_of(record).nodes[0].properties == {}
    assert [warning.partition(": ")[2][:24] for warning in record.warnings[:2]] == [
        "GN is left out, there is",
        "what is said beside no m",
    ]
    assert record.warnings[2].startswith("only moves, comments")


def test_a_variation_that_sets_stones_up_is_named() -> None:
    record = read_record(b"(;GM[2];B[fe](;W[df])(;AB[aa];W[ff]))", 1)
    assert moves(record) == [(-1, "f5"), (0, "d6")]
    assert "line 1" in record.warnings[0]


def test_more_nodes_than_a_tree_has() -> None:
    with pytest.raises(WrongInput, match=f"more than {MOST_NODES} nodes"):
        read_record(b"(;GM[1]SZ[9]" + b";B[ee];W[]" * (MOST_NODES // 2 + 1) + b")", 1)


# --- written


TREE = GameTree(
    variant="othello",
    nodes=(
        TreeNode(parent=-1, move="f5"),
        TreeNode(parent=0, move="d6", comment="tiger"),
        TreeNode(parent=0, move="f6"),
        TreeNode(parent=2, move="e6"),
    ),
    at=3,
    names=("Ann", "Bo"),
)


@pytest.fixture(scope="module")
def served() -> object:
    with Served() as daemon:
        yield daemon


def written(served: Served, tree: GameTree, kind: str) -> str:
    async def main() -> str:
        async with await AsyncClient.connect(served.endpoint) as client:
            return await written_record(client, tree, kind)

    return asyncio.run(main())


def test_sgf_is_what_was_read(served: Served) -> None:
    text = written(served, TREE, "sgf")
    record = read_record(text.encode(), 1)
    assert moves(record) == [(-1, "f5"), (0, "d6"), (0, "f6"), (2, "e6")]
    assert [node.comment for node in tree_of(record).nodes] == ["", "tiger", "", ""]
    assert tree_of(record).names == ("Ann", "Bo")


def test_a_transcript_has_the_handicap_stones_of_its_variant(served: Served) -> None:
    tree = GameTree(variant="go-9x9-handicap-2", nodes=(TreeNode(parent=-1, move="e5"),))
    assert written(served, tree, "txt") == f"{'.' * 24}X{'.' * 31}X{'.' * 24} O; E5\n"


FULL = (
    "(;FF[4]AB[ed][de]AW[dd][ee]C[of [the\\] game]CA[UTF-8]DT[1977]EV[Cup]GM[2]"
    "GN[a\\:b]PB[Ann]PL[B]PW[Bo]RE[B+2]SZ[8]TM[300];B[fe]BL[299.5]C[good]LB[df:A][ff:b\\]]N[one](;KO[]W[df];B[cc]BM[1])(;W[ff]XX[what][is]))"
)


def test_what_a_file_says_besides_goes_out_as_it_came_in(served: Served) -> None:
    assert written(served, tree_of(read_record(FULL.encode(), 1)), "sgf") == FULL + "\n"
    ggf = parse_ggf(written(served, tree_of(read_record(FULL.encode(), 1)), "ggf"))
    assert (ggf.black, ggf.result, ggf.properties["DT"]) == ("Ann", by_points(2), "1977")
    assert ggf.properties["CO"] == "of [the) game"
    variation = structs.replace(tree_of(read_record(FULL.encode(), 1)), at=3)
    assert parse_ggf(written(served, variation, "ggf")).result == UNKNOWN
    given = "(;GM[Othello]PC[GGS/os]DT[2003]PB[one]PW[two]RB[2197.01]TY[8]RE[-3.00:t]BO[8 " + "-" * 27
    given += "O*------*O" + "-" * 27 + " *]B[F5];)"
    tree = tree_of(read_record(given.encode(), 1))
    assert "DT[2003]" in written(served, tree, "sgf")
    assert "RE[W+T]" in written(served, tree, "sgf")
    again = parse_ggf(written(served, tree, "ggf"))
    assert {"PC": "GGS/os", "DT": "2003", "RB": "2197.01"}.items() <= again.properties.items()


@pytest.mark.parametrize("kind", ["txt", "ggf", "pgn"])
def test_other_kinds_have_the_line_that_is_looked_at(served: Served, kind: str) -> None:
    assert moves(read_record(written(served, TREE, kind).encode(), 1)) == [(-1, "f5"), (0, "f6"), (1, "e6")]


def test_four_seats_have_a_transcript_alone(served: Served) -> None:
    tree = GameTree(variant="rolit-4", nodes=(TreeNode(parent=-1, move="f4"),))
    assert written(served, tree, "txt") == "f4\n"
    with pytest.raises(WrongInput, match="records have two colours, rolit-4 has 4 seats"):
        written(served, tree, "sgf")


def test_a_kind_that_is_none(served: Served) -> None:
    with pytest.raises(WrongInput, match="'pdf' is not a kind of record"):
        written(served, TREE, "pdf")
