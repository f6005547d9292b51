"""The linter and the type checker are part of the suite, which is the same every time."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
FRAGMENTS: tuple[str, ...] = ("Of", "By", "As", "What", "Likewise", "That", "In", "On", "From", "To", "For", "With")
FRAGMENTS += ("Which", "So", "And", "Those", "Their", "Its", "None:", "Who", "Whoever", "At", "When", "After", "Until")
FRAGMENTS += ("More", "The same", "How many", "How often", "How far")
"""The beginnings of docstrings of attributes that end a sentence begun elsewhere, or ask a question; those of fewer
than four words do so, too.
"""


@pytest.mark.parametrize("command", [("ruff", "check", "."), ("mypy",)], ids=lambda command: command[0])
def test_clean(command: tuple[str, ...]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_examples_are_the_same_every_time(pytestconfig: pytest.Config) -> None:
    asked = pytestconfig.getoption("--hypothesis-profile")
    assert settings.default == settings.get_profile(asked or "same")
    assert settings.get_profile("same").derandomize


def attribute_docstrings(tree: ast.AST) -> Iterator[str]:
    """What is said of attributes and constants, anywhere in a module."""
    for node in ast.walk(tree):
        body = getattr(node, "body", ())
        for before, said in pairwise(body if isinstance(body, list) else ()):
            match before, said:
                case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
                    yield " ".join(text.split())
                case _:
                    pass


def test_attributes_are_said_in_sentences() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for folder in ("engined", "protocol", "clients")
        for path in sorted((ROOT / folder).rglob("*.py*"))
        if path.suffix in (".py", ".pyi")
        for text in attribute_docstrings(ast.parse(path.read_text(encoding="utf-8")))
        if text.startswith(tuple(f"{beginning} " for beginning in FRAGMENTS)) or len(text.split()) < 4
    ]
    assert not found, "\n".join(found)


PREPOSITIONS = ("Of", "By", "For", "As", "With", "In", "At", "To", "From", "On")
"""The beginnings of docstrings of functions and classes that end a sentence begun by their names."""


def test_functions_and_classes_are_said_in_sentences() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {node.name}: {text}"
        for folder in ("engined", "protocol", "clients")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and (text := ast.get_docstring(node) or "").partition(" ")[0] in PREPOSITIONS
    ]
    assert not found, "\n".join(found)
