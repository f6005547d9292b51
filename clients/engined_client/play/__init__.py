"""A game in the terminal: :mod:`game` is what the player types, :mod:`removal` how a game of Go ends."""
