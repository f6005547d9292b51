"""Variants as lines of text: a table of all, and what is to be said of one."""

from __future__ import annotations

from collections.abc import Sequence

from engined_protocol.messages import Description, VariantSummary

from .history import history_of
from .table import aligned
from .wording import Wording

_ENGLISH = Wording()


def table_of_variants(variants: Sequence[VariantSummary], words: Wording = _ENGLISH) -> list[str]:
    """A line for each: name, size, title."""
    return list(aligned([(variant.name, *_size_and_title(variant, words)) for variant in variants]))


def title_in(variant: VariantSummary | Description, words: Wording) -> str:
    """What it is called: in Japanese its first name that is written so, if it has one."""
    if words.language == "ja":
        return next((alias for alias in variant.aliases if not alias.isascii()), variant.title)
    return variant.title


def rules_of(description: Description, words: Wording = _ENGLISH) -> list[tuple[str, str]]:
    """Board, seats, rules and where it comes from: topics, with a text each."""
    seats = ", ".join(f"{words.told(name)} ({symbol})" for name, symbol in description.seats)
    size = f"{description.width}x{description.height}"
    facts = [
        (words("Board"), words("{size}, {count} cells", size=size, count=description.cells)),
        (words("Seats"), words("{seats}; {first} moves first", seats=seats, first=words.told(description.first))),
        *((words.told(topic), words.told(rule)) for topic, rule in description.rules),
        (words("Note"), words.told(description.note)),
        (words("History"), history_of(description.name, words.language)),
    ]
    return [(topic, text) for topic, text in facts if text]


def facts_of(description: Description, words: Wording = _ENGLISH) -> list[tuple[str, str]]:
    """The same, and how it runs here."""
    return [
        *rules_of(description, words),
        (words("Runs as"), f"{description.engine}, {words.told(description.state)}"),
        (words("Digest"), description.digest),
    ]


def description_lines(description: Description) -> list[str]:
    """Its name, where discs lie at the start, and the facts."""
    facts = facts_of(description)
    width = max(len(topic) for topic, _ in facts) + 2
    return [
        f"{description.name}: {description.title}",
        "",
        *(f"  {' '.join(row)}".rstrip() for row in description.drawing),
        "",
        *(f"  {topic:<{width}}{text}" for topic, text in facts),
    ]


def _size_and_title(variant: VariantSummary, words: Wording) -> tuple[str, str]:
    size = f"{variant.width}x{variant.height}".rjust(5)
    if variant.cells != variant.width * variant.height:
        size = words("{size}, {count} cells", size=size, count=variant.cells)
    title = title_in(variant, words)
    others = [alias for alias in variant.aliases if alias != title]
    return size, title + (words(" (also {names})", names=", ".join(others)) if others else "")
