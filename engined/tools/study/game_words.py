"""What kernels write of each game: plain constants, for them and for those who read it."""

RANDOM_GAME_WORDS = 3
"""Its turns, the sum of their choices, the sum of the squares of these."""
RANKED_GAME_WORDS = 1
"""The number of words for a game: what all seats count."""
TEAM_GAME_WORDS = 2
"""The number of words for a game: what all seats count, and how many more discs the first team has."""
