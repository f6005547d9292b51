"""What is written under the fields of messages, for those who cannot read them in the source."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType

from msgspec import Struct


def field_texts(kind: type[Struct]) -> dict[str, str]:
    """The text of each field that has one, also of those that the type has from its bases; white space is one blank."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        found |= _of_module(inspect.getmodule(base)).get(base.__name__, {}) if issubclass(base, Struct) else {}
    return found


@cache
def _of_module(module: ModuleType | None) -> dict[str, dict[str, str]]:
    """The texts of the fields of each class of a module; nothing where its source is not at hand."""
    if module is None:
        return {}
    try:
        tree = ast.parse(inspect.getsource(module))
    except OSError:
        return {}
    return {node.name: _of_class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _of_class(node: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in zip(node.body, node.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }
