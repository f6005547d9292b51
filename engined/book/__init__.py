"""The book: what games and analyses taught about positions, folded over transpositions and symmetries.

Pure: no clock, no file, no thread. Read :mod:`folding` (which positions are one), :mod:`node` (what is kept of a
position and what it is worth), :mod:`book` (learning), :mod:`opened` (the book at one position: moves, choice), then
:mod:`deviation` (where to go on looking). :mod:`openings` has the names.
"""
