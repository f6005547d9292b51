"""Games found in files, by position, opening or player, and what came of them.

Read :mod:`games` (what a game is here), then :mod:`search`. :mod:`replay` plays all games of 8x8 Othello at once.
"""
