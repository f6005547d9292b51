"""What is installed: the root has everything, clients/ and protocol/ what a program of their own needs."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PARTS = {"protocol": {"engined_protocol"}, "clients": {"engined_client", "engined_protocol"}}


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def build(folder: Path, target: str, into: Path) -> Path:
    """Build a distribution; its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
    (made,) = into.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def packages_in(wheel: Path) -> set[str]:
    return {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_says_what_the_whole_says(part: str) -> None:
    whole, own = project(ROOT), project(ROOT / part)
    assert {key: own[key] for key in ("version", "license", "requires-python")} == {
        key: whole[key] for key in ("version", "license", "requires-python")
    }
    assert set(own["dependencies"]) < set(whole["dependencies"])


@pytest.mark.parametrize("part", PARTS)
def test_a_wheel_is_the_same_from_the_tree_and_from_its_source_distribution(part: str, tmp_path: Path) -> None:
    wheel = build(ROOT / part, "wheel", tmp_path / "wheel")
    assert packages_in(wheel) == PARTS[part]
    with tarfile.open(build(ROOT / part, "sdist", tmp_path / "source")) as source:
        source.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = build(unpacked, "wheel", tmp_path / "again")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


def test_the_client_works_with_what_its_wheel_asks_for(tmp_path: Path) -> None:
    wheel = build(ROOT / "clients", "wheel", tmp_path)
    code = "import sys, engined_client as c; print(c.__file__, *sorted({*sys.modules} & {'numba', 'numpy', 'engined'}))"
    out = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(wheel)!r}); {code}"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert out.stdout.split() == [f"{wheel}/engined_client/__init__.py"]
