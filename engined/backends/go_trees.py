"""Trees of games of Go in memory: planted, moved to another root, cut back."""

from __future__ import annotations

import mmap
import threading

import numpy as np

from engined.kernels.compilation import build
from engined.rules.position import Position

from .go_board import lay
from .memory import Context, aligned

PLIES_BACK = 4
"""A tree serves positions so many plies below its root."""
FILL = 0.9
"""Part of an arena that may be used when games begin: then the tree is cut back."""
KEPT_PART = 0.4
"""Part of an arena that a tree takes at most when it has been cut back."""


class Tree:
    """A tree of games, in one of two arenas: whatever stays of it is copied to the other."""

    def __init__(self, kernels: build.Kernels, tables_address: int, mebibytes: int) -> None:
        self._kernels = kernels
        size = max(mebibytes << 19, 1 << 20)
        self._capacity = size // kernels.SLOT
        self._arenas = [mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(2)]
        self._addresses = [int(np.frombuffer(arena, np.uint8).ctypes.data) for arena in self._arenas]
        self._board, self.board = aligned(kernels.BOARD_SIZE)
        self._tables = tables_address
        self.users = 0
        self.lock = threading.Lock()
        """Held by who grows it or reads it."""
        self.position = ""
        """The digest of its root; empty before there is one, and where it is one analysis's alone."""
        self._joining = threading.Lock()
        """Held by who joins its users, or asks to be the only one."""

    @property
    def address(self) -> int:
        """The address of the arena that it is in."""
        return self._addresses[0]

    @property
    def root(self) -> int:
        """The number of its root's node."""
        return self._word(self._kernels.ROOT)

    def _word(self, offset: int) -> int:
        return int(np.frombuffer(self._arenas[0], np.int64, 1, offset)[0])

    def plant(self, position: Position, context: Context) -> None:
        """Begin it anew with a position."""
        self._begin(position, context)
        self.position = position.digest

    def plant_again(self, position: Position, context: Context) -> None:
        """Begin it anew with its root, for one analysis alone: see :meth:`take_alone`."""
        with self.lock:
            self._begin(position, context)

    def _begin(self, position: Position, context: Context) -> None:
        lay(self._kernels, position, self.board, self._tables)
        self._kernels.plant_tree(self.address, self._capacity, self.board, context.address)
        self._kernels.look_ahead(self.address, self.board, context.address)

    def join(self, position: Position, context: Context) -> bool:
        """Be one more of its users, if a position is in it."""
        with self._joining:
            found = self.move_to(position, context)
            self.users += found
        return found

    def take_alone(self) -> bool:
        """Keep others from joining its only user, as it is about to be asked what others do not ask; False where there
        are others.
        """
        with self._joining:
            if self.users > 1:
                return False
            self.position = ""
        return True

    def move_to(self, position: Position, context: Context) -> bool:
        """Make a position its root, if it is in it; what is not below that is forgotten."""
        if position.digest == self.position:
            return True
        if self.users or not self.position:
            return False
        lay(self._kernels, position, self.board, self._tables)
        key = self._kernels.key_of_board(self.board, context.address)
        node = self._kernels.find_below(self.address, self.root, key, PLIES_BACK)
        if not node:
            return False
        self._copy(node, 0)
        self._kernels.look_ahead(self.address, self.board, context.address)
        self.position = position.digest
        return True

    def make_room(self) -> None:
        """Forget what few games went through, if there is little room left."""
        kernels = self._kernels
        if self._word(kernels.USED) < FILL * self._capacity:
            return
        least = 8
        self._copy(self.root, least)
        while self._word(kernels.USED) > KEPT_PART * self._capacity:
            least *= 2
            self._copy(self.root, least)

    def _copy(self, node: int, least: int) -> None:
        self._kernels.copy_tree(self._addresses[1], self._addresses[0], node, least)
        self._arenas.reverse()
        self._addresses.reverse()
