"""The range of values: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import UNIT
from engined.kernels.prelude import CELLS

MOST_VALUE = UNIT * CELLS
"""No score is higher, in hundredths of a disc."""
NO_VALUE = -MOST_VALUE - 1
"""Nothing is known yet: less than any value."""
NO_SCORE = -CELLS - 1
"""The same in discs: there is no placement."""
