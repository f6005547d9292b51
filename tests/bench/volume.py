"""Positions a second that a daemon lists the moves of, evaluates and analyses, many in a request, and the CPU time that
each process takes for one: ``python -m tests.bench.volume --positions 5000 --variant othello``.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from pathlib import Path

from engined.rules.position import format_position, start
from engined.variants.catalogue import Catalogue
from engined_client import Analysed, Client
from engined_protocol.messages import ManyPosition
from tests.process.serving import Served

TICKS = os.sysconf("SC_CLK_TCK")


def positions(name: str, number: int) -> list[str]:
    """Of random games."""
    chance, variant, texts = random.Random(1), Catalogue().get(name), list[str]()
    while len(texts) < number:
        position = start(variant)
        while not position.over and len(texts) < number:
            texts.append(format_position(position))
            position = position.play(chance.choice(position.legal()))
    return texts


def family(root: int) -> list[int]:
    """A process and those that it started, as far as they live."""
    found = [root]
    for task in Path(f"/proc/{root}/task").iterdir():
        children = (task / "children").read_text().split()
        found += [each for child in children for each in family(int(child))]
    return found


def cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / TICKS


def measure(what: str, number: int, served: Served, work: Callable[[], int]) -> None:
    """Print a row."""
    before = {pid: cpu(pid) for pid in family(served.process.pid)}
    own, began = time.process_time(), time.monotonic()
    assert work() == number
    took, mine = time.monotonic() - began, time.process_time() - own
    spent = {pid: cpu(pid) - before.get(pid, 0.0) for pid in family(served.process.pid)}
    daemon, engine = spent.pop(served.process.pid), sum(spent.values())
    print(
        f"{what:<24} {number / took:>11.0f} {1e6 * daemon / number:>10.0f} {1e6 * engine / number:>10.0f}"
        f" {1e6 * mine / number:>10.0f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="othello")
    parser.add_argument("--positions", type=int, default=5000)
    arguments = parser.parse_args()
    texts = positions(arguments.variant, arguments.positions)
    few = texts[: arguments.positions // 10]
    with Served() as served, Client(served.endpoint, timeout=300) as client:
        variant = arguments.variant
        client.evaluate(texts[:10], variant)  # the machine code is there
        print("                         positions/s  daemon us  engine us  client us  (CPU time of each)")
        legal = lambda: len(client.evaluate(texts, variant, scores=False))  # noqa: E731
        measure("legal moves", len(texts), served, legal)
        measure("scores", len(texts), served, lambda: len(client.evaluate(texts, variant, legal=False)))
        measure("both", len(texts), served, lambda: len(client.evaluate(texts, variant)))
        given = [ManyPosition(start=text) for text in few]

        def analyse() -> int:
            found = 0
            for first in range(0, len(given), 1000):
                job = client.analyse_many(given[first : first + 1000], variant=variant, depth=1, best=1)
                found += sum(isinstance(reply, Analysed) for reply in job)
            return found

        measure("analyses of one ply", len(few), served, analyse)


if __name__ == "__main__":
    main()
