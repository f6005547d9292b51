"""``engined perft``: count leaves, one line a depth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engined_protocol.messages import Perft, PerftLine

from ..files.chosen_game import add_game_options, chosen_game, chosen_variant, is_position
from ..files.games import reading_of
from ..terminal.command import (
    Exit,
    add_usual_options,
    connected,
    errors_in,
    value_of,
    variant_text,
    wording_of,
)

SUMMARY = "count the leaves of the game tree, one line a depth"
EXAMPLES = (
    ("engined perft othello 9", "to be held against other programs"),
    ("engined perft --variant othello-6x6 b3d2 7", "from a position"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    text = "what is played, unless --variant says it; where to begin, if not at the start: moves, a position, or a file"
    parser.add_argument("words", metavar="VARIANT|POSITION", nargs="*", type=_word, help=text)
    parser.add_argument("depth", metavar="DEPTH", type=value_of(Perft, "depth"), help="plies; a forced pass is a ply")
    add_game_options(parser)
    add_usual_options(parser)


def run(arguments: Namespace) -> int:
    """Print ``DEPTH LEAVES SECONDS`` for each depth."""
    arguments.position = list(arguments.words)
    if arguments.variant is None and arguments.position and not is_position(arguments.position[0]):
        arguments.variant = arguments.position.pop(0)
    with connected(arguments) as client:
        game = chosen_game(arguments, reading_of(client, arguments))
        variant = chosen_variant(client, arguments, game)
        words = wording_of(client, variant, arguments)
        with errors_in(words.notation):
            job = client.perft(arguments.depth, variant=variant, start=game.given.start, moves=game.given.moves)
            for reply in job:
                if isinstance(reply, PerftLine):
                    print(f"{reply.depth} {reply.leaves} {reply.seconds:.6f}", flush=True)
    return Exit.FINE


def _word(text: str) -> str:
    """Read an argument, as its ``type``: anything but nothing."""
    return text or variant_text(text)
