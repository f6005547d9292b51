"""A game-engine daemon for every variant of the flipping game."""

__version__ = "0.1.0"
