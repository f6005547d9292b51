"""``engined doctor``: what it runs on, what it found, what is wrong and how to mend it."""

from __future__ import annotations

import contextlib
import os
import platform
import stat
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from engined import __version__
from engined.config import Config, ConfigError, read_config
from engined.daemon.sockets.endpoint import read_endpoint
from engined_protocol.place import WORK

SUMMARY = "what CPU path, what cache, what store, what daemon; what is wrong and how to mend it"
EXAMPLES = (("engined doctor", "what there is, and how to mend what is not"),)

LIBRARIES = ("numba", "llvmlite", "numpy", "pyzmq", "msgspec", "msgpack", "structlog", "tqdm")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report. With a ``fault`` something is wrong; ``remedy`` says what to do about it."""

    subject: str
    text: str
    fault: str = ""
    remedy: str = ""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("--config", metavar="FILE", type=Path, help="the settings to examine")


def run(arguments: Namespace) -> int:
    """Print the findings, then the faults. 0: all is well; 1: something is wrong."""
    findings = [*_program(), *_libraries()]
    try:
        config = read_config({}, file=arguments.config)
    except ConfigError as error:
        findings.append(Finding("settings", "cannot be used", str(error), "mend the setting that is named"))
        config = Config()
    examinations: tuple[Callable[[Config], Iterator[Finding]], ...] = (_cpu, _cache, _weights, _store, _daemon)
    for examine in examinations:
        findings += examine(config)
    for finding in findings:
        print(f"{finding.subject:<10} {finding.text}")
    faults = [finding for finding in findings if finding.fault]
    print()
    for finding in faults:
        print(f"wrong: {finding.subject}: {finding.fault}")
        print(f"       {finding.remedy}")
    if not faults:
        print("all is well")
    return 1 if faults else 0


def _program() -> Iterator[Finding]:
    yield Finding("engined", f"{__version__} in {Path(__file__).parent}")
    bits = "" if sys.maxsize > 2**32 else ", 32 bits"
    yield Finding("python", f"{platform.python_version()} ({platform.python_implementation()}{bits}) {sys.executable}")
    yield Finding("system", f"{platform.platform()} {platform.machine()}")


def _libraries() -> Iterator[Finding]:
    for name in LIBRARIES:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, "missing", "not installed", f"pip install {name}")
        else:
            yield Finding(name, version + (f" (libzmq {_libzmq()})" if name == "pyzmq" else ""))


def _libzmq() -> str:
    import zmq

    return zmq.zmq_version()


def _cpu(config: Config) -> Iterator[Finding]:
    """The code path that numba will compile for, and settings of numba that spoil it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        yield Finding("jit", "off", "NUMBA_DISABLE_JIT is set: nothing is compiled", "unset NUMBA_DISABLE_JIT")
        return
    try:
        from engined.kernels.cpu import target

        cpu = target()
    except (ImportError, OSError) as error:
        yield Finding("cpu", "unknown", f"numba cannot be loaded: {error}", "pip install --force-reinstall numba")
        return
    forced = " (NUMBA_CPU_NAME)" if os.environ.get("NUMBA_CPU_NAME") else ""
    yield Finding("cpu", f"{cpu.name}{forced}: kernels take the {cpu.path} path")
    yield Finding("cores", f"{os.cpu_count()}, of which {config.threads} search")


def _cache(config: Config) -> Iterator[Finding]:
    """The folder of compiled kernels: whose it is, who may write to it, what is in it."""
    yield from _folder("cache", config.cache, make=True)
    from engined.kernels.compilation.build import MACHINE_CODE
    from engined.kernels.compilation.machine_code import distrust

    kernels = config.cache / "kernels"
    if not kernels.is_dir():
        yield Finding("kernels", "none compiled yet: the first search of each variant waits for the compiler")
        return
    compiled = [path for folder in kernels.iterdir() if os.path.lexists(path := folder / MACHINE_CODE)]
    size = sum(file.stat().st_size for file in kernels.rglob("*") if file.is_file())
    yield Finding("kernels", f"{len(compiled)} parts of variants compiled, {size / 2**20:.1f} MiB")
    for path in compiled:
        if why := distrust(path):
            yield Finding("kernels", f"{path}: not loaded", f"{path}: {why}", f"rm {path}; it is compiled again")
    yield Finding("warm", ", ".join(_warm(config)) or "none of the shipped variants, for this CPU and version")


