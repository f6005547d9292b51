"""What can go wrong between a client and the daemon."""

from __future__ import annotations

from engined_protocol.errors import Code
from engined_protocol.messages import Error


class ClientError(Exception):
    """Base of everything that the client library raises on its own account."""


class ServiceError(ClientError):
    """The daemon refused a request; nothing was changed by it."""

    @classmethod
    def of(cls, error: Error) -> ServiceError:
        """What a reply says."""
        return ServiceError(error.code, error.message, error.field, error.retry_after)

    def __init__(self, code: str, message: str, field: str = "", retry_after: float | None = None) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.code = code
        """The kind of error, one of :class:`engined_protocol.errors.Code`."""
        self.message = message
        """The words that say what is wrong, without the field."""
        self.field = field
        """The part of the request that is at fault; empty where it is none."""
        self.retry_after = retry_after
        """The seconds after which to ask again, where the code is ``busy``."""


class InvalidRequest(ServiceError, ValueError):
    """What was asked for makes no sense, and was not sent: a text of moves that is none, a value of a wrong kind.

    The daemon would have refused it as ``invalid``, and so its code says.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(Code.INVALID, message, field)


class ConnectionLost(ClientError, ConnectionError):
    """The daemon went away, or this client was closed, before the final reply came."""


class DaemonReturned(UserWarning):
    """The daemon had gone, and the client has found it, or its successor, again."""


class NoDaemon(ConnectionLost):
    """Nobody answers at the endpoint, and none could be started."""


class NoEndpoint(NoDaemon):
    """It is raised for what was given as an endpoint and is none."""


class RequestTimeout(ClientError, TimeoutError):
    """No reply in time. The request may still be served; a job is told to stop."""
