"""The range of values: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import UNIT
from engined.kernels.prelude import CELLS

MOST_VALUE = UNIT * CELLS
"""No score is higher, in hundredths of a disc."""
NO_VALUE = -MOST_VALUE - 1
"""The value that stands for none, as no move has been searched yet: one less than any value, in hundredths of a disc.
"""
NO_SCORE = -CELLS - 1
"""The score that stands for none, as there is no placement: one less than any score, in discs."""
