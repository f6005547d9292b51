"""The write-ahead log of a store whose daemon was killed: a bit of it that went bad is put right.

SQLite takes what is in the log up to the first page whose checksum is not right, and drops all transactions after that
without a word. But the checksum is linear in the words of a page, so it mostly tells which bit it was. The format is
https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from operator import eq
from pathlib import Path
from typing import NamedTuple

from .pages import FRAME_HEADER, LOG_HEADER, PAGE

FRAME = FRAME_HEADER + PAGE
LITTLE, BIG = 0x377F0682, 0x377F0683
"""The words that a log begins with, by the order of the bytes of words that checksums are made of."""
FORMAT = 3007000
"""The format, which comes next; then come the bytes of a page."""
MOST_NEW = 4096
"""Pages by which a file may grow in a transaction, for all that is known here."""
CONNECTED = 128
"""The byte of the file of shared memory that all who have the store open hold locked."""
WORD = 0xFFFFFFFF


class _FrameHeader(NamedTuple):
    """What stands before a page."""

    number: int
    size: int
    """The size of the file in pages, at the end of a transaction; else 0."""


Sums = tuple[int, int]
"""A checksum: two words."""


def mend_log(path: Path) -> str:
    """Put the log of a store right, before anybody opens it: what was done, in words; empty where all was well, or
    somebody has the store open. The log as it was is kept. Raises OSError.
    """
    log = path.with_name(f"{path.name}-wal")
    if not log.exists() or log.stat().st_size <= LOG_HEADER or _is_open(path):
        return ""
    mended = put_right(log.read_bytes(), path.read_bytes())
    if mended is None:
        return ""
    number = 1
    while (aside := log.with_name(f"{log.name}.broken-{number}")).exists():
        number += 1
    made = log.with_name(f"{log.name}.mended")
    made.unlink(missing_ok=True)
    with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
        file.write(mended)
        file.flush()
        os.fsync(file.fileno())
    os.link(log, aside)
    os.replace(made, log)
    return f"{log} had bits that went bad, which its checksums tell: it is kept as {aside} and they are put right"


def put_right(content: bytes, file: bytes) -> bytes | None:
    """The log of a file with its bad bits put right; None if there are none, or they cannot be. Where the checksum
    leaves open which bit it was, the page is taken as it is: its rows have checksums of their own.
    """
    log = bytearray(content)
    header = _header_put_right(log) if len(log) >= LOG_HEADER + FRAME else None
    if header is None:
        return None
    order, chain, written = header
    pages = {at // PAGE + 1: file[at : at + PAGE] for at in range(0, len(file), PAGE)}
    salts = bytes(log[16:24])
    for at in range(LOG_HEADER, len(log) - FRAME + 1, FRAME):
        if _bits_apart(log[at + 8 : at + 16], salts) > 1:
            break  # of an earlier use of the file
        found, told = _sums_of_frame(order, log, at, chain), _told(log, at)
        if found == told or (_bits_apart(_packed(found), _packed(told)) == 1 and _goes_on(order, log, at, found)):
            chain = found
        elif _frame_put_right(log, at, order, (found, told), pages) or _goes_on(order, log, at, told, to_commit=True):
            chain = told
        else:
            break
        written = _sums_of_frame(order, log, at, written)
        log[at + 8 : at + FRAME_HEADER] = salts + _packed(written)
        pages[_place(log, at).number] = bytes(log[at + FRAME_HEADER : at + FRAME])
    return None if log == content else bytes(log)


def _goes_on(order: str, log: bytearray, at: int, chain: Sums, *, to_commit: bool = False) -> bool:
    """Whether the log goes on after a page, if that has this checksum: with the next page, or to the end of a
    transaction; what is left of one that was not committed does not.
    """
    for following in range(at + FRAME, len(log) - FRAME + 1, FRAME):
        found = _sums_of_frame(order, log, following, chain)
        if found != _told(log, following):
            return False
        if not to_commit or any(log[following + 4 : following + 8]):
            return True
        chain = found
    return not to_commit


def _header_put_right(log: bytearray) -> tuple[str, Sums, Sums] | None:
    """The order of bytes, the checksum that a log began with, and the one that its header has now; None if it is none.
    What else than its beginning was hit there, nothing hangs on.
    """
    for order, magic in (("<", LITTLE), (">", BIG)):
        begin = struct.pack(">III", magic, FORMAT, PAGE)
        if _bits_apart(log[:12], begin) <= 1:
            log[:12] = begin
            found, told = _sums(order, log[:24], (0, 0)), _told(log, 8)
            log[24:32] = _packed(found)
            for chain in (told, found):
                if _sums_of_frame(order, log, LOG_HEADER, chain) == _told(log, LOG_HEADER):
                    return order, chain, found
            return (order, found, found) if found == told else None
    return None


def _frame_put_right(log: bytearray, at: int, order: str, sums: tuple[Sums, Sums], pages: dict[int, bytes]) -> bool:
    """Put a page of the log, or what stands before it, right; whether one bit of it was wrong."""
    bits = _bits_at_fault(order, log[at : at + 8] + log[at + FRAME_HEADER : at + FRAME], *sums)
    before = [bit for bit in bits if bit < 64 and _fits_better(log, at, bit, pages)]
    within = [bit for bit in bits if bit >= 64]
    if before:
        log[at + before[0] // 8] ^= 1 << before[0] % 8
    elif len(within) == 1:
        log[at + within[0] // 8 + FRAME_HEADER - 8] ^= 1 << within[0] % 8
    return bool(before or (within and 0 < max(_place(log, at)) <= max(pages, default=0) + MOST_NEW))


def _fits_better(log: bytearray, at: int, bit: int, pages: dict[int, bytes]) -> bool:
    """Whether a page of the log belongs to another place, or ends a transaction or not, as that bit says."""
    other = log[at : at + 8]
    other[bit // 8] ^= 1 << bit % 8
    now, then = _place(log, at), _place(other, 0)
    fit_now, fit_then = ((_fits(place, pages), _is_in_order(log, at, place)) for place in (now, then))
    if fit_now != fit_then:
        return fit_then > fit_now
    page = log[at + FRAME_HEADER : at + FRAME]
    like_now, like_then = (sum(map(eq, page, pages.get(place.number, b""))) for place in (now, then))
    return bool(like_then > like_now)


def _is_in_order(log: bytearray, at: int, place: _FrameHeader) -> bool:
    """Whether the pages of a transaction are in the order of their numbers, as SQLite writes them."""
    before = _place(log, at - FRAME) if at > LOG_HEADER else _FrameHeader(0, 0)
    after = _place(log, at + FRAME) if at + 2 * FRAME <= len(log) and not place.size else None
    return (before.size > 0 or before.number < place.number) and (after is None or place.number < after.number)


def _fits(place: _FrameHeader, pages: dict[int, bytes]) -> bool:
    """Whether a page has such a number, and the file such a size with it, if no page is taken off."""
    size = max(place.number, *pages, 1)
    return 0 < place.number <= max(pages, default=0) + MOST_NEW and place.size in (0, size)


def _place(log: bytearray, at: int) -> _FrameHeader:
    return _FrameHeader(*struct.unpack_from(">II", log, at))


def _sums_of_frame(order: str, log: bytearray, at: int, chain: Sums) -> Sums:
    return _sums(order, log[at : at + 8] + log[at + FRAME_HEADER : at + FRAME], chain)


def _told(log: bytearray, at: int) -> Sums:
    first, second = struct.unpack_from(">II", log, at + 16)
    return first, second


def _packed(sums: Sums) -> bytes:
    return struct.pack(">II", *sums)


def _sums(order: str, content: bytes | bytearray, sums: Sums) -> Sums:
    """The checksum of what comes after something with that one."""
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = first + even + second & WORD
        second = second + odd + first & WORD
    return first, second


def _bits_at_fault(order: str, content: bytes | bytearray, found: Sums, told: Sums) -> list[int]:
    """The bits, from 0, each of which alone makes the checksum what it should be if it is changed."""
    missing = (told[0] - found[0] & WORD, told[1] - found[1] & WORD)
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    bits = []
    for index, weights in _weights(len(words)):
        for bit in range(32):
            change = -1 << bit if words[index] >> bit & 1 else 1 << bit
            if (weights[0] * change & WORD, weights[1] * change & WORD) == missing:
                byte = bit // 8 if order == "<" else 3 - bit // 8
                bits.append(8 * (4 * index + byte) + bit % 8)
    return bits


def _weights(count: int) -> Iterator[tuple[int, Sums]]:
    """The factors of each word in the two parts of a checksum, those of the last word first."""
    even, odd = (1, 1), (0, 1)
    for index in range(count - 2, -1, -2):
        yield index + 1, odd
        yield index, even
        even, odd = _moved(even), _moved(odd)


def _moved(weights: Sums) -> Sums:
    """What they are with two more words after."""
    return weights[0] + weights[1] & WORD, weights[0] + 2 * weights[1] & WORD


def _bits_apart(one: bytes | bytearray, other: bytes | bytearray) -> int:
    return (int.from_bytes(one, "big") ^ int.from_bytes(other, "big")).bit_count()


def _is_open(path: Path) -> bool:
    """Whether a process has the store open: it has read the log already."""
    try:
        handle = os.open(path.with_name(f"{path.name}-shm"), os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, CONNECTED)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
