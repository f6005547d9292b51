"""Games in which every legal move is equally likely: kernel source (see kernels/prelude.pyi).

Of each game it is written how many turns it had, and how many moves there were to choose from: a forced pass is a turn
without a choice. The passes that nobody's move follows are no turns.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import count, is_empty, kernel, load, store
from engined.search.game import captured_by, following, is_over, moves_of, play_on
from engined.search.random import any_of, begin_game
from engined.search.stop import told_to_stop
from engined.tools.study.game_words import RANDOM_GAME_WORDS


@kernel("int64(int64, int64, int64, int64, int64, int64, SearchContext)")
def random_games(position: int, seat: int, seed: int, game: int, games: int, out: int, context: SearchContext) -> int:
    """Play so many games of a seed, from the one with this number on; gives how many were played.

    Behind what is written of the games it is counted how often there were 0, 1, 2 ... moves.
    """
    histogram = out + 8 * RANDOM_GAME_WORDS * games
    played = 0
    while played < games and not told_to_stop(context):
        begin_game(seed, game + played, context)
        here = position
        mover = seat
        turns = 0
        total = 0
        squares = 0
        while True:
            moves = moves_of(here, mover)
            if is_empty(moves) and is_over(here):
                break
            choices = count(moves)
            turns += 1
            total += choices
            squares += choices * choices
            store(histogram + 8 * choices, load(histogram + 8 * choices) + 1)
            if choices > 0:
                square = any_of(moves, context)
                here = play_on(here, mover, square, captured_by(here, mover, square))
            mover = following(mover)
        entry = out + 8 * RANDOM_GAME_WORDS * played
        store(entry, turns)
        store(entry + 8, total)
        store(entry + 16, squares)
        played += 1
    return played
