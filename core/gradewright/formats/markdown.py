"""A benchmark as Markdown, to be read by people. It is no format to read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gradewright.formats.template_source import read_template
from gradewright.model.choice import ChoiceTrait
from gradewright.model.criterion import Criterion, Scale
from gradewright.model.primitives import Primitive, SynonymMap, summary
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.template import (
    AtLeastN,
    BrokenTemplate,
    ConditionalGroundTruth,
    DeclarativeTemplate,
    FieldCheck,
    NoTemplate,
    Strategy,
    Template,
)
from gradewright.model.traits import (
    AgenticTrait,
    CallableTrait,
    LLMTrait,
    MetricTrait,
    RegexTrait,
    Trait,
    UnreadableTrait,
)

_SPECIAL = re.compile(r"([\\`*\[\]<|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|^[#>])")
_LIST_MARK = re.compile(r"^(\s*\d*)([-+=.)](?=\s|$)|[-=]+$)")
_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)


def benchmark_markdown(benchmark: Benchmark, questions: Iterable[Question]) -> Iterator[str]:
    """Yield a benchmark as Markdown, piece by piece: metadata, global rubric, then every question with what it has.

    Texts from the benchmark are shown as they are: those of one line are escaped, longer ones are quoted or fenced.
    """
    yield f"# {inline(benchmark.name)}\n\n"
    if benchmark.description:
        yield f"{quoted(benchmark.description)}\n\n"
    yield _about(benchmark)
    if benchmark.rubric.entries:
        yield "## Global rubric\n\n"
        yield _rubric(benchmark.rubric, "###")
    if benchmark.scenarios:
        yield "## Scenarios\n\n"
        for scenario in benchmark.scenarios:
            yield _scenario(scenario)
        yield "\n"
    number = 0
    for number, question in enumerate(questions, start=1):
        if number == 1:
            yield "## Questions\n\n"
        yield from _question(number, question)
    if not number and not benchmark.scenarios:
        yield "There are no questions yet.\n"


def inline(text: str) -> str:
    """Return a text on one line, with everything escaped that Markdown would take for its own."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def quoted(text: str) -> str:
    """Return a text as a quotation, line by line; nothing in it is taken for a heading or a list of the document."""
    lines = text.strip("\r\n").splitlines() or [""]
    return "\n".join(_quoted_line(line) for line in lines)


def _quoted_line(line: str) -> str:
    """Return one line of a quotation; a bullet or number at its start is escaped, two blanks keep the line break."""
    escaped = _LIST_MARK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", line))
    return f"> {escaped}  " if escaped.strip() else ">"


