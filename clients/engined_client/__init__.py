"""Client of the game-engine daemon: :class:`AsyncClient`, and its blocking face :class:`Client`.

Neither numba nor the engine itself is imported here.
"""

from .async_client import AsyncClient
from .client import BlockingJob, Client
from .errors import ClientError, ConnectionLost, NoDaemon, RequestTimeout, ServiceError
from .job import Job
from .keys import Keys, read_keys

__all__ = [
    "AsyncClient",
    "BlockingJob",
    "Client",
    "ClientError",
    "ConnectionLost",
    "Job",
    "Keys",
    "NoDaemon",
    "RequestTimeout",
    "ServiceError",
    "read_keys",
]
