"""Games of any number of seats, known by search/game.pyi alone; and the flipping game as such a one: kernel sources."""
