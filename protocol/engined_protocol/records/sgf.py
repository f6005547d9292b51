"""SGF: the main lines of games of Go (``GM[1]``) and of Othello and its kin (``GM[2]``) as records, and back.

:mod:`engined_protocol.records.sgf_tree` has the whole tree of a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ..handicap import handicap_points
from ..notation import square_name
from ..words import board_of
from .record import BLACK, WHITE, Record, RecordedMove, RecordError
from .result import DRAW, Ending, Result, by_points
from .sgf_points import LARGEST, Points
from .sgf_tree import Node, format_tree, read_trees
from .sgf_variant import GO, OTHELLO, OURS, handicap_of, properties_of, variant_of

SET_UP = frozenset({"AB", "AW", "AE"})
"""Properties that put discs on the board, or take them off."""
_SET_UP = {"AB": BLACK, "AW": WHITE, "AE": "."}
_COLOURS = {"B": BLACK, "W": WHITE}
_PLAYED = frozenset({*_SET_UP, *_COLOURS, "PL"})
"""Properties that are read into the start and the moves."""
_WON = re.compile(r"(?:(B)(?:lack)?|W(?:hite)?)\s*\+\s*(.*)", re.ASCII | re.IGNORECASE)
_POINTS = re.compile(r"(\d{1,4}(?:[.,]\d{1,4})?)(?:\s*(?:points?|pts?|moku|discs?))?", re.ASCII | re.IGNORECASE)
_ENDINGS: Mapping[str, Ending] = {
    "R": "resignation",
    "RESIGN": "resignation",
    "T": "time",
    "TIME": "time",
    "F": "forfeit",
    "FORFEIT": "forfeit",
}
"""The endings by the word that stands in place of points."""
_LETTERS = {"resignation": "R", "time": "T", "forfeit": "F"}
_VOID = "Void"
_KOMI = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,6})?", re.ASCII)
_SIZE = re.compile(r"(\d{1,2})(?:\s*:\s*(\d{1,2}))?", re.ASCII)


def parse_sgf(text: str) -> Record:
    """The main line of the first game. Raises RecordError naming the line and the column at fault."""
    return record_of(next(read_trees(text)))


def format_sgf(record: Record, *, printed: bool = False) -> str:
    """The game as SGF; with ``printed``, points as ``f5`` and passes as ``PA``, as Edax writes them."""
    return format_tree(tree_of(record, printed=printed))


def record_of(root: Node) -> Record:
    """The main line of a game, as far as it can be read: the nodes after that are taken off the tree, and ``notes`` say
    so. Raises RecordError naming the node at fault where nothing was played before.
    """
    points = points_of(root)
    notes = [root.mended] if root.mended else []
    start = _Start(root, points, notes.append)
    moves: list[RecordedMove] = []
    before = root
    for node in root.main_line():
        try:
            if moves and _changed_by(node):
                raise RecordError("the position is changed in the middle of the game", node.place)
            start.set_up(node)
            moves += moves_of(node, points)
        except RecordError as error:
            if not moves:
                raise
            notes.append(f"{error}; the game is read up to there")
            before.children.clear()
            break
        before = node
    kept = {name: root.text(name) for name in root.properties if name not in _PLAYED}
    komi = None
    if root.line("GM").strip() == OTHELLO and _KOMI.fullmatch(kept.get("KM", "").strip()):
        komi = float(kept.pop("KM"))
    return Record(
        width=points.width,
        height=points.height,
        moves=tuple(moves),
        start=start.text(moves[0].colour if moves else ""),
        variant=start.variant,
        black=kept.pop("PB", ""),
        white=kept.pop("PW", ""),
        result=parse_result(kept.pop("RE", "")),
        komi=komi,
        properties=kept,
        notes=tuple(notes),
    )


def tree_of(record: Record, *, printed: bool = False) -> Node:
    """The game as a tree of one line. Raises RecordError for a board that SGF cannot write."""
    points = Points(record.width, record.height, othello=False)
    size = f"{record.width}" if record.width == record.height else f"{record.width}:{record.height}"
    named = properties_of(record.variant)
    game = record.properties.get("GM", named["GM"])
    fixed = {"GM": game, "FF": "4", "CA": "UTF-8", "SZ": size}
    header = fixed | named | dict(record.properties) | fixed
    header |= {"PB": record.black, "PW": record.white, "RE": format_result(record.result)}
    if record.komi is not None and game == OTHELLO:
        header["KM"] = f"{record.komi:g}"
    if "AP" in named and not header["AP"].startswith(OURS):
        header["AP"] = OURS
    root = Node()
    for name, text in header.items():
        if text:
            root.put(name, text)
    cells, mover = _set_up(record, int(named.get("HA", 0)))
    for name, colour in (("AB", BLACK), ("AW", WHITE)):
        squares = [square_name(at, record.width) for at, cell in enumerate(cells) if cell == colour]
        if squares:
            root.put(name, *(points.value(square, printed=printed) for square in squares))
    if mover:
        root.put("PL", _letter(mover))
    node = root
    for move in record.moves:
        node = node.add()
        node.put(_letter(move.colour), points.value(move.move, printed=printed))
    return root


def parse_result(text: str) -> Result:
    """A result as ``B+4``, ``W+R``, ``0``, ``Void``; ``?``, and what SGF has no such word for, is none.

    >>> parse_result("W+Resign")
    Result(ending='resignation', winner='O', margin=None, text='')
    """
    written = text.strip()
    word = written.lower().rstrip(".")
    if word in ("0", "draw", "jigo", "d"):
        return DRAW
    if word in ("void", "unfinished"):
        return Result("unfinished")
    match = _WON.fullmatch(written)
    if match is None:
        return Result(text=written.strip("?"))
    colour, how = (BLACK if match[1] else WHITE), match[2].strip()
    if points := _POINTS.fullmatch(how):
        margin = float(points[1].replace(",", "."))
        return by_points(margin if colour == BLACK else -margin)
    if ending := _ENDINGS.get(how.upper().rstrip(".")):
        return Result(ending, colour)
    return Result("other", colour, text=how) if how else Result("points", colour)


def format_result(result: Result) -> str:
    """The result as SGF writes it; empty for none."""
    if not result.decided:
        return _VOID if result.ending == "unfinished" else result.text
    if not result.winner:
        return "0"
    points = f"{abs(result.margin):g}" if result.margin else ""
    return f"{_letter(result.winner)}+{_LETTERS.get(result.ending, points or result.text)}"


def points_of(root: Node) -> Points:
    """The points of a game's board. Raises RecordError if the game is another one, or the board too large."""
    game = root.line("GM").strip() or GO
    if game not in {GO, OTHELLO}:
        raise RecordError(f"game {game[:10]!r} is neither Go (1) nor Othello (2)", root.place)
    text = root.line("SZ").strip() or ("19" if game == GO else "8")
    match = _SIZE.fullmatch(text)
    width, height = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise RecordError(f"no such board size: {text[:10]!r}", root.place)
    return Points(width, height, othello=game == OTHELLO)


