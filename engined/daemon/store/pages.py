"""The rows in a store's file, read page by page without SQLite: what is left of one whose structure is broken.

The format of the file is https://www.sqlite.org/fileformat2.html. All tables of ours have numbers for their rows, so
each row is a cell of a leaf page of a table, and its checksum says for certain that it is one. Where such a page is in
order, its own list says where its cells are; on any other page every byte is tried. Deleted rows are overwritten with
zeros (``PRAGMA secure_delete``): what is found is what was there.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

from .tables import TABLES, CheckedTable, Row

PAGE = 4096
"""Bytes of a page."""
LEAF = 0x0D
"""First byte of a leaf page of a table."""
INDEXES = (0x0A, 0x02)
"""First bytes of the pages of indexes, which have no rows of ours. They differ from a leaf's in more than one bit."""
MOST_LOCAL = PAGE - 35
"""Bytes of a row that lie on its leaf page, at most; the rest is on pages of its own."""
LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
LONGEST = 64 << 20
"""Bytes of a row; a longer one is none of ours."""
FRAME_HEADER, LOG_HEADER = 24, 32
"""Bytes before each page of a write-ahead log, and before the first."""

Pages = Mapping[int, bytes]
"""The pages of a file by their numbers, from 1."""


class Found(NamedTuple):
    """What is in a file."""

    rows: dict[CheckedTable, dict[int, Row]]
    """The rows of each table, by their numbers."""
    losses: list[str]
    """The rows that cannot be read, in words."""


class _Cell(NamedTuple):
    number: int
    columns: Row
    """All of them, the number not included."""
    first: int
    end: int
    """The end of its bytes on its page: the offset of the first byte after them; ``first`` is that of the first."""
    overflow: tuple[int, ...]
    """The pages that it goes on on."""


