"""One compile cache for all kernel tests of a run, and the counts that rules are held to."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "rules"))


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty cache folder."""
    return tmp_path_factory.mktemp("kernels")
