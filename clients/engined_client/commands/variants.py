"""``engined variants``: what can be played."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from msgspec import Struct
from msgspec.structs import asdict

from engined_protocol.messages import Description

from ..command import Exit, add_daemon_options, connected, known_variant, variant_text

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
            print(_as_json(description) if arguments.json else "\n".join(_description_lines(description)))
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


def _description_lines(description: Description) -> list[str]:
    seats = ", ".join(f"{name} ({symbol})" for name, symbol in description.seats)
    facts = {
        "title": description.title,
        "board": f"{description.width}x{description.height}, {description.cells} cells",
        "seats": f"{seats}; {description.first} moves first",
        "engine": description.engine,
        "state": description.state,
        "digest": description.digest,
        "note": description.note,
    }
    lines = [description.name, *(f"  {name:<7} {text}" for name, text in facts.items() if text), ""]
    return lines + [f"  {' '.join(row)}".rstrip() for row in description.drawing]
