"""``handwritten_templates.json``: programs in files. They are read by their syntax; running them needs a sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.cases import Observation, differences
from gradewright.formats.template_source import read_template
from gradewright.model.template import DeclarativeTemplate, HandWrittenTemplate
from gradewright.workers.patterns import PatternRunner

NEEDS_SANDBOX = "needs-sandbox"
RUNS_AT_ONCE = "validate_error"


def observe(case: Mapping[str, Any], _patterns: PatternRunner) -> Observation:
    """Read one source, and say whether anything that was read differs; what it does when run is not known here."""
    recorded = case["expected"]
    reading = read_template(case["source"])
    usable = isinstance(reading, DeclarativeTemplate | HandWrittenTemplate)
    if RUNS_AT_ONCE in recorded:
        return Observation(not_run=NEEDS_SANDBOX)
    read: dict[str, Any] = {"template_valid": usable}
    if set(recorded) == {"template_valid"} and recorded["template_valid"] == usable:
        return Observation(read)
    # Where reading says something, it has to be right. Sources that build their class as they run say nothing.
    if isinstance(reading, HandWrittenTemplate | DeclarativeTemplate) and "class_name" in recorded:
        read |= _outline(reading)
        known = {name: recorded[name] for name in read}
        if differences(known, read) and read["fields"]:
            return Observation(read)
    return Observation(not_run=NEEDS_SANDBOX)


def _outline(reading: HandWrittenTemplate | DeclarativeTemplate) -> dict[str, Any]:
    template = reading.template if isinstance(reading, DeclarativeTemplate) else reading
    return {"class_name": template.class_name, "fields": sorted(field.name for field in template.fields)}
