"""``engined status``: what a running daemon is doing, or whether it lives at all."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

import msgspec

from engined_protocol.messages import MemoryUse, Status
from engined_protocol.words import counted

from ..client import Client
from ..command import Exit
from ..connection import default_endpoint

SUMMARY = "what a running daemon is doing; exits with 3 when there is none"
MIB = 1 << 20


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--endpoint", metavar="E", help="the daemon (default: this user's)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--quiet", action="store_true", help="print nothing; the exit code says whether it answers")


def run(arguments: Namespace) -> int:
    """Print the daemon's own report."""
    endpoint = arguments.endpoint or default_endpoint()
    with Client(endpoint) as client:
        status = client.status()
    if arguments.json:
        fields = msgspec.to_builtins(status)
        del fields["t"], fields["id"]
        print(json.dumps(fields))
    elif not arguments.quiet:
        print("\n".join(_lines(endpoint, status)))
    return Exit.FINE


def _memory(use: MemoryUse) -> str:
    """A line about memory, in mebibytes."""
    most = f" of {use.most / MIB:.0f}" if use.most else ""
    return f"memory, {use.what}: {use.bytes / MIB:.1f}{most} MiB"


def _lines(endpoint: str, status: Status) -> list[str]:
    hours, seconds = divmod(int(status.uptime), 3600)
    lines = [
        f"engined {status.version} at {endpoint}, up {hours}:{seconds // 60:02}:{seconds % 60:02}",
        f"  protocol {status.protocol}, {counted(status.threads, 'thread')}, {counted(status.clients, 'client')}, "
        f"{counted(status.sessions, 'session')}, {counted(status.dropped, 'info')} dropped",
    ]
    lines += [f"  {variant.variant}: {variant.state}" for variant in status.variants]
    lines += [f"  {job.kind} {job.state} for {job.seconds:.1f} s" for job in status.jobs]
    lines += [f"  {_memory(use)}" for use in status.memory]
    if status.pondering:
        lines.append(f"  pondering for {counted(status.pondering, 'session')}")
    return lines
