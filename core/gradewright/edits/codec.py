"""Edits as JSON text and back, for the journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from gradewright.edits.compound import Compound
from gradewright.edits.content import (
    AddBenchmark,
    AddQuestions,
    MoveQuestion,
    RemoveBenchmark,
    RemoveQuestions,
    RestoreBenchmark,
    RestoreQuestions,
    SetBenchmark,
    SetQuestion,
)
from gradewright.edits.recorded import (
    AddAnswers,
    RemoveAnswers,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreAnswers,
    RestoreRecordedAnswers,
)
from gradewright.edits.rubric_values import (
    entry_data,
    entry_from,
    rubric_data,
    rubric_from,
    terms_data,
    terms_from,
    versions_data,
    versions_from,
)
from gradewright.edits.rubrics import (
    AddEntry,
    AddKeptRubric,
    MoveEntry,
    RemoveEntry,
    RemoveKeptRubric,
    ReplaceRubric,
    RestoreKeptRubric,
    SetEntry,
    SetTerms,
    SetVersions,
)
from gradewright.edits.target import RubricOwner
from gradewright.edits.values import (
    answer_data,
    answer_from,
    aspect_data,
    aspect_from,
    benchmark_data,
    benchmark_from,
    from_json,
    question_data,
    question_from,
    to_json,
)
from gradewright.errors import InvalidValue, LibraryUnusable
from gradewright.model.traits import CallableTrait

if TYPE_CHECKING:
    from gradewright.edits import Edit

EDIT_CLASSES: dict[str, type[Edit]] = {
    cls.kind: cls
    for cls in (
        SetBenchmark, SetQuestion, AddBenchmark, RemoveBenchmark, RestoreBenchmark, AddQuestions, RemoveQuestions,
        RestoreQuestions, MoveQuestion, AddEntry, RemoveEntry, MoveEntry, SetEntry, AddAnswers, RemoveAnswers,
        RestoreAnswers, RemoveRecordedAnswers, RestoreRecordedAnswers, ReplaceAnswer, SetTerms, SetVersions,
        ReplaceRubric, AddKeptRubric, RemoveKeptRubric, RestoreKeptRubric, Compound,
    )
}  # fmt: skip


def _owner_data(owner: RubricOwner) -> dict[str, int | None]:
    data = {"benchmark_id": owner.benchmark_id, "question_id": owner.question_id}
    return data if owner.kept_id is None else {**data, "kept_id": owner.kept_id}


# How the fields are written that are not JSON by themselves. A field's name means the same in every edit.
_WRITERS: dict[str, Callable[[Any], Any]] = {
    "owner": _owner_data,
    "entry": entry_data,
    "rubric": rubric_data,
    "terms": terms_data,
    "versions": versions_data,
    "benchmark": benchmark_data,
    "questions": lambda questions: [question_data(question) for question in questions],
    "answer": answer_data,
    "answers": lambda answers: [answer_data(answer) for answer in answers],
    "edits": lambda edits: [edit_data(edit) for edit in edits],
}
_READERS: dict[str, Callable[[Any], Any]] = {
    "owner": lambda data: RubricOwner(**data),
    "entry": entry_from,
    "rubric": rubric_from,
    "terms": terms_from,
    "versions": versions_from,
    "benchmark": benchmark_from,
    "questions": lambda items: tuple(question_from(item) for item in items),
    "answer": answer_from,
    "answers": lambda items: tuple(answer_from(item) for item in items),
    "edits": lambda items: tuple(edit_from(item) for item in items),
    "question_ids": tuple,
    "answer_ids": tuple,
}


def edit_data(edit: Edit) -> dict[str, Any]:
    """Return an edit as JSON data, ``edit`` being the name of its kind."""
    data: dict[str, Any] = {"edit": edit.kind}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if field.name == "value" and isinstance(edit, (SetBenchmark, SetQuestion)):
            value = aspect_data(edit.aspect, value)
        elif field.name in _WRITERS:
            value = _WRITERS[field.name](value)
        data[field.name] = value
    return data


def edit_from(data: Mapping[str, Any]) -> Edit:
    """Return the edit that :func:`edit_data` was given."""
    values = {name: _READERS[name](value) if name in _READERS else value for name, value in data.items()}
    cls = EDIT_CLASSES[values.pop("edit")]
    if cls is SetBenchmark or cls is SetQuestion:
        values["value"] = aspect_from(values["aspect"], values["value"])
    return cls(**values)


def dump_edit(edit: Edit) -> str:
    """Return an edit as JSON text that UTF-8 can carry."""
    return to_json(edit_data(edit))


def load_edit(text: str) -> Edit:
    """Return the edit that :func:`dump_edit` was given.

    Raises:
        LibraryUnusable: the text is no edit: the library is damaged, or something else has written into it.
    """
    try:
        edit = edit_from(from_json(text))
        _refuse_misfits(edit)
    except (AttributeError, InvalidValue, KeyError, TypeError, ValueError, RecursionError) as error:
        raise LibraryUnusable(
            "A step in the history of the library cannot be read, so it cannot be undone or done again.",
            hint="Everything else in the library is as it was.",
        ) from error
    return edit


def _refuse_misfits(value: Any) -> None:
    """Refuse plain values that are not what their fields are declared to hold. Raises TypeError."""
    if isinstance(value, CallableTrait) and type(vars(value).get("callable_code")) is not bytes:
        raise TypeError("code that is no bytes")
    if isinstance(value, BaseModel):
        # Traits are made without their checks: what a library holds may be older than those. But nothing may lack.
        required = [name for name, each in type(value).model_fields.items() if each.is_required()]
        if not all(name in vars(value) for name in required):
            raise TypeError(f"{type(value).__name__} lacks one of {required}")
    if isinstance(value, tuple):
        for member in value:
            _refuse_misfits(member)
    elif is_dataclass(value):
        for field in fields(value):
            member = getattr(value, field.name)
            kind, of_members = _PLAIN.get(str(field.type)), _MEMBERS.get(str(field.type))
            if kind and type(member) not in kind:
                raise TypeError(f"{field.name} is no {field.type}")
            if of_members and not (isinstance(member, tuple) and all(type(each) is of_members for each in member)):
                raise TypeError(f"{field.name} is no {field.type}")
            _refuse_misfits(member)


_PLAIN: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "str": (str,),
    "bool": (bool,),
    "int | None": (int, NoneType),
    "str | None": (str, NoneType),
}
_MEMBERS: dict[str, type] = {"tuple[int, ...]": int, "tuple[str, ...]": str}
