"""``engined analyse`` of many positions, and the same from a program: each is answered, by its number."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from engined_client import Analysed, AsyncClient, Board, Client, InvalidRequest, ServiceError
from engined_protocol.messages import AnalysesDone, ManyPosition
from tests.patience import LONG
from tests.process.serving import Served

LINES = "f5\nf5d6\nzz\nstart\nf5a1\n" + "-" * 27 + "OX------XO" + "-" * 27 + " X\n"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def test_a_file_by_its_lines(served: Served) -> None:
    run = served.engined("analyse", "--file", "-", "--depth", "2", "--best", "1", "--json", stdin=LINES)
    assert run.returncode == 1
    assert sorted(run.stderr.splitlines()) == [
        "engined: line 3: position: 64 cells and the mover's symbol are wanted, not 2 characters: 'zz'",
        "engined: line 5: move 2, a1: White may not place on a1: it captures nothing",
    ]
    rows = {row["line"]: row for row in map(json.loads, run.stdout.splitlines())}
    assert set(rows) == {1, 2, 4, 6}
    assert rows[4]["position"] == rows[6]["position"]
    assert {row["depth"] for row in rows.values()} == {2}


def test_all_turns_of_a_game(served: Served) -> None:
    run = served.engined("analyse", "f5d6c3", "--turns", "--depth", "1")
    assert (run.returncode, run.stderr) == (0, "")
    head, *rows = run.stdout.splitlines()
    assert head.split()[:2] == ["turn", "best"]
    assert sorted(int(row.split()[0]) for row in rows) == [0, 1, 2, 3]


def test_a_file_and_a_game_are_one_too_many(served: Served) -> None:
    run = served.engined("analyse", "f5", "--file", "-")
    assert (run.returncode, run.stdout) == (1, "")
    assert "--file" in run.stderr


def test_from_a_program(served: Served) -> None:
    with Client(served.endpoint) as client:
        job = client.analyse_many(["f5", ManyPosition(moves=("a1",)), "f5d6"], depth=1)
        *parts, done = list(job)
        assert isinstance(done, AnalysesDone)
        assert (done.reason, done.positions, done.answered) == ("done", 3, 3)
        by_index = {part.index: part for part in parts if isinstance(part, Analysed)}
        assert sorted(by_index) == [0, 1, 2]
        assert by_index[1].error is not None
        assert by_index[1].error.code == "illegal-move"
        assert all(by_index[index].analysis is not None for index in (0, 2))


def test_a_turn_or_all_of_it_is_stopped(served: Served) -> None:
    """One endless analysis for each turn: the one that is stopped is answered, then the others."""

    async def run() -> None:
        async with await AsyncClient.connect(served.endpoint) as client:
            job = client.analyse_many(moves="f5d6c3d3", turns=[4, 2])
            await job.start()
            await job.stop(index=1)
            part = await job.next()
            assert isinstance(part, Analysed)
            assert part.index == 1
            assert part.analysis is not None
            assert part.analysis.reason == "stopped"
            await job.stop()
            assert (await job).reason in ("stopped", "done")
            assert await client.stop() == 0

    asyncio.run(run())


def test_evaluations_of_more_than_one_request_takes(served: Served) -> None:
    texts = ["-" * 27 + "OX------XO" + "-" * 27 + " X", "rubbish", "X" * 64 + " O"] * 700
    with Client(served.endpoint, timeout=LONG) as client:
        found = client.evaluate(texts)
        assert len(found) == 2100
        assert {(len(each.legal), each.kind, each.fault == "") for each in found} == {
            (4, "estimate", True),
            (0, "", False),
            (0, "exact", True),
        }
        assert found[2].score == found[2099].score == -64
        (moves,) = client.evaluate(["." * 81 + " X"], "go-9x9", scores=False)
        assert len(moves.legal) == 82
        with pytest.raises(ServiceError, match="search"):
            client.evaluate(["." * 81 + " X"], "go-9x9")


def test_what_a_reply_gives_can_be_given_back(served: Served) -> None:
    with Client(served.endpoint) as client:
        ko = client.show(variant="go-5x5", moves="B3 C3 C2 D2 C4 D4 A1 E3 D3")
        assert "C3" not in client.legal(position=ko)
        assert client.show(position=ko, moves=["E1"]).moves == (*ko.moves, "E1")
        assert client.with_coordinates("othello").legal(position=ko) == tuple(map(ko.notation.read, ko.legal))
        start = "...........................OX......XO........................... O"
        other = client.show(start=start, moves="f4")
        assert client.show(position=other).digest == other.digest
        board = Board.of(other)
        assert board.legal == other.legal
        move = board.legal[0]
        assert board.play(move).position.digest == client.show(position=board, moves=[move]).digest
        done = client.analyse(position=board, depth=2, fresh=True).result()
        assert (done.depth, done.mover) == (2, other.mover)
        found = [
            reply.analysis for reply in client.analyse_many([board, other], depth=2) if isinstance(reply, Analysed)
        ]
        assert {analysis.mover for analysis in found if analysis} == {other.mover}
        with pytest.raises(InvalidRequest, match="and variant besides"):
            client.show(position=other, variant="othello")
        with pytest.raises(InvalidRequest, match="no position"):
            client.show(position="f5")  # type: ignore[arg-type]


def test_life_and_death_are_told_of_one_position(served: Served) -> None:
    for words in (("f5d6", "--turns"), ("--file", "-")):
        run = served.engined("analyse", *words, "--life", stdin="f5d6\n")
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr.startswith("engined: --life: of one position")
