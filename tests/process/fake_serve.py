"""A daemon as it is, but for an engine without search: ``python fake_serve.py SETTINGS-AS-JSON``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "service"))

from fake_engine import make_fake_engine

from engined.config import read_config
from engined.daemon import run

if __name__ == "__main__":
    sys.exit(run(read_config(json.loads(sys.argv[1]), environ={}), make_fake_engine))
