"""Result rows for a harness or a spreadsheet: one a criterion and grader, one for the verdict (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gradewright.model.criterion import Criterion
from gradewright.model.rubric import Rubric
from gradewright.rubrics.fingerprint import criterion_fingerprint, fingerprint
from gradewright.rubrics.verdicts import Judgement, criteria, verdict


@dataclass(frozen=True, slots=True)
class Graded:
    """What one grader said about one output, by criterion id.

    ``fingerprints`` are those that criteria had when they were judged, by id, where they are known: a result that was
    made under another one is stale.
    """

    item: str
    grader: str
    judgements: Mapping[str, Judgement]
    at: str = ""
    fingerprints: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row. ``scorer`` is the id of the criterion, "" for the overall verdict.

    ``passed`` is None where it could not be judged; ``score`` is the point of a scale; ``raw_score`` is what the grader
    wrote, or the agreed word where that was “cannot judge”. ``fingerprint`` is the one that the result was made under:
    of the criterion, and of the whole rubric in the row of the verdict. ``stale`` tells that the wording has changed
    since.
    """

    item: str
    grader: str
    scorer: str
    passed: bool | None
    score: int | None
    raw_score: str
    note: str
    at: str
    version: int
    fingerprint: str
    stale: bool


def result_rows(rubric: Rubric, graded: Iterable[Graded]) -> Iterator[ResultRow]:
    """Yield for every grading the rows of all active criteria in order, and then that of the overall verdict."""
    version, whole = rubric.versions.number, fingerprint(rubric)
    now = {entry.id: criterion_fingerprint(entry) for entry, _ in criteria(rubric)}
    word = rubric.terms.cannot_judge.word.strip() if rubric.terms.cannot_judge else ""
    for each in graded:
        found = verdict(rubric, each.judgements)
        made = each.fingerprints or {}
        stale_ids = {entry_id for entry_id, current in now.items() if made.get(entry_id, current) != current}
        for entry, criterion in criteria(rubric):
            judgement = each.judgements.get(entry.id, Judgement())
            yield ResultRow(
                item=each.item,
                grader=each.grader,
                scorer=entry.id,
                passed=found.outcomes[entry.id].passed,
                score=_point(criterion, judgement),
                raw_score=(word or judgement.raw) if judgement.cannot_judge else judgement.raw,
                note=judgement.note,
                at=each.at,
                version=version,
                fingerprint=made.get(entry.id, now[entry.id]),
                stale=entry.id in stale_ids,
            )
        stale = any(entry_id in stale_ids for entry_id in found.counted)
        yield ResultRow(each.item, each.grader, "", found.passed, None, "", "", each.at, version, whole, stale)


def _point(criterion: Criterion, judgement: Judgement) -> int | None:
    """Return the point of the scale that was given; None for pass or fail, no answer, or a score off the scale."""
    scale, answer = criterion.scored_on, judgement.answer
    if scale is None or judgement.cannot_judge or answer is None or isinstance(answer, bool):
        return None
    return answer if 1 <= answer <= scale.points else None
