"""What kernels write of each game: plain constants, for them and for those who read it."""

RANDOM_GAME_WORDS = 3
"""The number of words for a game: its turns, the sum of the legal moves in all turns, and the sum of their squares."""
RANKED_GAME_WORDS = 1
"""The number of words for a game: what all seats count."""
TEAM_GAME_WORDS = 2
"""The number of words for a game: what all seats count, and how many more discs the first team has."""
