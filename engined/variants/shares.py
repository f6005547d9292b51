"""Who has put how much into something that holds only so much: room is made by whoever has most in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class NoRoom(Exception):
    """Room could only be made at the cost of those who have no more than this owner."""


class Shares(Generic[K]):
    """Keys and their owners, the oldest first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._owners: dict[K, str] = {}
        self._counts: Counter[str] = Counter()

    def __contains__(self, key: K) -> bool:
        return key in self._owners

    def __iter__(self) -> Iterator[K]:
        return iter(self._owners)

    def owner(self, key: K) -> str:
        """Whose a key is."""
        return self._owners[key]

    def room(self, owner: str, most: int | None = None) -> K | None:
        """The key that must go before this owner, who may have ``most``, puts in one more; None where there is room.

        Raises NoRoom.
        """
        own = self._counts[owner]
        if most is not None and own >= most:
            if not own:
                raise NoRoom
            return self._oldest(owner)
        if len(self._owners) < self._most:
            return None
        largest = max(self._counts.values())
        if largest <= 1 and not own:
            raise NoRoom
        if own == largest:
            return self._oldest(owner)
        return self._oldest(next(other for other, count in self._counts.items() if count == largest))

    def put(self, key: K, owner: str) -> None:
        """Put a key in as the newest."""
        self.discard(key)
        self._owners[key] = owner
        self._counts[owner] += 1

    def discard(self, key: K) -> None:
        """Take a key out, if it is there."""
        owner = self._owners.pop(key, None)
        if owner is not None:
            self._counts[owner] -= 1
            if not self._counts[owner]:
                del self._counts[owner]

    def _oldest(self, owner: str) -> K:
        return next(key for key, other in self._owners.items() if other == owner)
