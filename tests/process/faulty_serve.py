"""A daemon as it is, but for a fault in its engine: ``python -m tests.process.faulty_serve SETTINGS-AS-JSON``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from engined.config import Config, read_config
from engined.daemon import run
from engined.daemon.log.log import Log
from engined.daemon.work.engine_port import EngineLike, separate_engine
from engined.variants.model import Variant


def make(config: Config, on_state: Callable[[Variant, str], None], log: Log) -> EngineLike:
    return separate_engine(config, on_state, log, "tests.engine_process.faulty")


if __name__ == "__main__":
    sys.exit(run(read_config(json.loads(sys.argv[1]), environ={}), make))
