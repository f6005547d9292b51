"""Starting the daemon: what its settings mean, the sockets bound, signals; and what is wrong with any of these."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from engined.config import Config, ConfigError, default_log
from engined.files import FileError, read_text
from engined.rules.registry import CaptureUnavailable, capture_of
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant

from .log.journal import Journal
from .log.log import Log
from .loop import Daemon
from .work.engine_port import MakeEngine, make_engine
from .work.warming import start_warming, variants_to_warm

if TYPE_CHECKING:
    from .sockets.endpoint import Endpoint
    from .sockets.sockets import Sockets

SWITCH_INTERVAL = 0.0005
"""Seconds that a thread at work in Python, as one that learns games, may keep others waiting: the loop has to answer,
and waits so long several times in an answer."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)
"""The signals that tell a daemon to end."""


def run(config: Config, make: MakeEngine = make_engine) -> int:
    """Run a daemon until it is told to end; the exit code comes back. What is wrong goes to stderr."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    code = _run(config, make)
    if code != 0:  # it has not served, and signals are somebody else's again; after that the process ends, undisturbed
        for number, handler in before.items():
            signal.signal(number, handler)
    return code


def _run(config: Config, make: MakeEngine) -> int:
    others, began = set(threading.enumerate()), time.monotonic()
    log = Log(log_path(config), config.log_level)
    journal = Journal(log, time.monotonic, config.log_requests)
    early: list[int] = []
    try:
        catalogue, variant = load_variants(config, log)
        to_warm = variants_to_warm(config, catalogue)
        _on_signals(early.append)  # whoever sees the sockets may tell it to end before it serves
        sockets = _bind(config, journal) if config.sockets else None
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr, flush=True)
        return 2
    try:
        daemon = Daemon(config, catalogue, variant, sockets, log, journal, make)
        _on_signals(lambda _: daemon.shut_down())
        if early:
            daemon.shut_down()
        # Handlers run between instructions of Python: a signal just before the loop waits must end its wait.
        signal.set_wakeup_fd(daemon.waker, warn_on_full_buffer=False)
        sys.setswitchinterval(SWITCH_INTERVAL)
        start_warming(to_warm, config, log)
        if sockets is not None:
            _say_ready(config, sockets.endpoint)
        daemon.run()
        log.info("ended", seconds=round(time.monotonic() - began, 1))
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr, flush=True)
        return 2
    finally:
        signal.set_wakeup_fd(-1)
        if sockets is not None:
            sockets.close()
        log.close()
    if set(threading.enumerate()) - others:
        # A search or a compilation that did not end in time would fight the interpreter's own end.
        os._exit(0)
    return 0


def _on_signals(told: Callable[[int], object]) -> None:
    """Have what tells the daemon to end go to ``told``, with the signal's number."""
    for number in SIGNALS:
        signal.signal(number, lambda number, _: told(number))


def log_path(config: Config) -> Path | None:
    """Where the log goes; None is standard error."""
    if config.log is not None:
        return None if str(config.log) == "-" else config.log
    if config.text == "none" and sys.stderr is not None and sys.stderr.isatty():
        return None
    return default_log()


def _say_ready(config: Config, endpoint: Endpoint) -> None:
    """Tell whoever started it that requests are taken now, and where the log is; where the log goes to standard error,
    it says so itself, and whoever starts a daemon of their own sees it come.
    """
    path = log_path(config)
    if path is None or config.private or config.text != "none" or sys.stderr is None:
        return
    with suppress(OSError):  # nobody reads it: the log says the same
        print(f"engined: serving at {endpoint.folder or endpoint.work}; the log is {path}", file=sys.stderr, flush=True)


def load_variants(config: Config, log: Log) -> tuple[Catalogue, Variant]:
    """All variants, the user's included, and the one to begin with. Raises ConfigError."""
    catalogue = Catalogue()
    for folder in config.variants:
        if not folder.is_dir():
            raise ConfigError(f"variants {folder}: no such folder")
        for error in catalogue.load_folder(folder):
            log.warning("declaration", trouble=str(error))
    try:
        if not config.variant.endswith(".toml"):
            variant = catalogue.get(config.variant)
        else:
            path = Path(config.variant)
            variant = catalogue.declare(read_text(path), str(path))
        capture_of(variant)
    except (UnknownVariant, CaptureUnavailable) as error:
        raise ConfigError(f"variant: {error}") from None
    except (DeclarationError, FileError) as error:
        raise ConfigError(str(error)) from None
    return catalogue, variant


def _bind(config: Config, journal: Journal) -> Sockets:
    """The sockets. ZeroMQ is imported for them alone: a GUI's first answer does not wait for it."""
    from .sockets.sockets import Sockets

    return Sockets(config, journal)
