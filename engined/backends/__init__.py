"""Backends: a variant's compiled kernels with the memory that they work on. Positions in, values out.

A backend makes root searches (:mod:`engined.roots`) and answers their questions: :mod:`two_sided`, :mod:`multi_move`
where one square may have several moves, :mod:`multiplayer` for seats with a colour each, :mod:`go` and :mod:`chains`.
:mod:`memory` owns tables and contexts, :mod:`threads` runs kernels on several threads. Importing these modules imports
numpy and llvmlite.
"""