def _warm(config: Config) -> Iterator[str]:
    """Names of the shipped variants whose search starts at once."""
    from engined.engine.loading import search_kernels
    from engined.families import find_family
    from engined.patterns.weight_files import WeightsError
    from engined.variants.catalogue import Catalogue

    catalogue = Catalogue()
    for variant in map(catalogue.get, catalogue.names()):
        if find_family(variant) is None:
            continue
        with contextlib.suppress(WeightsError):  # what is said of weights tells of it
            if search_kernels(variant, config.weights).is_cached(config.cache):
                yield variant.name


def _weights(config: Config) -> Iterator[Finding]:
    """The files of trained weights, and whether they can be read."""
    from engined.patterns.weight_files import SHIPPED, SUFFIX, WeightsError, described

    for path in sorted((*config.weights.glob(f"*{SUFFIX}"), *SHIPPED.glob(f"*{SUFFIX}"))):
        try:
            yield Finding("weights", f"{path}: {described(path)}")
        except (WeightsError, OSError) as error:
            yield Finding("weights", str(path), str(error), "remove the file, or train again")


def _store(config: Config) -> Iterator[Finding]:
    """The file with exact results and games."""
    path = config.store
    if path is None:
        yield Finding("store", "none, by the settings: nothing is kept")
        return
    yield from _folder("store", path.parent, make=False)
    if not path.exists():
        yield Finding("store", f"{path}: not there yet")
        return
    from engined.daemon.store import whole_file
    from engined.daemon.store.store import StoreError

    try:
        faults = whole_file.check(path)
        counts = whole_file.told(whole_file.counts(path))
    except whole_file.OtherVersion as error:
        yield Finding("store", str(error))
        return
    except StoreError as error:
        faults, counts = [str(error).removeprefix(f"{path}: ")], ""
    for fault in faults:
        remedy = "the next daemon keeps it aside, and goes on with all that can be read"
        yield Finding("store", str(path), f"{path}: {fault}", remedy)
    if not faults:
        yield Finding("store", f"{path}: {path.stat().st_size / 2**20:.1f} MiB, {counts}")


def _daemon(config: Config) -> Iterator[Finding]:
    """Whether somebody answers where this user's daemon would be."""
    try:
        endpoint = read_endpoint(config.endpoint, remote=True)
    except ConfigError as error:
        yield Finding("daemon", "cannot be", str(error), "mend the endpoint")
        return
    place = str(endpoint.folder or endpoint.work)
    answer = _ask(endpoint.control)
    left = endpoint.folder is not None and (endpoint.folder / WORK).is_socket()
    if answer is not None:
        yield Finding("daemon", f"{answer} at {place}")
    elif left:
        remedy = "if its process lives, end it; the next `engined serve` clears the sockets away"
        yield Finding("daemon", f"silent at {place}", "there are sockets, but nobody answers", remedy)
    else:
        yield Finding("daemon", f"none at {place}; commands start private ones")


def _ask(address: str) -> str | None:
    """What the daemon at an address says of itself; None when there is no answer."""
    import zmq

    from engined_protocol import frames
    from engined_protocol.messages import AskStatus, Status

    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.set(zmq.LINGER, 0)
        socket.connect(address)
        socket.send_multipart(frames.wrap(AskStatus(id="doctor")))
        if not socket.poll(1000):
            return None
        status = frames.decode_reply(socket.recv_multipart()[-1])
    if not isinstance(status, Status):
        return None
    other = "" if status.version == __version__ else f" (this is {__version__}: restart it)"
    return f"engined {status.version}{other}, up {status.uptime:.0f} s, {len(status.jobs)} jobs"


def _folder(subject: str, folder: Path, *, make: bool) -> Iterator[Finding]:
    """A folder that must be the user's own, and closed to others."""
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    state = nearest.stat()
    here = folder == nearest
    if not os.access(nearest, os.W_OK | os.X_OK) or not nearest.is_dir():
        fault = f"{folder} cannot be {'written to' if here else 'made'}"
        yield Finding(subject, str(folder), fault, "choose another with a setting, or mend its permissions")
    elif here and make and state.st_uid != os.getuid():
        yield Finding(subject, str(folder), f"{folder} belongs to another user", "choose another, or remove it")
    elif here and make and state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        fault = f"others may write to {folder}, and so run code as you"
        yield Finding(subject, str(folder), fault, f"chmod 700 {folder}")
    elif make:
        yield Finding(subject, str(folder) + ("" if here else " (not made yet)"))
