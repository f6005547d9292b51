"""From a declaration to loaded kernels: compile them once, load them ever after.

Compiled code is kept in one folder for each part and each declaration, or rather what the part's sources know of it
(the handicap games are one, and to what reads captures so are all ways to count a game of Go). It is named by a digest
of everything it depends on: that, the texts and the kernel generator, the versions of what compiles them, and the CPU.
A folder that others can write to would let them run code as its owner: it is made for its owner alone, and refused when
it is not. What they left there before is not loaded either, but compiled anew.

What is compiled is compiled in another process (:mod:`engined.kernels.compilation.process`), so numba is never imported
here, and there is one way to load. With ``ENGINED_INTERPRET`` set nothing is:
:mod:`engined.kernels.compilation.interpreted` stands in.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import os
import platform
import re
import shutil
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from engined.patterns import cell_pieces, network_layout, shapes
from engined.variants.model import Variant

from .. import cpu
from ..layouts.layout import Layout
from ..layouts.records import dump, structure
from . import kernel_sources, lowered
from .front_end import choice
from .kernel_sources import Part
from .machine_code import Damaged, Linked, distrust, read
from .process import CompileRequest, compile_in_process

if TYPE_CHECKING:
    from .interpreted import Interpreted

MACHINE_CODE = "machine-code"
"""Name of the file in a folder; it is touched when it is used."""
KEPT_SECONDS = 30 * 24 * 3600
"""Folders unused for so long are removed when a new one is made."""

_BOARDS = (shapes, cell_pieces, network_layout)
"""Modules that say what of a board kernels are made for."""
_FOLDER = re.compile(r"[a-z-]+-[0-9a-f]{32}")
_loaded: WeakValueDictionary[Path, Linked] = WeakValueDictionary()
"""Linked code that somebody is using, by its folder."""
_registry = threading.Lock()


class _Turn:
    """The turn of the threads that load what is in one folder."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


_turns: WeakValueDictionary[Path, _Turn] = WeakValueDictionary()
"""The turns that somebody has or waits for, by folder: clients may declare variants without end."""


class UnsafeCache(Exception):
    """A cache folder that somebody else owns or may write to."""


@dataclass(frozen=True)
class Kernels:
    """One loaded part of a variant: its kernels are attributes; boards go in and out as ``layout`` says."""

    variant: Variant
    part: Part
    layout: Layout
    linked: Linked | Interpreted

    def __getattr__(self, name: str) -> Any:
        return getattr(self.linked, name)

    def structure(self, record: str) -> type[ctypes.Structure]:
        """A record of these kernels for ctypes, for one that is made or written in Python."""
        return structure(self.RECORDS, record)

    def dump(self, record: str, address: int) -> str:
        """What a record of these kernels holds at an address, a line for each field: for debuggers."""
        return dump(self.RECORDS, record, address)


def default_cache() -> Path:
    """The user's cache folder: ``ENGINED_CACHE``, or engined in ``XDG_CACHE_HOME`` or in ``~/.cache``."""
    if chosen := os.environ.get("ENGINED_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "engined"


def load(
    variant: Variant, part: Part, cache: Path | None = None, *, trained: bool = False, hand_made: bool = True
) -> Kernels:
    """The kernels of one part of a variant, compiled first if need be.

    With ``trained`` they evaluate by weights, whose address must be in every context that they get. Without
    ``hand_made`` nothing in them is made by hand for one board.

    Thread-safe; a part is compiled once even if several threads or processes ask at a time. Raises ValueError
    for a variant without kernels, :class:`UnsafeCache`, and CompilerFailed.
    """
    layout = part.layout(variant, hand_made=hand_made)
    if os.environ.get("ENGINED_INTERPRET"):
        from .interpreted import Interpreted

        return Kernels(variant, part, layout, Interpreted(layout, part, trained=trained))
    folder = folder_of(variant, part, cache, trained=trained, hand_made=hand_made)
    with _registry:
        turn = _turns.setdefault(folder, _Turn())
    with turn.lock:
        linked = _loaded.get(folder)
        if linked is None:
            _make_private(folder)
            with _alone(folder):
                linked = _loaded[folder] = _load(layout, part, folder, trained=trained)
        return Kernels(variant, part, layout, linked)


def is_warm(variant: Variant, part: Part, cache: Path | None = None, *, trained: bool = False) -> bool:
    """Whether :func:`load` will find compiled code."""
    try:
        return not distrust(folder_of(variant, part, cache, trained=trained) / MACHINE_CODE)
    except OSError:
        return False


def folder_of(
    variant: Variant, part: Part, cache: Path | None = None, *, trained: bool = False, hand_made: bool = True
) -> Path:
    """The folder that holds, or will hold, the compiled code of one part of a variant."""
    sources = kernel_sources.sources(part)
    written = [(source.name, source.text) for source in sources]
    versions = (platform.python_version(), version("numba"), version("llvmlite"), platform.machine())
    essence = kernel_sources.essence(sources, part.layout(variant, hand_made=hand_made))
    everything = (essence, part.name, trained, written, GENERATOR, versions, choice(), cpu.fingerprint())
    digest = hashlib.sha256(repr(everything).encode()).hexdigest()[:32]
    return (cache or default_cache()) / "kernels" / f"{part.name}-{digest}"


def _written(folder: Path) -> list[tuple[str, str]]:
    """The Python files in a folder: their places in it, and texts."""
    return [(str(path.relative_to(folder)), path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.py"))]


GENERATOR = [
    *_written(Path(__file__).parents[1]),
    *((module.__name__, Path(str(module.__file__)).read_text(encoding="utf-8")) for module in _BOARDS),
]
"""The sources of the kernel generator, as this process has imported it."""


def _load(layout: Layout, part: Part, folder: Path, *, trained: bool) -> Linked:
    """Link what is cached, compiled anew where that is missing or damaged."""
    path = folder / MACHINE_CODE
    try:
        code = read(path)
        path.touch()
    except (FileNotFoundError, Damaged):
        compile_in_process(
            CompileRequest(kernel_sources.bare(part), layout, trained, path, _bitcode(layout, part, trained=trained))
        )
        code = read(path)
        _prune(folder.parent)
    return Linked(code)


def _bitcode(layout: Layout, part: Part, *, trained: bool) -> Path | None:
    """The file that is shipped for these kernels on this CPU, if there is one."""
    if choice() != "fast" or not cpu.is_as_seen():
        return None
    path = lowered.place(layout, part, cpu.target(), GENERATOR, trained=trained)
    return path if path.exists() else None


def _make_private(folder: Path) -> None:
    """Make a folder of the cache, for its owner alone. Raises :class:`UnsafeCache` if it is not."""
    for place in (folder.parent.parent, folder.parent, folder):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = place.stat()
        if state.st_uid != os.geteuid():
            raise UnsafeCache(f"{place} belongs to another user: remove it, or choose another cache folder")
        if state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise UnsafeCache(f"others may write to {place}, and so run code as you: chmod 700 it")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder; the second finds what the first has compiled."""
    path = folder / "lock"
    if os.path.lexists(path) and distrust(path):
        path.unlink()  # whoever left it there could keep us out
    lock = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _prune(kernels: Path) -> None:
    """Remove folders that nothing has been loaded from for a long time."""
    for folder in kernels.iterdir():
        if not _FOLDER.fullmatch(folder.name):
            continue
        with suppress(FileNotFoundError):  # nothing was loaded from it yet, or another removes it
            if time.time() - (folder / MACHINE_CODE).stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
