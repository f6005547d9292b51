"""The chain games: kernel texts. Start with solver.py."""
