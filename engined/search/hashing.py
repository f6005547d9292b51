"""Numbers that mix the bits of a word well."""

GOLDEN = -7046029254386353131
"""2**64 divided by the golden ratio, as int64."""
MIXER = -4658895280553007687
"""A multiplier that mixes well (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators",
2014).
"""
