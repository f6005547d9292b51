"""One compile cache for all kernel tests of a run."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty cache folder."""
    return tmp_path_factory.mktemp("kernels")
