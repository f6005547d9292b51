"""What every test may rely on: nothing of the user's own is read or written, but compiled kernels."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import HealthCheck, settings

from engined.config import cores
from engined.kernels.compilation import process
from tests import forked_compiler

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
LONGEST = 480.0
"""Seconds that the set-up of a test may take, the test itself, or what it cleans up. What waits for what never comes
fails where it waits; what cannot be interrupted ends the run, later (``faulthandler_timeout``)."""
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


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores, as some of them wait for daemons and browsers."""
    return cores() + 1


def pytest_itemcollected(item: pytest.Item) -> None:
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(RANDOM_SEARCH)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is begun first: at the end nobody waits for one long file of another process."""
    places = {folder: place for place, folder in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.relative_to(Path(__file__).parent).parts[0], len(places)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    if item.get_closest_marker("slow"):
        faulthandler.cancel_dump_traceback_later()
    with bounded(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    with bounded(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    with bounded(item):
        result = yield
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        pytest.fail("it leaves Ctrl-C to a handler of its own, and later tests would wait for it in vain")
    return result


@contextmanager
def bounded(item: pytest.Item) -> Iterator[None]:
    """Fail a test in which this takes too long; ``slow`` ones may take as long as they like."""

    def fail(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(f"it took more than {LONGEST:g} s")

    if item.get_closest_marker("slow"):
        yield
        return
    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
        patch.setenv("TZ", f"MORNING{datetime.now(UTC).hour - 6:+}")  # of which no run comes to the end
        time.tzset()
        patch.setenv("ENGINED_BOOK", "own")  # daemons begin with an empty book, unless a test asks for more
        yield Path(folder)


@pytest.fixture(scope="session", autouse=True)
def warm_compilers() -> Iterator[None]:
    """What this process has compiled, warm compilers make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "start", forked_compiler.starting(process.start))
        yield