def _changed_by(node: Node) -> set[str]:
    """The properties of a node that change the position. Beside a move, PL only says who is next (GoGui)."""
    moved = node.properties.keys() & _COLOURS.keys()
    return node.properties.keys() & (_SET_UP.keys() if moved else {*_SET_UP, "PL"})


def moves_of(node: Node, points: Points) -> Iterator[RecordedMove]:
    """What a node plays: one move, if it is written as it should be. Raises RecordError."""
    for name, values in node.properties.items():
        if name in _COLOURS:
            for value in values:
                yield RecordedMove(_COLOURS[name], points.move(value, node, name))


class _Start:
    """Collects what is set up before the first move."""

    def __init__(self, root: Node, points: Points, note: Callable[[str], None]) -> None:
        self._note = note
        self._root = root
        self._points = points
        self._is_go = (root.line("GM").strip() or GO) == GO
        self._cells: dict[int, str] = {}
        self._mover = ""

    def set_up(self, node: Node) -> None:
        """Take the discs and the mover of a node."""
        for name, colour in _SET_UP.items():
            for value in node.properties.get(name, []):
                for square in self._points.squares(value, node, name):
                    self._cells[square] = colour
        if "PL" in _changed_by(node):
            mover = {"b": BLACK, "w": WHITE}.get(node.line("PL").strip().lower()[:1])
            if mover is None:
                raise RecordError(f"PL is B or W, not {node.line('PL')[:10]!r}", node.place)
            self._mover = mover

    @property
    def variant(self) -> str:
        """The name of what is played."""
        black = frozenset(square for square, cell in self._cells.items() if cell == BLACK)
        alone = WHITE not in self._cells.values()
        stones = black if alone else None
        return variant_of(self._root, self._points.width, self._points.height, stones, self._note)

    def text(self, first: str) -> str | None:
        """The position set up, with its mover, ``first`` if nothing else says who that is; None if it is the
        variant's own.
        """
        handicap = handicap_of(self._root) if self._is_go else 0
        usual = WHITE if handicap > 1 else BLACK
        mover = self._mover or first or usual
        cells = self._cells
        if not cells and handicap > 1 and mover == usual:
            # The file has these stones whatever variant it is played as, which may be one without a handicap.
            cells = dict.fromkeys(self._handicap_points(handicap), BLACK)
        # An empty board is Go's own start, but not of the colour that does not begin.
        elif not cells and not (self._is_go and mover != usual):
            return None
        squares = range(self._points.width * self._points.height)
        return f"{''.join(cells.get(square, '.') for square in squares)} {mover}"

    def _handicap_points(self, handicap: int) -> tuple[int, ...]:
        """Return where handicap stones stand that the file does not place. Raises RecordError without points."""
        try:
            return handicap_points(self._points.width, self._points.height, handicap)
        except ValueError as error:
            raise RecordError(f"HA[{handicap}] without AB: {error}", self._root.place) from error


def _set_up(record: Record, handicap: int) -> tuple[str, str]:
    """The cells that a record begins with, and the mover; empty for the start of the game as it is."""
    count = record.width * record.height
    if record.start is not None:
        cells = "".join(record.start.split())[:-1]
        if len(cells) != count:
            raise RecordError(f"{len(cells)} cells on {board_of(record.width, record.height)}", "start")
        return cells, record.start[-1]
    if handicap < 2:
        return "", ""
    stones = handicap_points(record.width, record.height, handicap)
    return "".join(BLACK if square in stones else "." for square in range(count)), WHITE


def _letter(colour: str) -> str:
    return "B" if colour == BLACK else "W"
