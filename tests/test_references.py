"""References in docstrings, as :class:`Path`, lead to what is there: a reference made of them has no dead link. Lines
that the documentation names are lines of code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BASES = {"engined_protocol": ROOT / "protocol", "engined_client": ROOT / "clients", "engined": ROOT}
REFERENCE = re.compile(r":(?:class|func|meth|attr|data|mod):`([\w.]+)`")


@dataclass
class Scope:
    """What can be named in a module or in a class."""

    names: set[str] = field(default_factory=set)
    classes: dict[str, Scope] = field(default_factory=dict)
    bases: list[str] = field(default_factory=list)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Names that are imported: from which module, and what they are there."""
    modules: dict[str, str] = field(default_factory=dict)
    """Modules that are imported as a whole."""


def scope_of(body: list[ast.stmt], package: str) -> Scope:
    scope = Scope()
    for node in [inner for statement in body for inner in _opened(statement)]:
        match node:
            case ast.ClassDef(name=name):
                scope.classes[name] = scope_of(node.body, package)
                scope.classes[name].bases = [ast.unparse(base).partition("[")[0] for base in node.bases]
                scope.names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                scope.names.add(name)
                scope.names |= {  # attributes of objects
                    target.attr
                    for inner in ast.walk(node)
                    if isinstance(inner, ast.Assign | ast.AnnAssign)
                    for target in (inner.targets if isinstance(inner, ast.Assign) else [inner.target])
                    if isinstance(target, ast.Attribute)
                }
            case ast.Assign(targets=targets):
                scope.names |= {
                    name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
                }
            case ast.AnnAssign(target=ast.Name(id=name)):
                scope.names.add(name)
            case ast.ImportFrom(module=module, names=names, level=level):
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) + 1 - level], *filter(None, [module])]) if level else module or ""
                scope.imports |= {alias.asname or alias.name: (base, alias.name) for alias in names}
            case ast.Import(names=names):
                scope.modules |= {alias.asname or alias.name: alias.name for alias in names}
            case _:
                pass
    return scope


def _opened(statement: ast.stmt) -> Iterator[ast.stmt]:
    """A statement, or those in an ``if``."""
    if isinstance(statement, ast.If):
        for inner in (*statement.body, *statement.orelse):
            yield from _opened(inner)
    else:
        yield statement


@cache
def module(name: str) -> Scope | None:
    """A module of ours; None where there is none."""
    base = BASES.get(name.partition(".")[0])
    if base is None:
        return None
    place = base.joinpath(*name.split("."))
    for path, package in (
        (place.with_suffix(".py"), name.rpartition(".")[0]),
        (place.with_suffix(".pyi"), name.rpartition(".")[0]),
        (place / "__init__.py", name),
    ):
        if path.is_file():
            return scope_of(ast.parse(path.read_text(encoding="utf-8")).body, package)
    return None


def found(scope: Scope, parts: list[str], seen: int = 0) -> bool:
    """Whether a dotted name leads somewhere from a scope."""
    first, *rest = parts
    if seen > 8:
        return False
    if first in scope.classes:
        return not rest or member(scope, scope.classes[first], rest, seen)
    if first in scope.names:
        return not rest
    if first in scope.imports:
        base, name = scope.imports[first]
        whole = module(f"{base}.{name}")
        if whole is not None:
            return not rest or found(whole, rest, seen + 1)
        there = module(base)
        return True if there is None else found(there, [name, *rest], seen + 1)
    return any(".".join(parts).startswith(name) for name in scope.modules)


def member(outer: Scope, inner: Scope, parts: list[str], seen: int) -> bool:
    """Whether a class, or one that it derives from, has a member."""
    if found(inner, parts, seen):
        return True
    return any(found(outer, [*base.split("."), *parts], seen + 1) for base in inner.bases)


def leads(name: str, here: str, classes: list[Scope]) -> bool:
    """Whether a reference in a docstring of a module leads somewhere: in the class, in the module, to a module beside
    it, by its full name, or by one that nothing else in the program has.
    """
    parts, scope = name.split("."), module(here)
    assert scope is not None
    if any(member(scope, inner, parts, 0) for inner in classes) or found(scope, parts):
        return True
    for length in range(len(parts), 0, -1):
        whole = ".".join(parts[:length])
        for there in (module(whole), module(f"{here}.{whole}"), module(f"{here.rpartition('.')[0]}.{whole}")):
            if there is not None:
                return length == len(parts) or found(there, parts[length:])
    only = owners().get(parts[0], [])
    return len(only) == 1 and found(only[0], parts)


def references(body: list[ast.stmt], classes: list[Scope], scope: Scope) -> Iterator[tuple[int, str, list[Scope]]]:
    """Every reference in docstrings: its line, its name, the classes that it stands in."""
    for node in body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for name in REFERENCE.findall(node.value.value):
                yield node.lineno, name, classes
        elif isinstance(node, ast.ClassDef):
            inner = scope.classes.get(node.name, Scope())
            yield from references(node.body, [*classes, inner], inner)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from references(node.body, classes, scope)


@cache
def owners() -> dict[str, list[Scope]]:
    """Which modules define a name."""
    defining: dict[str, list[Scope]] = {}
    for package in BASES:
        for _, here in files(package):
            scope = module(here)
            assert scope is not None
            for name in scope.names:
                defining.setdefault(name, []).append(scope)
    return defining


def files(package: str) -> Iterator[tuple[Path, str]]:
    """The files of a package, and the names of the modules that they are."""
    for path in sorted((BASES[package] / package).rglob("*.py*")):
        if path.suffix in (".py", ".pyi"):
            parts = path.relative_to(BASES[package]).with_suffix("").parts
            yield path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("package", BASES)
def test_references_lead_somewhere(package: str) -> None:
    dead, number = [], 0
    for path, here in files(package):
        scope = module(here)
        assert scope is not None
        for line, name, classes in references(ast.parse(path.read_text(encoding="utf-8")).body, [], scope):
            number += 1
            if not leads(name, here, classes):
                dead.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert dead == []
    assert number > 5


def test_lines_that_are_named_hold_code() -> None:
    """A debugger stops at no other."""
    pages = [*ROOT.glob("*.md"), *ROOT.glob("*/*.md")]
    named = {found for page in pages for found in re.findall(r"[\w./-]+\.py:\d+", page.read_text(encoding="utf-8"))}
    assert "engined/search/two_sided/perft.py" in {place.partition(":")[0] for place in named}
    elsewhere = set()
    for place in named:
        file, _, line = place.partition(":")
        if int(line) not in lines_of_code(ROOT / file):
            elsewhere.add(place)
    assert elsewhere == set()


def lines_of_code(path: Path) -> set[int]:
    """The lines on which statements begin."""
    return {
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.stmt) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    }
