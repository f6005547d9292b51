"""What stands where in the block of int64 that a thread hands to every search kernel.

A kernel gets the block's address; these are indices of its words. The block, and all memory that it points to,
belongs to :mod:`engined.backends.memory`. Also a kernel text: plain constants only.
"""

NODES = 0
"""Nodes visited; kernels only add."""
STOP = 1
"""Not zero: end at once; whoever starts a search clears it."""
TABLE = 2
"""Address of the transposition table, aligned to a bucket."""
TABLE_SHIFT = 3
"""64 minus the binary logarithm of the number of buckets."""
SCRATCH = 4
"""Address of the move lists, one slot a ply."""
NODE_LIMIT = 5
"""Call BRAKE when NODES gets here: 0 makes it soon."""
TABLES = 6
"""Address of evaluation weights; 0 when there are none."""
GENERATION = 7
"""Number of the analysis, 1 to 63: older entries of the table are replaced first."""
SEARCHING = 8
"""Address of the list of positions under search, shared by the threads of one analysis; 0 with one thread."""
THREAD = 9
"""Number of the thread in its analysis, from 0."""
LOCAL_TABLE = 10
"""Address of the local table: a small one of the thread alone, for positions near the end."""
PROBES = 11
"""Address of what searches short of the end probe, and with which margins (see
:mod:`engined.search.two_sided.probcut`).
"""
LEVEL = 12
"""Number of the level of confidence that PROBES is for."""
END_PROBES = 13
"""Address of the same for searches to the end."""
END_LEVEL = 14
"""Number of the level of confidence that END_PROBES is for."""
PREPARED = 15
"""Address of what is prepared of the position whose moves are evaluated."""
QUESTION = 16
"""The address of a question: in games of more than two seats, what is asked and of whom (see
:mod:`engined.search.many_seats.questions`); in Go, TreeQuestion (:mod:`engined.search.go.tree`).
"""
RANDOM = 17
"""State of the generator of random numbers; never 0 where there is need of some."""
BRAKE = 18
"""Address of a function of the context's address: it sets STOP at the node limit, and else comes back when it is this
search's turn. 0: there is none."""
NETWORK = 19
"""Address of the block of a cell network that corrects what TABLES says; 0 where there is none."""
CONTEXT_WORDS = 20
