"""What stands on sheets, as plain data: texts with their direction, criteria with their boxes, outputs in order."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from gradewright.errors import InvalidValue
from gradewright.model.criterion import Criterion
from gradewright.model.rubric import OverallRule, Rubric, RubricEntry
from gradewright.rubrics.fingerprint import fingerprint, shown
from gradewright.sheets.codes import MOST_ITEMS, SheetCode

_RTL: Final = frozenset({"R", "AL"})
_LTR: Final = frozenset({"L"})
_MASK: Final = 4
_USUAL_WORD: Final = "cannot judge"
_NO_PRINT: Final = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127], "\ufffd")
# Characters that a line of a row has room for, at the least.
_LINE: Final = 45
# A row with more of them may go on on the next page; others stay together.
_MOST_LINES_TOGETHER: Final = 28


class Layout(StrEnum):
    """How outputs stand on pages: each on its own, several below each other, or as rows against all criteria."""

    PAGE = "page"
    BLOCKS = "blocks"
    MATRIX = "matrix"


class Paper(StrEnum):
    """The sizes of paper."""

    A4 = "a4"
    LETTER = "us-letter"


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What is chosen for a batch. ``seed`` orders the outputs by chance, None leaves them as they come."""

    layout: Layout = Layout.PAGE
    paper: Paper = Paper.A4
    examples: bool = True
    reference: bool = False
    cover: bool = True
    seed: int | None = 1
    raters: int = 1


@dataclass(frozen=True, slots=True)
class Output:
    """One output to grade. ``key`` is how the library knows it; neither model nor judge ever stands on paper."""

    key: int
    question_key: str
    question: str
    answer: str
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of sheets: its name, the rubric, and the outputs in the order in which they are printed."""

    name: str
    rubric: Rubric
    title: str
    outputs: tuple[Output, ...]
    options: SheetOptions

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the rubric, 64 hexadecimal digits."""
        return fingerprint(self.rubric)

    def code(self, number: int) -> str:
        """Return the code of an output by its number from 1; 0 is the cover."""
        return str(SheetCode(self.name, number))


def ordered(outputs: Sequence[Output], seed: int | None) -> tuple[Output, ...]:
    """Return outputs in the order of a seed, the same each time; as they come where there is none.

    Raises:
        InvalidValue: there are more than a batch can number.
    """
    if len(outputs) > MOST_ITEMS:
        raise InvalidValue(f"One batch holds at most {MOST_ITEMS:,} outputs.", hint="Make several batches.")
    listed = list(outputs)
    if seed is not None:
        random.Random(seed).shuffle(listed)
    return tuple(listed)


def printable(rubric: Rubric) -> tuple[tuple[RubricEntry, Criterion], ...]:
    """Return the criteria that people are asked about: the active ones, in order.

    Raises:
        InvalidValue: there is none, so there is nothing to tick.
    """
    found = tuple((entry, entry.trait) for entry in rubric.active if isinstance(entry.trait, Criterion))
    if not found:
        raise InvalidValue(
            "The rubric has no active criterion, so a sheet would have nothing to tick.",
            hint="Traits for judges and patterns are not asked on paper.",
        )
    return found


def sheet_data(batch: Batch) -> dict[str, Any]:
    """Return everything that the pages are made of, as JSON data."""
    rubric, options = batch.rubric, batch.options
    word = _word(rubric)
    rule = rubric.terms.cannot_judge
    return {
        "title": text(batch.title),
        "version": rubric.versions.number,
        "fingerprint": shown(batch.fingerprint),
        "layout": str(options.layout),
        "paper": str(options.paper),
        "examples": options.examples,
        "cover": options.cover,
        "unit": text(rubric.terms.graded_unit),
        "rule": _rule_words(rubric),
        "word": text(word) if word else None,
        "when": text(rule.when) if rule is not None and rule.when.strip() else None,
        "criteria": [_criterion(number, criterion) for number, (_, criterion) in enumerate(printable(rubric), 1)],
        "has_must_pass": any(criterion.must_pass for _, criterion in printable(rubric)),
        "outputs": [_output(batch, number, output) for number, output in enumerate(batch.outputs, 1)],
        "count": len(batch.outputs),
        "batch": batch.name,
        "cover_code": batch.code(0),
        "qr": _qr(_named(batch, 0)),
        "row": False,
    }


