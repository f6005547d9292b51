"""GGF, the game format of the Generic Game Server and of NBoard.

``(;TAG[value]...;)``, with ``1 `` or ``2 `` before the games of a match. A ``]`` cannot be written inside a
value. Tags: GM PC DT PB PW RB RW TI TB TW TY RE BO B W KB KW KM CO.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..notation import PASS, is_pass
from .board_text import SYMBOLS
from .record import BLACK, MOST_MOVES, WHITE, PlayerTime, Record, RecordedMove, RecordError
from .result import Ending, Result, by_points

SIZES = {"4": 4, "6": 6, "8": 8, "10": 10, "12": 12, "14": 14, "88": 10}
"""Width by the size written in BO and TY; 88 is the octagon: 10x10 without three cells in each corner."""

_TAG = re.compile(r"\s*([A-Za-z]{1,16})\s*\[([^\]]*)\]")
_OPENING = re.compile(r"\s*(?:[12]\s+)?\(\s*;")
_BEGINNING = re.compile(r"\(\s*;")
_BLANKS = re.compile(r"\s*")
_CLOSING = re.compile(r"\s*;\s*\)")
_BOARD = re.compile(r"\s*(\d{1,2})\s(.*)", re.DOTALL | re.ASCII)
_MATCH_TYPE = re.compile(r"s?(\d{1,2})([a-z]*)", re.IGNORECASE | re.ASCII)
_MOVE = re.compile(
    r"([a-z]\d{1,2}(?::[a-z]\d{1,2}(?:\+[a-z]\d{1,2})*)?|--?|@@|p(?:a|as|ass|s)?)[^/]*(?:/([^/]*))?(?:/([^/]*))?",
    re.IGNORECASE | re.ASCII,
)
_COLOURS = {"B": BLACK, "W": WHITE}
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_DURATION = re.compile(r"(?:(?:(?:(\d+)\.)?(\d+):)?(\d+):)?(\d+(?:\.\d*)?)", re.ASCII)
_RESULT = re.compile(r"([+-]?\d{1,4}(?:\.\d{1,6})?)\s*(?::\s*([A-Za-z]{1,10}))?", re.ASCII)
_ENDINGS: Mapping[str, Ending] = {
    "": "points",
    "r": "resignation",
    "t": "time",
    "s": "agreement",
    "f": "forfeit",
}
"""The endings by the letter after the points; ``f`` is ours, other letters are kept."""
_WON = "w"
"""Our letter for a game that was won by nobody knows how much."""


def parse_ggf(text: str) -> Record:
    """The one game in ``text``. Raises RecordError naming the tag at fault, also if there are more games."""
    games = list(read_ggf(text))
    if len(games) != 1:
        raise RecordError(f"one game expected, {len(games)} found", "GGF")
    return games[0]


def read_ggf(text: str) -> Iterator[Record]:
    """The games of a file, one after the other. Raises RecordError at the first that cannot be read."""
    for game in games_of(text):
        if isinstance(game, RecordError):
            raise game
        yield game


def games_of(text: str) -> Iterator[Record | RecordError]:
    """The games of a file; what cannot be read comes as an error in its place, and the next game goes on."""
    at = 0
    while True:
        opening = _OPENING.match(text, at)
        if opening is None:
            yield RecordError("a game begins with '(;'", f"character {at + 1}")
            at = _next(text, at)
        else:
            tags, at = _tags(text, opening.end())
            closing = _CLOSING.match(text, at)
            if closing is None:
                after = f"after {tags[-1][0]}" if tags else "at its beginning"
                what = f"the game breaks off {after}: TAG[value] or ';)' is expected"
                yield RecordError(what, f"character {at + 1}")
                at = _next(text, at)
            else:
                at = closing.end()
                try:
                    game = _game(tags)
                except RecordError as error:
                    yield error
                else:
                    yield game
        if _after_blanks(text, at) == len(text):
            return


def _tags(text: str, at: int) -> tuple[list[tuple[str, str]], int]:
    """The tags with their values that stand there, and where they end."""
    tags: list[tuple[str, str]] = []
    while len(tags) < 2 * MOST_MOVES and (tag := _TAG.match(text, at)):
        tags.append((tag[1].upper(), tag[2]))
        at = tag.end()
    return tags, at


def _after_blanks(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _next(text: str, at: int) -> int:
    """Where the next game begins, or the text ends."""
    following = _BEGINNING.search(text, at)
    return following.start() if following else len(text)


def is_anti(record: Record) -> bool:
    """Whether the match type says that fewer discs win."""
    return _is_anti(record.properties)


def variant_of(properties: Mapping[str, str], width: int) -> str:
    """The name of what is played, by TY and BO; empty where there is none for it."""
    anti = _is_anti(properties)
    if properties.get("BO") == "88":
        return "" if anti else "eight-stars"
    name = "anti-othello" if anti else "othello"
    return name if width == 8 else f"{name}-{width}x{width}"


def size_name(record: Record) -> str:
    """The board size as GGF writes it: ``8``, or ``88`` for the octagon."""
    return record.properties.get("BO", str(record.width))


def format_ggf(record: Record) -> str:
    """The game as one GGF text. Raises RecordError if its board has no GGF size.

    >>> format_ggf(Record(4, 4, (RecordedMove("X", "b1", 1.5, 0.25),)))
    '(;GM[Othello]PB[]PW[]RE[?]TY[4]BO[4 -----O*--*O----- *]B[B1/1.50/0.250];)'
    """
    size = size_name(record)
    if SIZES.get(size) != record.width or record.width != record.height:
        raise RecordError(f"GGF has no {record.width}x{record.height} board", "BO")
    start = "".join((record.start or _cross(record.width)).split())
    count = len(start) - 1
    cells = start.translate(str.maketrans("X.", "*-"))
    kept = {tag: value for tag, value in record.properties.items() if tag not in {"GM", "BO", "TY", "RE"}}
    tags = [("GM", "Othello"), *kept.items(), ("PB", record.black), ("PW", record.white)]
    tags += [("RE", format_result(record.result, count))]
    tags += [] if record.komi is None else [("KM", f"{record.komi:.3f}")]
    tags += _clock_tags(record)
    tags += [("TY", record.properties.get("TY", size)), ("BO", f"{size} {cells[:-1]} {cells[-1]}")]
    tags += [(_letter(move.colour), format_move(move)) for move in record.moves]
    return "(;" + "".join(f"{tag}[{value.replace(']', ')')}]" for tag, value in tags) + ";)"


# --- parts ----------------------------------------------------------------------------------------


def parse_move(text: str, colour: str, where: str = "move") -> RecordedMove:
    """A move as ``F5``, ``F5/1.5``, ``F5//9.5`` or ``PA``; comma decimals (a Java locale) are read too."""
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise RecordError(f"not a move: {text[:20]!r}", where)
    move = PASS if is_pass(match[1]) else match[1].lower()
    evaluation = _number(match[2], where)
    seconds = _number(match[3], where)
    if seconds is not None and not 0 <= seconds <= 1e7:
        raise RecordError(f"not a time: {match[3][:20]!r}", where)
    return RecordedMove(colour, move, evaluation, seconds)


