"""PGN: tags in brackets, then numbered moves, as PlayOK, Edax and archives of Othello write it.

The standard is that of chess. Here Black moves first, so the first number of a result is Black's: discs (``34-30``) or
points (``1-0``); how a game ended is in ``Termination``. Tags of our own are ``Variant``, ``Komi``, and ``Margin``
where discs do not say it. A board other than the start is ``FEN``, ``p`` being a black disc and ``P`` a white one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap

from ..notation import PASS, PASS_PATTERN, is_pass
from .record import BLACK, MOST_MOVES, WHITE, Record, RecordedMove, RecordError
from .result import UNKNOWN, Ending, Result, by_points

_TAG = re.compile(r'\[\s*(\w{1,60})\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_BLANKS = re.compile(r"\s*")
_NEXT = re.compile(r'^[ \t]*\[\s*\w{1,60}\s+"', re.MULTILINE)
_TOKEN = re.compile(
    rf"""\s+|\{{[^}}]*\}}|;[^\n]*|^%[^\n]*|\$\d+|[!?]+|\d+\s*\.+
    |(?P<result>\*|1/2-1/2|\d{{1,3}}(?:\.\d)?-\d{{1,3}}(?:\.\d)?)(?=\s|$)
    |(?P<open>\()|(?P<close>\))
    |(?P<move>[a-z]\d{{1,2}}(?::[a-z]\d{{1,2}}(?:\+[a-z]\d{{1,2}})*)?|{PASS_PATTERN})
    |(?P<other>\S{{1,20}})""",
    re.IGNORECASE | re.ASCII | re.MULTILINE | re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,6})?", re.ASCII)
_POINTS = {"1-0": BLACK, "0-1": WHITE}
_DRAWS = frozenset({"1/2-1/2", "0.5-0.5"})
_TERMINATIONS: Mapping[str, Ending] = {
    "resign": "resignation",
    "time": "time",
    "forfeit": "forfeit",
    "infraction": "forfeit",
    "abandoned": "forfeit",
    "agree": "agreement",
    "adjudication": "agreement",
    "unterminated": "unfinished",
    "normal": "points",
}
"""The endings by words of a termination; the first that is found counts."""
_WRITTEN: Mapping[Ending, str] = {
    "resignation": "resignation",
    "time": "time forfeit",
    "forfeit": "rules infraction",
    "agreement": "agreement",
    "unfinished": "unterminated",
}
_READ = frozenset({"Black", "White", "Result", "Termination", "Margin", "Komi", "Variant", "FEN", "SetUp"})
_FEN = {"p": BLACK, "x": BLACK, "X": BLACK, "*": BLACK, "b": BLACK, "P": WHITE, "o": WHITE, "O": WHITE, "w": WHITE}
_WIDTH = 80


def read_pgn(text: str) -> Iterator[Record | RecordError]:
    """The games of a file; one that cannot be read comes as the error in its place.

    Passes that are left out are not put in: only the rules say where they are.
    """
    at = _after_blanks(text, 0)
    while at < len(text):
        following = _end(text, at)
        try:
            yield _game(text[at:following])
        except RecordError as error:
            yield error
        at = _after_blanks(text, following)


def format_pgn(record: Record) -> str:
    """The game as PGN, with an empty line after it. Raises RecordError for a start on a board with holes."""
    said = dict(record.properties)
    tags = {name: said.pop(name, "?") for name in ("Event", "Site", "Date", "Round")}
    tags |= {"Black": record.black or "?", "White": record.white or "?"}
    tags |= _result_tags(record.result, record.width * record.height)
    if record.komi is not None:
        tags["Komi"] = f"{record.komi:g}"
    if record.variant not in ("", "othello"):
        tags["Variant"] = record.variant
    if record.start is not None:
        tags |= {"SetUp": "1", "FEN": _format_fen(record)}
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in (tags | said).items()]
    moves: list[str] = []
    first = 0 if not record.moves or record.moves[0].colour == BLACK else 1
    for ply, move in enumerate(record.moves, first):
        if ply % 2 == 0:
            moves.append(f"{ply // 2 + 1}. {move.move}")
        elif not moves:
            moves.append(f"1... {move.move}")
        else:
            moves.append(move.move)
    words = " ".join([*moves, tags["Result"]])
    return "\n".join([*lines, "", *wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False), ""])


def parse_result(result: str, termination: str = "", margin: str = "") -> Result:
    """The end of a game by its tags; ``*`` may mean one that goes on or one of which nothing is known.

    >>> parse_result("0-1", "White won by resignation")
    Result(ending='resignation', winner='O', margin=None, text='')
    """
    word = result.strip()
    how = next((ending for said, ending in _TERMINATIONS.items() if said in termination.lower()), None)
    if how == "unfinished":
        return Result("unfinished")
    ending: Ending = how or ("other" if termination.strip() else "points")
    text = termination.strip() if ending == "other" else ""
    points = _NUMBER.fullmatch(margin.strip())
    if points is not None:
        return by_points(float(points[0]), ending, text)
    if word in _DRAWS:
        return Result(ending, margin=0.0, text=text)
    if word in _POINTS:
        return Result(ending, _POINTS[word], text=text)
    discs = word.split("-")
    if len(discs) == 2 and all(map(_NUMBER.fullmatch, discs)):
        return by_points(float(discs[0]) - float(discs[1]), ending, text)
    return UNKNOWN


# --- parts ----------------------------------------------------------------------------------------


def _end(text: str, at: int) -> int:
    """Where a game ends that begins there: before the next tag that stands after moves."""
    while tag := _TAG.match(text, _after_blanks(text, at)):
        at = tag.end()
    following = _NEXT.search(text, text.find("\n", at) + 1 or len(text))
    return following.start() if following else len(text)


def _after_blanks(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _game(text: str) -> Record:
    tags: dict[str, str] = {}
    at = 0
    while tag := _TAG.match(text, _after_blanks(text, at)):
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        at = tag.end()
    moves, result = _moves(text, at)
    variant = _known(tags.get("Variant", ""))
    # Without a board its size is that of the variant, which may be any, or of Othello.
    start, size = _parse_fen(tags["FEN"]) if tags.get("FEN", "").strip() else (None, 0 if variant else 8)
    first = (BLACK, WHITE) if start is None or start[-1] == BLACK else (WHITE, BLACK)
    komi = _NUMBER.fullmatch(tags.get("Komi", "").strip())
    said = parse_result(tags.get("Result", "").strip() or result, tags.get("Termination", ""), tags.get("Margin", ""))
    return Record(
        width=size,
        height=size,
        moves=tuple(RecordedMove(first[ply % 2], move) for ply, move in enumerate(moves)),
        start=start,
        black=_known(tags.get("Black", "")),
        white=_known(tags.get("White", "")),
        result=said if said.ending != "unknown" else parse_result(result),
        komi=float(komi[0]) if komi else None,
        properties={name: text for name, text in tags.items() if name not in _READ and _known(text)},
        variant=variant or ("othello" if size == 8 else f"othello-{size}x{size}"),
    )


def _moves(text: str, at: int) -> tuple[list[str], str]:
    """The moves, and the result after them; variations are skipped."""
    moves: list[str] = []
    result = ""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth = max(depth - 1, 0)
        elif depth:
            continue
        elif token["move"]:
            if len(moves) == MOST_MOVES:
                raise RecordError(f"a game of more than {MOST_MOVES} moves", "PGN")
            moves.append(PASS if is_pass(token["move"]) else token["move"].lower())
        elif token["result"]:
            result = token["result"]
        elif token["other"]:
            raise RecordError(f"not a move: {token['other']!r}", f"move {len(moves) + 1}")
    return moves, result


def _known(text: str) -> str:
    return "" if text.strip() == "?" else text.strip()


def _result_tags(result: Result, cells: int) -> dict[str, str]:
    tags: dict[str, str] = {}
    margin = result.margin
    if not result.decided:
        tags["Result"] = "*"
    elif (
        margin is not None
        and margin % 1 == 0
        and (cells + margin) % 2 == 0
        and result.ending in ("points", "agreement")
    ):
        black = int(cells + margin) // 2
        tags["Result"] = f"{black}-{cells - black}"
    else:
        tags["Result"] = {BLACK: "1-0", WHITE: "0-1"}.get(result.winner, "1/2-1/2")
        if margin:
            tags["Margin"] = f"{margin:g}"
    how = result.text if result.ending == "other" else _WRITTEN.get(result.ending, "")
    return tags | ({"Termination": how} if how else {})


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _parse_fen(text: str) -> tuple[str, int]:
    """The start, and the length of a side."""
    board, _, rest = text.strip().partition(" ")
    cells = ""
    rows = board.partition("[")[0].split("/")
    for row in rows:
        for part in re.findall(r"[0-9]{1,4}|.", row):
            cells += (
                "." * min(int(part), 100) if part[0] in "0123456789" else _FEN.get(part, "." if part in "-._" else "?")
            )
    size = len(rows)
    if not 2 <= size <= 26 or len(cells) != size * size or "?" in cells:
        raise RecordError(f"no board of {size} rows: {text[:20]!r}", "FEN")
    mover = WHITE if rest[:1].lower() in ("w", "o") else BLACK
    return f"{cells} {mover}", size


def _format_fen(record: Record) -> str:
    cells = "".join((record.start or "").split())
    if len(cells) != record.width * record.height + 1 or record.width != record.height:
        raise RecordError("FEN has square boards alone", "PGN")
    rows = (cells[at : at + record.width] for at in range(0, len(cells) - 1, record.width))
    written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return f"{written.replace(BLACK, 'p').replace(WHITE, 'P')} {'b' if cells[-1] == BLACK else 'w'}"