def text(value: str) -> list[dict[str, Any]]:
    """Return a text as its paragraphs, each with its own direction: that of its first letter that has one."""
    lines = value.translate(_NO_PRINT).replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return [{"t": line.replace("\t", "    "), "r": is_right_to_left(line)} for line in lines]


def is_right_to_left(line: str) -> bool:
    """Return whether the first letter of a line with a direction is one of a script written from right to left."""
    for character in line:
        kind = unicodedata.bidirectional(character)
        if kind in _RTL:
            return True
        if kind in _LTR:
            return False
    return False


def _criterion(number: int, criterion: Criterion) -> dict[str, Any]:
    scale = criterion.scored_on
    return {
        "number": number,
        "name": text(criterion.name),
        "definition": text(criterion.definition) if criterion.definition.strip() else None,
        "must": _texts(criterion.must),
        "must_not": _texts(criterion.must_not),
        "passes": _texts(criterion.pass_examples),
        "fails": _texts(criterion.fail_examples),
        "must_pass": criterion.must_pass,
        "points": [
            {"point": point, "anchor": text(anchor) if anchor.strip() else None}
            for point, anchor in enumerate(scale.anchors, start=1)
        ]
        if scale is not None
        else [],
        "line": scale.pass_line if scale is not None else None,
        "tall": _lines(criterion) > _MOST_LINES_TOGETHER,
    }


def _lines(criterion: Criterion) -> int:
    """Return about how many lines the row of a criterion takes."""
    scale = criterion.scored_on
    examples = (*criterion.pass_examples, *criterion.fail_examples)
    anchors = scale.anchors if scale is not None else ()
    texts = (criterion.name, criterion.definition, *criterion.must, *criterion.must_not, *examples, *anchors)
    return sum(len(line) // _LINE + 1 for words in texts for line in words.split("\n"))


def _texts(values: Iterable[str]) -> list[list[dict[str, Any]]]:
    return [text(value) for value in values if value.strip()]


def _output(batch: Batch, number: int, output: Output) -> dict[str, Any]:
    reference = output.reference if batch.options.reference else ""
    return {
        "number": number,
        "question_key": output.question_key,
        "question": text(output.question),
        "answer": text(output.answer),
        "reference": text(reference) if reference.strip() else None,
        "code": batch.code(number),
        "qr": _qr(_named(batch, number)),
        "long": len(output.answer) > 1_200 or output.answer.count("\n") > 18,
    }


def _named(batch: Batch, number: int) -> str:
    """Return what a scanned code says: the code, the output, and the whole fingerprint of the rubric."""
    key = batch.outputs[number - 1].key if number else 0
    # In capitals: a QR code packs those, digits and hyphens closer than small letters.
    return f"{batch.code(number)} {key} {batch.fingerprint.upper()}"


def _qr(content: str) -> str:
    import io

    import segno

    stream = io.BytesIO()
    # Any mask can be read; trying all eight for the best one takes eight times as long.
    segno.make(content, error="m", micro=False, mask=_MASK).save(
        stream, kind="svg", border=0, xmldecl=False, svgns=True
    )
    return stream.getvalue().decode("utf-8")


def _word(rubric: Rubric) -> str:
    rule = rubric.terms.cannot_judge
    return "" if rule is None else rule.word.strip() or _USUAL_WORD


def _rule_words(rubric: Rubric) -> str:
    if rubric.terms.overall_rule is OverallRule.FAILS_ON_MUST_PASS:
        return "The output fails when any must-pass row fails; the other rows do not decide it."
    return "The output fails when any row fails."


def all_texts(data: Mapping[str, Any]) -> Iterable[str]:
    """Yield every text that stands in the data of sheets, however deep."""
    waiting: list[Any] = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            if set(value) == {"t", "r"}:
                yield value["t"]
            else:
                waiting += [member for key, member in value.items() if key != "qr"]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str):
            yield value
