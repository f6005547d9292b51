"""What a thread hands to every search kernel: kernel source (see kernels/prelude.pyi).

The record, and all memory that it points to, belongs to :mod:`engined.backends.memory`, which makes it from this
declaration.
"""

from engined.kernels.prelude import Record, i64, offset_of


class SearchContext(Record):
    """The search of one thread: what it counts, when it ends, and the memory that it uses."""

    nodes: i64
    """Nodes visited; kernels only add."""
    stop: i64
    """The order to stop: a search ends at once where this is not 0. Other threads set it; whoever starts a search
    clears it.
    """
    table: i64
    """Address of the transposition table, aligned to a bucket."""
    table_shift: i64
    """64 minus the binary logarithm of the number of buckets."""
    scratch: i64
    """Address of the move lists, one slot a ply."""
    node_limit: i64
    """Call the brake when ``nodes`` gets here: 0 makes it soon. Other threads write it."""
    weights: i64
    """Address of evaluation weights; 0 when there are none."""
    generation: i64
    """Number of the analysis, 1 to 63: older entries of the table are replaced first."""
    searching: i64
    """Address of the list of positions under search, shared by the threads of one analysis; 0 with one thread."""
    thread: i64
    """Number of the thread in its analysis, from 0."""
    local_table: i64
    """Address of the local table: a small one of the thread alone, for positions near the end."""
    probes: i64
    """Address of what searches short of the end probe, and with which margins (see
    :mod:`engined.search.two_sided.probcut`).
    """
    level: i64
    """Number of the level of confidence that ``probes`` is for."""
    end_probes: i64
    """Address of the same for searches to the end."""
    end_level: i64
    """Number of the level of confidence that ``end_probes`` is for."""
    prepared: i64
    """Address of what is prepared of the position whose moves are evaluated."""
    question: i64
    """The address of a question: in games of more than two seats, what is asked and of whom (see
    :mod:`engined.search.many_seats.questions`); in Go, TreeQuestion (:mod:`engined.search.go.counting`).
    """
    random: i64
    """State of the generator of random numbers; never 0 where there is need of some."""
    brake: i64
    """Address of a function of the context's address: it sets ``stop`` at the node limit, and else comes back when it
    is this search's turn. 0: there is none.
    """
    network: i64
    """Address of the block of a cell network that corrects what the weights say; 0 where there is none."""


STOP_AT = offset_of(SearchContext, "stop")
NODE_LIMIT_AT = offset_of(SearchContext, "node_limit")
