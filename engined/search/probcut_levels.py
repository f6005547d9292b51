"""Levels of selective searches: plain constants, also for kernel sources."""

LEVELS = (73, 87, 95, 98, 99, 100)
"""The probability of each level, in per cent, that a deep search is within the margin of a shallow one, on both sides,
if errors are normal.

It is that of one probe. How often a score is right that such searches lead to is another number: see
:mod:`engined.roots.confidence`.
"""
FULL_WIDTH = 5
"""The last level: it prunes nothing."""
PLIES = 64
"""Depths that probes are told apart by; greater ones are taken for the last."""
