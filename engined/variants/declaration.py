"""One declaration as a text: its keys, what it inherits, and its errors with their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from engined.files import TomlError, parse_toml

from .drawing import MOST
from .drawn_variants import LOTS
from .reader import check_alias, check_name
from .schema import Fault, Table, check_keys, suggestion
from .toml_lines import Path, TomlLines

LONGEST_TEXT = 1 << 16
"""Characters in a declaration, at most."""

LONGEST_LINE = 1000
"""Characters in a line of it, at most: reading a key of thousands of parts would take seconds."""

_OWN = ("name", "title", "note", "aliases", "inherits", "sizes", "lots")
"""Keys that say something of one declaration only and are not handed down."""

_MERGED = ("board", "setup", "capture", "scoring", "chain")
"""Tables that are inherited key by key; all else is inherited or replaced as a whole."""


class DeclarationError(ValueError):
    """A text that declares no variant: where, and what would be right.

    ``line`` counts from 1; ``field`` is a path such as ``board.drawing``, empty where the text is at fault
    before any field; ``source`` is where the text came from.
    """

    def __init__(self, line: int, field: str, message: str, source: str = "") -> None:
        super().__init__(line, field, message, source)
        self.line = line
        self.field = field
        self.message = message
        self.source = source

    def __str__(self) -> str:
        place = f"{self.source}:{self.line}" if self.source else f"line {self.line}"
        return f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"


@dataclass(frozen=True)
class Declaration:
    """A text that was read; keys and types are right, what they say is not yet checked."""

    text: str
    source: str
    table: Table
    """The keys that this text gives itself."""

    @property
    def name(self) -> str:
        """The name that it declares."""
        return str(self.table["name"])

    @property
    def parent(self) -> str | None:
        """The name that it inherits from, if it does."""
        return self.table.get("inherits")

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names for the same."""
        return tuple(self.table.get("aliases", ()))

    @cached_property
    def sizes(self) -> range:
        """Lengths that a side may have under a sized name; empty when there are no sized names."""
        return _sizes(self.table["sizes"]) if "sizes" in self.table else range(0)

    @cached_property
    def lines(self) -> TomlLines:
        """Where each field stands."""
        return TomlLines(self.text)

    def error(self, fault: Fault) -> DeclarationError:
        """A fault of this declaration as an error with its line."""
        field = ".".join(_shown(part) for part in fault.path)
        message = fault.message
        if isinstance(self.parent, str) and not _gives(self.table, fault.path):
            message += f" (not given here, so as in {_shown(self.parent)})"
        line = self.lines.of(fault.path, fault.row) or self.lines.of(("inherits",)) or 1
        return DeclarationError(line, field, message, self.source)


def read_declaration(text: str, source: str = "") -> Declaration:
    """The declaration in a TOML text. Raises :class:`DeclarationError`."""
    if len(text) > LONGEST_TEXT:
        message = f"{len(text)} characters; a declaration has at most {LONGEST_TEXT}"
        raise DeclarationError(1, "", message, source)
    text = text.replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            message = f"{len(line)} characters in a line; it may have {LONGEST_LINE}"
            raise DeclarationError(number, "", message, source)
    declaration = Declaration(text, source, _parse(text, source))
    try:
        check_keys(declaration.table)
        _check_texts(declaration)
    except Fault as fault:
        raise declaration.error(fault) from None
    return declaration


def _gives(table: Table, path: Path) -> bool:
    """Whether a table has the field itself."""
    value: object = table
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return True


def _shown(key: str) -> str:
    """A key as it can stand in a message: one short line."""
    return key[:64] if key.isprintable() else repr(key[:64])


def _parse(text: str, source: str) -> Table:
    try:
        return parse_toml(text)
    except TomlError as error:
        raise DeclarationError(error.line, "", error.message, source) from None


def _check_texts(declaration: Declaration) -> None:
    table = declaration.table
    if "name" not in table:
        raise Fault(("name",), "a declaration needs a name")
    check_name(declaration.name, ("name",))
    for alias in declaration.aliases:
        check_alias(alias, ("aliases",))
    if len(declaration.aliases) > 16:
        raise Fault(("aliases",), f"{len(declaration.aliases)} aliases; at most 16 can be")
    if not table.get("title", "-").isprintable() or len(table.get("title", "-")) not in range(1, 101):
        raise Fault(("title",), "a title is one line of 1 to 100 characters")
    note = table.get("note", "")
    if not note.replace("\n", "").replace("\t", "").isprintable():
        raise Fault(("note",), "a note is text; it has no control characters but line ends and tabs")
    if (lots := table.get("lots")) is not None and lots not in LOTS:
        raise Fault(("lots",), f"no lots are called {lots[:40]!r}{suggestion(lots, LOTS)}")
    if not declaration.sizes and "sizes" in table:
        raise Fault(("sizes",), "no size is in this range: write the smaller side first")
    board = table.get("board", {})
    if "drawing" in board:
        for path in (("sizes",), ("board", "size")):
            if path[-1] in (table if len(path) == 1 else board):
                raise Fault(path, "a drawn board has the size that it is drawn in")


def _sizes(text: str) -> range:
    match = re.fullmatch(r"([0-9]{1,2})\.\.([0-9]{1,2})", text)
    if match is None:
        raise Fault(("sizes",), f"sizes are the least and the greatest side, like 4..24, not {text[:20]!r}")
    least, most = int(match[1]), int(match[2])
    if least < 1 or most > MOST:
        raise Fault(("sizes",), f"{text} is out of range: sides have 1 to {MOST} squares")
    return range(least, most + 1)


def inherit(parent: Table, own: Table) -> Table:
    """The keys of a declaration completed by those of its parent."""
    table = {key: value for key, value in parent.items() if key not in _OWN} | own
    for key in _MERGED:
        if key in parent and key in own:
            table[key] = parent[key] | own[key]
    board = own.get("board", {})
    # A new drawing is a new board; so is a size where the parent drew.
    if "drawing" in board or ("size" in board and "drawing" in parent.get("board", {})):
        table["board"] = board
    return table


def resize(table: Table, width: int, height: int) -> Table:
    """Complete keys for the sized name of a declaration."""
    size = f"{width}x{height}"
    sized = {key: value for key, value in table.items() if key not in ("aliases", "sizes", "note")}
    sized["name"] = f"{table['name']}-{size}"
    sized["title"] = f"{table.get('title', table['name'])}, {size}"
    sized["board"] = table.get("board", {}) | {"size": size}
    sized["aliases"] = [f"{alias}-{size}" for alias in table.get("aliases", ())]
    return sized
