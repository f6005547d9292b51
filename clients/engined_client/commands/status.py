"""``engined status``: what a running daemon is doing, or whether it lives at all."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

import msgspec

from engined_protocol import place
from engined_protocol.messages import Status
from engined_protocol.words import counted

from ..client import Client
from ..drawing.report import duration, facts, job_line
from ..keys import reach
from ..terminal.command import Exit, complain

SUMMARY = "what a running daemon is doing; exits with 3 when there is none"
EXAMPLES = (
    ("engined status", "for people"),
    ("engined status --ready", "for scripts: 0 when work can be had"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--endpoint", metavar="E", help="the daemon (default: this user's)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--quiet", action="store_true", help="print nothing; the exit code says whether it answers")
    form.add_argument(
        "--ready",
        action="store_true",
        help="exit with 0 if it is ready for work: a variant can be searched, and its store is open; else say why not",
    )


def run(arguments: Namespace) -> int:
    """Print the daemon's own report."""
    endpoint = reach(arguments.endpoint)[0].work.removeprefix("ipc://").removesuffix(f"/{place.WORK}")
    with Client(arguments.endpoint, reconnect=False) as client:
        status = client.status()
    if arguments.ready and status.unready:
        complain(f"not ready: {status.unready}")
        return Exit.WRONG_INPUT
    if arguments.json:
        fields = msgspec.to_builtins(status)
        del fields["t"], fields["id"]
        print(json.dumps(fields))
    elif not (arguments.quiet or arguments.ready):
        print("\n".join(_lines(endpoint, status)))
    return Exit.FINE


def _lines(endpoint: str, status: Status) -> list[str]:
    lines = [f"engined {status.version} at {endpoint}, up {duration(status.uptime)}", *facts(status)]
    lines += [f"  {variant.variant}: {variant.state}" for variant in status.variants]
    lines += [f"  {job_line(job)}" for job in status.jobs]
    if status.others:
        lines.append(f"  {counted(status.others, 'job')} of other keys")
    if status.pondering:
        lines.append(f"  pondering for {counted(status.pondering, 'session')}")
    return lines