def fenced(text: str, language: str = "") -> str:
    """Return a text as a code block whose fence is longer than any in the text."""
    longest = max((len(found) for found in _FENCE.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _about(benchmark: Benchmark) -> str:
    creator = benchmark.creator
    if isinstance(creator, Mapping):
        creator = ", ".join(str(creator[key]) for key in ("name", "email", "url") if creator.get(key))
    rows = [
        ("Version", benchmark.version),
        ("Creator", creator),
        ("Created", benchmark.created),
        ("Changed", benchmark.modified),
        *((name, _value(value)) for name, value in benchmark.custom.items()),
    ]
    lines = [f"- **{inline(name)}:** {inline(str(value))}" for name, value in rows if value not in (None, "")]
    return "\n".join(lines) + "\n\n" if lines else ""


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _scenario(scenario: Mapping[str, Any]) -> str:
    nodes = scenario.get("nodes")
    count = len(nodes) if isinstance(nodes, Mapping) else 0
    described = scenario.get("description")
    tail = f" {inline(described)}" if isinstance(described, str) and described else ""
    return f"- **{inline(str(scenario.get('name', '')))}** ({count} {'node' if count == 1 else 'nodes'}).{tail}\n"


def _question(number: int, question: Question) -> Iterator[str]:
    mark = "" if question.finished else " (unfinished)"
    first = question.text.strip().splitlines()[0] if question.text.strip() else "No text"
    yield f"### {number}. {inline(first if len(first) <= 100 else first[:99] + '…')}{mark}\n\n"
    yield f"{quoted(question.text)}\n\n"
    if question.reference:
        yield f"**Reference answer**\n\n{quoted(question.reference)}\n\n"
    details = [("Id", question.key)]
    if question.keywords:
        details.append(("Keywords", ", ".join(question.keywords)))
    if question.author:
        details.append(("Author", _value(question.author)))
    if question.sources:
        details.append(("Sources", _value(question.sources)))
    if question.workspace_path:
        details.append(("Workspace", question.workspace_path))
    details += [(name, _value(value)) for name, value in question.custom.items()]
    yield "\n".join(f"- **{inline(name)}:** {inline(value)}" for name, value in details) + "\n\n"
    if question.notes:
        yield f"**Notes**\n\n{quoted(question.notes)}\n\n"
    yield _template(question.template)
    if question.rubric.entries:
        yield "#### Rubric\n\n"
        yield _rubric(question.rubric, "#####")
    if question.few_shot:
        yield "#### Examples\n\n"
        for example in question.few_shot:
            yield f"{quoted(example.question)}\n>\n{quoted(example.answer)}\n\n"


def _template(source: str) -> str:
    reading = read_template(source)
    if isinstance(reading, NoTemplate):
        return ""
    if isinstance(reading, DeclarativeTemplate):
        return f"#### Template\n\n{_fields(reading.template)}\n"
    note = "It cannot be read: " + inline(reading.problem.message) if isinstance(reading, BrokenTemplate) else ""
    return f"#### Template\n\n{note}{chr(10) * 2 if note else ''}{fenced(source, 'python')}\n\n"


def _fields(template: Template) -> str:
    lines = ["| Field | Type | Description | Expected | Rule | Weight |", "| --- | --- | --- | --- | --- | --- |"]
    for field in template.fields:
        compared = field.primitive is not None
        expected = _expected(field.ground_truth) if compared else ""
        rule = _rule(field.primitive) if field.primitive is not None else "not compared"
        cells = [field.name, field.annotation, field.description, expected, rule]
        cells.append(f"{field.weight:g}" if compared else "")
        lines.append("| " + " | ".join(inline(cell) for cell in cells) + " |")
    passed = "" if template.strategy is None else f"\nPasses where {inline(_strategy(template.strategy))}.\n"
    return "\n".join(lines) + "\n" + passed


def _rule(primitive: Primitive) -> str:
    """Return a rule in words; where the words do not name its options, those that differ from the usual follow."""
    words = summary(primitive)
    if words != primitive.label:
        return words
    options = [
        f"{(about.title or name).lower()}: {_option(getattr(primitive, name))}"
        for name, about in primitive.parameters().items()
        if about.is_required() or getattr(primitive, name) != about.get_default()
    ]
    return f"{words} ({'; '.join(options)})" if options else words


def _option(value: Any) -> str:
    if isinstance(value, SynonymMap):
        return ", ".join(f"“{left}” as “{right}”" for left, right in value.mapping.items())
    if isinstance(value, tuple):
        return ", ".join(_option(member) for member in value) or "none"
    return str(value)


def _expected(value: Any) -> str:
    if isinstance(value, ConditionalGroundTruth):
        cases = [f"{_value(case.value)} where {value.source} is {name}" for name, case in value.cases.items()]
        return "; ".join([*cases, f"else {_value(value.default.value)}"])
    return _value(value)


def _strategy(node: Strategy) -> str:
    if isinstance(node, FieldCheck):
        return f"“{node.field}” passes"
    parts = [_strategy(condition) for condition in node.conditions]
    parts = [f"({part})" if " and " in part or " or " in part or " of " in part else part for part in parts]
    if isinstance(node, AtLeastN):
        return f"at least {node.n} of these hold: {', '.join(parts) or 'none'}"
    joint, empty = (" and ", "nothing is asked") if type(node).__name__ == "AllOf" else (" or ", "nothing ever does")
    return joint.join(parts) or empty


def entry_markdown(entry: RubricEntry, heading: str = "###") -> str:
    """Return one entry of a rubric: its name as a heading, and below it all that is asked."""
    return _entry(entry, heading)


def _rubric(rubric: Rubric, heading: str) -> str:
    return "".join(_entry(entry, heading) for entry in rubric.active)


def _entry(entry: RubricEntry, heading: str) -> str:
    trait = entry.trait
    lines = [f"{heading} {inline(trait.name)}\n"]
    if trait.description:
        lines.append(f"{quoted(trait.description)}\n")
    points = [f"- {_kind(trait)}{'; counts only where its concept occurs in the answer' if entry.gated else ''}"]
    if trait.summary:
        points.append(f"- Concept: {inline(trait.summary)}")
    points += _details(trait)
    return "\n".join(lines) + "\n" + "\n".join(points) + "\n\n"


def _kind(trait: Trait) -> str:
    match trait:
        case LLMTrait() | AgenticTrait():
            who = "a model" if isinstance(trait, LLMTrait) else "an agent"
            if isinstance(trait.kind, dict):
                return f"Values that {who} fills in"
            if trait.kind == "score":
                return f"Score from {trait.min_score} to {trait.max_score}, given by {who}"
            return f"{'Yes or no' if trait.kind == 'boolean' else 'Choice'}, judged by {who}"
        case RegexTrait():
            found = "must not be found" if trait.invert_result else "is found"
            capitals = "" if trait.case_sensitive else ", capitals ignored"
            return f"Pattern that {found}{capitals}{', accents in either form' if trait.normalize else ''}"
        case CallableTrait():
            return f"Program that came with a file ({trait.kind}); it is not run"
        case MetricTrait():
            return f"Metrics: {inline(', '.join(trait.metrics))}"
        case Criterion():
            scale = trait.scored_on
            return "Pass or fail" if scale is None else f"Scale of {scale.points} points{_pass_line(scale)}"
        case ChoiceTrait():
            return f"Choice of {len(trait.choices)}, each with a score"
        case UnreadableTrait():
            return f"Cannot be used: {inline(trait.problem)}"


def _details(trait: Trait) -> list[str]:
    match trait:
        case RegexTrait():
            return [f"- Pattern: {code(trait.pattern)}"]
        case Criterion():
            return _criterion(trait)
        case ChoiceTrait():
            scores = [f"- **{inline(choice.label)}:** {choice.score:g}" for choice in trait.choices]
            return [f"- Prompt:\n\n{fenced(trait.prompt, '')}\n", *scores]
        case MetricTrait():
            good = [f"- Should say: {inline(text)}" for text in trait.tp_instructions]
            return good + [f"- Should not say: {inline(text)}" for text in trait.tn_instructions]
        case LLMTrait(classes=classes) | AgenticTrait(classes=classes) | CallableTrait(classes=classes) if classes:
            return [f"- **{inline(name)}:** {inline(text)}" for name, text in classes.items()]
    return []


def _criterion(criterion: Criterion) -> list[str]:
    scale = criterion.scored_on
    return [
        *(f"- Must: {inline(text)}" for text in criterion.must),
        *(f"- Must not: {inline(text)}" for text in criterion.must_not),
        *(f"- Passes: {inline(text)}" for text in criterion.pass_examples),
        *(f"- Fails: {inline(text)}" for text in criterion.fail_examples),
        *(f"- **{point}:** {inline(text)}" for point, text in enumerate(scale.anchors if scale else (), start=1)),
        *(["- Must pass"] if criterion.must_pass else []),
    ]


def _pass_line(scale: Scale) -> str:
    return "" if scale.pass_line is None else f", passes at {scale.pass_line} or higher"


def code(text: str) -> str:
    """Return a text as a code span with as many backticks around it as it needs."""
    text = " ".join(text.splitlines())
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text[:1] in ("`", "") or text[-1:] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"
