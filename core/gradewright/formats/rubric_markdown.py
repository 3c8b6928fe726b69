"""A rubric in Markdown: in full for those who label, and as a short summary for a requirements document (section 6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gradewright.formats.markdown import entry_markdown, inline
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.rubric import OverallRule, Rubric, RubricEntry
from gradewright.rubrics.fingerprint import fingerprint, shown

# What makes a list, a heading or a rule of a line; `inline` escapes the rest.
_LINE_MARK = re.compile(r"^(\d{0,9})([-+=.)](?=\s|$)|[-=]+$)")
_UNNAMED = "Rubric"


def labeler_markdown(rubric: Rubric) -> str:
    """Return all that a person needs to label by: unit, rule, every active criterion, the cannot-judge word, version.

    Whatever the texts hold (pipes, backticks, lists, headings, HTML), it comes out as text.
    """
    terms = rubric.terms
    parts = [f"# {inline(terms.name) or _UNNAMED}\n"]
    if terms.check_type.strip():
        parts.append(f"Kind of check: {_block(terms.check_type)}\n")
    if terms.graded_unit.strip():
        parts.append(f"You grade one thing at a time: {_block(terms.graded_unit)}\n")
    parts.append(f"{rule_words(rubric)}\n")
    parts.append(f"{_cannot_judge(rubric)}\n")
    parts.append("## Criteria\n")
    parts.extend(_entries(rubric))
    parts.append(f"---\n\n{version_words(rubric)}\n")
    return "\n".join(parts)


def summary_markdown(rubric: Rubric) -> str:
    """Return a rubric in a few lines, for a requirements document: unit, rule, and a line a criterion."""
    terms = rubric.terms
    lines = [f"**{inline(terms.name) or _UNNAMED}**", ""]
    if terms.graded_unit.strip():
        lines += [f"Graded: {inline(terms.graded_unit)}", ""]
    lines += [rule_words(rubric), ""]
    for entry in rubric.active:
        lines.append(f"- **{_name(entry)}**{_summary(entry)}")
    lines += ["", version_words(rubric), ""]
    return "\n".join(lines)


def rule_words(rubric: Rubric) -> str:
    """Return the overall rule in plain words."""
    if rubric.terms.overall_rule is OverallRule.FAILS_ON_ANY:
        return "The output fails when any criterion fails."
    return "The output fails only when a criterion marked “must pass” fails."


def version_words(rubric: Rubric) -> str:
    """Return version and short fingerprint. What was changed since the last version says so."""
    made = fingerprint(rubric)
    versions = rubric.versions
    if not versions.number:
        return f"Draft, fingerprint {shown(made)}"
    changed = ", changed since" if made != versions.fingerprint else ""
    return f"Version {versions.number}{changed}, fingerprint {shown(made)}"


def _cannot_judge(rubric: Rubric) -> str:
    rule = rubric.terms.cannot_judge
    if rule is None or not (rule.when.strip() or rule.word.strip()):
        return "Judge every criterion."
    word = f" write “{inline(rule.word)}” in place of a verdict" if rule.word.strip() else " leave the verdict empty"
    when = f" {_block(rule.when)}" if rule.when.strip() else ""
    return f"Where you cannot judge,{word}.{when}"


def _entries(rubric: Rubric) -> Iterator[str]:
    group = ""
    number = 0
    for entry in rubric.active:
        if entry.group.strip() and entry.group != group:
            yield f"### Group: {inline(entry.group)}\n"
        group = entry.group
        if not isinstance(entry.trait, Criterion):
            yield entry_markdown(entry, "###")
            continue
        number += 1
        yield _criterion(number, entry, entry.trait)
    if not rubric.active:
        yield "There is none yet.\n"


def _criterion(number: int, entry: RubricEntry, criterion: Criterion) -> str:
    scale = criterion.scored_on
    parts = [f"### {number}. {_name(entry)}\n"]
    if criterion.definition.strip():
        parts.append(f"{_block(criterion.definition)}\n")
    parts += _list("Must:", criterion.must)
    parts += _list("Must not:", criterion.must_not)
    parts.append(f"{_scoring(scale)}\n")
    if scale is not None:
        anchors = [f"**{point}:** {_block(text, '  ')}".rstrip() for point, text in enumerate(scale.anchors, start=1)]
        parts.append("\n".join(f"- {anchor}" for anchor in anchors) + "\n")
    parts += _list("Passes, for example:", criterion.pass_examples)
    parts += _list("Fails, for example:", criterion.fail_examples)
    if criterion.must_pass:
        parts.append("This criterion must pass.\n")
    parts.append(f"Id: {inline(entry.id)}\n")
    return "\n".join(parts)


def _scoring(scale: Scale | None) -> str:
    if scale is None:
        return "Give pass or fail."
    line = f" It passes at {scale.pass_line} or higher." if scale.pass_line is not None else ""
    return f"Give a point from 1 to {scale.points}.{line}"


def _list(heading: str, texts: Sequence[str]) -> list[str]:
    filled = [text for text in texts if text.strip()]
    if not filled:
        return []
    return [f"**{heading}**\n", "\n".join(f"- {_block(text, '  ')}" for text in filled) + "\n"]


def _summary(entry: RubricEntry) -> str:
    criterion = entry.trait
    if not isinstance(criterion, Criterion):
        return f": {inline(criterion.description)}" if criterion.description else ""
    marks = [] if criterion.scored_on is None else [f"1 to {criterion.scored_on.points}"]
    marks += ["must pass"] if criterion.must_pass else []
    said = criterion.definition.strip() or " ".join(text.strip() for text in criterion.must if text.strip())
    return (f" ({', '.join(marks)})" if marks else "") + (f": {inline(said)}" if said else "")


def _name(entry: RubricEntry) -> str:
    return inline(entry.trait.name) or inline(entry.id)


def _block(text: str, indent: str = "") -> str:
    """Return a text with its line breaks, none of its lines taken for a list, a heading or code."""
    lines = [_LINE_MARK.sub(r"\1\\\2", inline(line)) for line in text.splitlines()]
    return f"\\\n{indent}".join(line for line in lines if line)
