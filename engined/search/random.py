"""Random numbers: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import Board, count, drop_first, first, inline, shift_right
from engined.search.hashing import GOLDEN, MIXER


@inline
def chance(below: int, context: SearchContext) -> int:
    """A random number from 0 on (G. Marsaglia, "Xorshift RNGs", 2003)."""
    state = context.random
    state ^= state << 13
    state ^= shift_right(state, 7)
    state ^= state << 17
    context.random = state
    return shift_right(shift_right(state, 32) * below, 32)


@inline
def any_of(moves: Board, context: SearchContext) -> int:
    """A random member of a set."""
    skipped = chance(count(moves), context)
    while skipped > 0:
        moves = drop_first(moves)
        skipped -= 1
    return first(moves)


@inline
def mixed(word: int) -> int:
    """A word whose bits all depend on all bits of another (after G. Steele, D. Lea and C. Flood, "Fast splittable
    pseudorandom number generators", 2014).
    """
    word = (word ^ shift_right(word, 30)) * MIXER
    word = (word ^ shift_right(word, 27)) * GOLDEN
    return word ^ shift_right(word, 31)


@inline
def number_of_game(seed: int, game: int) -> int:
    """A number that a game of a seed has for itself, at random; not 0."""
    number = mixed(mixed(seed * GOLDEN) + game * GOLDEN)
    return number if number != 0 else GOLDEN


@inline
def begin_game(seed: int, game: int, context: SearchContext) -> None:
    """Begin the random numbers of a game: the same for the same seed and game, whatever was played before."""
    context.random = number_of_game(seed, game)
