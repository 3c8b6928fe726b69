"""What a criterion needs before it can be graded, and what the whole of a rubric's grading needs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from gradewright.lint.finding import Finding, Place, Severity
from gradewright.lint.report import finding, part, severities
from gradewright.model.composed import composed
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import OverallRule, Rubric

COMPLETENESS_RULES = (
    "no-statement",
    "no-pass-example",
    "no-fail-example",
    "missing-anchor",
    "same-anchors",
    "no-pass-line",
    "no-cannot-judge-rule",
    "no-must-pass",
)
EXPORTED = "-exported"
"""Behind the name of a rule in the severities: how much it matters once a version has been exported."""


def is_blank(text: str) -> bool:
    """Whether a text says nothing: white space alone is missing."""
    return not text.replace("\ufeff", "").strip()


def check_complete(criterion: Criterion, place: Place) -> Iterator[Finding]:
    """Yield what a criterion lacks, one finding a rule (grading rubric, sections 1 and 3)."""
    name = criterion.name
    if all(map(is_blank, (*criterion.must, *criterion.must_not))):
        message = "Nothing says what must or must not be true of an output, so there is nothing to grade."
        yield finding("no-statement", part(place, "must"), name, "has no statement", message, title="No statement")
    if all(map(is_blank, criterion.pass_examples)):
        message = "No example shows an output that passes, so each grader imagines one."
        yield finding(
            "no-pass-example", part(place, "pass"), name, "has no pass example", message, title="No pass example"
        )
    if all(map(is_blank, criterion.fail_examples)):
        message = "No example shows an output that fails, so the line between pass and fail is left open."
        yield finding(
            "no-fail-example", part(place, "fail"), name, "has no fail example", message, title="No fail example"
        )
    scale = criterion.scored_on
    if scale is not None:
        yield from _check_anchors(name, scale, place)
        yield from _check_pass_line(name, scale, place)


def _check_anchors(name: str, scale: Scale, place: Place) -> Iterator[Finding]:
    anchors = [*scale.anchors, *[""] * (scale.points - len(scale.anchors))]
    missing = [point for point, text in enumerate(anchors, start=1) if is_blank(text)]
    if missing:
        points = _points(missing)
        message = (
            f"Nothing says what an output is like that gets {points}, so graders will place the same output apart."
        )
        where, *others = [part(place, f"anchor:{point}") for point in missing]
        title = "A point without an anchor"
        yield finding(
            "missing-anchor", where, name, f"has no anchor for {points}", message, title=title, also=tuple(others)
        )
    same = _same(anchors)
    if same:
        where, *others = [part(place, f"anchor:{point}", 0, len(anchors[point - 1])) for point in same]
        message = f"The anchors of {_points(same)} read the same, so graders are free to pick either."
        words = anchors[same[0] - 1]
        title = "Anchors that read the same"
        yield finding("same-anchors", where, words, "anchors two points", message, title=title, also=tuple(others))


def _same(anchors: Sequence[str]) -> list[int]:
    """Return the first points whose anchors read the same, case, white space and punctuation aside; [] for none."""
    points: dict[str, list[int]] = {}
    for point, text in enumerate(anchors, start=1):
        if not is_blank(text):
            points.setdefault(_bare(text), []).append(point)
    return next((same for same in points.values() if len(same) > 1), [])


def _bare(text: str) -> str:
    signs = ("" if unicodedata.category(sign).startswith("P") else sign for sign in composed(text).casefold())
    return " ".join("".join(signs).replace("\ufeff", " ").split())


def _points(points: Sequence[int]) -> str:
    if len(points) == 1:
        return f"point {points[0]}"
    return f"points {', '.join(map(str, points[:-1]))} and {points[-1]}"


def _check_pass_line(name: str, scale: Scale, place: Place) -> Iterator[Finding]:
    line = scale.pass_line
    if line is not None and 1 <= line <= scale.points:
        return
    why = "has no pass line" if line is None else f"passes at {line}, which is no point"
    message = f"Nothing says from which of the {scale.points} points on an output passes, so a score gives no verdict."
    yield finding("no-pass-line", part(place, "pass_line"), name, why, message, title="No pass line")


def check_terms(rubric: Rubric, place: Place) -> Iterator[Finding]:
    """Yield what the terms of a rubric lack. Without an active criterion there is nothing to check."""
    criteria = [entry.trait for entry in rubric.active if isinstance(entry.trait, Criterion)]
    if not criteria:
        return
    rule = rubric.terms.cannot_judge
    if rule is None or is_blank(rule.when) or is_blank(rule.word):
        yield _no_cannot_judge(rubric, place)
    must_pass = rubric.terms.overall_rule is OverallRule.FAILS_ON_MUST_PASS
    if must_pass and not any(criterion.must_pass for criterion in criteria):
        message = (
            "An output fails only on must-pass criteria, and no criterion is one, so every output would pass. Mark a "
            "criterion as must pass, or let any failed criterion fail the output."
        )
        title = "No must-pass criterion"
        where = part(place, "overall_rule")
        yield finding("no-must-pass", where, rubric.terms.name, "has no must-pass criterion", message, title=title)


def _no_cannot_judge(rubric: Rubric, place: Place) -> Finding:
    rule = rubric.terms.cannot_judge
    lacks = "word" if rule is not None and not is_blank(rule.when) else "rule"
    message = (
        "Nothing says when a grader may answer that an output cannot be judged, so some will guess."
        if lacks == "rule"
        else "There is no agreed word for “cannot judge”, so graders will each write their own."
    )
    severity: Severity | None = severities()["no-cannot-judge-rule" + EXPORTED] if rubric.versions.number > 0 else None
    return finding(
        "no-cannot-judge-rule",
        part(place, "cannot_judge"),
        rubric.terms.name,
        f"has no cannot-judge {lacks}",
        message,
        title="No cannot-judge rule",
        severity=severity,
    )
