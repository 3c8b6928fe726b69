"""Keys for questions that a file names twice or not at all."""

from __future__ import annotations


class Keys:
    """The keys of the questions so far. A key that is taken gets ``-1``, ``-2`` … appended, as Karenina does."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        """Return ``wanted`` or the first free key after it, and note it as taken."""
        key = wanted
        while key in self.taken:
            # Counting from 1 each time would make a file of equal questions take quadratic time.
            count = self._next.get(wanted, 1)
            self._next[wanted] = count + 1
            key = f"{wanted}-{count}"
        self.taken.add(key)
        return key

    def release(self, key: str) -> None:
        """Note a key as free, so that it can be taken again."""
        self.taken.discard(key)
        # Counting starts anew for what the key was made of, else it would not be found.
        self._next.pop(key.rpartition("-")[0], None)
