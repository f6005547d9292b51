"""The bytes that the engine's messages have between a daemon and the process of its engine.

Messages are of a known form, so that a process gone wrong can have nothing done here, and they are quick to read.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from engined.engine.messages import CompileState, GoOnWithJob, HoldJob, JobFinal, JobInfo, Prepare, StartJob, StopJob
from engined.engine.tasks import End, PerftCount, Task
from engined.results import Snapshot


class Ready(Struct, frozen=True, tag=True, array_like=True):
    """The process is there."""


Order = StartJob[Task] | StopJob | HoldJob | GoOnWithJob | Prepare
News = Ready | JobInfo[Snapshot | PerftCount] | JobFinal[End] | CompileState

pack = msgspec.msgpack.Encoder().encode
"""The bytes of an order or of news."""
read_order = msgspec.msgpack.Decoder[Order](Order).decode
"""The order in bytes. Raises msgspec.DecodeError for what is none."""
read_news = msgspec.msgpack.Decoder[News](News).decode
"""The news in bytes. Raises msgspec.DecodeError for what is none."""
