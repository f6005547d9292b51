"""To get better: start with :mod:`exercise`, a position whose best move is looked for.

Exercises come from problems (:mod:`problem`, made by :mod:`making`, repeated by :mod:`deck`), from the mistakes of a
reviewed game (:mod:`mistakes`), or as a game goes on (:mod:`teacher`). :mod:`judge` says what a move is worth,
:mod:`hints` leads to the best one in three steps, and :mod:`openings` practises those of the book.
"""
