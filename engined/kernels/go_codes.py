"""Go: what stands where in the tables of kernels, and the classes that moves are told apart by.

Also a kernel text: plain constants only.
"""

SHAPES = 65536
"""Surroundings of a point: the colours of eight neighbours."""

FLAGS_AT = 0
"""In the tables, a byte for each shape: from bit 4 on the number of orthogonal neighbours that are empty; EYE << colour
where the point is an eye of that colour.
"""
EYE = 2
WEIGHTS_AT = 65536
"""Of a move in games played out by its shape: 16 bits for each shape, for the first seat and for the second. ONE is as
likely as any.
"""
PRIORS_AT = WEIGHTS_AT + 4 * SHAPES
"""The same in trees."""
TACTICS_AT = PRIORS_AT + 4 * SHAPES
"""Of a move in games played out by its class there, 32 bits each."""
TACTIC_PRIORS_AT = TACTICS_AT + 256
"""Of a move in trees by its tactic."""
DISTANCES_AT = TACTIC_PRIORS_AT + 256
"""By its distance from the last."""
BEFORE_DISTANCES_AT = DISTANCES_AT + 256
"""By that from the one before."""
EDGES_AT = BEFORE_DISTANCES_AT + 256
"""By its line, counted from the edge: LINES for the opening, for a while, and after that."""
NETWORK_AT = EDGES_AT + 256
"""The address of a network's weights; 0: there is none."""
ZOBRIST_AT = NETWORK_AT + 8
"""A random word for each colour and point."""
ONE = 256
"""The weight of a move that nothing speaks for or against."""
MOST_WEIGHT = 65535

QUIET = 0
SAVES = 1
"""It captures a chain and frees its own beside that from atari."""
CAPTURES = 2
"""Two stones or more."""
CAPTURES_ONE = 3
ESCAPES = 4
"""With two stones or more that are in atari."""
ESCAPES_ONE = 5
GIVES = 6
"""Two stones or more away: they are left with one liberty."""
GIVES_ONE = 7
ATTACKS = 8
"""It leaves two stones or more with one liberty."""
ATTACKS_ONE = 9
EXTENDS = 10
"""A chain of two stones or more that had two liberties has three."""
IN_VAIN = 11
"""An escape that a ladder ends; only in trees."""
CATCHES = 12
"""An atari that a ladder makes good; only in trees."""
TACTICS = 13
FAR = 13
"""In place of a tactic, in games played out: the move is not near the last, and its tactic is not looked at."""
PLAYOUT_CLASSES = 14

MOST_DISTANCE = 17
DISTANCES = MOST_DISTANCE + 1
AFTER_PASS = 0
LINES = 6
PHASES = 3
