"""The engine: owns machine code, trees and threads. Values in, callbacks out.

Start reading at :mod:`engined.engine.engine`. A task (tasks) becomes work on a thread (running): an analysis
(analysis, root) or a count (count), on what is kept of its variant (tree), with kernels (searcher, memory). Games of
many seats have kernels (seated) and, of more than two sides, a root (views) of their own.

Nothing is imported here: who only needs the tasks does not wait for the rest.
"""
