"""Games of the study over the rules, as plainly as can be: what its kernels are held to."""

from __future__ import annotations

from collections.abc import Callable

from engined.rules.position import PASS, Move, Position, start
from engined.rules.scoring import ranks
from engined.variants.model import Variant

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIXER = 0xBF58476D1CE4E5B9
Counts = tuple[float, ...]


def mixed(word: int) -> int:
    word = (word ^ word >> 30) * MIXER & MASK
    word = (word ^ word >> 27) * GOLDEN & MASK
    return word ^ word >> 31


def dice(seed: int, game: int) -> Callable[[int], int]:
    """The random numbers of a game: each below a bound."""
    state = mixed(mixed(seed * GOLDEN & MASK) + game * GOLDEN & MASK)

    def throw(below: int) -> int:
        nonlocal state
        state ^= state << 13 & MASK
        state ^= state >> 7
        state ^= state << 17 & MASK
        return (state >> 32) * below >> 32

    return throw


def random_game(variant: Variant, seed: int, game: int, until: int = -1) -> tuple[Position, list[int]]:
    """A game up to so many empty cells, and how many moves there were at each turn."""
    position, throw = start(variant), dice(seed, game)
    choices: list[int] = []
    while not position.over and position.empties > until:
        legal = position.legal()
        choices.append(0 if legal == (PASS,) else len(legal))
        position = position.play(PASS if legal == (PASS,) else legal[throw(len(legal))])
    return position, choices


def ranked(position: Position, known: dict[tuple[object, ...], Counts]) -> Counts:
    """What all seats count if each plays for its own rank; of equal moves the first."""
    if position.over:
        return position.scores()
    key = (position.board, position.seat)
    if key not in known:
        found = [ranked(position.play(move), known) for move in position.legal()]
        known[key] = min(found, key=lambda counts: ranks(position.variant, counts)[position.seat])
    return known[key]


def best_value(position: Position, depth: int, leaf: Callable[[Position], int]) -> int:
    """The value for the mover after so many placements, two teams moving in turn."""
    moves = position.legal()
    if position.over or (depth == 0 and moves != (PASS,)):
        return leaf(position)
    return max(-best_value(position.play(move), depth - (move != PASS), leaf) for move in moves)


def squares_of(moves: tuple[Move, ...]) -> set[int]:
    return {move.square for move in moves if move != PASS}