def read_pages(content: bytes, log: bytes) -> dict[int, bytes]:
    """The pages of a file, as its write-ahead log has them last."""
    pages = {at // PAGE + 1: content[at : at + PAGE] for at in range(0, len(content) - PAGE + 1, PAGE)}
    salts = log[16:24]
    for at in range(LOG_HEADER, len(log) - FRAME_HEADER - PAGE + 1, FRAME_HEADER + PAGE):
        (number,) = struct.unpack_from(">I", log, at)
        if log[at + 8 : at + 16] != salts:
            break
        pages[number] = log[at + FRAME_HEADER : at + FRAME_HEADER + PAGE]
    return pages


def find_rows(pages: Pages) -> Found:
    """All rows that are as they were written, and those that are not."""
    found = Found({table: {} for table in TABLES}, [])
    continued: set[int] = set()
    unclear = [
        number
        for number, page in pages.items()
        if page[_header(number)] not in INDEXES
        and not _is_inner(pages, number)
        and not _read_leaf(pages, number, found, continued)
    ]
    for number in unclear:
        if number not in continued and any(pages[number]):
            _search(pages, number, found, continued)
    known = {table.words(row) for table, rows in found.rows.items() for row in rows.values()} if found.losses else set()
    return Found(found.rows, sorted(set(found.losses) - known))


def _header(number: int) -> int:
    """Where the header of a page is: the first page has that of the file before it."""
    return 100 if number == 1 else 0


def _read_leaf(pages: Pages, number: int, found: Found, continued: set[int]) -> bool:
    """Take the rows of a leaf page by its own list of cells; whether that accounts for all of the page."""
    page, header = pages[number], _header(number)
    count, content = struct.unpack_from(">HH", page, header + 3)
    if page[header] != LEAF or header + 8 + 2 * count > PAGE:
        return False
    places = [place for place in struct.unpack_from(f">{count}H", page, header + 8) if place >= content]
    cells = [_cell(pages, page, place) for place in places]
    ours = [None if cell is None else _ours(cell) for cell in cells]
    for cell, row in zip(cells, ours, strict=True):
        if cell is not None and row is not None:
            _take(cell, row, found, continued)
    taken = sum(cell.end - cell.first for cell in cells if cell is not None) + _free(page, header)
    tables = {row[0] for row in ours if row is not None}
    damaged = [cell for cell, row in zip(cells, ours, strict=True) if row is None and not _foreign(cell)]
    found.losses.extend(_named(cell, tables, number) for cell in damaged)
    return bool(not damaged and taken == PAGE - content and header + 8 + 2 * count <= content and len(places) == count)


def _is_inner(pages: Pages, number: int) -> bool:
    """Whether a page is one that only leads to those with rows, whatever its first byte says: its list of cells, as
    such a page has it, accounts for all of it.
    """
    page, header = pages[number], _header(number)
    count, content = struct.unpack_from(">HH", page, header + 3)
    if not count or header + 12 + 2 * count > min(content, PAGE):
        return False
    taken = 0
    for place in struct.unpack_from(f">{count}H", page, header + 12):
        try:
            (child,) = struct.unpack_from(">I", page, place)
            taken += _varint(page, place + 4)[1] - place
        except (IndexError, struct.error):
            return False
        if child not in pages:
            return False
    return bool(taken + _free(page, header) == PAGE - content)


def _free(page: bytes, header: int) -> int:
    """Bytes of a page that its lists of free ones name."""
    (at,), total = struct.unpack_from(">H", page, header + 1), page[header + 7]
    while 0 < at <= PAGE - 4:
        following, size = struct.unpack_from(">HH", page, at)
        total += size
        at = following if following > at else 0
    return int(total)


def _search(pages: Pages, number: int, found: Found, continued: set[int]) -> None:
    """Take the rows that lie anywhere on a page, unless they were found where they should be."""
    page, at = pages[number], 0
    while at < PAGE:
        cell = _cell(pages, page, at, numbered=True)
        row = None if cell is None else _ours(cell)
        if cell is not None and row is not None:
            if cell.number not in found.rows[row[0]]:
                _take(cell, row, found, continued)
            at = cell.end
        else:
            at += 1


def _take(cell: _Cell, row: tuple[CheckedTable, Row], found: Found, continued: set[int]) -> None:
    found.rows[row[0]][cell.number] = row[1]
    continued.update(cell.overflow)


def _named(cell: _Cell | None, tables: set[CheckedTable], page: int) -> str:
    """What a row was that cannot be read, in words."""
    for table in TABLES:
        row = None if cell is None else _row(cell, table)
        if row is not None:
            return table.words(row)
    kind = f" of {next(iter(tables)).name}" if len(tables) == 1 else ""
    return f"a row{kind} (page {page} of the file)"


def _foreign(cell: _Cell | None) -> bool:
    """Whether it is a row of a table without checksums: SQLite's own one, and the days."""
    if cell is None:
        return False
    kinds = [type(column) for column in cell.columns]
    return kinds in ([type(None)], [str, str, str, int, str], [str, str, str, int, type(None)])


def _ours(cell: _Cell) -> tuple[CheckedTable, Row] | None:
    """The row that a cell is, and of which table: a checksum has the table's name in it."""
    for table in TABLES:
        row = _row(cell, table)
        if row is not None and cell.columns[-1] == table.checksum(row):
            return table, row
    return None


def _row(cell: _Cell, table: CheckedTable) -> Row | None:
    """A cell as a row of a table; None if it can be none."""
    if len(cell.columns) != len(table.columns) + 1 or cell.columns[0] is not None:
        return None
    row: list[Any] = [cell.number]
    for (name, kind), value in list(zip(table.columns.items(), cell.columns, strict=False))[1:]:
        if kind is float and isinstance(value, int):
            row.append(float(value))
        elif isinstance(value, kind) or (value is None and name == table.optional):
            row.append(value)
        else:
            return None
    return tuple(row)


# --- cells ----------------------------------------------------------------------------------------


def _cell(pages: Pages, page: bytes, at: int, *, numbered: bool = False) -> _Cell | None:
    """The cell that begins there; None if none can, or, where it has to be ``numbered``, it is none of our tables."""
    try:
        size, place = _varint(page, at)
        number, place = _varint(page, place)
        if not 2 <= size <= LONGEST or not 2 <= page[place] <= size or (numbered and page[place + 1]):
            return None
        local = _local(size)
        payload, end = page[place : place + local], place + local
        overflow: tuple[int, ...] = ()
        if end + (4 if size > local else 0) > PAGE:
            return None
        if size > local:
            payload, overflow = _continued(pages, payload, size, *struct.unpack_from(">I", page, end))
            end += 4
        columns = _columns(payload)
    except (IndexError, struct.error, UnicodeDecodeError):
        return None
    if columns is None or len(payload) != size:
        return None
    return _Cell(number - (1 << 64) if number >> 63 else number, columns, at, end, overflow)


def _local(size: int) -> int:
    """So many bytes of a row of that size lie on its leaf page."""
    if size <= MOST_LOCAL:
        return size
    local = LEAST_LOCAL + (size - LEAST_LOCAL) % (PAGE - 4)
    return local if local <= MOST_LOCAL else LEAST_LOCAL


def _continued(pages: Pages, payload: bytes, size: int, number: int) -> tuple[bytes, tuple[int, ...]]:
    parts, have, overflow = [payload], len(payload), []
    while have < size and number in pages and number not in overflow:
        overflow.append(number)
        page = pages[number]
        (number,) = struct.unpack_from(">I", page)
        parts.append(page[4 : 4 + size - have])
        have += len(parts[-1])
    return b"".join(parts), tuple(overflow)


def _columns(payload: bytes) -> Row | None:
    """The columns of a record; None if it is none. Raises IndexError."""
    length, at = _varint(payload, 0)
    kinds = []
    while at < length:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != length:
        return None
    columns: list[Any] = []
    for kind in kinds:
        size = _size_of(kind)
        content = payload[at : at + size]
        at += size
        columns.append(_value(kind, content))
    return tuple(columns) if at == len(payload) else None


def _size_of(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _value(kind: int, content: bytes) -> Any:
    if kind == 0:
        return None
    if kind <= 6:
        return int.from_bytes(content, "big", signed=True)
    if kind == 7:
        (value,) = struct.unpack(">d", content)
        return value
    if kind <= 11:
        return kind - 8
    return content if kind % 2 == 0 else str(content, "utf-8", "surrogateescape")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next one begins. Raises IndexError."""
    value = 0
    for place in range(at, at + 8):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
