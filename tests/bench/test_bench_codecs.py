"""What a message, a line or a record costs, there and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engined_protocol.frames import decode_reply, decode_request, encode
from engined_protocol.gtp.dialogue import GtpDialogue
from engined_protocol.messages import AnyReply, AnyRequest, Info, ScoredMove
from engined_protocol.nboard import search_lines
from engined_protocol.notation import split_transcript
from engined_protocol.records.board_text import read_board
from engined_protocol.records.ggf import format_ggf, parse_ggf
from engined_protocol.records.obf import format_obf, read_scores
from engined_protocol.records.record import Record, RecordedMove
from engined_protocol.records.result import by_points
from engined_protocol.records.sgf import format_sgf, parse_sgf
from tests.bench.benchmark import Benchmark
from tests.bench.test_bench_rules import game

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
PV = tuple("f5d6c3d3c4f4f6f3e6e7d7c5"[at : at + 2] for at in range(0, 24, 2))


def moves(count: int = 20) -> tuple[ScoredMove, ...]:
    """Scored moves with principal variations, as a running analysis sends them."""
    return tuple(
        ScoredMove(move=PV[at % 12], score=1.25 - at, kind="estimate", depth=14, pv=PV, nodes=1_000_000)
        for at in range(count)
    )


def record() -> Record:
    """A whole game of Othello, with evaluations and times."""
    played = [RecordedMove("XO"[at % 2], move, 1.5, 0.25) for at, move in enumerate(game("othello"))]
    return Record(8, 8, tuple(played), black="one", white="two", result=by_points(2))


@pytest.mark.slow
def test_an_info_of_twenty_moves(benchmark: Benchmark) -> None:
    info = Info(id="a1", seq=7, depth=14, moves=moves(), nodes=20_000_000, seconds=1.5)
    benchmark.extra_info["bytes"] = len(encode(info))
    assert benchmark(lambda: decode_reply(encode(info))) == info


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decode"), [("requests", decode_request), ("replies", decode_reply)])
def test_every_golden_message(
    name: str, decode: Callable[[bytes], AnyRequest | AnyReply], benchmark: Benchmark
) -> None:
    golden = [bytes.fromhex(row["hex"]) for row in json.loads((VECTORS / f"{name}.json").read_text())]
    benchmark.extra_info["messages"] = len(golden)
    again = benchmark(lambda: [encode(decode(payload)) for payload in golden])
    assert [decode(payload) for payload in again] == [decode(payload) for payload in golden]


@pytest.mark.slow
def test_search_lines_for_nboard(benchmark: Benchmark) -> None:
    scored = moves()
    lines = benchmark(search_lines, scored)
    assert len(lines) == 20
    assert all(line.startswith("search ") for line in lines)


@pytest.mark.slow
def test_a_hundred_gtp_commands(benchmark: Benchmark) -> None:
    lines = [f"{number} known_command genmove" for number in range(100)]

    def converse() -> list[str]:
        dialogue = GtpDialogue()
        return [dialogue.receive(line).text for line in lines]

    assert benchmark(converse) == [f"={number} true\n\n" for number in range(100)]


@pytest.mark.slow
def test_a_ggf_game(benchmark: Benchmark) -> None:
    text = format_ggf(record())
    assert benchmark(lambda: format_ggf(parse_ggf(text))).startswith("(;GM[Othello]")


@pytest.mark.slow
def test_an_sgf_game(benchmark: Benchmark) -> None:
    text = format_sgf(record())
    assert benchmark(lambda: format_sgf(parse_sgf(text))) == text


@pytest.mark.slow
def test_an_obf_position(benchmark: Benchmark) -> None:
    line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;"
    scores = line.partition(";")[2]
    assert benchmark(lambda: format_obf(read_board(line[:66]).start, read_scores(scores))) == line


@pytest.mark.slow
def test_a_transcript(benchmark: Benchmark) -> None:
    played = game("othello")
    assert benchmark(split_transcript, "".join(played)) == played
