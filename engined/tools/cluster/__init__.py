"""``engined cluster``: searches shared out to many processes and machines by Dask.

Start reading at :mod:`question` (what a task is: a plain value, and what comes of it) and :mod:`worker` (what a worker
does with it). :mod:`crew` has tasks done; :mod:`kept_results` keeps what came of them, so that every command can be
broken off and goes on; :mod:`keeping` is the store that daemons have. :mod:`position_work` is
what is done with the positions of a file.
"""

from .command import EXAMPLES, SUMMARY, add_arguments, run

__all__ = ["EXAMPLES", "SUMMARY", "add_arguments", "run"]
