"""``handwritten_templates.json``: programs in files. They are read by their syntax, and run in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.cases import Observation, differences
from conformance.values import decode
from gradewright.formats.template_source import read_template
from gradewright.model.template import DeclarativeTemplate, HandWrittenTemplate
from gradewright.workers.code import CodeFailed, CodeRunner, CodeTrouble, LoadedTemplate, TemplateCall

RAISED_AT_ONCE = ("SystemExit", "KeyboardInterrupt")
NAMES = {
    "verify": "verify",
    "verify_error": "verify_error",
    "granular": "verify_granular",
    "granular_error": "verify_granular_error",
    "granular_missing": "verify_granular_missing",
    "regex": "verify_regex",
    "construct_error": "construct_error",
}


def observe(case: Mapping[str, Any], code: CodeRunner) -> Observation:
    """Run one source in the sandbox, and say where reading it without running says something else."""
    program = code.template_program(case["source"])
    assert program is not None, "the sandbox runs everything"
    loaded = program.load()
    if isinstance(loaded, CodeFailed):
        return Observation(_not_loaded(loaded))
    values: dict[str, Any] = {"template_valid": True, "class_name": loaded.class_name, "fields": sorted(loaded.fields)}
    given = decode(case.get("input"))
    if isinstance(given, dict):
        (told,) = program.verify_many([TemplateCall(given, decode(case.get("raw_trace")), strict=True)])
        if isinstance(told, CodeFailed):
            values["fault"] = told.message
        else:
            values |= {name: told[key] for key, name in NAMES.items() if key in told}
    said = _reading_differences(case, loaded)
    return Observation({**values, "from_reading": said} if said else values)


def _not_loaded(failed: CodeFailed) -> dict[str, Any]:
    if failed.trouble is not CodeTrouble.NOT_LOADED:
        return {"fault": failed.message}
    raised = next((name for name in RAISED_AT_ONCE if f": {name}" in failed.message), None)
    return {"validate_error": raised} if raised else {"template_valid": False}


def _reading_differences(case: Mapping[str, Any], loaded: LoadedTemplate) -> list[str]:
    """Where reading says something, it has to be right. Sources that build their class as they run say nothing."""
    reading = read_template(case["source"])
    if not isinstance(reading, DeclarativeTemplate | HandWrittenTemplate):
        return ["no template can be read"]
    template = reading.template if isinstance(reading, DeclarativeTemplate) else reading
    if not template.fields:
        return []
    read = {"class_name": template.class_name, "fields": sorted(field.name for field in template.fields)}
    return differences({"class_name": loaded.class_name, "fields": sorted(loaded.fields)}, read)
