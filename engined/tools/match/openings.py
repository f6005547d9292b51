"""Where the games of a match begin: short sequences of moves, each played twice with colours swapped."""

from __future__ import annotations

import random
from pathlib import Path
from zlib import crc32

from engined.files import read_text
from engined.rules.position import PASS, Position, move_text, parse_move, start
from engined.variants.catalogue import Catalogue
from engined.variants.drawn_variants import xot_lines
from engined.variants.model import Passing, Variant
from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.notation import PASS as PASS_TEXT
from engined_protocol.notation import is_pass, split_transcript, square_name

Opening = tuple[str, ...]
"""Moves from the variant's start, in the notation of :mod:`engined_protocol.notation`."""

RANDOM_PLIES = 8
"""Unless told otherwise; on boards of fewer than 64 cells one ply for every 8 of them, in Go none."""

_FRUITLESS = 200
"""Tries in a row that bring no new random opening: there are none left."""


class OpeningError(ValueError):
    """Openings that cannot be used; the message says which and why."""


class SourceError(OpeningError):
    """A source of openings that does not go with the variant, or with what else is asked for."""


def draw_openings(
    variant: Variant, source: str | None, plies: int | None, count: int, seed: int
) -> tuple[str, tuple[Opening, ...]]:
    """Where the openings are from, in words, and at most ``count`` of them, in the order that the seed makes.

    ``source`` is ``xot``, ``random`` or a file; None: XOT for 8x8 Othello, random ones elsewhere or if ``plies`` are
    given. The first of more are those of fewer. Raises OpeningError, and FileError for a file.
    """
    is_othello = variant.digest == Catalogue().get("othello").digest
    source = source or ("xot" if is_othello and plies is None else "random")
    if plies is not None and source != "random":
        raise SourceError("plies are for random openings")
    if source == "xot":
        if not is_othello:
            raise SourceError(f"XOT has openings of 8x8 Othello, not of {variant.name}: try random ones")
        listed = xot()
    elif source == "random":
        plies = default_plies(variant) if plies is None else plies
        if plies < 0:
            raise SourceError(f"plies: {plies} is not a whole number of at least 0")
        return f"random {plies}", random_openings(variant, plies, count, seed)
    else:
        listed = read_openings(variant, read_text(Path(source)), source)
        source = f"file {crc32(repr(listed).encode()):08x}"
    order = list(listed)
    random.Random(seed).shuffle(order)
    return source, tuple(order[:count])


def xot() -> tuple[Opening, ...]:
    """The lines of XOT, for 8x8 Othello, in alphabetical order."""
    return tuple(tuple(square_name(square, 8) for square in line) for line in xot_lines())


def read_openings(variant: Variant, text: str, source: str) -> tuple[Opening, ...]:
    """The openings of a file: one transcript a line, of Go in Go's coordinates; blank lines and lines that begin with
    ``#`` are skipped.

    Raises OpeningError naming the line that is no opening of this variant.
    """
    openings: list[Opening] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            opening = with_passes(variant, _moves(variant, line.strip()))
            over = play(variant, opening).over
        except ValueError as error:
            raise OpeningError(f"{source}, line {number}: {error}") from None
        if over:
            raise OpeningError(f"{source}, line {number}: the game is over after these moves")
        openings.append(opening)
    if not openings:
        raise OpeningError(f"{source}: there is no opening in it")
    return tuple(openings)


def random_openings(variant: Variant, plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """Draw at most ``count`` openings of ``plies`` legal moves drawn at random, no position twice.

    Fewer where the variant has fewer: short lines on small boards. The same seed brings the same openings.
    Raises OpeningError when every game is over by then.
    """
    draw = random.Random(f"{variant.digest} {plies} {seed}")
    found: dict[str, Opening] = {}
    fruitless = 0
    while len(found) < count and fruitless < _FRUITLESS:
        position, opening = _stroll(variant, plies, draw)
        fruitless += 1
        if not position.over and position.digest not in found:
            found[position.digest] = opening
            fruitless = 0
    if not found:
        raise OpeningError(f"no game of {variant.name} lasts longer than {plies} plies")
    return tuple(found.values())


def default_plies(variant: Variant) -> int:
    """How long random openings are unless told otherwise: none where passes are free (Go), for there a few random moves
    decide the game.
    """
    if variant.passing is Passing.FREE:
        return 0
    return min(RANDOM_PLIES, len(variant.board.cells) // 8)


def play(variant: Variant, opening: Opening) -> Position:
    """The position after an opening. Raises OpeningError naming the move that cannot be."""
    return positions_of(variant, opening)[-1]


def positions_of(variant: Variant, opening: Opening) -> tuple[Position, ...]:
    """The positions of an opening, from the start of a game on. Raises OpeningError as ``play`` does."""
    positions = [start(variant)]
    for text in opening:
        try:
            positions.append(positions[-1].play(parse_move(positions[-1], text)))
        except ValueError as error:
            raise OpeningError(f"{text}: {error}") from None
    return tuple(positions)


def with_passes(variant: Variant, opening: Opening) -> Opening:
    """The opening with the forced passes that transcripts leave out. Raises OpeningError as ``play`` does."""
    moves: list[str] = []
    for text in opening:
        if not is_pass(text) and play(variant, tuple(moves)).legal() == (PASS,):
            moves.append(PASS_TEXT)
        moves.append(text)
    return tuple(moves)


def _moves(variant: Variant, transcript: str) -> Opening:
    """The moves of a transcript, whose squares are named as the game's players name them. Raises ValueError."""
    moves = split_transcript(transcript)
    if not variant.capture.surrounds:
        return moves
    coordinates, board = Coordinates(Dialect.GO), variant.board
    return tuple(
        PASS_TEXT if is_pass(move) else _vertex(move, coordinates, board.width, board.height) for move in moves
    )


def _vertex(name: str, coordinates: Coordinates, width: int, height: int) -> str:
    try:
        return coordinates.read(name, width, height)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _stroll(variant: Variant, plies: int, draw: random.Random) -> tuple[Position, Opening]:
    position, moves = start(variant), []
    for _ in range(plies):
        if position.over:
            break
        move = draw.choice(position.legal())
        moves.append(move_text(position, move))
        position = position.play(move)
    return position, tuple(moves)
