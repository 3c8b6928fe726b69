"""The rule ``surface-proxy``: a statement that measures the form or length of the output."""

from __future__ import annotations

from gradewright.lint.demand import Span
from gradewright.lint.reading import Reading


def surface_measures(reading: Reading) -> list[Span]:
    """Return the words by which a statement measures form or length, one entry a sentence.

    A form or length that is a fact to be told in the output is none: the statement's verb is then one of telling, and
    the words are its object or in a clause that depends on it (grading-rubric specification, section 3).
    """
    lists, bare = reading.lists, reading.bare
    found: list[Span] = []
    for sentence in reading.sentences:
        end = sentence.end
        begin = sentence.tokens[sentence.first].start
        opening = lists.length_openings.match(bare, begin, end)
        if opening is not None and not sentence.tells:
            found.append(reading.span(*opening.span()))
            continue
        patterns = [lists.surface_patterns]
        if not sentence.tells:
            patterns.append(lists.surface_nouns)
        matches = (match for pattern in patterns for match in pattern.finditer(bare, sentence.start, end))
        match = next((match for match in matches if not sentence.depends(match.start())), None)
        if match is not None:
            found.append(reading.span(*match.span()))
    return found
