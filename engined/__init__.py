"""A game-engine daemon for every variant of the flipping game."""

from engined_protocol import __version__ as __version__
