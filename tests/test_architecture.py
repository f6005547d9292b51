"""The shape of the program: who may import whom, and what stays free of numba."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PROTOCOL = ROOT / "protocol" / "engined_protocol"
CLIENTS = ROOT / "clients" / "engined_client"
ENGINED = ROOT / "engined"

LAYERS = (
    "files",
    "interpreter",
    "lazy",
    "memory",
    "variants",
    "rules",
    "results",
    "theory",
    "book",
    "patterns",
    "kernels",
    "evaluation",
    "search",
    "roots",
    "backends",
    "families",
    "engine",
    "engine_process",
    "service",
    "config",
    "daemon",
    "tools",
    "cli",
    "__main__",
)
"""The parts of engined/ in the order of imports: each may use those above it."""

TOOLS = {
    "keys": (),
    "systemd": (),
    "accuracy": (),
    "doctor": (),
    "store": (),
    "warm": (),
    "gui": (),
    "cancellable": (),
    "match": ("cancellable",),
    "levels": ("cancellable", "match"),
    "tournament": ("cancellable", "match"),
    "training": (),
    "bench": ("accuracy", "match", "training"),
    "train": ("training",),
    "refit": ("training", "train"),
    "collect": ("training", "train"),
    "lab": ("match", "training"),
    "study": ("lab",),
    "cluster": ("training", "train", "collect", "lab", "study"),
}
"""The parts of engined/tools/, and which other ones each uses."""

ROOMS = {
    "engined_protocol": ("records", "messages", "text", "gtp"),
    "engined_client": (
        "drawing",
        "terminal",
        "files",
        "find",
        "why",
        "review",
        "practice",
        "play",
        "club",
        "web",
        "commands",
    ),
    "engined_client.web": ("messages",),
    "engined.kernels": ("layouts", "boards", "weights", "compilation"),
    "engined.search": ("two_sided", "flip_choice", "many_seats", "chains", "go"),
    "engined.search.go": ("tree", "proofs"),
    "engined.roots": ("alphabeta",),
    "engined.service": ("replies", "sessions", "jobs"),
    "engined.daemon": ("log", "store", "work", "text", "sockets", "watching"),
}
"""The rooms of folders, sub-folders that is, in the order of imports: each may use those before it."""
EACH_OTHER = {"why", "review"}
"""The two rooms that use each other: reasons are given for what a review found, and a review gives reasons."""
MOST_IN_A_FOLDER = 21
"""Modules that may lie in one folder, sub-folders not counted."""

FAMILIES = {"FLIPPING", "FLIP_CHOICE", "TEAMS", "MULTIPLAYER"}
"""The objects of engined/families/: whoever is outside asks a variant's family, and does not ask which one it is."""

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


class Used(NamedTuple):
    """What a file uses."""

    imports: frozenset[str]
    """The dotted names that it imports, anywhere in it, relative ones in full."""
    names: frozenset[str]
    """The identifiers that it uses: names, attributes, imports."""
    calls: frozenset[str]
    """The names that it calls."""
    at_once: tuple[ast.Import | ast.ImportFrom, ...]
    """The import statements at its top level."""


