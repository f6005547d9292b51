"""The service: what a request does. Events in, effects out; no sockets, clocks or threads.

Start reading at :mod:`engined.service.service`.
"""

from .service import Service
from .surroundings import Limits, Surroundings

__all__ = ["Limits", "Service", "Surroundings"]
