"""Client of the game-engine daemon: :class:`AsyncClient`, and its blocking face :class:`Client`.

Neither numba nor the engine itself is imported here.
"""

from engined_protocol import __version__

from .async_client import AsyncClient
from .board import Board, NoRules
from .client import BlockingJob, Client
from .errors import ClientError, ConnectionLost, DaemonReturned, InvalidRequest, NoDaemon, RequestTimeout, ServiceError
from .job import Job
from .keys import Keys, read_keys
from .replies import Analysed, Analysis, BookPosition, Description, Info, PerftDone, Position, Variants

__all__ = [
    "Analysed",
    "Analysis",
    "AsyncClient",
    "BlockingJob",
    "Board",
    "BookPosition",
    "Client",
    "ClientError",
    "ConnectionLost",
    "DaemonReturned",
    "Description",
    "Info",
    "InvalidRequest",
    "Job",
    "Keys",
    "NoDaemon",
    "NoRules",
    "PerftDone",
    "Position",
    "RequestTimeout",
    "ServiceError",
    "Variants",
    "__version__",
    "read_keys",
]
