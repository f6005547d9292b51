"""The engine's process: orders in, news out, until the process that started it closes the channel or is gone."""

from __future__ import annotations

import faulthandler
import os
import socket
import sys
import time
from collections.abc import Callable

from engined.engine.engine import Engine, Running
from engined.engine.messages import CompileState, GoOnWithJob, HoldJob, JobFinal, JobInfo, Prepare, StartJob, StopJob
from engined.engine.tasks import End, EngineFailure, Task
from engined.variants.model import Variant
from engined_protocol.errors import Code

from . import messages
from .channel import Channel
from .process import EngineSettings

SWITCH_INTERVAL = 0.0005
"""Seconds that a search at work in Python may keep orders, and other searches, waiting."""

MakeEngine = Callable[[EngineSettings, Callable[[Variant, str], None]], Engine]


class Servant:
    """Does what it is ordered, by an engine."""

    def __init__(self, engine: Engine, tell: Callable[[messages.News], None]) -> None:
        self._engine = engine
        self._tell = tell
        self._running: dict[int, Running] = {}

    def obey(self, order: messages.Order) -> None:
        """Carry out an order; what it leads to is told from other threads."""
        match order:
            case StartJob():
                self._start(order)
            case Prepare():
                self._engine.prepare(order.variant)
            case StopJob() if order.job in self._running:
                self._running[order.job].stop(order.reason)
            case HoldJob() if order.job in self._running:
                self._running[order.job].hold()
            case GoOnWithJob() if order.job in self._running:
                self._running[order.job].go_on()

    def _start(self, order: StartJob[Task]) -> None:
        job, tell = order.job, self._tell
        self._forget_ended()

        def end(outcome: End) -> None:
            tell(JobFinal(job, outcome, time.monotonic()))

        try:
            self._running[job] = self._engine.start(order.task, lambda news: tell(JobInfo(job, news)), end)
        except Exception as error:  # noqa: BLE001 - the task must still have its end
            end(EngineFailure(Code.INTERNAL, f"{type(error).__name__}: {error}"))

    def _forget_ended(self) -> None:
        for job in [job for job, running in self._running.items() if running.join(0)]:
            del self._running[job]


def make_engine(settings: EngineSettings, on_state: Callable[[Variant, str], None]) -> Engine:
    """The engine proper."""
    return Engine(table_mib=settings.table_mib, cache=settings.cache, weights=settings.weights, on_state=on_state)


def main(make: MakeEngine = make_engine) -> None:
    """Serve. The arguments are the channel's descriptor, another one for last words, and the settings."""
    descriptor, last_words, settings = sys.argv[1:]
    faulthandler.enable(int(last_words))
    sys.setswitchinterval(SWITCH_INTERVAL)
    channel = Channel(socket.socket(fileno=int(descriptor)))

    def tell(news: messages.News) -> None:
        channel.send(messages.pack(news))

    wanted = EngineSettings.read(settings)
    os.nice(wanted.nice)
    engine = make(wanted, lambda variant, state: tell(CompileState(variant, state, time.monotonic())))
    servant = Servant(engine, tell)
    tell(messages.Ready())
    while (order := channel.receive()) is not None:
        servant.obey(messages.read_order(order))
    os._exit(0)  # searches under way have nobody to search for


if __name__ == "__main__":
    main()
