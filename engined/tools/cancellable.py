"""An event loop whose work Ctrl-C and SIGTERM cancel, so that it can close what it has open."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from types import FrameType


def run(work: Coroutine[object, object, None]) -> None:
    """Run a coroutine to its end in an event loop of its own; the first signal cancels it, and later ones do nothing.

    A handler that raises KeyboardInterrupt does so wherever the loop happens to be, and then subprocesses and their
    pipes are left to the garbage collector, which finds the loop closed. asyncio sets a handler that cancels where
    Python's own was set, and ours is not (see :mod:`engined_client.terminal.ctrl_c`).

    Raises KeyboardInterrupt after Ctrl-C, CancelledError after SIGTERM.
    """
    before = signal.getsignal(signal.SIGINT)
    pressed = False

    async def cancellable() -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None

        def cancel() -> None:
            if not task.cancelling():
                task.cancel()

        def press(number: int, frame: FrameType | None) -> None:
            nonlocal pressed
            assert callable(before)
            try:
                before(number, frame)
            except KeyboardInterrupt:
                pressed = True
                if not loop.is_closed():
                    loop.call_soon_threadsafe(cancel)

        loop.add_signal_handler(signal.SIGTERM, cancel)
        if callable(before):  # not where whoever started us has SIGINT ignored
            signal.signal(signal.SIGINT, press)
        await work

    try:
        asyncio.run(cancellable())
    except asyncio.CancelledError:
        if not pressed:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
