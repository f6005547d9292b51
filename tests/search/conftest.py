"""The plain searcher lives with the tests of the engine."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "engine"))
