"""The service: what a request does. Events in, effects out; no sockets, clocks or threads.

Start reading at :mod:`engined.service.service`.
"""

from .ports import ClientLimits, Ports, Report
from .service import Service

__all__ = ["ClientLimits", "Ports", "Report", "Service"]
