"""A daemon as it is, but for an engine without search: ``python -m tests.process.fake_serve SETTINGS-AS-JSON``."""

from __future__ import annotations

import json
import sys

from engined.config import read_config
from engined.daemon import run
from tests.service.fake_engine import make_fake_engine

if __name__ == "__main__":
    sys.exit(run(read_config(json.loads(sys.argv[1]), environ={}), make_fake_engine))
