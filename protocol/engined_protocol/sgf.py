"""SGF: the main line of a game of Go (``GM[1]``) or Othello (``GM[2]``).

Othello's points are written in two ways, ``B[fe]`` as in Go and ``B[f5]`` as printed; both are read. Rows
count from the top in both games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .notation import PASS, is_pass, square_name
from .record import BLACK, WHITE, Record, RecordedMove, RecordError
from .words import board_of

GO, OTHELLO = "1", "2"
LARGEST = 52

_PLAYED = frozenset({"AB", "AW", "AE", "PL", "B", "W"})
"""Properties that are read into the start and the moves."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAME = re.compile(r"[A-Za-z]{1,64}")
_BLANKS = re.compile(r"\s*")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_CHOICE = re.compile(r"[^:+]+")
"""The squares of ``fe:ee+de``, where the mover has chosen what turns: SGF has no other way to write that."""
_PRINTED = re.compile(r"[A-Za-z]\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the main line: its properties, each with all its values, and where it stands."""

    at: int
    properties: dict[str, list[str]] = field(default_factory=dict)


def parse_sgf(text: str) -> Record:
    """The main line of the first game. Raises RecordError naming the character at fault."""
    nodes = list(_main_line(text))
    root = nodes[0].properties
    game = root.get("GM", [GO])[0].strip()
    if game not in {GO, OTHELLO}:
        raise RecordError(f"game {game[:10]!r} is neither Go (1) nor Othello (2)", _place(nodes[0]))
    board = _Board(*_size(nodes[0], game), printed=game == OTHELLO)
    moves: list[RecordedMove] = []
    for node in nodes:
        if moves and node.properties.keys() & {"AB", "AW", "AE", "PL"}:
            raise RecordError("the position is changed in the middle of the game", _place(node))
        board.set_up(node)
        for name, colour in (("B", BLACK), ("W", WHITE)):
            for value in node.properties.get(name, []):
                moves.append(RecordedMove(colour, board.move(value, _place(node))))
    kept = {name: values[0] for name, values in root.items() if name not in _PLAYED}
    return Record(
        width=board.width,
        height=board.height,
        moves=tuple(moves),
        start=board.start(moves[0].colour if moves else BLACK),
        black=kept.pop("PB", ""),
        white=kept.pop("PW", ""),
        result=kept.pop("RE", ""),
        properties=kept,
    )


def format_sgf(record: Record, *, game: str = OTHELLO, printed: bool = False) -> str:
    """The game as SGF; with ``printed``, points as ``f5`` and passes as ``PA``, as Edax writes them."""
    size = f"{record.width}" if record.width == record.height else f"{record.width}:{record.height}"
    root = {"GM": game, "FF": "4", "SZ": size, **dict(record.properties)}
    root |= {"GM": game, "SZ": size, "PB": record.black, "PW": record.white, "RE": record.result}

    def point(move: str) -> str:
        if move == PASS:
            return "PA" if printed else ""

        def lettered(match: re.Match[str]) -> str:
            column, row = ord(match[0][0]) - ord("a"), int(match[0][1:]) - 1
            return _LETTERS[column] + _LETTERS[row]

        return move if printed else _CHOICE.sub(lettered, move)

    text = "".join(f"{name}[{_escaped(value)}]" for name, value in root.items() if value)
    if record.start is not None:
        cells, mover = "".join(record.start.split())[:-1], record.start[-1]
        for name, colour in (("AB", BLACK), ("AW", WHITE)):
            squares = [square_name(at, record.width) for at, cell in enumerate(cells) if cell == colour]
            text += (name if squares else "") + "".join(f"[{point(square)}]" for square in squares)
        text += f"PL[{_letter(mover)}]"
    moves = "".join(f";{_letter(move.colour)}[{point(move.move)}]" for move in record.moves)
    return f"(;{text}{moves})"


class _Board:
    """Reads points, and collects the discs set up before the first move."""

    def __init__(self, width: int, height: int, *, printed: bool) -> None:
        self.width = width
        self.height = height
        self._printed = printed
        self._cells: dict[int, str] = {}
        self._mover = ""

    def move(self, value: str, place: str) -> str:
        """The move that a value means."""
        text = value.strip()
        if text == "" or (text == "tt" and max(self.width, self.height) <= 19):
            return PASS
        if self._printed and is_pass(text) and (text == "PA" or self.width < 16):
            return PASS
        return _CHOICE.sub(lambda match: square_name(self._square(match[0], place), self.width), text)

    def set_up(self, node: Node) -> None:
        """Take the discs and the mover of a node."""
        for name, colour in (("AB", BLACK), ("AW", WHITE), ("AE", ".")):
            for value in node.properties.get(name, []):
                for square in self._squares(value.strip(), _place(node)):
                    self._cells[square] = colour
        for value in node.properties.get("PL", []):
            mover = {"b": BLACK, "w": WHITE}.get(value.strip().lower()[:1])
            if mover is None:
                raise RecordError(f"PL is B or W, not {value[:10]!r}", _place(node))
            self._mover = mover

    def start(self, mover: str) -> str | None:
        """The position set up, with its mover; None if nothing was."""
        if not self._cells:
            return None
        cells = "".join(self._cells.get(square, ".") for square in range(self.width * self.height))
        return f"{cells} {self._mover or mover}"

    def _squares(self, value: str, place: str) -> Iterator[int]:
        """A point, or a rectangle ``aa:cc``."""
        first, _, last = value.partition(":")
        top, left = divmod(self._square(first, place), self.width)
        bottom, right = divmod(self._square(last or first, place), self.width)
        for row in range(top, bottom + 1):
            yield from range(row * self.width + left, row * self.width + right + 1)

    def _square(self, text: str, place: str) -> int:
        if self._printed and _PRINTED.fullmatch(text):
            column, row = _LETTERS.find(text[0].lower()), int(text[1:]) - 1
        elif len(text) == 2:
            column, row = _LETTERS.find(text[0]), _LETTERS.find(text[1])
        else:
            raise RecordError(f"not a point: {text[:10]!r}", place)
        if not (0 <= column < self.width and 0 <= row < self.height):
            raise RecordError(f"{text!r} is not on {board_of(self.width, self.height)}", place)
        return row * self.width + column


def _main_line(text: str) -> Iterator[Node]:
    """The nodes of the first game, always along the first variation."""
    at = text.find("(")
    if at < 0:
        raise RecordError("a game begins with '(;'", "SGF")
    found = False
    while True:
        at = _skip(text, at)
        mark = text[at : at + 1]
        if mark == "(":
            at += 1
        elif mark == ";":
            node, at = _node(text, at + 1)
            found = True
            yield node
        elif mark == ")" and found:
            return
        else:
            what = f"{mark!r}" if mark else "the end"
            raise RecordError(f"';', '(' or ')' expected, not {what}", f"character {at + 1}")


def _node(text: str, at: int) -> tuple[Node, int]:
    node = Node(at)
    while name := _NAME.match(text, _skip(text, at)):
        at = _skip(text, name.end())
        values = node.properties.setdefault("".join(c for c in name[0] if c.isupper()), [])
        if text[at : at + 1] != "[":
            raise RecordError(f"{name[0]} has no value", f"character {at + 1}")
        while text[at : at + 1] == "[":
            value = _VALUE.match(text, at)
            if value is None:
                raise RecordError(f"the value of {name[0]} has no end", f"character {at + 1}")
            values.append(_ESCAPE.sub(lambda match: "" if match[1].strip() == "" else match[1], value[1]))
            at = _skip(text, value.end())
    return node, _skip(text, at)


def _size(root: Node, game: str) -> tuple[int, int]:
    text = root.properties.get("SZ", ["19" if game == GO else "8"])[0]
    match = re.fullmatch(r"\s*(\d{1,2})\s*(?::\s*(\d{1,2})\s*)?", text, re.ASCII)
    width, height = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise RecordError(f"no such board size: {text[:10]!r}", _place(root))
    return width, height


def _skip(text: str, at: int) -> int:
    """Past the blanks."""
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _place(node: Node) -> str:
    return f"node at character {node.at}"


def _letter(colour: str) -> str:
    return "B" if colour == BLACK else "W"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
