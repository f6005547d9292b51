"""What every test may rely on: nothing of the user's own is read or written, but compiled kernels."""

from __future__ import annotations

import os
import signal
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

FOLDERS = ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")


def pytest_configure(config: pytest.Config) -> None:
    """Examples are the same every time, unless a random search is asked for."""
    settings.load_profile(RANDOM_SEARCH if RANDOM_SEARCH in config.option.markexpr else "same")


def pytest_itemcollected(item: pytest.Item) -> None:
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        item.add_marker(RANDOM_SEARCH)


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
        yield Path(folder)
