"""The chain games: kernel sources. Start with solver.py."""
