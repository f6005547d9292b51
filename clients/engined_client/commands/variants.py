"""``engined variants``: what can be played."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size
from textwrap import wrap

from msgspec import Struct
from msgspec.structs import asdict

from engined_protocol.messages import Description, Position

from ..command import Exit, add_daemon_options, connected, known_variant, variant_text
from ..drawing import board_lines

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
                print("\n".join(_description_lines(description, start)))
            return Exit.FINE
        listing = client.variants()
    if arguments.json:
        for variant in listing.variants:
            print(_as_json(variant))
        return Exit.FINE
    width = max((len(variant.name) for variant in listing.variants), default=0)
    for variant in listing.variants:
        size = f"{variant.width}x{variant.height}"
        holes = f", {variant.cells} cells" if variant.cells != variant.width * variant.height else ""
        aliases = f" (also {', '.join(variant.aliases)})" if variant.aliases else ""
        print(f"{variant.name:<{width}}  {size:>5}{holes}  {variant.title}{aliases}")
    for pattern in listing.patterns:
        print(f"{pattern}")
    return Exit.FINE


def _as_json(value: Struct) -> str:
    fields = asdict(value)
    fields.pop("id", None)
    return json.dumps(fields)


def _description_lines(description: Description, start: Position) -> list[str]:
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
    lines = [f"{description.name}: {description.title}", "", *board_lines(start), ""]
    for topic, text in facts:
        if text:
            lines += wrap(
                text,
                get_terminal_size().columns - 1,
                initial_indent=f"  {topic}".ljust(width),
                subsequent_indent=" " * width,
            )
    return lines
