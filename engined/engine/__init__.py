"""The engine: owns machine code, tables and threads. Values in, callbacks out.

Start reading at :mod:`engined.engine.engine`. A task (:mod:`tasks`) becomes work on a thread (:mod:`task_runner`): a
search (:mod:`analysis`) or a count (:mod:`perft_task`), on what is kept of its variant (:mod:`variant_state`), with the
backend that the variant's family loads.

Nothing is imported here: who only needs the tasks does not wait for the rest.
"""
