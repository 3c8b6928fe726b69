"""What the rows of the tree say: names, counts, and the whole of it for a screen reader."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from gradewright.store.rows import BenchmarkRow, KeptRubricRow, QuestionRow
from gradewright_desktop.panels.tree.nodes import NAMED, Marks, Node, NodeKind

_FIXED = {
    NodeKind.GLOBAL_RUBRIC: "Global rubric",
    NodeKind.QUESTIONS: "Questions",
    NodeKind.TEMPLATE: "Template",
    NodeKind.OWN_RUBRIC: "Own rubric",
    NodeKind.KEPT_RUBRICS: "Kept rubrics",
}
NO_TEXT = "No text yet"
Owner = BenchmarkRow | KeptRubricRow


def title_of(node: Node, owner: Owner | None, question: QuestionRow | None) -> str:
    """The name of a row on one line."""
    if node.kind in NAMED:
        return owner.name if owner is not None else ""
    if node.kind is NodeKind.QUESTION:
        return (" ".join(question.text.split()) or NO_TEXT) if question is not None else "…"
    return _FIXED[node.kind]


def counts_of(
    node: Node, owner: Owner | None, question: QuestionRow | None, marks: Marks | None, locale: QLocale
) -> tuple[str, str]:
    """What stands at the right of a row, long and short: ("31 of 48 done", "31/48")."""
    if isinstance(owner, KeptRubricRow):
        count = locale.toString(owner.entry_count)
        return count, count
    if (benchmark := owner) is not None:
        if node.kind is NodeKind.BENCHMARK:
            count = locale.toString(benchmark.question_count)
            return count, count
        if node.kind is NodeKind.GLOBAL_RUBRIC:
            count = locale.toString(benchmark.entry_count)
            return count, count
        if node.kind is NodeKind.QUESTIONS:
            done, every = (locale.toString(n) for n in (benchmark.finished_count, benchmark.question_count))
            return f"{done} of {every} done", f"{done}/{every}"
    if question is None:
        return "", ""
    if node.kind is NodeKind.OWN_RUBRIC:
        count = locale.toString(question.entry_count)
        return count, count
    if node.kind is NodeKind.TEMPLATE:
        return _template_counts(question, marks)
    return "", ""


def _template_counts(question: QuestionRow, marks: Marks | None) -> tuple[str, str]:
    if not question.has_template:
        return "none", "none"
    if marks is None or marks.fields is None:
        return "", ""
    return ("1 field", "1") if marks.fields == 1 else (f"{marks.fields} fields", str(marks.fields))


def accessible_words(
    node: Node, owner: Owner | None, question: QuestionRow | None, marks: Marks | None, locale: QLocale
) -> str:
    """The row in one sentence: kind, name, state, counts and findings."""
    parts = [title_of(node, owner, question)]
    if node.kind is NodeKind.BENCHMARK and isinstance(owner, BenchmarkRow):
        parts = [f"Benchmark {parts[0]}", _plural(owner.question_count, "question", locale)]
    elif isinstance(owner, KeptRubricRow):
        parts = [f"Kept rubric {parts[0]}", _plural(owner.entry_count, "entry", locale, "entries")]
    elif node.kind is NodeKind.QUESTION and question is not None:
        parts = [f"Question {parts[0]}", "finished" if question.finished else "not finished"]
    elif node.kind in (NodeKind.GLOBAL_RUBRIC, NodeKind.OWN_RUBRIC):
        of = owner if node.kind is NodeKind.GLOBAL_RUBRIC else question
        parts.append(_plural(of.entry_count if of is not None else 0, "entry", locale, "entries"))
    else:
        parts.append(counts_of(node, owner, question, marks, locale)[0])
    if marks is not None:
        for count, word in ((marks.errors, "error"), (marks.warnings, "warning"), (marks.hints, "hint")):
            if count:
                parts.append(_plural(count, word, locale))
    return ", ".join(part for part in parts if part)


def _plural(count: int, one: str, locale: QLocale, many: str = "") -> str:
    return f"{locale.toString(count)} {one if count == 1 else many or one + 's'}"


def footer_words(benchmarks: int, questions: int, locale: QLocale) -> str:
    """ "232 questions in 3 benchmarks"."""
    return f"{_plural(questions, 'question', locale)} in {_plural(benchmarks, 'benchmark', locale)}"
