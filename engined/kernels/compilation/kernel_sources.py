"""Kernel sources: ordinary modules whose source, without some imports, is executed in one namespace for each variant.

A kernel source is a module that builds on :mod:`engined.kernels.prelude`, itself or through others. Those that a part
needs are found by following imports from those that it names; each comes after those that it imports, because kernels
are compiled as they are read.
"""

from __future__ import annotations
import __future__

import ast
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engined.variants.model import Variant

from ..layouts.layout import Layout

PRELUDE = "engined.kernels.prelude"


@dataclass(frozen=True)
class Part:
    """Kernels that are compiled together, for each variant."""

    name: str
    """The name that its folders in the cache begin with: lower-case letters and hyphens."""
    sources: tuple[str, ...]
    """The modules that it is made from (with what those import)."""
    layout: Callable[..., Layout]
    """The function that gives the embedding of positions, from a variant and ``hand_made``. Raises ValueError where
    there is none.
    """
    implementations: tuple[tuple[str, str], ...] = ()
    """Modules that its sources import from, and what is there in place of each: so what builds on an interface is
    written once."""
    besides: Callable[[Variant], tuple[Part, ...]] = lambda _: ()
    """Parts that a variant wants besides."""


class SourceError(Exception):
    """A kernel source that does not go together with others of its part; names the file, the line and the reason."""


@dataclass(frozen=True)
class BareSource:
    """What is executed of a kernel source."""

    path: str
    bare: str
    """Line for line what the file holds, without imports of the prelude and of other sources."""
    prelude: frozenset[str]
    """The names that it imports from the prelude."""


_ANNOTATIONS = __future__.annotations.compiler_flag
"""Sources name types that are not there."""


@dataclass(frozen=True)
class Source:
    """A module, as written."""

    name: str
    path: Path
    text: str
    imports: tuple[ast.ImportFrom, ...]
    """Import statements at the top level."""
    implementations: Mapping[str, str]
    """The modules that stand for interfaces: see :class:`Part`."""

    def imported(self, statement: ast.ImportFrom) -> str:
        """The full name of the module that a statement imports from, in this part."""
        name = statement.module or ""
        if statement.level:
            parent = self.name.rsplit(".", statement.level)[0]
            name = f"{parent}.{name}" if name else parent
        return self.implementations.get(name, name)

    @property
    def needs(self) -> tuple[str, ...]:
        """Modules of engined, of its own package and of implementations that this one imports from, but the prelude."""
        ours = {
            "engined",
            self.name.partition(".")[0],
            *(name.partition(".")[0] for name in self.implementations.values()),
        }
        names = dict.fromkeys(map(self.imported, self.imports))
        return tuple(name for name in names if name.partition(".")[0] in ours and name != PRELUDE)

    @property
    def prelude(self) -> frozenset[str]:
        """The names that it imports from the prelude."""
        statements = (statement for statement in self.imports if self.imported(statement) == PRELUDE)
        return frozenset(alias.name for statement in statements for alias in statement.names)


def sources(part: Part) -> tuple[Source, ...]:
    """Every module that a part's sources are, or import (see :meth:`Source.needs`): in the order of imports."""
    found: dict[str, Source] = {}

    def visit(name: str) -> None:
        if name not in found:
            source = _read(name, dict(part.implementations))
            for needed in source.needs:
                visit(needed)
            found[name] = source

    for root in part.sources:
        visit(root)
    return tuple(found.values())


def essence(sources: Iterable[Source], layout: Layout) -> str:
    """All of a layout that the machine code of these sources depends on, in one spelling."""
    return layout.seen_by(frozenset().union(*(source.prelude for source in sources))).essence


def bare(part: Part) -> tuple[BareSource, ...]:
    """A part's sources, each after those that it imports. Raises :class:`SourceError`."""
    found = _kernel_sources(part)
    return tuple(
        BareSource(str(source.path), _without_imports(source, found), source.prelude) for source in found.values()
    )


def execute(sources: Iterable[BareSource], names: dict[str, Any]) -> None:
    """Execute sources in one namespace, which has the names of the prelude: each from its own file, so that debuggers
    and messages show that.
    """
    for source in sources:
        exec(compile(source.bare, source.path, "exec", _ANNOTATIONS, dont_inherit=True), names)


