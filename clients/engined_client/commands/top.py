"""``engined top``: what a daemon is doing, live in the terminal; in a pipe, as plain text."""

from __future__ import annotations

import curses
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engined_protocol.messages import Positive, Status
from engined_protocol.printable import printable
from engined_protocol.values import reading
from engined_protocol.words import counted

from ..client import Client
from ..drawing.report import amount, duration, facts
from ..terminal.command import Exit

SUMMARY = "what a running daemon is doing, live; q ends it"
EXAMPLES = (("engined top", "of this user's daemon"),)

Between = Annotated[float, Meta(ge=0.1, le=3600)]
HEADER = (
    f"{'CLIENT':<24} {'ID':<10} {'KIND':<12} {'VARIANT':<20} {'STATE':<9} {'DEPTH':>5} {'NODES':>8} {'RAN':>8} "
    f"{'ASKED':>9}"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--endpoint", metavar="E", help="the daemon (default: this user's)")
    parser.add_argument("--interval", metavar="S", type=reading(Between), default=1.0, help="from look to look (1)")
    parser.add_argument("--count", metavar="N", type=reading(Positive), help="looks (default: until q; in a pipe one)")


def run(arguments: Namespace) -> int:
    """Look again and again."""
    live = sys.stdout.isatty() and sys.stdin.isatty()
    count = arguments.count or (None if live else 1)
    with Client(arguments.endpoint, reconnect=False) as client:
        if live:
            curses.wrapper(_show, client, arguments.interval, count)
            return Exit.FINE
        for look, status in enumerate(_looks(client, count)):
            if look:
                time.sleep(arguments.interval)
            print("\n".join(("", *lines(status)) if look else lines(status)), flush=True)
    return Exit.FINE


def lines(status: Status) -> list[str]:
    """The whole picture, the busiest jobs first."""
    order = {"running": 0, "stopping": 1, "held": 2, "queued": 3}
    jobs = sorted(status.jobs, key=lambda job: (order.get(job.state, 4), -job.searched))
    head = [
        f"engined {status.version}, up {duration(status.uptime)}; {counted(len(status.jobs) + status.others, 'job')}",
        *facts(status),
    ]
    if status.pondering:
        head.append(f"  pondering for {counted(status.pondering, 'session')}")
    head += [f"  {variant.variant}: {variant.state}" for variant in status.variants if variant.state != "ready"]
    rows = [
        f"{printable(job.client):<24} {printable(job.id)[:10]:<10} {job.kind:<12} {job.variant[:20]:<20} "
        f"{job.state:<9} {job.depth:>5} {amount(job.nodes):>8} {job.searched:>7.1f}s {job.seconds:>8.1f}s"
        for job in jobs
    ]
    return [*head, "", HEADER, *rows]


def _looks(client: Client, count: int | None) -> Iterator[Status]:
    while count is None or count > 0:
        yield client.status()
        count = None if count is None else count - 1


def _show(screen: curses.window, client: Client, interval: float, count: int | None) -> None:
    curses.use_default_colors()
    curses.curs_set(0)
    screen.timeout(int(interval * 1000))
    for status in _looks(client, count):
        height, width = screen.getmaxyx()
        screen.erase()
        for row, line in enumerate(lines(status)[:height]):
            screen.addnstr(
                row, 0, printable(line), max(width - 1, 1), curses.A_REVERSE if line == HEADER else curses.A_NORMAL
            )
        screen.refresh()
        if screen.getch() in (ord("q"), 27):
            return
