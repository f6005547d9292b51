"""Backends: a variant's compiled kernels with the memory that they work on. Positions in, values out.

A backend makes root searches (:mod:`engined.roots`) and answers their questions: :mod:`two_sided`, :mod:`multi_move`
where one square may have several moves, :mod:`multiplayer` for seats with a colour each. :mod:`memory` owns tables and
contexts. Importing these modules imports numpy and llvmlite.
"""
