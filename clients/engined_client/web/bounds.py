"""How much everybody together may take of the gateway: memory, time, connections, files."""

from __future__ import annotations

import resource
from dataclasses import dataclass

from engined_protocol.frames import MAX_BYTES

from ..terminal.command import WrongInput

HEADER_SECONDS = 10.0
"""The seconds in which a request has to say what it wants, also the first one of a connection."""
BODY_SECONDS = 60.0
"""The seconds in which all of its body has to be there."""
STUCK_SECONDS = 30.0
"""The seconds for which a visitor may read nothing of what waits for it."""
END_SECONDS = 2.0
"""The most seconds that the gateway takes to end once it is told to, whatever is going on."""

LONGEST_FRAME = 2 * MAX_BYTES
"""Bytes of a WebSocket's message that are read at all: what is a little too long is to be refused in words."""
MOST_BODIES = 64 << 20
"""Bytes of all bodies that are being read."""
MOST_UNREAD = 16 << 20
"""Bytes of replies that wait for one page: who leaves more is gone."""
MOST_UNREAD_IN_ALL = 64 << 20
"""The most bytes that wait for all pages; after that, who leaves more than enough is gone."""
ENOUGH_UNREAD = 1 << 20
"""The unread bytes with which no more requests of a page are read."""
MOST_UNDER_WAY = 256
"""Requests of a page that have no final reply yet."""
MOST_PAGES = 256
"""The most pages at once."""
MOST_CONNECTIONS = 1024

_MOST_FILES = 8192
_OWN_FILES = 64
"""The files of the gateway itself, without any visitor."""
_FILES_OF_A_GAME = 14
"""A client of the daemon has its sockets, and what libzmq needs for them."""
MOST_REVIEWS = 16


@dataclass(frozen=True)
class Bounds:
    """What can be had with so many files: no more is let in, for without files the gateway is of use to nobody."""

    connections: int = MOST_CONNECTIONS
    games: int = MOST_PAGES
    """The most open games: the clients of the daemon, each with one page or several."""
    reviews: int = MOST_REVIEWS
    """The most reviews of games, and reasons of moves, that are being made at once."""

    @staticmethod
    def of(files: int) -> Bounds:
        """Raises WrongInput where they are too few for anything."""
        connections = min(MOST_CONNECTIONS, (files - _OWN_FILES) // 4)
        clients = (files - _OWN_FILES - connections) // _FILES_OF_A_GAME
        reviews = min(MOST_REVIEWS, max(1, clients // 4))
        if clients <= reviews:
            raise WrongInput(f"this process may open {files} files only, which is too few (`ulimit -n` says so)")
        return Bounds(connections, min(MOST_PAGES, clients - reviews), reviews)


def allowed_files() -> int:
    """The number of files that may be open, after asking for as many as are of use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
