"""Reading FlexEval's rubric files (its page, section 2): YAML, a mapping from a rubric's key to its body.

What loads there loads here with the same keys, names, choices and scores, and what is refused there is refused here,
with the rubric and the line named. What loads there without a word and then never works is warned about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from gradewright.errors import FileUnreadable
from gradewright.formats.flexeval.yaml_nodes import YamlDocument, read_yaml
from gradewright.model.choice import Choice, ChoiceTrait

BODY_KEYS: Final = ("prompt", "choice_scores", "name", "notes")
_NOT_TOGETHER: Final = (("{conversation}", "{context}"), ("{completion}", "{content}"))


@dataclass(frozen=True, slots=True)
class FlexEvalRubric:
    """One rubric of a file. ``key`` is as YAML gives it, which is what metrics name; it need not be text."""

    key: Any
    name: Any
    prompt: str
    choices: tuple[tuple[str, int | float], ...]
    notes: str | None = None
    line: int = 0
    written: str = ""

    def trait(self) -> ChoiceTrait:
        """Return the rubric as a trait. Its name is the key, by which metrics name it."""
        name = str(self.key).strip() or "rubric"
        title = None if self.name == self.key or self.name is None else str(self.name)
        choices = tuple(Choice(label=label, score=score) for label, score in self.choices)
        return ChoiceTrait(
            name=name,
            prompt=self.prompt,
            choices=choices,
            title=title,
            notes=self.notes,
            written=self.written or None,
        )


@dataclass(frozen=True, slots=True)
class RubricFile:
    """The rubrics of a file or of several, and what was remarked about them, a sentence each."""

    rubrics: tuple[FlexEvalRubric, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class _Reading:
    file: str | None
    lines: Mapping[Any, int]
    warnings: list[str] = field(default_factory=list)

    def fault(self, key: Any, message: str) -> FileUnreadable:
        line = self.lines.get(key)
        where = f"rubric “{key}”" if line is None else f"line {line}, rubric “{key}”"
        return FileUnreadable(message, file=self.file, place=where)

    def warn(self, key: Any, message: str) -> None:
        line = self.lines.get(key)
        self.warnings.append(f"Rubric “{key}”{'' if line is None else f' (line {line})'}: {message}")


def read_rubrics(raw: bytes | str, file: str | None = None) -> RubricFile:
    """Return the rubrics of a YAML file.

    Raises:
        FileUnreadable: it is no UTF-8, no YAML, or no mapping of rubrics; with the rubric and the line.
    """
    text = _text(raw, file)
    document = read_yaml(text, file)
    return _rubrics(document, text, file)


def read_collection(value: Any, file: str | None = None) -> RubricFile:
    """Return the rubrics of a mapping that stands inside another file. Raises FileUnreadable."""
    return _rubrics(YamlDocument(value, {}), "", file)


def merge_rubric_files(files: Sequence[RubricFile]) -> RubricFile:
    """Return the rubrics of several files in order: of two with one key the first stays, which is remarked."""
    kept: dict[Any, FlexEvalRubric] = {}
    warnings = [warning for each in files for warning in each.warnings]
    for each in files:
        for rubric in each.rubrics:
            if rubric.key in kept:
                warnings.append(f"Rubric “{rubric.key}” is there already, from a file before; the first one stays.")
            else:
                kept[rubric.key] = rubric
    return RubricFile(tuple(kept.values()), tuple(warnings))


def _rubrics(document: YamlDocument, text: str, file: str | None) -> RubricFile:
    if not isinstance(document.value, dict):
        raise FileUnreadable(
            "The file holds no rubrics: it should be a mapping from the name of each rubric to its prompt and choices.",
            file=file,
        )
    reading = _Reading(file, document.lines)
    written = _written(text, document)
    found = tuple(_rubric(key, body, reading, written.get(key, "")) for key, body in document.value.items())
    return RubricFile(found, tuple(reading.warnings))


def _rubric(key: Any, body: Any, reading: _Reading, written: str) -> FlexEvalRubric:
    if not isinstance(body, dict):
        raise reading.fault(key, "This is no rubric: it needs “prompt” and “choice_scores” under its name.")
    if not isinstance(key, str):
        reading.warn(key, f"its name is no text to YAML but {_kind_of(key)}; put it in quotes.")
    _look_at_keys(key, body, reading)
    prompt = _prompt(key, body, reading)
    name = _optional_text(key, body, "name", reading)
    notes = _optional_text(key, body, "notes", reading)
    choices = _choices(key, body, reading)
    return FlexEvalRubric(
        key, key if name is None else name, prompt, choices, notes, reading.lines.get(key, 0), written
    )


def _look_at_keys(key: Any, body: Mapping[Any, Any], reading: _Reading) -> None:
    from difflib import get_close_matches

    for each in body:
        if each in BODY_KEYS:
            continue
        near = get_close_matches(str(each), BODY_KEYS, n=1, cutoff=0.7)
        hint = f"; did you mean “{near[0]}”?" if near else "."
        reading.warn(key, f"“{each}” has no meaning there and is kept as it is{hint}")


def _prompt(key: Any, body: Mapping[Any, Any], reading: _Reading) -> str:
    if "prompt" not in body:
        raise reading.fault(key, "It has no prompt.")
    prompt = _as_text(body["prompt"])
    if prompt is None:
        raise reading.fault(key, f"The prompt is {_kind_of(body['prompt'])} to YAML and no text; put it in quotes.")
    for left, right in _NOT_TOGETHER:
        if left in prompt and right in prompt:
            raise reading.fault(key, f"The prompt uses both {left} and {right}, which cannot be filled together.")
    if "{completion}" in prompt:
        reading.warn(key, "FlexEval never fills {completion}; {content} holds what was generated.")
    return prompt


def _optional_text(key: Any, body: Mapping[Any, Any], member: str, reading: _Reading) -> str | None:
    value = body.get(member)
    if value is None:
        return None
    text = _as_text(value)
    if text is None:
        raise reading.fault(key, f"“{member}” is {_kind_of(value)} to YAML and no text; put it in quotes.")
    return text


def _choices(key: Any, body: Mapping[Any, Any], reading: _Reading) -> tuple[tuple[str, int | float], ...]:
    if "choice_scores" not in body:
        reading.warn(key, "it has no choices, so no reply can ever be read.")
        return ()
    given = body["choice_scores"]
    if not isinstance(given, dict) or not given:
        raise reading.fault(key, "“choice_scores” should be a mapping from each answer to its score.")
    for label in given:
        if not isinstance(label, (str, bytes)):
            raise reading.fault(key, f"A choice is {_kind_of(label)} to YAML and no text; {_quoted_advice(label)}.")
    try:
        scores = _scores().validate_python(dict(given))
    except (ValidationError, RecursionError) as error:
        label = _label_of(error)
        of = "" if label is None else f" of “{label}”"
        raise reading.fault(key, f"The score{of} is no number.") from error
    _remark_traps(key, list(scores), reading)
    return tuple(scores.items())


def _remark_traps(key: Any, labels: Sequence[str], reading: _Reading) -> None:
    for first, second in _overlaps(labels):
        reading.warn(
            key,
            f"in FlexEval a reply “{second}” is read as “{first}”, which comes first and stands inside it; "
            "whole labels are told apart here.",
        )


def _overlaps(labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of labels of which FlexEval's rule finds the first where the second is meant; at most twenty."""
    told = 0
    for number, second in enumerate(labels[:200]):
        for first in labels[:number]:
            if first and first != second and (second.startswith(first) or second.endswith(first)):
                yield first, second
                told += 1
                if told == 20:
                    return


