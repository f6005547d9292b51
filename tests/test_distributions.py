"""What is installed: three distributions of one release, each the only owner of its package."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pip
import pytest
from packaging.requirements import Requirement

import engined
import engined_client
import engined_protocol
from tests.patience import LONG, PATIENCE

ROOT = Path(__file__).parent.parent
FOLDERS = {"engined-protocol": "protocol", "engined-client": "clients", "engined": "."}
"""Where each distribution is built, those that others need first."""
PACKAGES = {"engined-protocol": "engined_protocol", "engined-client": "engined_client", "engined": "engined"}
THIRD = ("structlog", "sgfmill", "numba", "msgpack", "msgspec", "networkx", "numpy", "pyzmq", "rich", "tqdm")
THIS, NEXT = engined_protocol.__version__, "99.0.0"
PIP = Path(pip.__file__).parent / "__pip-runner__.py"
"""Runs pip in another environment, as `pip --python` does, which starts twice."""
IMPORTED_AS = {"pyzmq": "zmq"}


def project(name: str) -> dict[str, Any]:
    """What a distribution's ``pyproject.toml`` says."""
    text = (ROOT / FOLDERS[name] / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    return found


def build(folder: Path, target: str, into: Path) -> Path:
    """Build a distribution; its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    before = set(into.iterdir()) if into.is_dir() else set()
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=LONG)
    (made,) = set(into.iterdir()) - before
    return made


def copied_tree(into: Path, without: str = "") -> Path:
    """The sources as they are in the working tree, perhaps without the files that are large."""
    for name in ("protocol", "clients", "engined", "docs"):
        shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__", without))
    for file in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "LICENSE", ROOT / ".gitignore"):
        shutil.copy(file, into)
    return into


def unpacked(source: Path, into: Path) -> Path:
    """The folder that a source distribution unpacks to."""
    with tarfile.open(source) as archive:
        archive.extractall(into, filter="data")
    (folder,) = into.iterdir()
    return folder


def metadata_of(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(name).decode())


@dataclass(frozen=True)
class Built:
    """The distributions of this tree, and wheels of a later version, small ones."""

    sources: dict[str, Path]
    wheels: dict[str, Path]
    later: dict[str, Path]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    made, later = tmp_path_factory.mktemp("this"), tmp_path_factory.mktemp("next")
    tree = copied_tree(tmp_path_factory.mktemp("later") / "tree", without="*.weights")
    said = tree / "protocol" / "engined_protocol" / "__init__.py"
    said.write_text(said.read_text(encoding="utf-8").replace(f'"{THIS}"', f'"{NEXT}"'), encoding="utf-8")
    return Built(
        {name: build(ROOT / folder, "sdist", made) for name, folder in FOLDERS.items()},
        {name: build(ROOT / folder, "wheel", made) for name, folder in FOLDERS.items()},
        {name: build(tree / folder, "wheel", later) for name, folder in FOLDERS.items()},
    )


def test_one_version_is_read_from_one_place(built: Built) -> None:
    assert engined.__version__ == engined_client.__version__ == engined_protocol.__version__
    assert {metadata_of(wheel)["Version"] for wheel in built.wheels.values()} == {THIS}
    assert {metadata_of(wheel)["Version"] for wheel in built.later.values()} == {NEXT}
    assert [name for name in FOLDERS if "version" in project(name)["project"]] == []


def test_each_depends_on_ours_in_its_own_version(built: Built) -> None:
    for wheels, release in ((built.wheels, THIS), (built.later, NEXT)):
        needs = {
            name: {
                need.name: str(need.specifier)
                for need in map(Requirement, metadata_of(wheel).get_all("Requires-Dist", []))
                if need.name in FOLDERS and need.marker is None
            }
            for name, wheel in wheels.items()
        }
        same = f"=={release}"
        assert needs == {
            "engined-protocol": {},
            "engined-client": {"engined-protocol": same},
            "engined": {"engined-protocol": same, "engined-client": same},
        }


@pytest.mark.parametrize("name", FOLDERS)
def test_each_says_who_made_it_and_under_which_licence(built: Built, name: str) -> None:
    said = metadata_of(built.wheels[name])
    assert said["License-Expression"] == "MIT"
    assert said["Author"] == "The engined authors"
    assert said["Requires-Python"] == ">=3.11"
    assert said["Description-Content-Type"] == "text/markdown"
    with zipfile.ZipFile(built.wheels[name]) as wheel, tarfile.open(built.sources[name]) as source:
        for names in (wheel.namelist(), source.getnames()):
            assert [found for found in names if found.endswith("/LICENSE")]
    folder = ROOT / FOLDERS[name]
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert said.get_payload() == (folder / "README.md").read_text(encoding="utf-8")


def test_the_index_would_take_them(built: Built) -> None:
    files = [str(file) for file in (*built.sources.values(), *built.wheels.values())]
    run = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *files], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", FOLDERS)
def test_they_are_the_same_bytes_wherever_and_whenever_they_are_built(built: Built, name: str, tmp_path: Path) -> None:
    """Elsewhere, at another time, by somebody whose files are for himself only; a wheel from its source, too."""
    tree = copied_tree(tmp_path / "tree")
    for file in tree.rglob("*"):
        os.utime(file, (1_600_000_000, 1_600_000_000))
        file.chmod(0o700 if file.is_dir() else 0o600)
    mask = os.umask(0o077)
    try:
        source = build(tree / FOLDERS[name], "sdist", tmp_path / "source")
        wheel = build(unpacked(source, tmp_path / "unpacked"), "wheel", tmp_path / "wheel")
    finally:
        os.umask(mask)
    assert source.read_bytes() == built.sources[name].read_bytes()
    assert wheel.read_bytes() == built.wheels[name].read_bytes()


def imported(folder: Path) -> set[str]:
    """The packages from elsewhere that the modules of a folder import when they are loaded."""
    found = set[str]()
    for file in folder.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names)


@pytest.mark.parametrize("name", FOLDERS)
def test_what_is_imported_is_depended_on(built: Built, name: str) -> None:
    needs = [Requirement(text).name for text in metadata_of(built.wheels[name]).get_all("Requires-Dist", [])]
    given = {IMPORTED_AS.get(need, need.replace("-", "_")) for need in needs}
    implied = {"llvmlite"} if "numba" in given else set()
    assert imported(ROOT / FOLDERS[name] / PACKAGES[name]) - given - implied - {PACKAGES[name]} == set()


def files_in(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}


def test_no_file_has_two_owners(built: Built) -> None:
    """So that whatever is installed, upgraded or taken away leaves the others as they are, in any order."""
    owned = [files_in(wheel) for wheel in built.wheels.values()]
    assert len(set.union(*owned)) == sum(map(len, owned))
    for name, wheel in built.wheels.items():
        folders = {file.partition("/")[0] for file in files_in(wheel)}
        assert folders == {PACKAGES[name], f"{PACKAGES[name]}-{THIS}.dist-info"}


class Environment:
    """A virtual environment that pip installs into from a folder of wheels alone, and what works in it.

    What ours need from elsewhere is installed as empty wheels and imported from this environment.
    """

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=PATIENCE)
        self._python = folder / "bin" / "python"
        self._site = next(folder.glob("lib/python*/site-packages"))
        spec = find_spec("msgspec")
        assert spec is not None
        assert spec.origin is not None
        self._here = Path(spec.origin).parents[1]

    def pip(self, *words: str) -> subprocess.CompletedProcess[str]:
        # pip does not find again what it has compiled to a folder elsewhere.
        alone = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PIP_") and name != "PYTHONPYCACHEPREFIX"
        }
        return subprocess.run(
            [str(self._python), str(PIP), "--isolated", *words],
            capture_output=True,
            text=True,
            timeout=LONG,
            env=alone | {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        )

    def done(self, *words: str) -> None:
        run = self.pip(*words)
        assert run.returncode == 0, run.stdout + run.stderr

    def working(self) -> dict[str, str]:
        """The distributions that are installed and can be imported, each with the version that it says itself."""
        found = {}
        for name, package in PACKAGES.items():
            metadata = list(self._site.glob(f"{package}-*.dist-info"))
            assert bool(metadata) == (self._site / package).is_dir(), name
            if metadata:
                found[name] = self._imported(package)
        return found

    def _imported(self, package: str) -> str:
        code = f"import {package} as p; assert p.__file__.startswith({str(self._site)!r}); print(p.__version__)"
        run = subprocess.run(
            [self._python, "-P", "-c", code],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env={"PYTHONPATH": f"{self._site}:{self._here}"},
        )
        return run.stdout.strip() or run.stderr.splitlines()[-1]


def empty_wheel(name: str, into: Path) -> None:
    """A wheel without files that stands for a distribution of this environment, in its version."""
    release, plain = version(name), name.replace("-", "_")
    info = f"{plain}-{release}.dist-info"
    with zipfile.ZipFile(into / f"{plain}-{release}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {release}\n")
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{info}/RECORD", f"{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


@pytest.fixture(scope="module")
def wheelhouse(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both versions of ours, and all that they need."""
    folder = tmp_path_factory.mktemp("wheelhouse")
    for wheel in (*built.wheels.values(), *built.later.values()):
        shutil.copy(wheel, folder)
    for name in THIRD:
        empty_wheel(name, folder)
    return folder


def test_every_combination_can_be_come_to_and_left(built: Built, tmp_path: Path) -> None:
    """A walk over the cube of what is installed: from each combination one goes in and another one out."""
    there = Environment(tmp_path / "there")
    protocol, client, whole = FOLDERS
    steps = (whole, client, whole, protocol, whole, client, whole, protocol)
    present, seen = set[str](), set[frozenset[str]]()
    for name in steps:
        if name in present:
            there.done("uninstall", "-y", name)
        else:
            there.done("install", "--no-compile", "--no-index", "--no-deps", str(built.later[name]))
        present ^= {name}
        seen.add(frozenset(present))
        working = there.working()
        assert set(working) == present
        for one, said in working.items():
            complete = one == protocol or protocol in present
            assert said == (NEXT if complete else "ModuleNotFoundError: No module named 'engined_protocol'")
    assert len(seen) == 8


def test_an_upgrade_takes_all_that_are_installed_along(wheelhouse: Path, tmp_path: Path) -> None:
    there = Environment(tmp_path / "there")
    source = ("--no-index", "--find-links", str(wheelhouse))
    there.done("install", "--no-compile", *source, f"engined-client=={THIS}")
    assert there.working() == {"engined-protocol": THIS, "engined-client": THIS}
    there.done("install", "--no-compile", *source, f"engined=={THIS}")
    assert there.working() == dict.fromkeys(FOLDERS, THIS)
    there.done("install", "--no-compile", *source, "--upgrade", "engined")
    assert there.working() == dict.fromkeys(FOLDERS, NEXT)
    there.done("check")
    there.done("install", "--no-compile", *source, f"engined-protocol=={THIS}")
    run = there.pip("check")
    assert run.returncode == 1
    assert (
        f"engined {NEXT} has requirement engined-protocol=={NEXT}, but you have engined-protocol {THIS}" in run.stdout
    )


def test_the_client_alone_is_enough_for_the_client(built: Built, tmp_path: Path) -> None:
    path = [str(built.wheels[name]) for name in ("engined-protocol", "engined-client")]
    code = "import sys, engined_client as c; print(c.__file__, *sorted({*sys.modules} & {'numba', 'numpy', 'engined'}))"
    out = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {code}"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert out.stdout.split() == [f"{built.wheels['engined-client']}/engined_client/__init__.py"]
