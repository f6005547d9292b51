"""Tasks that give way go on where they were: they find the same, in as many nodes."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from engined.engine.tasks import PerftTask, SearchTask
from engined.families import family_of
from engined.results import Reason
from engined.roots.limits import Limits
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask, Asked
from tests.engine.signed_searches import SIGNATURES, name_of, nodes_of, position_of, task_of
from tests.patience import LONG, until

OTHELLO = start(Catalogue().get("othello"))
SEARCHES = {(family_of(position_of(entry).variant), entry["task"].split()[0]): entry for entry in SIGNATURES}
"""One of each kind in each family."""
PAUSE = 0.001
"""Seconds. No test waits for one to be noticed."""


def interrupt(asked: Asked, ended: threading.Event) -> None:
    """Have a task give way again and again, until it has ended."""
    while not ended.wait(5 * PAUSE):
        asked.running.hold()
        ended.wait(PAUSE)
        asked.running.go_on()


@pytest.mark.parametrize("entry", SEARCHES.values(), ids=name_of)
def test_a_search_that_gives_way_again_and_again_visits_the_same_nodes(entry: dict[str, Any], ask: Ask) -> None:
    ended = threading.Event()
    asked = ask(task_of(entry))
    interrupting = threading.Thread(target=interrupt, args=(asked, ended))
    interrupting.start()
    try:
        assert nodes_of(entry, asked.result) == entry["nodes"]
    finally:
        ended.set()
        interrupting.join()


def test_a_count_that_gives_way_counts_the_same(ask: Ask) -> None:
    ended = threading.Event()
    asked = ask(PerftTask(position=OTHELLO, depth=9))
    interrupting = threading.Thread(target=interrupt, args=(asked, ended))
    interrupting.start()
    try:
        assert asked.leaves[6:] == (55_092, 390_216, 3_005_288)
    finally:
        ended.set()
        interrupting.join()


@pytest.mark.parametrize(("variant", "nodes"), [("othello", 20_000), ("rolit-3", 2_000), ("go-9x9", 200)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_held_task_lets_others_pass(variant: str, nodes: int, threads: int, ask: Ask) -> None:
    position = start(Catalogue().get(variant))
    task = SearchTask(position=position, limits=Limits(nodes=nodes, threads=threads))
    assert ask(task).result.lines
    # One that does not end by itself before it is held. Where searches have trees, both have the same one.
    held = ask(SearchTask(position=position, limits=Limits(threads=threads), interval=0.0))
    assert held.first_info.wait(LONG)
    held.running.hold()
    for _ in range(3):
        assert ask(task).result.lines
    said = len(held.infos)
    for _ in range(3):
        assert ask(task).result.lines
    assert len(held.infos) == said
    held.running.go_on()
    until(lambda: len(held.infos) > said, "it goes on")
    held.running.stop()
    assert held.result.reason is Reason.STOPPED


@pytest.mark.parametrize("variant", ["othello", "go-9x9"])
def test_a_held_task_can_be_stopped(variant: str, ask: Ask) -> None:
    asked = ask(SearchTask(position=start(Catalogue().get(variant))))
    assert asked.first_info.wait(LONG)
    asked.running.hold()
    asked.running.stop()
    assert asked.result.reason is Reason.STOPPED
    assert asked.result.lines


@pytest.mark.parametrize("variant", ["othello", "go-9x9"])
def test_seconds_go_on_while_a_task_is_held(variant: str, ask: Ask) -> None:
    asked = ask(SearchTask(position=start(Catalogue().get(variant)), limits=Limits(seconds=0.3)))
    until(lambda: asked.first_info.is_set() or asked.finals, "it is at work")  # or it was, on a slow machine
    asked.running.hold()
    assert asked.result.reason is Reason.LIMIT