@cache
def used_by(path: Path) -> Used:
    """Read a file, once for all tests."""
    package = module_of(path).split(".")
    if path.stem != "__init__":
        package = package[:-1]
    imports, names, calls = set[str](), set[str](), set[str]()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                imports.update(alias.name for alias in aliases)
            case ast.ImportFrom(module=above, names=aliases, level=level):
                base = package[: len(package) + 1 - level] if level else []
                module = ".".join([*base, *(above or "").split(".")]).strip(".")
                imports.update((module, *(f"{module}.{alias.name}" for alias in aliases)))
            case ast.Call(func=ast.Name(id=name)):
                calls.add(name)
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                names.add(name)
            case _:
                pass
    at_once = tuple(node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    return Used(frozenset(imports), frozenset(names), frozenset(calls), at_once)


def top(name: str) -> str:
    """The import package that a dotted name belongs to."""
    return name.partition(".")[0]


def part_of(name: str) -> str | None:
    """The part of engined/ that a dotted name belongs to; None for names of the package itself."""
    parts = name.split(".")
    return parts[1] if parts[0] == "engined" and len(parts) > 1 and parts[1] in LAYERS else None


def tool_of(name: str) -> str | None:
    """The tool that a dotted name belongs to; None for names outside of engined/tools/."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["engined", "tools"] and len(parts) > 2 and parts[2] in TOOLS else None


def strangers(folder: Path, packages: set[str]) -> list[tuple[str, str]]:
    """Who in a folder imports what of some packages."""
    return [
        (module_of(path), name)
        for path in FILES
        if path.is_relative_to(folder)
        for name in used_by(path).imports
        if top(name) in packages
    ]


def test_every_part_has_its_place() -> None:
    inside = [path.relative_to(ENGINED) for path in FILES if path.is_relative_to(ENGINED)]
    parts = {path.parts[0].removesuffix(".py") for path in inside}
    assert parts - {"__init__"} == set(LAYERS)


def test_the_protocol_imports_nothing_of_ours() -> None:
    assert strangers(PROTOCOL, {"engined", "engined_client"}) == []


def test_the_protocol_touches_nothing_outside() -> None:
    outside = {"asyncio", "numba", "numpy", "os", "socket", "sys", "threading", "time", "zmq"}
    assert strangers(PROTOCOL, outside) == []


def test_clients_import_the_protocol_alone() -> None:
    assert strangers(CLIENTS, {"engined"}) == []


def test_only_the_command_line_and_two_tools_import_the_clients() -> None:
    """The cluster's commands read files and print answers as those of clients do; engines are paired and ranked as
    people are.
    """
    users = {user for user, _ in strangers(ENGINED, {"engined_client"})}
    assert {user for user in users if tool_of(user) not in ("cluster", "tournament")} == {"engined.cli"}
    rooms = {name for user, name in strangers(ENGINED, {"engined_client"}) if tool_of(user) == "tournament"}
    assert all(name.startswith("engined_client.club") for name in rooms)


def test_only_the_cluster_imports_dask() -> None:
    users = {user for folder in (ENGINED, CLIENTS) for user, _ in strangers(folder, {"dask", "distributed"})}
    assert {tool_of(user) for user in users} == {"cluster"}


def test_only_the_kernels_import_the_compiler() -> None:
    """And what trainings spend their time on, which numba compiles from plain arrays."""
    trainings = {"engined.tools.training.cells.gradients", "engined.tools.training.patterns.rows"}
    users = {user for folder in (ENGINED, CLIENTS) for user, _ in strangers(folder, {"numba", "llvmlite"})}
    assert {user for user in users if not user.startswith("engined.kernels.")} == trainings


def test_numbas_internals_are_in_one_place() -> None:
    """Records have one of them besides: the class whose subclasses its public ``infer_getattr`` takes."""
    internals = {
        (module_of(path), name) for path in FILES for name in used_by(path).imports if name.startswith("numba.core.")
    }
    elsewhere = {found for found in internals if found[0] != "engined.kernels.compilation.front_end.fast"}
    assert {module for module, _ in elsewhere} == {"engined.kernels.compilation.compiled_records"}
    assert all(name.startswith("numba.core.typing.templates") for _, name in elsewhere)


def test_nothing_that_comes_from_a_message_or_the_store_can_be_run() -> None:
    """Orders to the compiler's process alone are pickled."""
    runs = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
    users = {user for folder in (PROTOCOL, ENGINED, CLIENTS) for user, _ in strangers(folder, runs)}
    assert {user for user in users if not user.startswith("engined.kernels.compilation.")} == set()
    reading = [PROTOCOL, CLIENTS, *(ENGINED / part for part in ("service", "daemon", "variants", "book"))]
    called = [
        (module_of(path), name)
        for path in FILES
        if any(path.is_relative_to(folder) for folder in reading)
        for name in used_by(path).calls & {"eval", "exec"}
    ]
    assert called == []


def test_types_are_looked_into_before_there_are_threads() -> None:
    """msgspec looks into a type without a lock when it first decodes one: two threads that do so at a time crash."""
    for path in [*ENGINED.rglob("*.py"), *PROTOCOL.rglob("*.py")]:
        if "tools" not in path.relative_to(ROOT).parts:
            calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            typed = [call for call in calls if any(keyword.arg == "type" for keyword in call.keywords)]
            names = {ast.unparse(call.func) for call in typed}
            assert not any(name.endswith(".decode") for name in names), f"{path}: by a Decoder made at import"


def test_text_goes_to_a_terminal_in_one_way() -> None:
    """Guarded, so that nothing in it is obeyed; only these draw by codes of their own, or write bytes."""
    drawing = {"engined_client.terminal.output", "engined_client.terminal.progress"}
    drawing |= {f"engined.tools.{name}" for name in ("lab.command", "study.command", "train")}
    writing = {"engined_client.commands.attach", "engined.daemon.text.stdio", "engined.daemon.log.log"}
    files = {module_of(path): path for path in FILES}
    names = {name: used_by(path).names for name, path in files.items()}
    ways = ("engined_protocol.printable.own", "rich.console.Console", "tqdm.tqdm", "curses")
    users = {way: {name for name, path in files.items() if way in used_by(path).imports} for way in ways}
    assert users["engined_protocol.printable.own"] == drawing
    assert users["tqdm.tqdm"] <= drawing
    assert users["rich.console.Console"] == {"engined_client.drawing.painting", "engined_client.terminal.output"}
    assert users["curses"] == {"engined_client.commands.top"}
    asking = "engined_client.terminal.asking"
    for module in (*writing, "engined_client.commands.top", asking):
        assert {"printable", "printable_lines"} & names[module], module
    assert {name for name, used in names.items() if "input" in used} == {asking}
    assert {name for name, used in names.items() if {"__stdout__", "__stderr__"} & used} == set()
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    # of a pipe of its own, and of a file
    descriptors = {"engined.daemon.event_queue", "engined.daemon.sockets.endpoint"}
    assert {name for name, text in texts.items() if "os.write(" in text} == writing | descriptors
    assert {name for name, text in texts.items() if r"\x1b" in text} == {
        "engined_client.terminal.output",
        "engined.tools.train",
    }


def test_parts_import_those_above_them() -> None:
    wrong = [
        (module_of(path), name)
        for path in FILES
        if (own := part_of(module_of(path))) is not None
        for name in used_by(path).imports
        if (used := part_of(name)) is not None and LAYERS.index(used) > LAYERS.index(own)
    ]
    assert wrong == []


def room_of(name: str, package: str) -> str | None:
    """What of a package a dotted name belongs to: one of its rooms, or a module beside them."""
    return name.removeprefix(f"{package}.").partition(".")[0] if name.startswith(f"{package}.") else None


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_import_those_before_them(package: str) -> None:
    """And whatever lies beside the rooms is above or below each: what they use of one another goes in no circle."""
    files = {path: room for path in FILES if (room := room_of(module_of(path), package)) is not None}
    uses: dict[str, set[str]] = {room: set() for room in files.values()}
    for path, room in files.items():
        rooms = {room_of(name, package) for name in used_by(path).imports}
        used = {other for other in rooms if other in uses and other is not None}
        uses[room] |= used - {room} - (EACH_OTHER if room in EACH_OTHER else set())
    order = ROOMS[package]
    late = [(room, other) for room in order for other in uses[room].intersection(order[order.index(room) :])]
    assert late == []
    TopologicalSorter(uses).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize("package", ROOMS)
def test_every_room_has_its_place(package: str) -> None:
    (folder,) = {path.parent for path in FILES if path.stem == "__init__" and module_of(path) == package}
    assert {path.parent.name for path in folder.glob("*/__init__.py")} == set(ROOMS[package])


def test_no_folder_is_a_long_list() -> None:
    counts = Counter(path.parent for path in FILES if path.stem != "__init__")
    assert {str(folder.relative_to(ROOT)): count for folder, count in counts.items() if count > MOST_IN_A_FOLDER} == {}


def test_the_files_that_the_architecture_names_are_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`([\w/.-]+(?:\.(?:pyi?|js|toml)|/))(?:`|, )", text))
    assert len(names) > 100
    paths = [
        path.relative_to(ROOT)
        for folder in ("engined", "protocol", "clients", "tests")
        for path in Path(ROOT, folder).rglob("*.*")
    ]
    there = {f"/{path}" for path in paths} | {f"/{parent}/" for path in paths for parent in path.parents}
    assert sorted(name for name in names if not any(path.endswith(f"/{name}") for path in there)) == []


