"""The service: what a request does. Events in, effects out; no sockets, clocks or threads.

Start reading at :mod:`engined.service.service`.
"""

from .service import Limits, Service, Surroundings

__all__ = ["Limits", "Service", "Surroundings"]
