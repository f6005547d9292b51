"""What theory says of a chain game, as plain text for a terminal."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

from engined_protocol.messages import Chain, Position, Theory
from engined_protocol.notation import square_name

from .wording import PLAIN, Wording

BROKEN = {
    "neighbours": "a stone would have more than two neighbours",
    "block": "four stones would be a square",
    "loop": "a chain would close",
}
DEAD, OPEN, MORE = "x", ":", "?"
"""How a drawing shows dead cells, open ones, and stones of chains beyond the letters."""
LETTERS = [letter for letter in ascii_uppercase + ascii_lowercase if letter not in "XxOo"]
"""The letters that chains are named by: X and O are single stones."""


def chain_lines(position: Position, theory: Theory, words: Wording = PLAIN) -> list[str]:
    """A drawing with a letter for each chain, then the chains and the dead cells; none of games without chains."""
    if not theory.chains and not theory.dead:
        return []
    lines = [*_drawing(position, theory), "", words("chains: {points}", points=_totals(position, theory, words))]
    size = max((len(str(len(chain.cells))) for chain in theory.chains), default=0)
    for letter, chain in zip(_letters(theory), theory.chains, strict=True):
        stones = words.counted(len(chain.cells), "stone").rjust(size + len(words.counted(2, "stone")) - 1)
        lines.append(f"  {letter} {stones}  {_described(chain, words)}")
    lines.append(words("dead: {cells}", cells=f"{words.counted(len(theory.dead), 'cell')} ({DEAD})"))
    for rule, broken in BROKEN.items():
        cells = [dead.cell for dead in theory.dead if rule in dead.broken]
        if cells:
            lines.append(f"  {words(broken)}: {words.moves(cells)}")
    return lines


def _letters(theory: Theory) -> list[str]:
    more = len(theory.chains) - len(LETTERS)
    return [*LETTERS[: len(theory.chains)], *MORE * more]


def _drawing(position: Position, theory: Theory) -> list[str]:
    """The board, chains by letters; a single stone shows its colour."""
    shown = dict.fromkeys(position.legal, OPEN) | {dead.cell: DEAD for dead in theory.dead}
    for letter, chain in zip(_letters(theory), theory.chains, strict=True):
        shown |= dict.fromkeys(chain.cells, letter)
    width = len(position.board[0])
    lines = ["   " + "".join(f" {square_name(column, width)[0]}" for column in range(width))]
    for row, symbols in enumerate(position.board):
        names = (square_name(row * width + column, width) for column in range(width))
        cells = (f" {shown.get(name, symbol)}" for name, symbol in zip(names, symbols, strict=True))
        lines.append(f"{row + 1:>3}{''.join(cells)}".rstrip())
    return lines


def _totals(position: Position, theory: Theory, words: Wording) -> str:
    points = [point.seat for chain in theory.chains for point in chain.points]
    return ", ".join(f"{words.told(seat)} {words.counted(points.count(seat), 'point')}" for seat in position.seats)


def _described(chain: Chain, words: Wording) -> str:
    """Ends, bends, and whom its points are for."""
    ends = words("ends {cells}", cells=words.moves(chain.ends)) if chain.ends else words("no ends")
    points = [words("{why} for {seat}", why=words(point.why), seat=words.told(point.seat)) for point in chain.points]
    bends = f"{words.counted(len(chain.bends), 'bend')}: {', '.join(points) or words('no point')}"
    return "; ".join([ends, bends, *([words("may grow")] if chain.grows else [])])
