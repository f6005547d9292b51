"""Flipping games in which a move says what it turns or takes off: kernel sources. Start with search.py."""
