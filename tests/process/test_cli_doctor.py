"""``engined doctor`` finds what is wrong and says how to mend it."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from engined.families import family_of
from engined.kernels.compilation import build
from engined.variants.catalogue import Catalogue
from engined_client.connection import Endpoints
from tests.patience import PATIENCE
from tests.process import commands


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment of its own, in which nothing is wrong."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ENGINED_")}
    for name, folder in (("CACHE", "cache"), ("STORE", "store/store.sqlite"), ("ENDPOINT", "run")):
        environment[f"ENGINED_{name}"] = str(tmp_path / folder)
    return environment


def doctor(environment: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    return commands.run(["doctor"], timeout=PATIENCE, env={**environment, **more})


def test_all_is_well(environment: dict[str, str], tmp_path: Path) -> None:
    run = doctor(environment)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.endswith("\nall is well\n")
    facts = dict(line.split(maxsplit=1) for line in run.stdout.splitlines()[:-2])
    assert facts["cpu"].endswith("path")
    assert facts["cache"] == f"{tmp_path / 'cache'} (not made yet)"
    assert {"engined", "python", "numba", "llvmlite", "pyzmq", "cores", "kernels", "store", "daemon"} <= set(facts)
    assert not (tmp_path / "cache").exists(), "a look changes nothing"


def test_the_portable_path_is_named(environment: dict[str, str]) -> None:
    run = doctor(environment, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert "generic (NUMBA_CPU_NAME): kernels take the portable path" in run.stdout


def test_a_cache_that_others_may_write_to(environment: dict[str, str], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o777)
    run = doctor(environment)
    assert run.returncode == 1
    assert f"wrong: cache: others may write to {cache}" in run.stdout
    assert f"chmod 700 {cache}" in run.stdout


def test_machine_code_that_others_may_have_written(environment: dict[str, str], tmp_path: Path) -> None:
    code = tmp_path / "cache" / "kernels" / ("moves-" + "0" * 32) / build.MACHINE_CODE
    code.parent.mkdir(parents=True)
    (tmp_path / "cache").chmod(0o700)
    code.touch()
    code.chmod(0o666)
    run = doctor(environment)
    assert run.returncode == 1
    assert f"wrong: kernels: {code}: others may write to it\n       rm {code}" in run.stdout


def test_a_store_that_is_none(environment: dict[str, str], tmp_path: Path) -> None:
    store = tmp_path / "store" / "store.sqlite"
    store.parent.mkdir()
    store.write_bytes(b"this is no database, " * 100)
    run = doctor(environment)
    assert run.returncode == 1
    assert f"wrong: store: {store}: file is not a database" in run.stdout


def test_sockets_without_a_daemon(environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    for name in Endpoints._fields:
        with socket.socket(socket.AF_UNIX) as left_behind:
            left_behind.bind(str(folder / name))
    run = doctor(environment)
    assert run.returncode == 1
    assert "nobody answers" in run.stdout


def test_settings_that_cannot_be(environment: dict[str, str]) -> None:
    run = doctor(environment, ENGINED_THREADS="none at all")
    assert run.returncode == 1
    assert "wrong: settings: ENGINED_THREADS: " in run.stdout


def test_a_compiler_that_is_switched_off(environment: dict[str, str]) -> None:
    run = doctor(environment, NUMBA_DISABLE_JIT="1")
    assert run.returncode == 1
    assert "unset NUMBA_DISABLE_JIT" in run.stdout


def test_what_is_compiled_is_warm_whatever_its_family(environment: dict[str, str], tmp_path: Path) -> None:
    catalogue = Catalogue()
    compiled = {"hasami-one": False, "nip": True, "rolit-2": False, "rolit-3": False}
    for name, trained in compiled.items():
        variant = catalogue.get(name)
        folder = build.folder_of(variant, family_of(variant).search_part, tmp_path / "cache", trained=trained)
        folder.mkdir(parents=True)
        (folder / build.MACHINE_CODE).touch()
    (tmp_path / "cache").chmod(0o700)
    warm = next(line for line in doctor(environment).stdout.splitlines() if line.startswith("warm"))
    assert set(compiled) <= set(warm.removeprefix("warm").strip().split(", "))
