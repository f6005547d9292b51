"""What every test may rely on: nothing of the user's own is read or written, but compiled kernels."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

RANDOM_SEARCH = "random_search"
"""The marker of tests whose examples hypothesis makes, and the profile in which they are others every time."""
TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""Nothing fails because a machine is slow."""
settings.register_profile("same", TIMELESS, derandomize=True)
settings.register_profile(RANDOM_SEARCH, TIMELESS, derandomize=False)

# Started in the background by a shell, everything below would ignore Ctrl-C, and so could not be tested.
signal.signal(signal.SIGINT, signal.default_int_handler)

LONGEST_FIRST = ("test_style.py", "kernels", "search", "process", "browser", "tools", "engine", "families", "roots")
"""Tests that take long, and folders of such."""
FOLDERS = ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


def pytest_configure(config: pytest.Config) -> None:
    """Examples are the same every time, unless a random search is asked for; and no process compiles anew the modules
    that another has compiled.
    """
    settings.load_profile(RANDOM_SEARCH if RANDOM_SEARCH in config.option.markexpr else "same")
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") and config.cache is not None:
        # Nothing is to be written beside the modules; every process that a test starts would then compile them all.
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False


def pytest_itemcollected(item: pytest.Item) -> None:
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(RANDOM_SEARCH)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is begun first: at the end nobody waits for one long file of another process."""
    places = {folder: place for place, folder in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.relative_to(Path(__file__).parent).parts[0], len(places)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("slow"):
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session", autouse=True)
def own_folders() -> Iterator[Path]:
    """Folders of this run's own for sockets, stores, logs and settings; compiled kernels are shared."""
    with (
        tempfile.TemporaryDirectory(prefix="engined-") as folder,  # a short path: sockets live in it
        pytest.MonkeyPatch.context() as patch,
    ):
        for name in FOLDERS:
            patch.setenv(name, f"{folder}/{name}")
            Path(folder, name).mkdir(mode=0o700)
        for name in [name for name in os.environ if name.startswith("ENGINED_") and name != "ENGINED_CACHE"]:
            patch.delenv(name)
        patch.setenv("ENGINED_BOOK", "own")  # daemons begin with an empty book, unless a test asks for more
        yield Path(folder)
