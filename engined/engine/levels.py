"""Levels of confidence of selective searches."""

LEVELS = (73, 87, 95, 98, 99, 100)
"""How often, per cent, a deep search is within the margin of a shallow one, on both sides; 100 prunes nothing."""
FULL = len(LEVELS) - 1
"""The level that prunes nothing."""
