"""``engined variants``: what can be played."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from textwrap import fill

from msgspec import Struct
from msgspec.structs import asdict

from engined_protocol.messages import Description, Position, VariantSummary

from ..command import Exit, add_coordinates_option, add_daemon_options, connected, known_variant, variant_text
from ..notation import Notation
from ..terminal import terminal
from ..wording import Wording

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
                _draw(description, start, Wording(Notation.of(description, arguments.coordinates)))
            return Exit.FINE
        listing = client.variants()
    if arguments.json:
        for variant in listing.variants:
            print(_as_json(variant))
        return Exit.FINE
    rows = [(variant.name, *_size_and_title(variant)) for variant in listing.variants]
    name, size = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    screen = terminal()
    screen.lines(f"{row[0]:<{name}}  {row[1]:<{size}}  {row[2]}" for row in rows)
    screen.sentences(listing.patterns)
    return Exit.FINE


def _size_and_title(variant: VariantSummary) -> tuple[str, str]:
    size = f"{variant.width}x{variant.height}".rjust(5)
    holes = f", {variant.cells} cells" if variant.cells != variant.width * variant.height else ""
    aliases = f" (also {', '.join(variant.aliases)})" if variant.aliases else ""
    return size + holes, variant.title + aliases


def _as_json(value: Struct) -> str:
    fields = asdict(value)
    fields.pop("id", None)
    return json.dumps(fields)


def _draw(description: Description, start: Position, words: Wording) -> None:
    """The start, with a dot for each legal move, then the rules, then how it runs here."""
    seats = ", ".join(f"{name} ({symbol})" for name, symbol in description.seats)
    facts = [
        ("Board", f"{description.width}x{description.height}, {description.cells} cells"),
        ("Seats", f"{seats}; {description.first} moves first"),
        *description.rules,
        ("Note", description.note),
        ("Runs as", f"{description.engine}, {description.state}"),
        ("Digest", description.digest),
    ]
    width = max(len(topic) for topic, _ in facts) + 4
    print(f"{description.name}: {description.title}\n")
    terminal(words).board(start)
    print()
    for topic, text in facts:
        if text:
            columns = get_terminal_size().columns - 1
            print(fill(text, columns, initial_indent=f"  {topic}".ljust(width), subsequent_indent=" " * width))
