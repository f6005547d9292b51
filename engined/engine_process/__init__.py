"""The engine in a process of its own: a fault in machine code, or a kill for want of memory, costs one search.

Start reading at :mod:`engined.engine_process.engine`, which stands for the engine here. It starts processes
(:mod:`process`), in which ``python -m engined.engine_process`` (:mod:`__main__`) has the engine proper. Between them go
orders and news (:mod:`messages`), over a pair of sockets (:mod:`channel`).

Nothing is imported here: who only needs a part does not wait for the rest.
"""
