"""Forward pruning by shallow searches, in the midgame alone: kernel text (see kernels/prelude.pyi).

ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995, and the Multi-ProbCut
that followed): where a shallow search leaves the window by more than the error that such searches make, the deep
one is taken to leave it too. Exact scores never come from it.
"""

import math

from engined.kernels.prelude import CELLS, inline

PROBED = 3
"""Least depth that is probed."""
CONFIDENCE = 73
"""How often, per cent, the deep search is within the margin on either side."""
DEVIATIONS = 1.1
"""As many standard deviations as give that confidence for normal errors."""
DEEPEST = 63
FINE = 1 << 12


def deviation(depth: int, shallow: int) -> float:
    """Standard deviation of a deep value from a shallow one, in hundredths of a disc, on a full board.

    Least squares through the logarithms of the deviations of 600 positions of 8x8 Othello, played by ourselves
    from XOT openings, depths 1 to 9; the residual of the logarithm is 0.11.
    """
    return math.exp(6.3757 + 0.4544 * math.log(depth - shallow) - 0.3795 * math.log(shallow + 1))


@inline
def probe_depth(depth: int) -> int:
    """Half the depth, and odd or even as it is: values of odd and of even depths are biased differently."""
    half = depth >> 1
    return half - ((half ^ depth) & 1)


MARGINS = tuple(
    round(DEVIATIONS * deviation(depth, (depth // 2) - ((depth // 2 ^ depth) & 1))) if depth >= PROBED else 0
    for depth in range(DEEPEST + 1)
)
DECAY = tuple(round(FINE * math.exp(-0.01996 * empty)) for empty in range(65))
"""The errors shrink with the share of empty cells, here in 64ths."""


@inline
def margin_of(depth: int, left: int) -> int:
    """How far out of the window a probe must be, in hundredths of a disc."""
    return MARGINS[min(depth, DEEPEST)] * DECAY[left * 64 // CELLS] // FINE
