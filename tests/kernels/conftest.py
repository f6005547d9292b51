"""One compile cache for all tests of a run."""

from pathlib import Path

import pytest

from engined.kernels.compilation.build import default_cache


@pytest.fixture(scope="session")
def cache() -> Path:
    """Where what one test has had compiled is found by all others, those of other processes too."""
    return default_cache()
