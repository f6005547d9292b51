"""All variants by name: the shipped declarations and those of users, which work alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import product
from pathlib import Path

from engined.files import FileError, read_text

from .declaration import Declaration, DeclarationError, inherit, read_declaration, resize
from .drawn_variants import EXAMPLES, LOTS, draw
from .model import Variant
from .reader import build, folded
from .schema import Fault, Table
from .shares import NoRoom, Shares
from .suffixes import suffixes_of, with_suffixes

__all__ = ["Catalogue", "DeclarationError", "UnknownVariant"]

MOST_DECLARATIONS = 4096
"""Declarations made by :meth:`Catalogue.declare` that a catalogue holds, at most. Then the oldest is forgotten of
whoever has made most."""

USUAL_SIDE = 10
"""The side of the board that is offered where somebody names a size that cannot be."""

_MOST_SIZED = 512
"""Variants of sized names that are kept ready."""

_SIZED = re.compile(r"(?P<head>.+?)-(?P<width>[1-9][0-9]?)x(?P<height>[1-9][0-9]?)(?P<tail>-.+)?")
"""``othello-10x8``; and ``yonin-6x6-team`` for ``yonin-team-6x6``."""

_LEADING_SIZE = re.compile(r"(?P<width>[1-9][0-9]?)x(?P<height>[1-9][0-9]?)(?:-|$)")
"""The size that names such as ``13x13-area`` begin with."""

_DRAWN = re.compile(r"(.+)-([a-z]?[1-9][0-9]{0,4})")
"""The names of drawn variants: ``xot-4711``, ``black-hole-c3``."""


_PINNED = re.compile(r"(?P<name>[^@]+)@(?P<digest>[0-9a-f]{8,32})")
"""``mine@0f3c9a7e``: what was declared by that name, and has a digest that begins so."""


class UnknownVariant(KeyError):
    """No variant has that name; the message suggests names that exist."""

    def __str__(self) -> str:
        return str(self.args[0])


class Catalogue:
    """Variants by name, by alias, and by size: ``othello-10x8`` wherever a declaration has ``sizes``.

    The size may stand anywhere in the name: ``yonin-6x6-team`` is ``yonin-team-6x6``.
    """

    def __init__(self, *, empty: bool = False) -> None:
        """Begin with all variants that are shipped, or ``empty``."""
        self._declarations: dict[str, Declaration] = {}
        self._tables: dict[str, Table] = {}
        """Complete keys, inheritance done, of every declaration."""
        self._aliases: dict[str, str] = {}
        self._variants: dict[str, Variant] = {}
        self._sized: dict[str, Variant] = {}
        self._passing = Shares[str](MOST_DECLARATIONS)
        """Names that :meth:`declare` has made known, the oldest first."""
        self._shares = Shares[tuple[str, str]](MOST_DECLARATIONS)
        """The declarers of each version of a name."""
        self._versions: dict[tuple[str, str], Variant] = {}
        """The variants that :meth:`declare` took, by name and digest, the oldest first: other declarations of a name
        may follow.
        """
        if not empty:
            shipped = _shipped()
            self._declarations.update(shipped._declarations)
            self._tables.update(shipped._tables)
            self._aliases.update(shipped._aliases)

    # --- looking up -------------------------------------------------------------------------------

    def get(self, name: str) -> Variant:
        """The variant of this name, alias or sized name, in any case.

        ``NAME@DIGEST``, with at least eight digits of a variant's digest, is that very variant, also when something
        else has been declared by its name since. Raises :class:`UnknownVariant`, whose message suggests names that
        exist.
        """
        wanted = folded(name)
        if pinned := _PINNED.fullmatch(wanted):
            return self._pinned(pinned["name"], pinned["digest"])
        wanted = self._aliases.get(wanted, wanted)
        if wanted in self._declarations:
            if wanted not in self._variants:
                self._variants[wanted] = build(self._tables[wanted])
            return self._variants[wanted]
        if wanted not in self._sized:
            try:
                variant = build(self._table(wanted, name))
            except Fault as fault:
                raise UnknownVariant(f"there is no {name[:80]}: {fault.message}") from None
            if len(self._sized) >= _MOST_SIZED:
                self._sized.clear()
            self._sized[wanted] = variant
        return self._sized[wanted]

    def names(self) -> tuple[str, ...]:
        """Names of all declarations, in alphabetical order; aliases and sized names are not among them."""
        return tuple(sorted(self._declarations))

    def patterns(self) -> tuple[str, ...]:
        """The families of names, such as ``othello-WxH`` and ``xot-N``, in alphabetical order."""
        sized = [f"{name}-WxH" for name in self.names() if self._declarations[name].sizes]
        drawn = [f"{name}-{LOTS[lots]}" for name in self.names() if (lots := self._tables[name].get("lots"))]
        suffixed = [f"{name}-{suffix.pattern}" for name in self.names() for suffix in suffixes_of(self._tables[name])]
        return tuple(sorted(sized + drawn + suffixed))

    def sizes(self, name: str) -> range:
        """Lengths that the sides may have in sized names of this one; empty when there are none."""
        declaration = self._declarations.get(self._aliases.get(name, name))
        return declaration.sizes if declaration else range(0)

    # --- declaring --------------------------------------------------------------------------------

    def check(self, text: str, source: str = "") -> Variant:
        """The variant that a text declares, without making it known. Raises :class:`DeclarationError`."""
        declaration = read_declaration(text, source)
        return self._built(declaration, self._complete(declaration))

    def declare(
        self, text: str, source: str = "", *, owner: str = "", most: int | None = None, replaces: bool = True
    ) -> Variant:
        """Make the variant that a text declares known by its name, and return it.

        Declaring the same again changes nothing; declaring something else by a name that was made known here
        replaces it, unless it is another owner's and ``replaces`` is false. The ``owner`` may have ``most``: for one
        more its oldest is forgotten. Raises :class:`DeclarationError`, also when the name is taken otherwise, with
        nothing changed.
        """
        declaration = read_declaration(text, source)
        name = declaration.name
        if name in self._passing and self._passing.owner(name) != owner and not replaces:
            if self._tables[name] == self._complete(declaration):
                return self._variants[name]
            raise declaration.error(Fault(("name",), f"the name {name} is already taken"))
        is_new = name not in self._declarations
        try:
            oldest = self._passing.room(owner, most) if is_new else None
        except NoRoom:
            raise declaration.error(Fault(("name",), "there is no room for one more declaration")) from None
        self._declare(declaration)
        if is_new:
            if oldest is not None:
                self._forget(oldest)
            self._passing.put(name, owner)
        variant = self._variants[name]
        self._remember((name, variant.digest), variant, owner)
        return variant

    def _remember(self, version: tuple[str, str], variant: Variant, owner: str) -> None:
        """Keep what was declared, for those who name it by its digest."""
        if version not in self._shares:
            try:
                oldest = self._shares.room(owner)
            except NoRoom:
                return
            if oldest is not None:
                self._shares.discard(oldest)
                del self._versions[oldest]
        self._shares.put(version, owner)
        self._versions.pop(version, None)
        self._versions[version] = variant

    def load_folder(self, path: Path) -> tuple[DeclarationError, ...]:
        """Declare all ``*.toml`` files of a folder; they may inherit from each other in any order.

        Returns an error for each file that is at fault; the other files are declared all the same.
        """
        return self._load(path, built=True)

    def _load(self, path: Path, built: bool) -> tuple[DeclarationError, ...]:
        errors: list[DeclarationError] = []
        waiting: list[Declaration] = []
        for file in sorted(path.glob("*.toml")):
            if not file.is_file():
                errors.append(DeclarationError(1, "", "it is no regular file", str(file)))
                continue
            try:
                waiting.append(read_declaration(read_text(file), str(file)))
            except FileError as error:
                errors.append(DeclarationError(1, "", str(error).removeprefix(f"{file}: "), str(file)))
            except DeclarationError as error:
                errors.append(error)
        while waiting:
            parents = {declaration.name: declaration.parent for declaration in waiting}
            ready = [declaration for declaration in waiting if declaration.parent not in parents]
            for declaration in ready or waiting.copy():
                waiting.remove(declaration)
                try:
                    if not ready:
                        raise declaration.error(_circle(parents, declaration.name))
                    self._declare(declaration, built)
                except DeclarationError as error:
                    errors.append(error)
        return tuple(errors)

    def _declare(self, declaration: Declaration, built: bool = True) -> None:
        table = self._complete(declaration)
        variant = self._built(declaration, table) if built else None
        self._register(declaration, table)
        if variant is not None:
            self._variants.setdefault(declaration.name, variant)

    def _built(self, declaration: Declaration, table: Table) -> Variant:
        """The variant of complete keys; sized names are tried at the ends of their range, and so are suffixes that it
        declares itself.
        """
        try:
            variant = build(table)
            ends = sorted({*declaration.sizes[:1], *declaration.sizes[-1:]})
            for width, height in product(ends, ends):
                _check_size(table, width, height)
            for suffix in suffixes_of(table) if "suffixes" in declaration.table else ():
                for number in sorted({suffix.least, suffix.most}) if suffix.number else [None]:
                    build(suffix.apply(table, None if number is None else f"{number:g}"))
        except Fault as fault:
            raise declaration.error(fault) from None
        return variant

    def _complete(self, declaration: Declaration) -> Table:
        """All keys of a declaration, inherited ones included."""
        if declaration.parent is None:
            return declaration.table
        own = declaration.name not in self._declarations or declaration.name in self._passing
        if declaration.parent == declaration.name and own:
            raise declaration.error(Fault(("inherits",), "a declaration cannot inherit from itself"))
        try:
            return inherit(self._table(declaration.parent), declaration.table)
        except UnknownVariant as error:
            raise declaration.error(Fault(("inherits",), str(error))) from None

    def _register(self, declaration: Declaration, table: Table) -> None:
        """Make a complete declaration known, unless it is already. Raises DeclarationError."""
        name = declaration.name
        if name in self._declarations and self._tables[name] == table:
            return
        replaced = name in self._passing
        if not replaced and self._is_taken(name):
            raise declaration.error(Fault(("name",), f"the name {name} is already taken"))
        others = {alias for alias in self._aliases if not replaced or self._aliases[alias] != name}
        for alias in declaration.aliases:
            if alias == name or (self._is_taken(alias) and (alias in others or alias not in self._aliases)):
                raise declaration.error(Fault(("aliases",), f"the name {alias} is already taken"))
        for other in (*self._declarations, *others):
            if (sized := _SIZED.fullmatch(other)) and _stem(sized) == name and _has_size(declaration, sized):
                raise declaration.error(Fault(("sizes",), f"the name {other} is already taken"))
        if replaced:
            owner = self._passing.owner(name)
            self._forget(name)
            self._passing.put(name, owner)
        self._declarations[name] = declaration
        self._tables[name] = table
        self._aliases.update(dict.fromkeys(declaration.aliases, name))

    def _forget(self, name: str) -> None:
        """Undo a declaration; what inherits from it stays."""
        for alias in self._declarations[name].aliases:
            del self._aliases[alias]
        del self._declarations[name], self._tables[name]
        self._passing.discard(name)
        self._variants.pop(name, None)
        self._sized.clear()

    # --- names ------------------------------------------------------------------------------------

    def _pinned(self, name: str, digest: str) -> Variant:
        for (declared, whole), variant in reversed(self._versions.items()):
            if declared == name and whole.startswith(digest):
                return variant
        latest = self.get(name)
        if not latest.digest.startswith(digest):
            raise UnknownVariant(
                f"there is no {name} with the digest {digest}; its declaration now has {latest.digest}"
            )
        return latest

    def _is_taken(self, name: str) -> bool:
        if name in self._declarations or name in self._aliases:
            return True
        lot = _DRAWN.fullmatch(name)
        if lot and (drawn := self._base(lot[1])) and "lots" in drawn.table:
            return True
        try:
            if self._suffixed(name) is not None:
                return True
        except Fault:
            return True
        sized = _SIZED.fullmatch(name)
        base = self._base(_stem(sized)) if sized else None
        return base is not None and sized is not None and _has_size(base, sized)

    def _suffixed(self, name: str) -> Table | None:
        """Complete keys of a name with suffixes; None where it has none that are known. Raises Fault."""
        for stem, end in _stems(name):
            if (base := self._base(stem)) is None or "suffixes" not in self._tables[base.name]:
                continue
            table = self._tables[base.name]
            if sized := _LEADING_SIZE.match(end):
                width, height = int(sized["width"]), int(sized["height"])
                end = end[sized.end() :]
                if end and width in base.sizes and height in base.sizes:
                    table = resize(table, width, height)
                else:
                    continue
            if (made := with_suffixes(table, str(table["name"]), end)) is not None:
                return made
        return None

    def _examples(self, wanted: str) -> Iterator[str]:
        """A name of each family, with the sides that somebody meant who wrote ``wanted``, as far as there are any."""
        numbers = [int(number) for number in re.findall(r"[0-9]{1,2}", wanted)]
        for name in self.names():
            if sizes := self._declarations[name].sizes:
                sides = [number for number in numbers if number in sizes] or [
                    USUAL_SIDE if USUAL_SIDE in sizes else sizes[0]
                ]
                yield f"{name}-{sides[0]}x{sides[-1]}"
            if lots := self._tables[name].get("lots"):
                yield f"{name}-{EXAMPLES[lots]}"

    def _base(self, name: str) -> Declaration | None:
        return self._declarations.get(self._aliases.get(name, name))

    def _table(self, name: str, written: str = "") -> Table:
        """Complete keys of a name, alias or sized name, ``written`` so by somebody. Raises UnknownVariant."""
        if base := self._base(name):
            return self._tables[base.name]
        lot = _DRAWN.fullmatch(name)
        if lot and (drawn := self._base(lot[1])) and "lots" in drawn.table:
            return draw(self._tables[drawn.name], lot[2])
        if (suffixed := self._suffixed(name)) is not None:
            return suffixed
        sized = _SIZED.fullmatch(name)
        base = self._base(_stem(sized)) if sized else None
        if sized is None or base is None:
            near = get_close_matches(name[:80], [*self._declarations, *self._aliases, *self._examples(name)], 3)
            hint = f"did you mean {' or '.join(near)}?" if near else "`engined variants` lists them all"
            raise UnknownVariant(f"there is no variant {(written or name)[:80]!r}: {hint}")
        if not base.sizes:
            raise UnknownVariant(f"there is no {name}: {base.name} has one size")
        if not _has_size(base, sized):
            least, most = base.sizes[0], base.sizes[-1]
            width, height = (min(max(int(sized[side]), least), most) for side in ("width", "height"))
            raise UnknownVariant(
                f"there is no {name}: its sides can have {least} to {most} squares, as in {base.name}-{width}x{height}"
            )
        return resize(self._tables[base.name], int(sized["width"]), int(sized["height"]))


@cache
def _shipped() -> Catalogue:
    """What is shipped, read once in a process."""
    catalogue = Catalogue(empty=True)
    for error in catalogue._load(Path(__file__).parent, built=False):
        raise error
    return catalogue


def _stems(name: str) -> Iterator[tuple[str, str]]:
    """A name cut at each of its hyphens, the longest beginning first."""
    words = name.split("-")
    for size in range(len(words) - 1, 0, -1):
        yield "-".join(words[:size]), "-".join(words[size:])


def _stem(sized: re.Match[str]) -> str:
    """A sized name without the size."""
    return sized["head"] + (sized["tail"] or "")


def _has_size(declaration: Declaration, sized: re.Match[str]) -> bool:
    return int(sized["width"]) in declaration.sizes and int(sized["height"]) in declaration.sizes


def _check_size(table: Table, width: int, height: int) -> None:
    try:
        build(resize(table, width, height))
    except Fault as fault:
        field = ".".join(map(str, fault.path))
        raise Fault(("sizes",), f"{width}x{height} cannot be: {field}: {fault.message}") from None


def _circle(parents: dict[str, str | None], name: str) -> Fault:
    """What is wrong with a declaration whose ancestors all wait for each other."""
    lineage = [name]
    while (parent := parents[lineage[-1]]) is not None and parent not in lineage:
        lineage.append(parent)
    if parent == name:
        return Fault(("inherits",), f"{name} inherits from itself: {' from '.join([*lineage, name])}")
    return Fault(("inherits",), f"{parents[name]} is itself at fault")
