"""Several judgements about the same become one cell: replicates of a judge, and the judges of a panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gradewright.model.judgement import KeptJudgement
from gradewright.model.run import Cell, CellState
from gradewright.runs.judged.settings import Combine


def combined(judgements: Sequence[KeptJudgement], rule: Combine) -> Cell:
    """Return the cell of all judgements about one check of one answer, which are at least one.

    Only those that were judged vote. Verdicts are combined by the rule: ``majority`` takes the more frequent one,
    ``unanimous`` passes where all pass, ``any`` where one does; a tie is no verdict. Values without a verdict are a
    majority's, and none on a tie. ``detail["votes"]`` keeps every vote.
    """
    if len(judgements) == 1:
        return judgements[0].cell
    votes = [_vote(each) for each in judgements]
    voting = [each for each in judgements if each.cell.state is CellState.JUDGED]
    if not voting:
        frequent = Counter(each.cell.state for each in judgements).most_common(1)[0][0]
        shown = next(each.cell for each in judgements if each.cell.state is frequent)
        return replace(shown, detail={**shown.detail, "votes": votes})
    verdicts = [each.cell.verdict for each in voting]
    chosen = _value(voting) if None in verdicts else _verdict([bool(each) for each in verdicts], rule)
    if chosen is None:
        shown = voting[0].cell
        detail = {**shown.detail, "votes": votes, "tie": True}
        message = "The judgements are split, so there is no verdict."
        return replace(
            shown, state=CellState.CANNOT_JUDGE, verdict=None, value=None, score=None, message=message, detail=detail
        )
    shown = next(each.cell for each in voting if chosen in (each.cell.verdict, each.cell.value))
    return replace(shown, detail={**shown.detail, "votes": votes})


def _verdict(verdicts: list[bool], rule: Combine) -> bool | None:
    passed = sum(verdicts)
    if rule == "unanimous":
        return passed == len(verdicts)
    if rule == "any":
        return passed > 0
    failed = len(verdicts) - passed
    return None if passed == failed else passed > failed


def _value(voting: Sequence[KeptJudgement]) -> Any:
    counted = Counter(str(each.cell.value) for each in voting).most_common(2)
    if len(counted) == 2 and counted[0][1] == counted[1][1]:
        return None
    return next(each.cell.value for each in voting if str(each.cell.value) == counted[0][0])


def _vote(judgement: KeptJudgement) -> list[Any]:
    place, cell = judgement.place, judgement.cell
    return [place.judge, place.replicate, cell.state.value, cell.verdict, cell.value]