def format_move(move: RecordedMove) -> str:
    """``F5/1.50/0.250``; without what is not known."""
    text = "PA" if is_pass(move.move) else move.move.upper()
    if move.evaluation is None and move.seconds is None:
        return text
    text += "/" if move.evaluation is None else f"/{move.evaluation:.2f}"
    return text if move.seconds is None else f"{text}/{move.seconds:.3f}"


def parse_result(text: str, cells: int) -> Result:
    """A result as ``+8.00`` or ``-8.00:r``, from Black's view; ``?``, and what is neither, is none.

    Who wins all ``cells`` otherwise than by counting has won as much as GGF needs a number, and no points.

    >>> parse_result("-8.00:r", 64)
    Result(ending='resignation', winner='O', margin=-8.0, text='')
    """
    written = text.strip()
    match = _RESULT.fullmatch(written.replace(",", "."))
    if match is None:
        return Result(text=written.strip("?"))
    margin, letter = float(match[1]), (match[2] or "").lower()
    if letter == _WON:
        return replace(by_points(margin), margin=None)
    result = by_points(margin, _ENDINGS.get(letter, "other"), "" if letter in _ENDINGS else letter)
    return replace(result, margin=None) if letter and abs(margin) == cells else result


def format_result(result: Result, cells: int) -> str:
    """The result of a game on so many cells: ``+8.00``, ``-64.00:r``, ``?``."""
    if not result.decided:
        return result.text or "?"
    margin = result.margin
    if margin is None:
        margin = cells if result.winner == BLACK else -cells if result.winner == WHITE else 0
    letters = {ending: letter for letter, ending in _ENDINGS.items()}
    letter = letters.get(result.ending, result.text if re.fullmatch("[a-z]{1,10}", result.text) else _WON)
    if result.ending == "points" and result.margin is None and result.winner:
        letter = _WON
    return f"{margin:+.2f}" + (f":{letter}" if letter else "")


def parse_limits(text: str, where: str = "clock") -> PlayerTime:
    """``main[/increment[/grace]]``, each in seconds or as ``[[days.]hours:]minutes:seconds``.

    >>> parse_limits("15:00//02:00")
    PlayerTime(main=900.0, increment=0.0, grace=120.0)
    """
    parts = [part.split(",")[0].strip() for part in text.split("/")]
    if len(parts) > 3:
        raise RecordError(f"not main/increment/grace: {text[:30]!r}", where)
    main, increment, grace = (*parts, *[""] * (3 - len(parts)))
    return PlayerTime(*(_duration(part, where) for part in (main, increment or "0", grace or "120")))


def format_limits(limits: PlayerTime) -> str:
    """The clock in seconds. Its grace is written even where it is the usual one, which not all programs know."""
    increment = f"{limits.increment:g}" if limits.increment else ""
    return f"{limits.main:g}/{increment}/{limits.grace:g}"


