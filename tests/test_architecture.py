"""The shape of the program: who may import whom, what stays free of numba, how long a file may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROTOCOL = ROOT / "protocol" / "engined_protocol"
CLIENTS = ROOT / "clients" / "engined_client"
ENGINED = ROOT / "engined"

LAYERS = (
    "results",
    "variants",
    "rules",
    "kernels",
    "evaluation",
    "search",
    "tasks",
    "running",
    "tree",
    "engine",
    "game",
    "solved",
    "session",
    "clients",
    "timing",
    "events",
    "jobs",
    "assignment",
    "replies",
    "store",
    "service",
    "config",
    "daemon",
    "doctor",
    "bench",
    "cli",
    "__main__",
)
"""The parts of engined/ in the order of imports: each may use those above it."""

COMMANDS = ("engined.cli",)
"""Only these parts of engined/ may use the client library."""

FILES = sorted(
    path for folder in (PROTOCOL, CLIENTS, ENGINED) for path in folder.rglob("*.py*") if path.suffix != ".pyc"
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def module_of(path: Path) -> str:
    """The dotted name of a file of ours."""
    for base in (ROOT / "protocol", ROOT / "clients", ROOT):
        if path.is_relative_to(base):
            parts = path.relative_to(base).with_suffix("").parts
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    raise AssertionError(path)


def imports_of(path: Path) -> Iterator[str]:
    """The dotted names that a file imports, anywhere in it, relative ones in full."""
    package = module_of(path).split(".")
    if path.stem != "__init__":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def top(name: str) -> str:
    """The import package that a dotted name belongs to."""
    return name.partition(".")[0]


def layer(name: str) -> str | None:
    """The part of engined/ that a dotted name belongs to; None for names of the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else None


def test_every_part_has_its_place() -> None:
    parts = {path.stem if path.parent == ENGINED else path.relative_to(ENGINED).parts[0] for path in FILES
             if path.is_relative_to(ENGINED)}  # fmt: skip
    assert parts - {"__init__"} <= set(LAYERS)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_go_upwards(path: Path) -> None:
    module = module_of(path)
    ours = {
        name for name in imports_of(path) if top(name) in ("engined", "engined_client", "engined_protocol")
    }
    if top(module) == "engined_protocol":
        assert {top(name) for name in ours} <= {"engined_protocol"}
        return
    if top(module) == "engined_client":
        assert {top(name) for name in ours} <= {"engined_client", "engined_protocol"}
        return
    if module not in COMMANDS:
        assert "engined_client" not in {top(name) for name in ours}
    own = layer(module)
    if own is not None:
        used = {part for name in ours if top(name) == "engined" and (part := layer(name))}
        assert {part for part in used if LAYERS.index(part) > LAYERS.index(own)} == set()


@pytest.mark.parametrize("path", [path for path in FILES if path.is_relative_to(PROTOCOL)], ids=module_of)
def test_the_protocol_touches_nothing_outside(path: Path) -> None:
    forbidden = {"asyncio", "numba", "numpy", "os", "socket", "sys", "threading", "time", "zmq"}
    assert {top(name) for name in imports_of(path)} & forbidden == set()


@pytest.mark.parametrize(
    "path", [path for path in FILES if not path.is_relative_to(ENGINED / "kernels")], ids=module_of
)
def test_numba_is_named_by_the_kernels_alone(path: Path) -> None:
    allowed = {"engined.doctor"}
    if module_of(path) not in allowed:
        assert {top(name) for name in imports_of(path)} & {"numba", "llvmlite"} == set()


@pytest.mark.parametrize(
    "module",
    [
        "engined.service",
        "engined.daemon",
        "engined.cli",
        "engined_client",
        "engined_client.commands.analyse",
        "engined_client.commands.attach",
        "engined_client.commands.play",
        "engined_client.commands.solve",
    ],
)
def test_numba_is_not_loaded(module: str) -> None:
    """Nor, for what a player waits for at the start, the heavy libraries that hang on it."""
    heavy = ["numba", "llvmlite", "numpy"]
    code = f"import sys, {module}; print([name for name in {heavy!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.strip() == "[]"


def test_the_bridge_loads_no_engine() -> None:
    code = (
        "import sys; from engined.cli import main; main(['attach', '/nowhere']); "
        "print([name for name in sys.modules if name.startswith('engined.')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.strip() == "['engined.cli']"
    assert run.stderr.startswith("engined: no daemon in /nowhere")


@pytest.mark.parametrize("path", [*FILES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 500


@pytest.mark.parametrize("path", [*FILES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_path_of_one_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for folder in ("home", "work", "Users", "root"):
        assert f"/{folder}/" not in text


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_drawer_for_odds_and_ends(path: Path) -> None:
    assert not {"utils", "util", "helpers", "common", "manager", "misc"} & set(module_of(path).split("."))