def test_tools_use_few_others() -> None:
    used: dict[str, set[str]] = {tool: set() for tool in TOOLS}
    for path in FILES:
        own = tool_of(module_of(path))
        if own is not None:
            others = {tool_of(name) for name in used_by(path).imports}
            used[own] |= {other for other in others if other not in (None, own)}
    assert used == {tool: set(others) for tool, others in TOOLS.items()}


def test_every_tool_has_its_place() -> None:
    assert {path.stem for path in (ENGINED / "tools").glob("[!_]*")} == set(TOOLS)


def test_tools_are_in_the_order_of_imports() -> None:
    order = list(TOOLS)
    late = [(tool, other) for tool in order for other in TOOLS[tool] if order.index(other) >= order.index(tool)]
    assert late == []


def test_only_families_know_which_families_there_are() -> None:
    """Others ask :func:`engined.families.family_of`, so that a family of another package is as good as ours."""
    known = [
        (module_of(path), name)
        for path in FILES
        if not path.is_relative_to(ENGINED / "families")
        for name in used_by(path).names
        if name in FAMILIES
    ]
    assert known == []


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


def test_no_path_of_one_machine() -> None:
    folders = [f"/{folder}/" for folder in ("home", "work", "Users", "root")]
    texts = {path: path.read_text(encoding="utf-8") for path in (*FILES, *TESTS)}
    assert [path for path, text in texts.items() if any(folder in text for folder in folders)] == []


def test_no_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "common", "manager", "misc"}
    assert [path for path in FILES if drawers & set(module_of(path).split("."))] == []


def imported_at_once(path: Path, modules: set[str]) -> Iterator[str]:
    """Those of these modules that must be there before a file can be imported."""
    package = module_of(path) if path.stem == "__init__" else module_of(path).rpartition(".")[0]
    for node in used_by(path).at_once:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base for alias in node.names]
        yield from (name for name in names if name in modules and name != module_of(path))


def test_no_imports_go_in_circles() -> None:
    files = {module_of(path): path for path in FILES if path.suffix == ".py"}
    graph = {name: set(imported_at_once(path, set(files))) for name, path in files.items()}
    assert graph["engined.service.service"]
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them
