"""In how many ways a pattern can read one text: whether giving them all up takes forever.

Two ways round one place on the same characters double with each round (exponential ambiguity of automata); repetitions
of the same characters one behind the other multiply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from gradewright.workers.pattern_automaton import Automaton

MOST_WORK = 200_000
_WIDE_POWER, _POWER = 3, 4
# Characters that a run in ordinary prose is made of: what shares both can run through a whole answer.
_PROSE = (1 << ord("e")) | (1 << ord(" "))

# One separator between repetitions that can read it, too, is a matter of how many there are: few.
_FEWEST_SHARED = 2

_Step = tuple[int, int]
_Pair = tuple[int, int]


class GivenUp(Exception):
    """There is more to look at than is sensible while somebody types."""


def explodes(read: Automaton) -> bool:
    """Return whether a search can take exponential time, or the third power of the length of an answer.

    Raises:
        GivenUp: the pattern is too intricate to tell.
    """
    if read.counted:
        return True
    ways = _Ways(read)
    return any(ways.doubles(loop) for loop in ways.loops()) or ways.multiplies()


class _Ways:
    """The steps between the places of an automaton that a character leads to, with what is free left out."""

    def __init__(self, read: Automaton) -> None:
        self._read = read
        self._work = 0
        places = {0} | {there for node in read.nodes for there, bits in node.steps if bits}
        self._steps: dict[int, dict[_Step, int]] = {place: self._onward(place) for place in places}
        self._ends = {place for place in places if self._is_end(place)}

    def _count(self, times: int = 1) -> None:
        self._work += times
        if self._work > MOST_WORK:
            raise GivenUp

    def _onward(self, place: int) -> dict[_Step, int]:
        """The steps from a place, each with the number of free ways to it, of which two are as good as more."""
        found: dict[_Step, int] = {}
        visits: dict[int, int] = {}

        def visit(here: int, path: frozenset[int]) -> None:
            self._count()
            visits[here] = visits.get(here, 0) + 1
            if visits[here] > 2 or here in path:
                return
            for there, bits in self._read.nodes[here].steps:
                if bits:
                    found[there, bits] = found.get((there, bits), 0) + 1
            for there, _ in self._read.nodes[here].free:
                visit(there, path | {here})

        visit(place, frozenset())
        return found

    def _is_end(self, place: int) -> bool:
        """Whether the match can end here, whatever follows: then nothing is ever given up from here."""
        left, seen = [place], {place}
        while left:
            here = left.pop()
            if here == self._read.end:
                return True
            for there, check in self._read.nodes[here].free:
                if check is None and there not in seen:
                    seen.add(there)
                    left.append(there)
        return False

    def loops(self) -> Iterator[Set[int]]:
        """The sets of places that lead round to one another."""
        onward = {place: {there for there, _ in steps} for place, steps in self._steps.items()}
        backward: dict[int, set[int]] = {place: set() for place in onward}
        for place, there in ((place, there) for place, found in onward.items() for there in found):
            backward[there].add(place)
        left = set(onward)
        while left:
            place = next(iter(left))
            loop = self._reached({place}, onward) & self._reached({place}, backward)
            left -= loop | {place}
            if loop:
                yield loop

    def _reached(self, start: Iterable[int], onward: Mapping[int, Iterable[int]]) -> set[int]:
        """The places that one step or more leads to."""
        left, seen = list(start), set[int]()
        while left:
            for there in onward[left.pop()]:
                self._count()
                if there not in seen:
                    seen.add(there)
                    left.append(there)
        return seen

    def doubles(self, loop: Set[int]) -> bool:
        """Whether one text leads round a loop in two ways, from where the match can still fail."""
        if loop <= self._ends:
            return False
        inside = {place: [(step, times) for step, times in self._steps[place].items() if step[0] in loop]
                  for place in loop}  # fmt: skip
        if any(times > 1 and place not in self._ends for place in loop for _, times in inside[place]):
            return True
        onward: dict[_Pair, set[_Pair]] = {}
        left: list[_Pair] = [(place, place) for place in loop]
        while left:
            pair = left.pop()
            if pair in onward:
                continue
            onward[pair] = set()
            for (one, bits), _ in inside[pair[0]]:
                for (other, more), _ in inside[pair[1]]:
                    self._count()
                    if bits & more:
                        onward[pair].add((one, other))
                        left.append((one, other))
        apart = self._back_together(onward)
        return any(pair[0] not in self._ends or pair[1] not in self._ends for pair in apart)

    def _back_together(self, onward: Mapping[_Pair, set[_Pair]]) -> set[_Pair]:
        """The pairs of two places that two ways reach, apart, and from which they meet again."""
        backward: dict[_Pair, list[_Pair]] = {}
        for pair, found in onward.items():
            for there in found:
                backward.setdefault(there, []).append(pair)
        left = [pair for pair in onward if pair[0] == pair[1]]
        seen = set(left)
        while left:
            for before in backward.get(left.pop(), ()):
                self._count()
                if before not in seen:
                    seen.add(before)
                    left.append(before)
        return {pair for pair in seen if pair[0] != pair[1]}

    def multiplies(self) -> bool:
        """Whether repetitions of the same characters stand one behind the other, and the match can still fail."""
        runs = {place: bits for place, steps in self._steps.items() for (there, bits) in steps if there == place}
        search = 0 if self._is_anchored() else 1
        left: list[tuple[tuple[int, ...], int]] = [((place,), bits) for place, bits in runs.items()]
        while left:
            chain, shared = left.pop()
            self._count(len(chain))
            power = len(chain) + search
            if power >= (_WIDE_POWER if shared & _PROSE == _PROSE else _POWER) and chain[-1] not in self._ends:
                return True
            left += [((*chain, there), bits) for there, bits in self._next_runs(chain, shared, runs)]
        return False

    def _next_runs(self, chain: tuple[int, ...], shared: int, runs: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """The repetitions that follow a chain of them, with nothing between but what the same characters make up."""
        left, seen = [(chain[-1], shared)], set(chain)
        while left:
            place, bits = left.pop()
            for there, more in self._steps[place]:
                self._count()
                both = bits & more
                if there in seen or both.bit_count() < _FEWEST_SHARED:
                    continue
                seen.add(there)
                if there in runs:
                    yield there, both & runs[there]
                else:
                    left.append((there, both))

    def _is_anchored(self) -> bool:
        """Whether the match can begin at the beginning of the text alone."""
        if self._read.nodes[0].steps:
            return False
        checks = [check for _, check in self._read.nodes[0].free]
        starts = {"AT_BEGINNING_STRING"} if self._read.multiline else {"AT_BEGINNING_STRING", "AT_BEGINNING"}
        return all(check is not None and check.name in starts for check in checks)
