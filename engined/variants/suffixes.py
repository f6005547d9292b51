"""Suffixes of names: ``go-13x13-area-komi-7.5`` is what the table [suffixes] of ``go`` makes of it.

A suffix gives keys of its own (``sets``), takes a number to a key (``number``, ``least``, ``most``, ``step``), or both.
Those of a name stand in the order in which they are declared, after the size. It may have other names (``aliases``), of
which the first goes with those of the variant: ``数奇偶-8x8-複端`` is ``chain-count-8x8-multi``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .schema import SCHEMA, Fault, Table, check_keys
from .toml_lines import Path

_NUMBER = r"-?[0-9]{1,4}(?:\.[0-9]{1,3})?"
MOST_SUFFIXES = 32
_OWN = ("aliases", "sizes", "lots", "suffixes", "note")
"""Keys that a name with suffixes does not have as they are declared."""
_ALIAS = r"[^\W\d_][^\W_]*(-[^\W\d_][^\W_]*)*"


@dataclass(frozen=True)
class Suffix:
    """One suffix, as declared."""

    name: str
    aliases: tuple[str, ...]
    sets: Table
    number: tuple[str, ...]
    """The path of the key that takes its number; empty where it takes none."""
    least: float
    most: float
    step: float

    @property
    def pattern(self) -> str:
        """The suffix as people are told of it: ``area``, ``komi-N``."""
        return f"{self.name}-N" if self.number else self.name

    @property
    def wanted(self) -> str:
        """What its number may be, in words."""
        steps = "" if self.step == 1 else " in halves" if self.step == 0.5 else f" in steps of {self.step:g}"
        return f"{self.name} is from {self.least:g} to {self.most:g}{steps}"

    @property
    def paths(self) -> frozenset[tuple[str, ...]]:
        """The keys that it gives."""
        return frozenset({*_paths(self.sets), *({self.number} if self.number else ())})

    @property
    def written(self) -> str:
        """How it can be written in a name, as a regular expression."""
        names = "|".join(map(re.escape, (self.name, *self.aliases)))
        return f"(?:{names})" + (f"-{_NUMBER}" if self.number else "")

    def number_in(self, written: str) -> str | None:
        """The number with which it was written; None where it takes none."""
        return re.findall(rf"-({_NUMBER})$", written)[0] if self.number else None

    def apply(self, table: Table, value: str | None) -> Table:
        """Complete keys with this suffix; with the number 0 nothing but that is set. Raises Fault for a number that
        cannot be.
        """
        if value is None:
            return _merged(table, self.sets)
        number = float(value)
        if not self.least <= number <= self.most or (number - self.least) % self.step:
            raise Fault(("suffixes", self.name), f"{self.wanted}, not {value}")
        if number:
            table = _merged(table, self.sets)
        keys: Table | float = int(number) if number.is_integer() else number
        for key in reversed(self.number):
            keys = {key: keys}
        assert isinstance(keys, dict)
        return _merged(table, keys)


Chosen = tuple[Suffix, str | None]
"""A suffix of a name, with its number if it takes one."""


def suffixes_of(table: Table) -> tuple[Suffix, ...]:
    """Those that a declaration's keys tell of, in their order. Raises Fault."""
    declared = table.get("suffixes", {})
    if len(declared) > MOST_SUFFIXES:
        raise Fault(("suffixes",), f"{len(declared)} suffixes; at most {MOST_SUFFIXES} can be")
    return tuple(_suffix(name, keys) for name, keys in declared.items())


def _suffix(name: str, keys: Table) -> Suffix:
    path: Path = ("suffixes", name)
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*", name[:40]) or re.fullmatch(r".*-?[0-9]+x[0-9]+", name):
        raise Fault(path, f"{name[:40]!r} is no suffix: small letters and digits, words joined by hyphens")
    sets = keys.get("sets", {})
    try:
        check_keys(sets, {key: kind for key, kind in SCHEMA.items() if key not in _OWN and key != "name"})
    except Fault as fault:
        raise Fault((*path, "sets", *fault.path), fault.message) from None
    number = tuple(keys["number"].split(".")) if "number" in keys else ()
    if not number and not sets:
        raise Fault(path, "a suffix gives keys (sets), or takes a number to one (number)")
    if number and not _takes_number(number):
        raise Fault((*path, "number"), f"{keys['number'][:40]!r} is no key that takes a number")
    step = float(keys.get("step", 1))
    if step <= 0:
        raise Fault((*path, "step"), "a step is above 0")
    aliases = tuple(keys.get("aliases", ()))
    for alias in aliases:
        if not re.fullmatch(_ALIAS, alias[:40]):
            raise Fault((*path, "aliases"), f"{alias[:40]!r} is no suffix: small letters of any script and digits")
    return Suffix(name, aliases, sets, number, float(keys.get("least", 0)), float(keys.get("most", 0)), step)


def _takes_number(path: tuple[str, ...]) -> bool:
    kind: object = SCHEMA
    for key in path:
        kind = kind.get(key) if isinstance(kind, dict) else None
    return kind in (SCHEMA["scoring"]["komi"], SCHEMA["setup"]["plies"])


def with_suffixes(table: Table, name: str, text: str) -> Table | None:
    """Complete keys for a name and what follows it, without the first hyphen; None where those are no suffixes.

    Raises Fault for suffixes that cannot be, or not together.
    """
    known = suffixes_of(table)
    parts = (f"(?:-?(?P<s{index}>{suffix.written}))?" for index, suffix in enumerate(known))
    match = re.fullmatch("".join(parts), text)
    if match is None or not text:
        if known and _only_disordered(known, text):
            order = ", ".join(suffix.pattern for suffix in known)
            raise Fault(("suffixes",), f"the suffixes of {name} stand in this order: {order}")
        return None
    given = [(suffix, match[f"s{index}"]) for index, suffix in enumerate(known) if match[f"s{index}"]]
    chosen = [(suffix, suffix.number_in(written)) for suffix, written in given]
    for (one, _), (other, _) in _pairs(chosen):
        if one.paths == other.paths:
            raise Fault(("suffixes",), f"{one.name} and {other.name} exclude each other")
    made = {key: value for key, value in table.items() if key not in _OWN}
    for suffix, number in chosen:
        made = suffix.apply(made, number)
    made["name"] = _joined(name, [(suffix.name, number) for suffix, number in chosen])
    others = [((*suffix.aliases, suffix.name)[0], number) for suffix, number in chosen]
    made["aliases"] = [_joined(alias, others) for alias in table.get("aliases", ())]
    words = [" ".join([*suffix.name.split("-"), *([number] if number else [])]) for suffix, number in chosen]
    made["title"] = ", ".join([str(table.get("title", name)), *words])
    return made


def _joined(name: str, suffixes: list[tuple[str, str | None]]) -> str:
    return "-".join([name, *("-".join([suffix, *([number] if number else [])]) for suffix, number in suffixes)])


def _only_disordered(known: tuple[Suffix, ...], text: str) -> bool:
    one = "|".join(suffix.written for suffix in known)
    return re.fullmatch(f"(?:{one})(?:-(?:{one}))*", text) is not None


def _pairs(chosen: list[Chosen]) -> Iterator[tuple[Chosen, Chosen]]:
    for index, later in enumerate(chosen):
        for earlier in chosen[:index]:
            yield earlier, later


def _paths(table: Table, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _paths(value, (*path, key))
        else:
            yield (*path, key)


def _merged(table: Table, more: Table) -> Table:
    """Keys and those that replace them, tables key by key."""
    found = dict(table)
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(found.get(key, {}), dict)
        found[key] = _merged(found.get(key, {}), value) if both else value
    return found