def _written(text: str, document: YamlDocument) -> dict[Any, str]:
    """Return the lines of each rubric of a block mapping with the comments above it; the first has all before it."""
    if not text or not document.lines or len(set(document.lines.values())) != len(document.lines):
        return {}
    lines = text.splitlines(keepends=True)
    order = sorted(document.lines, key=document.lines.__getitem__)
    starts = [document.lines[key] - 1 for key in order]
    # Comments and blank lines directly above a key belong to it.
    for number, start in enumerate(starts):
        above = starts[number - 1] + 1 if number else 0
        while start > above and _is_remark(lines[start - 1]):
            start -= 1
        starts[number] = start if number else 0
    ends = [*starts[1:], len(lines)]
    return {key: "".join(lines[a:b]) for key, a, b in zip(order, starts, ends, strict=True)}


def _is_remark(line: str) -> bool:
    bare = line.strip()
    return line[:1] in ("#", "\n", "\r") or not bare


@cache
def _scores() -> TypeAdapter[dict[str, int | float]]:
    return TypeAdapter(dict[str, int | float])


def _label_of(error: Exception) -> str | None:
    if not isinstance(error, ValidationError):
        return None
    place = error.errors(include_url=False, include_input=False)[0]["loc"]
    return str(place[0]) if place else None


def _as_text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return None
    return None


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if value is None:
        return "nothing"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    kinds: dict[type, str] = {dict: "a mapping", list: "a list", set: "a set"}
    return kinds.get(type(value), f"a {type(value).__name__}")


def _quoted_advice(label: Any) -> str:
    if isinstance(label, bool):
        return "words like YES, no, on and True need quotes"
    return "put it in quotes"


def _text(raw: bytes | str, file: str | None) -> str:
    if isinstance(raw, str):
        return raw.removeprefix("\ufeff")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnreadable(
            "The file is no text in UTF-8.", file=file, place=f"byte {error.start + 1:,}", hint="Save it as UTF-8."
        ) from error
