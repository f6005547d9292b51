"""``engined variants``: what can be played."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from itertools import chain, repeat
from shutil import get_terminal_size

from msgspec import Struct
from msgspec.structs import asdict

from engined_protocol.messages import Description, Position

from ..drawing.table import columns, padded, wrapped
from ..drawing.variants import facts_of, table_of_variants, title_in
from ..drawing.wording import Wording
from ..terminal.command import (
    Exit,
    add_coordinates_option,
    add_daemon_options,
    add_language_option,
    connected,
    known_variant,
    variant_text,
    wording_of,
)
from ..terminal.output import terminal

SUMMARY = "list the variants, or describe one"
EXAMPLES = (
    ("engined variants", "all that can be played"),
    ("engined variants nip", "the board and the rules of one"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    text = "describe this one: a name or a .toml file"
    parser.add_argument("variant", metavar="VARIANT", type=variant_text, nargs="?", help=text)
    parser.add_argument("--json", action="store_true", help="one JSON object a variant")
    add_coordinates_option(parser)
    add_language_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Print one line a variant, or one variant in full."""
    with connected(arguments) as client:
        if arguments.variant is not None:
            description = client.describe(known_variant(client, arguments.variant))
            if arguments.json:
                print(_as_json(description))
            else:
                start = client.show(variant=f"{description.name}@{description.digest[:16]}")
                _draw(description, start, wording_of(client, description.name, arguments))
            return Exit.FINE
        listing = client.variants()
    if arguments.json:
        for variant in listing.variants:
            print(_as_json(variant))
        return Exit.FINE
    words = Wording(language=arguments.language)
    screen = terminal()
    screen.lines(table_of_variants(listing.variants, words))
    screen.sentences(listing.patterns)
    return Exit.FINE


def _as_json(value: Struct) -> str:
    fields = asdict(value)
    fields.pop("id", None)
    return json.dumps(fields)


def _draw(description: Description, start: Position, words: Wording) -> None:
    """The start, with a dot for each legal move, then the rules, then how it runs here."""
    facts = facts_of(description, words)
    width = max(columns(topic) for topic, _ in facts) + 4
    print(f"{description.name}: {title_in(description, words)}\n")
    terminal(words).board(start)
    print()
    for topic, text in facts:
        begins = chain([padded(f"  {topic}", width)], repeat(" " * width))
        lines = wrapped(text, get_terminal_size().columns - 1 - width)
        print("\n".join(begin + line for begin, line in zip(begins, lines, strict=False)))
