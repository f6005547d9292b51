"""Why a move is better than another: what is counted along both lines, and that in words.

Read :mod:`model` (the figures), :mod:`counting` (where they come from), :mod:`sentences` (what is said of them).
"""
