"""Files of what was learned: how their kinds are told apart, and how they are written, read and found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engined.variants.model import Variant

SUFFIX = ".weights"
SHIPPED = Path(__file__).parent / "data"


class WeightsError(ValueError):
    """A file that holds no weights, or those of another board; says which file and why."""


class WeightFileKind(NamedTuple):
    """What a file says first: what it holds, and in which form."""

    magic: str
    version: int


def write(path: Path, kind: WeightFileKind, content: dict[str, Any]) -> None:
    """Write a file in one step."""
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.msgpack.encode({"what": kind.magic, "version": kind.version, **content}))
    part.replace(path)


def content_of(path: Path, kind: WeightFileKind) -> dict[str, Any]:
    """What a file holds, unchecked but for its kind. Raises :class:`WeightsError`, and OSError where it cannot be
    read.
    """
    content = _decoded(path)
    if content.get("what") != kind.magic:
        raise WeightsError(f"{path}: no {kind.magic.removeprefix('engined ')} of engined")
    if content.get("version") != kind.version:
        raise WeightsError(f"{path}: version {content.get('version')}; this engined reads version {kind.version}")
    return content


def offered(variant: Variant, folder: Path | None, kind: WeightFileKind) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The files of a kind and what they hold: those in the folder before those that are shipped, in each first that of
    the variant's name, for most often it is the one and no other needs to be read.

    A damaged file says no more what it is for. Raises :class:`WeightsError` where it bears the variant's name; others
    are nobody's business here.
    """
    for place in (SHIPPED,) if folder is None else (folder, SHIPPED):
        for path in sorted(place.glob(f"*{SUFFIX}"), key=lambda path: (path.stem != variant.name, path.name)):
            try:
                content = content_of(path, kind)
            except WeightsError:
                if path.stem == variant.name:
                    raise
                continue
            yield path, content


def of_the_board_most_like(variant: Variant, files: Iterator[tuple[Path, dict[str, Any]]]) -> Path | None:
    """The file, of those that serve boards of any size, that was made on a board with the number of cells most like the
    variant's, the first of several; None where there are none.
    """
    cells = len(variant.board.cells)
    unlike = [(abs(int(content.get("cells", 0)) - cells), path) for path, content in files]
    return min(unlike, key=lambda found: found[0])[1] if unlike else None


def described(path: Path) -> str:
    """What the weights in a file are for, in a few words: those of evaluations, and others that are learned. Raises
    :class:`WeightsError`.
    """
    content = _decoded(path)
    origin = content.get("origin")
    if not isinstance(origin, dict) or not str(content.get("what")).startswith("engined "):
        raise WeightsError(f"{path}: no weights of engined")
    return f"{origin.get('variant', 'unnamed')}, trained in {origin.get('seconds', 0)} s"


def _decoded(path: Path) -> dict[str, Any]:
    try:
        content = msgspec.msgpack.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise WeightsError(f"{path}: damaged: {error}") from error
    if not isinstance(content, dict):
        raise WeightsError(f"{path}: no weights of engined")
    return content
