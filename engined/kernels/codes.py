"""Numbers by which kernels and Python understand each other. Also a kernel text: plain constants only."""

UNIT = 100
"""Values of searches are in hundredths of a disc."""

PASSED = -1
"""A pass, where kernels write moves."""
MOVE_BITS = 10
"""Of a square, wherever it is packed."""
NO_MOVE = (1 << MOVE_BITS) - 1
"""No square."""

MOST_SEATS = 4
"""What they count is packed in one word."""
SEAT_BITS = 4
"""Of what is packed for each seat, its colour or its side; and of a seat."""
COUNT_BITS = 10
"""Of what one seat counts, in a tally of all."""
ALLY_BITS = 8
"""Of the mask of allies, in a question (see :mod:`engined.search.many_seats.questions`)."""

ANY_RULE = 0
"""Max^n is asked for bounds of the outcomes of all rules for ties."""
IN_BOARD_ORDER = 1
"""Of equal moves the first is played. All greater numbers are rules by lot: each draws for every position anew, but
always the same.
"""
