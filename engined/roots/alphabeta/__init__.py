"""Searches by alpha-beta from the root: deeper and deeper, at the end exactly (:mod:`root`).

What it asks is a :mod:`searcher`, which knows the value of a position in a window. :mod:`windows` are what it asks
with, :mod:`root_moves` what it finds, and :mod:`perfect_lines` play on from there, each move proven.
"""
