"""Numbers by which kernels and Python understand each other. Also a kernel source: plain constants only."""

UNIT = 100
"""Values of searches are in hundredths of a disc."""

PASSED = -1
"""A pass, where kernels write moves."""
MOVE_BITS = 10
"""The bits of a square, wherever it is packed."""
NO_MOVE = (1 << MOVE_BITS) - 1
"""The number that stands for no square where a move is packed."""

MOST_SEATS = 4
"""The most seats of a variant that kernels play: what they count is packed in one word."""
SEAT_BITS = 4
"""The bits of a seat, and of the colour or the side of one, wherever those of all seats are packed."""
COUNT_BITS = 10
"""The bits of the count of one seat in a tally, which holds those of all."""
ALLY_BITS = 8
"""The bits of the mask of allies in a question (see :mod:`engined.search.many_seats.questions`)."""

ANY_RULE = 0
"""Max^n is asked for bounds of the outcomes of all rules for ties."""
IN_BOARD_ORDER = 1
"""Ties are broken in favour of the first move. All greater numbers are rules by lot: each draws for every position
anew, but always the same.
"""