def _is_anti(properties: Mapping[str, str]) -> bool:
    match = _MATCH_TYPE.match(properties.get("TY", "").strip())
    return match is not None and "a" in match[2].lower()


def _game(tags: list[tuple[str, str]]) -> Record:
    properties = {tag: value for tag, value in tags if tag not in _COLOURS}
    if properties.get("GM", "Othello").strip().lower() not in {"othello", "reversi"}:
        raise RecordError(f"this is a game of {properties['GM'][:20]!r}, not of Othello", "GM")
    notes: list[str] = []
    first = next((colour for tag, _ in tags if (colour := _COLOURS.get(tag))), BLACK)
    width, start = _position(properties, first, notes)
    limits: dict[str, PlayerTime] = {}
    for tag, colours in (("TI", (BLACK, WHITE)), ("TB", (BLACK,)), ("TW", (WHITE,))):
        if properties.get(tag, "").strip():
            limits |= dict.fromkeys(colours, parse_limits(properties[tag], tag))
    moves: list[RecordedMove] = []
    for tag, value in tags:
        if tag in _COLOURS:
            where = f"move {len(moves) + 1}, {tag}[{value[:12]}]"
            moves.append(parse_move(value, _COLOURS[tag], where))
    return Record(
        width=width,
        height=width,
        variant=variant_of(properties, width),
        moves=tuple(moves),
        start=start,
        black=properties.pop("PB", "").strip(),
        white=properties.pop("PW", "").strip(),
        result=parse_result(properties.pop("RE", ""), len(start) - 2 if start else width * width),
        komi=float(properties.pop("KM")) if _NUMBER.fullmatch(properties.get("KM", "").strip()) else None,
        notes=tuple(notes),
        limits=limits,
        properties={k: v for k, v in properties.items() if k not in {"TI", "TB", "TW"}},
    )


def _position(properties: dict[str, str], first: str, notes: list[str]) -> tuple[int, str | None]:
    """Width and start text; without BO the standard start of the size in TY. Of BO only the size is kept.
    Where it does not say who moves, that is the colour that moves ``first``.
    """
    if "BO" not in properties:
        match = _MATCH_TYPE.match(properties.get("TY", "").strip())
        if match is None:
            raise RecordError("there is no board", "BO")
        return _width(match[1], "TY"), None
    match = _BOARD.fullmatch(properties["BO"])
    if match is None:
        raise RecordError("a board is a size, its squares and the mover", "BO")
    width = _width(match[1], "BO")
    squares = "".join(match[2].split())
    unknown = next((c for c in squares if c not in SYMBOLS), None)
    if unknown is not None:
        raise RecordError(f"{unknown!r} is not one of * O -", "BO")
    count = 88 if match[1] == "88" else width * width
    if len(squares) == count:
        squares += first
        notes.append(f"BO does not say who moves: {'Black' if first == BLACK else 'White'}")
    if len(squares) != count + 1:
        raise RecordError(f"{count} squares and the mover expected, {len(squares)} characters found", "BO")
    text = "".join(SYMBOLS[c] for c in squares)
    if text[-1] == ".":
        raise RecordError(f"the mover is * or O, not {squares[-1]!r}", "BO")
    properties["BO"] = match[1]
    return width, f"{text[:-1]} {text[-1]}"


def _width(size: str, where: str) -> int:
    if size not in SIZES:
        raise RecordError(f"size {size} is not one of {', '.join(SIZES)}", where)
    return SIZES[size]


def _cross(width: int) -> str:
    """The standard start as squares and mover."""
    cells = ["."] * (width * width)
    middle = width // 2
    for row, column, colour in ((-1, -1, WHITE), (-1, 0, BLACK), (0, -1, BLACK), (0, 0, WHITE)):
        cells[(middle + row) * width + middle + column] = colour
    return "".join(cells) + BLACK


def _clock_tags(record: Record) -> list[tuple[str, str]]:
    """TI for both players alike, else TB and TW."""
    texts = {_letter(colour): format_limits(limits) for colour, limits in record.limits.items()}
    if len(texts) == 2 and len(set(texts.values())) == 1:
        return [("TI", next(iter(texts.values())))]
    return [(f"T{letter}", text) for letter, text in texts.items()]


def _letter(colour: str) -> str:
    return "B" if colour == BLACK else "W"


def _number(text: str | None, where: str) -> float | None:
    written = (text or "").strip().replace(",", ".")
    if not written or written.lower() == "nan":
        return None
    if len(written) > 40 or not _NUMBER.fullmatch(written) or not math.isfinite(float(written)):
        raise RecordError(f"not a number: {written[:20]!r}", where)
    return float(written)


def _duration(text: str, where: str) -> float:
    match = _DURATION.fullmatch(text) if len(text) <= 40 else None
    if match is None or any(len(part or "") > 9 for part in match.groups()):
        raise RecordError(f"not a time: {text[:20]!r}", where)
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    if total > 1e7:
        raise RecordError(f"too long a time: {text[:20]!r}", where)
    return total
