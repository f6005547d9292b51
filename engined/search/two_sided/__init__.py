"""The flipping game of two sides: kernel sources. Start with alphabeta.py."""
