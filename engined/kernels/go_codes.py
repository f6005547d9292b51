"""Go: what stands where in the tables of kernels, and the classes that moves are told apart by.

Also a kernel source: plain constants only.
"""

SHAPES = 65536
"""Surroundings of a point: the colours of eight neighbours."""

FLAGS_AT = 0
"""The offset of a byte for each shape: from bit 4 on the number of orthogonal neighbours that are empty; EYE << colour
is set where the point is an eye of that colour.
"""
EYE = 2
WEIGHTS_AT = 65536
"""The offset of the weights of moves in games played out, by shape: uint16 for the first seat and for the second. A
move of weight ONE is as likely as any.
"""
PRIORS_AT = WEIGHTS_AT + 4 * SHAPES
"""The offset of the weights of moves in trees, by shape: uint16 for the first seat and for the second."""
TACTICS_AT = PRIORS_AT + 4 * SHAPES
"""The offset of the weights of moves in games played out, by tactic or FAR: uint32 each."""
TACTIC_PRIORS_AT = TACTICS_AT + 256
"""The offset of the weights of moves in trees, by tactic: uint32 each."""
DISTANCES_AT = TACTIC_PRIORS_AT + 256
"""The offset of the weights of moves by the distance from the last move: uint32 each."""
BEFORE_DISTANCES_AT = DISTANCES_AT + 256
"""The offset of the weights of moves by the distance from the last move but one: uint32 each."""
EDGES_AT = BEFORE_DISTANCES_AT + 256
"""The offset of the weights of moves by line, counted from the edge: uint32 each, LINES of them for the opening, for
the time after it, and for the rest.
"""
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
"""It frees a chain of two stones or more from atari."""
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
"""Stands for a tactic in games played out: the move is not near the last, and its tactic is not looked at."""
PLAYOUT_CLASSES = 14

MOST_DISTANCE = 17
DISTANCES = MOST_DISTANCE + 1
AFTER_PASS = 0
LINES = 6
PHASES = 3
