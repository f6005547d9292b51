"""From a declaration to loaded kernels: generate a module, compile it once, load it ever after.

Compiled code is kept in one folder for each part and each declaration, or rather what kernels need of it (the
handicap games are one), named by a digest of everything it depends on: that, the texts and the kernel
generator, the versions of what compiles them, and the CPU. The cache is made of pickles, so a folder that
others can write to would let them run code: it is made for its owner alone, and refused when it is not.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba

from engined.patterns import shapes
from engined.variants.model import Variant

from . import cpu, texts
from .binding import names
from .layout import Layout, layout_of

KEPT_SECONDS = 30 * 24 * 3600
"""Folders unused for so long are removed when a new one is made."""

_FOLDER = re.compile(r"[a-z]+-[0-9a-f]{32}")
_locks: dict[Path, threading.Lock] = {}
_loaded: dict[Path, ModuleType] = {}
_registry = threading.Lock()


class UnsafeCache(Exception):
    """A cache folder that somebody else owns or may write to."""


@dataclass(frozen=True)
class Kernels:
    """One loaded part of a variant: its kernels are attributes; boards go in and out as ``layout`` says."""

    variant: Variant
    part: str
    layout: Layout
    module: ModuleType

    def __getattr__(self, name: str) -> Any:
        return getattr(self.module, name)


def default_cache() -> Path:
    """The user's cache folder: ``ENGINED_CACHE``, or engined in ``XDG_CACHE_HOME`` or in ``~/.cache``."""
    if chosen := os.environ.get("ENGINED_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "engined"


def load(
    variant: Variant, part: str, cache: Path | None = None, *, trained: bool = False, hand_made: bool = True
) -> Kernels:
    """The kernels of one part (see :data:`texts.PARTS`), compiled first if need be.

    With ``trained`` they evaluate by weights, whose address must be in every context that they get. Without
    ``hand_made`` nothing in them is made by hand for one board.

    Thread-safe; a part is compiled once even if several threads or processes ask at a time. Raises ValueError
    for a variant without kernels, :class:`UnsafeCache`, and whatever the compiler raises.
    """
    layout = layout_of(variant, hand_made=hand_made)
    folder = folder_of(variant, part, cache, trained=trained, hand_made=hand_made)
    with _registry:
        lock = _locks.setdefault(folder, threading.Lock())
    with lock:
        if folder not in _loaded:
            _make_private(folder)
            with _alone(folder):
                _loaded[folder] = _load(layout, part, folder, trained=trained)
        return Kernels(variant, part, layout, _loaded[folder])


def is_warm(variant: Variant, part: str, cache: Path | None = None, *, trained: bool = False) -> bool:
    """Whether :func:`load` will find compiled code."""
    return (folder_of(variant, part, cache, trained=trained) / "compiled").exists()


def folder_of(
    variant: Variant, part: str, cache: Path | None = None, *, trained: bool = False, hand_made: bool = True
) -> Path:
    """The folder that holds, or will hold, the compiled code of one part of a variant."""
    target = cpu.target()
    written = [(source.name, source.text) for source in texts.sources(part)]
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, platform.machine())
    compiled_for = (target.name, sorted(target.features))
    essence = layout_of(variant, hand_made=hand_made).essence
    everything = (essence, part, trained, written, _generator, versions, compiled_for)
    digest = hashlib.sha256(repr(everything).encode()).hexdigest()[:32]
    return (cache or default_cache()) / "kernels" / f"{part}-{digest}"


def _written(folder: Path) -> list[tuple[str, str]]:
    """The Python files of a folder: names and texts."""
    return [(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))]


_generator = [*_written(Path(__file__).parent), ("shapes", Path(shapes.__file__).read_text(encoding="utf-8"))]
"""What generates kernels, as this process has imported it."""


def _load(layout: Layout, part: str, folder: Path, *, trained: bool) -> ModuleType:
    """Execute the module, generated anew unless what is cached is whole; marks the folder as compiled."""
    path, mark = folder / "kernels.py", folder / "compiled"
    warm = mark.exists() and mark.read_text() == _checksum(folder)
    if not warm:
        mark.unlink(missing_ok=True)
        shutil.rmtree(folder / "__pycache__", ignore_errors=True)
        _write(path, texts.generate(part))
        _prune(folder.parent)
    module = ModuleType(f"engined_kernels_{folder.name.replace('-', '_')}")
    module.__file__ = str(path)
    module.__dict__.update(names(layout, cpu.target(), trained=trained))
    # numba looks modules up by name when it loads what it has cached of a recursive function.
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_text(encoding="utf-8"), path, "exec"), module.__dict__)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    if warm:
        mark.touch()
    else:
        _write(mark, _checksum(folder))
    return module


def _checksum(folder: Path) -> str:
    """Hex digest of what numba has cached: files torn by a crash are compiled again, never unpickled."""
    digest = hashlib.sha256()
    for file in sorted((folder / "__pycache__").glob("*")):
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _write(path: Path, text: str) -> None:
    """Write a file in one step."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.replace(file.name, path)


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
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _prune(kernels: Path) -> None:
    """Remove folders that nothing has been loaded from for a long time."""
    for folder in kernels.iterdir():
        mark = folder / "compiled"
        if not _FOLDER.fullmatch(folder.name) or not mark.exists():
            continue
        if time.time() - mark.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
