"""Counting repeated answers of one model to one question, over the answers that are recorded already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gradewright.model.answer import Answer

if TYPE_CHECKING:
    from gradewright.store.rows import StoredAnswer


@dataclass(slots=True)
class _Recorded:
    """What is recorded for one question and model. Texts are kept as hashes: there can be many, and long ones."""

    replicates: set[int] = field(default_factory=set)
    texts: set[int] = field(default_factory=set)
    highest: int = 0

    def free(self, wanted: int) -> int:
        """The wanted number, or the first free one after all that are taken."""
        return wanted if wanted not in self.replicates else self.highest + 1

    def take(self, number: int) -> None:
        """Note a number as taken."""
        self.replicates.add(number)
        self.highest = max(self.highest, number)


def number_replicates(
    answers: Sequence[Answer], recorded: Iterable[StoredAnswer]
) -> tuple[list[Answer], tuple[str, ...]]:
    """Return the answers with replicate numbers that nobody has yet, and what there is to say about it.

    An answer that is recorded already, word for word, is kept all the same: two answers of a model can be alike. It is
    pointed out, because mostly it means that a file was taken in twice.
    """
    known: dict[tuple[str, str], _Recorded] = {}
    for stored in recorded:
        entry = known.setdefault((stored.answer.question_key, stored.answer.model), _Recorded())
        entry.take(stored.answer.replicate)
        entry.texts.add(hash(stored.answer.text))
    numbered: list[Answer] = []
    moved = repeated = 0
    for answer in answers:
        entry = known.setdefault((answer.question_key, answer.model), _Recorded())
        number = entry.free(answer.replicate)
        moved += number != answer.replicate
        repeated += hash(answer.text) in entry.texts
        entry.take(number)
        numbered.append(answer if number == answer.replicate else replace(answer, replicate=number))
    return numbered, tuple(_words(moved, repeated))


def _words(moved: int, repeated: int) -> Iterable[str]:
    if repeated:
        subject = "1 answer was" if repeated == 1 else f"{repeated:,} answers were"
        yield f"{subject} recorded already, word for word; recorded once more."
    if moved:
        subject = "1 answer has" if moved == 1 else f"{moved:,} answers have"
        yield f"{subject} the next free replicate number, because the model has answered the question before."
