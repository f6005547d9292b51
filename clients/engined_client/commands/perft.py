"""``engined perft``: count leaves, one line a depth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engined_protocol.messages import Perft, PerftLine

from ..command import Exit, add_daemon_options, connected, known_variant, value_of, variant_text

SUMMARY = "count the leaves of the game tree, one line a depth"
EXAMPLES = (("engined perft othello 9", "to be held against other programs"),)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    text = "a variant's name or its declaration's .toml file"
    parser.add_argument("variant", metavar="VARIANT", type=variant_text, help=text)
    parser.add_argument("depth", metavar="DEPTH", type=value_of(Perft, "depth"), help="plies; a forced pass is a ply")
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print ``DEPTH LEAVES SECONDS`` for each depth."""
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant)
        for reply in client.perft(arguments.depth, variant=variant):
            if isinstance(reply, PerftLine):
                print(f"{reply.depth} {reply.leaves} {reply.seconds:.6f}", flush=True)
    return Exit.FINE
