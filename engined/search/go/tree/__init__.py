"""The tree of games of Go: kernel sources. Start with growth.py.

Every node holds its moves, best first by what is thought of them before any game.
"""
