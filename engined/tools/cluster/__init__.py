"""``engined cluster``: searches shared out to many processes and machines by Dask.

Start reading at :mod:`question` (what a task is: a plain value, and what comes of it) and :mod:`worker` (what a worker
does with it). :mod:`crew` has tasks done; :mod:`engined_client.terminal.kept_results` keeps what came of them, so that
every command can be broken off and goes on; :mod:`keeping` is the store that daemons have. Then a module for each kind
of work: :mod:`position_work` for positions of files, :mod:`split_proof` for one deep position, which is split into
searches of many (:mod:`proving` has them done), :mod:`reviewing` for games, :mod:`training` and :mod:`studying`.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
