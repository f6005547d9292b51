"""A search that crashes, and an engine that is killed, on a real daemon: all others are served as if nothing were."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engined.kernels.compilation.build import default_cache
from tests.engine_process.faulty import FAULTY
from tests.patience import LONG, PATIENCE, until
from tests.process.raw_client import FakeServed, Raw
from tests.process.test_daemon_engine import late_game


class FaultyServed(FakeServed):
    """A daemon whose engine crashes when it searches one declaration."""

    MODULE = "tests.process.faulty_serve"

    def __init__(self, cache: Path | None = None, **settings: object) -> None:
        super().__init__(cache=str(cache or default_cache()), **settings)

    def start(self) -> None:
        self.settings |= {"crashes": str(self.folder / "crashes")}
        super().start()

    def engines(self) -> list[int]:
        """Processes of its engine."""
        return children_of(self.process.pid)

    def entries(self, event: str) -> list[dict[str, object]]:
        """What the log says of something."""
        return [entry for line in self.log().splitlines() if (entry := json.loads(line))["event"] == event]


def children_of(process: int) -> list[int]:
    """Processes that it has started."""
    children = list[int]()
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            children += map(int, (task / "children").read_text().split())
    return children


@pytest.fixture
def served() -> Iterator[FaultyServed]:
    with FaultyServed() as daemon:
        yield daemon


def patient(served: FaultyServed) -> Raw:
    """A client that waits for the compiler."""
    client = served.client()
    client.patience = 1000 * LONG
    return client


def wait_for_depth(client: Raw, job: str) -> int:
    """The depth of a job's next news that have one: from then on it knows a move."""
    while not (depth := client.wait_for_info(job)["depth"]):
        pass
    return int(depth)


def test_a_crash_costs_one_search(served: FaultyServed) -> None:
    with patient(served) as culprit, patient(served) as beside, patient(served) as player:
        player.ask("open", session="s", moves=late_game(1, 30))
        endless = beside.send("analyse", moves=late_game(2, 40))
        depth = wait_for_depth(beside, endless)
        culprit.ask("declare", text=FAULTY)
        final = culprit.ask("analyse", variant="faulty")
        assert (final["t"], final["code"]) == ("error", "engine-crashed")
        assert culprit.ask("analyse", variant="faulty")["code"] == "engine-crashed"
        (report,) = (served.folder / "crashes").iterdir()
        assert report.name in final["message"]
        assert len(player.ask("show", session="s")["moves"]) == len(late_game(1, 30))
        assert player.ask("analyse", session="s", depth=4)["depth"] >= 4
        assert wait_for_depth(beside, endless) >= depth
        beside.ask("stop", target=endless, by="control")
        assert beside.final(endless)["reason"] == "stopped"
        entries = served.entries("engine")
        assert [entry["variant"] for entry in entries if "report" in entry] == ["faulty"]
    assert served.end() == 0


def test_a_killed_engine_is_another_one_soon(served: FaultyServed) -> None:
    with patient(served) as client, patient(served) as other:
        jobs = [client.send("analyse", moves=late_game(which, 40)) for which in range(4)]
        for job in jobs:
            wait_for_depth(client, job)
        (engine,) = served.engines()
        os.kill(engine, signal.SIGKILL)
        solved = other.ask("solve", moves=late_game(9, 8))
        assert solved["kind"] == "exact"
        for job in jobs:
            wait_for_depth(client, job)
            client.ask("stop", target=job, by="control")
            final = client.final(job)
            assert (final["reason"], bool(final["best"])) == ("stopped", True)
        assert len(served.entries("engine")) == 1


@pytest.mark.slow
def test_a_compiler_that_is_killed_spoils_nothing(tmp_path: Path) -> None:
    # the one variant that is compiled from the start, so that it is this compiler which is killed
    faulty = FaultyServed(tmp_path, variant="othello-6x4")
    with faulty as served, patient(served) as client, patient(served) as other:
        lost = client.send("analyse", variant="othello-6x4", depth=2)
        until(lambda: len(served.engines()) == 1 and children_of(served.engines()[0]), "nothing is compiled")
        os.kill(children_of(served.engines()[0])[0], signal.SIGKILL)
        assert client.final(lost)["t"] == "error"
        assert other.ask("show")["t"] == "position"
        assert client.ask("analyse", variant="othello-6x4", depth=2)["depth"] == 2


def test_the_engine_ends_with_a_killed_daemon(served: FaultyServed) -> None:
    with patient(served) as client:
        wait_for_depth(client, client.send("analyse", moves=late_game(1, 40)))
        (engine,) = served.engines()
        assert Path(f"/proc/{engine}/cmdline").exists()
        served.kill()
        until(lambda: not Path(f"/proc/{engine}/cmdline").exists(), "the engine goes on")


def test_a_daemon_that_is_told_to_end_ends_its_searches_in_good_order(served: FaultyServed) -> None:
    with patient(served) as client:
        job = client.send("analyse", moves=late_game(1, 40))
        wait_for_depth(client, job)
        (engine,) = served.engines()
        for process in (engine, served.process.pid):  # as a terminal or a service manager does
            os.kill(process, signal.SIGTERM)
        final = client.final(job)
        assert (final["reason"], bool(final["best"])) == ("shutdown", True)
        assert served.process.wait(PATIENCE) == 0
        until(lambda: not Path(f"/proc/{engine}/cmdline").exists(), "the engine goes on")
