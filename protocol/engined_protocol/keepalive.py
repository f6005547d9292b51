"""How both ends of a TCP connection notice that the other one's machine or network is gone.

By the kernel's own means, not by ZeroMQ's heartbeats: where one of these falls due on a connection that died while
its input was at a stop, libzmq 4.3 ends the whole process (`Assertion failed: !_io_error`). Local sockets need
neither: the kernel tells of every end at once.
"""

from __future__ import annotations

SILENCE_S = 15
"""Seconds of silence after which the kernel asks."""
INTERVAL_S = 5
QUESTIONS = 3
"""Questions that may stay without an answer."""
GONE_S = SILENCE_S + QUESTIONS * INTERVAL_S
"""Seconds after which a peer that says and confirms nothing is gone."""

SOCKET_OPTIONS = {
    "TCP_KEEPALIVE": 1,
    "TCP_KEEPALIVE_IDLE": SILENCE_S,
    "TCP_KEEPALIVE_INTVL": INTERVAL_S,
    "TCP_KEEPALIVE_CNT": QUESTIONS,
    "TCP_MAXRT": GONE_S * 1000,
}
"""Options of ZeroMQ's sockets, by name. The last, in milliseconds, is for what was sent and is never confirmed."""