def _kernel_sources(part: Part) -> dict[str, Source]:
    """The kernel sources among a part's modules, by name; checked."""
    found: dict[str, Source] = {}
    for source in sources(part):
        prelude = any(source.imported(statement) == PRELUDE for statement in source.imports)
        if prelude or any(name in found for name in source.needs):
            found[source.name] = source
    _check(found)
    return found


def _read(name: str, implementations: Mapping[str, str]) -> Source:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SourceError(f"{name}: no such module, wanted by kernel sources")
    text, imports = _parse(spec.origin, Path(spec.origin).stat().st_mtime_ns)
    return Source(name, Path(spec.origin), text, imports, implementations)


@lru_cache(maxsize=256)
def _parse(origin: str, _written: int) -> tuple[str, tuple[ast.ImportFrom, ...]]:
    text = Path(origin).read_text(encoding="utf-8")
    statements = ast.parse(text, origin).body
    return text, tuple(node for node in statements if isinstance(node, ast.ImportFrom))


def _without_imports(source: Source, kernel_sources: dict[str, Source]) -> str:
    """The text with blank lines for what the namespace has already: line numbers stay."""
    lines = source.text.splitlines()
    for statement in source.imports:
        name = source.imported(statement)
        if name != "__future__" and name != PRELUDE and name not in kernel_sources:
            continue
        for alias in statement.names:
            if alias.asname is not None or alias.name == "*":
                raise SourceError(f"{source.path}:{statement.lineno}: a kernel source imports names as they are")
        assert statement.end_lineno is not None
        lines[statement.lineno - 1 : statement.end_lineno] = [""] * (statement.end_lineno - statement.lineno + 1)
    return "\n".join(lines) + "\n"


def _check(kernel_sources: dict[str, Source]) -> None:
    """Raise :class:`SourceError` where two sources give one name to different things, or one is the prelude's; or where
    one imports what another, which may stand in for an interface, lacks.
    """
    has = {name: _has(source) for name, source in kernel_sources.items()}
    for source in kernel_sources.values():
        for statement in source.imports:
            there = source.imported(statement)
            for alias in statement.names if there in kernel_sources else ():
                if alias.name not in has[there]:
                    raise SourceError(f"{source.path}:{statement.lineno}: {there} has no {alias.name}")
    taken = _prelude_names()
    owners: dict[str, tuple[Source, str]] = {}
    for source in kernel_sources.values():
        for node in ast.parse(source.text).body:
            for name in taken.intersection(_names(node) + _constants(node, source, kernel_sources)):
                raise SourceError(f"{source.path}:{node.lineno}: {name} is also a name of the prelude")
            for name in _names(node):
                owner, meaning = owners.setdefault(name, (source, ast.dump(node)))
                if meaning != ast.dump(node):
                    place = f"{source.path}:{node.lineno}"
                    raise SourceError(f"{place}: {name} is also a name of {owner.path}")


@lru_cache(maxsize=1)
def _prelude_names() -> frozenset[str]:
    """What the prelude binds."""
    stub = Path(__file__).parents[1] / "prelude.pyi"
    statements = ast.parse(stub.read_text(encoding="utf-8")).body
    return frozenset(name for statement in statements for name in _names(statement))


def _constants(statement: ast.stmt, source: Source, kernel_sources: dict[str, Source]) -> list[str]:
    """The names that a statement imports from a module that is no kernel source and stays one: plain constants."""
    if not isinstance(statement, ast.ImportFrom) or source.imported(statement) in (
        *kernel_sources,
        PRELUDE,
        "__future__",
    ):
        return []
    return [alias.name for alias in statement.names]


def _has(source: Source) -> set[str]:
    """The names that may be imported from a source."""
    bound = {name for statement in ast.parse(source.text).body for name in _names(statement)}
    return bound | {alias.name for statement in source.imports for alias in statement.names}


def _names(statement: ast.stmt) -> list[str]:
    """The names that a statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = [*statement.targets] if isinstance(statement, ast.Assign) else []
    targets += [statement.target] if isinstance(statement, ast.AnnAssign) else []
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
