"""Forward pruning by shallow searches: kernel source (see kernels/prelude.pyi).

ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995, and the Multi-ProbCut
that followed): where a shallow search leaves the window by more than the error that such searches make, the deep
one is taken to leave it too. What is probed, and how large errors may be, stands in a table that
:mod:`engined.backends.probcut_errors` makes for each level of confidence. Exact scores never come from it.
"""

from engined.kernels.prelude import inline, load
from engined.search.probcut_levels import PLIES


@inline
def probe_of(probes: int, depth: int, left: int) -> int:
    """Address of what is known of searches to a depth: the depth of the probe, 0 for none, and then its margin."""
    return probes + 16 * (left * PLIES + min(depth, PLIES - 1))


@inline
def probe_depth(probe: int) -> int:
    """The depth of the probe in plies; 0 where there is no probe."""
    return load(probe)


@inline
def margin_of(probe: int) -> int:
    """How far out of the window a probe must be, in hundredths of a disc."""
    return load(probe + 8)
