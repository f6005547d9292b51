"""The flipping game of two sides: kernel texts. Start with alphabeta.py."""
