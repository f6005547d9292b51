"""The daemon: sockets, standard input and output, signals, threads. All input and output is in here.

Start reading at :mod:`engined.daemon.loop`.
"""

from .loop import Daemon, run

__all__ = ["Daemon", "run"]
