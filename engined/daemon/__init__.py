"""The daemon: sockets, standard input and output, signals, threads. All input and output is in here.

Start reading at :mod:`engined.daemon.loop`; :mod:`engined.daemon.start_up` gets it going.
"""

from .loop import Daemon
from .start_up import run

__all__ = ["Daemon", "run"]
