"""Flipping games in which a move says what it turns or takes off: kernel texts. Start with search.py."""
