"""Draws the sample of tournament games in ``wthor.tsv.xz`` from a folder of WTHOR files.

    python -m tests.data.wthor_sample FOLDER

The files (``WTH_1977.wtb`` ... ) are published by the French Othello federation, https://www.ffothello.org/.
"""

from __future__ import annotations

import lzma
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import numpy as np

from engined_protocol.notation import parse_square
from engined_protocol.records.wthor import WthorGame, read_games, read_header
from tests.search.plain_othello import CELLS, flips, moves

SAMPLE = Path(__file__).parent / "wthor.tsv.xz"
A_YEAR = 50
"""Games of each year, where it has as many."""
PLACEMENTS = 60
START = (np.uint64(1 << 28 | 1 << 35), np.uint64(1 << 27 | 1 << 36))
"""Black's and White's discs."""
NOTES = """\
# Games of WTHOR, the database of the French Othello federation, drawn by wthor_sample.py: year, number of the game
# in the year's file (from 1), position with the empty squares from which the file knows the score: 24 (rows from the
# top, then the mover), that score: Black's discs with best play, the winner having the empty squares."""


class Unusable(Exception):
    """Why a game has no position that its theoretical score is of."""


def replay(game: WthorGame, empties: int) -> str:
    """The position with so many empty squares. Raises Unusable."""
    if len(game.moves) < PLACEMENTS - empties:
        raise Unusable("ends before")
    boards, seat = list(START), _mover(START, 0)
    for move in game.moves[: PLACEMENTS - empties]:
        placed = np.uint64(1 << parse_square(move, 8, 8))
        own, opp = boards[seat], boards[1 - seat]
        if not placed & moves(own, opp):
            raise Unusable("has an illegal move")
        turned = flips(own, opp, placed)
        boards[seat], boards[1 - seat] = own | placed | turned, opp ^ turned
        seat = _mover(boards, 1 - seat)
    black, white = (int(board) for board in boards)
    cells = ("X" if black >> at & 1 else "O" if white >> at & 1 else "." for at in range(CELLS))
    return f"{''.join(cells)} {'XO'[seat]}"


def _mover(boards: list[np.uint64] | tuple[np.uint64, ...], seat: int) -> int:
    """The seat that can move: this one, or the other. Raises Unusable."""
    for mover in (seat, 1 - seat):
        if moves(boards[mover], boards[1 - mover]):
            return mover
    raise Unusable("is over before")


def drawn(path: Path, unusable: Counter[str]) -> list[str]:
    """Lines of one year's games, in the order drawn; no position twice. Others are counted with the reason."""
    data = path.read_bytes()
    header, games = read_header(data), read_games(data)
    lines: dict[str, str] = {}
    for index in random.Random(header.year).sample(range(len(games)), len(games)):
        if len(lines) == A_YEAR:
            break
        try:
            position = replay(games[index], header.depth)
        except Unusable as error:
            unusable[str(error)] += 1
            continue
        line = f"{header.year}\t{index + 1}\t{position}\t{games[index].theoretical}"
        if lines.setdefault(position, line) != line:
            unusable["comes to a position drawn before"] += 1
    return list(lines.values())


def sample(folder: Path) -> Iterator[str]:
    """The lines of the file: one of each year in turn, so that any part of it is of all years."""
    unusable: Counter[str] = Counter()
    years = [drawn(path, unusable) for path in sorted(folder.glob("WTH_*.wtb"))]
    yield NOTES
    yield f"# Drawn but not used: {', '.join(f'{number} that {why}' for why, number in unusable.items()) or 'none'}."
    for row in zip_longest(*years):
        yield from filter(None, row)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not list(Path(sys.argv[1]).glob("WTH_*.wtb")):
        sys.exit("usage: python -m tests.data.wthor_sample FOLDER, with WTHOR's WTH_*.wtb files in it")
    text = "".join(f"{line}\n" for line in sample(Path(sys.argv[1])))
    with lzma.open(SAMPLE, "wt", preset=9 | lzma.PRESET_EXTREME, encoding="utf-8") as file:
        file.write(text)
