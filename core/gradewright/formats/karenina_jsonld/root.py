"""The root object of a checkpoint to a benchmark and back (formats specification, 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gradewright.errors import FileUnreadable
from gradewright.formats.karenina_jsonld.checks import (
    kind_of,
    optional_text,
    require_list,
    require_object,
    require_text,
    require_type,
    same,
)
from gradewright.formats.karenina_jsonld.items import put_ratings
from gradewright.formats.karenina_jsonld.legacy_traits import is_legacy, legacy_untouched, read_legacy_entries
from gradewright.formats.karenina_jsonld.own_entries import own_rubric, with_own_rubric
from gradewright.formats.karenina_jsonld.properties import put_member, put_properties, read_properties
from gradewright.formats.karenina_jsonld.rating_reader import read_ratings
from gradewright.formats.karenina_jsonld.remarks import Remarks
from gradewright.formats.karenina_jsonld.scenarios import read_scenarios
from gradewright.formats.karenina_jsonld.vocabulary import (
    CONTEXT,
    FORMAT_VERSION,
    GLOBAL,
    LEGACY_TRAITS,
    OWN_RUBRIC,
    ROOT_ORDER,
)
from gradewright.model.question import Benchmark
from gradewright.model.rubric import Rubric

_DESCRIPTION = "Benchmark containing questions"
_PROPERTIES = "/additionalProperty"
_NOT_CUSTOM = frozenset((*LEGACY_TRAITS, OWN_RUBRIC))


def read_root(root: dict[str, Any], remarks: Remarks) -> Benchmark:
    """Return the benchmark that a root object describes, without its questions; the residue is the root's skeleton.

    Raises:
        FileUnreadable: the root has no reading.
    """
    kind = "type" if "@type" not in root and "type" in root else "@type"
    require_type({"@type": root.get(kind, "DataFeed")}, "DataFeed", "")
    _remark_context(root, remarks)
    name = require_text(root, "name", "")
    if not name:
        raise FileUnreadable("The benchmark has no name.", place="/name")
    said = read_properties(root.get("additionalProperty"), _PROPERTIES)
    rated, ratings = read_ratings(root.get("rating"), GLOBAL, "/rating", remarks)
    old = read_legacy_entries(said, (entry.trait.name for entry in rated), _PROPERTIES, remarks)
    skeleton = {**root, "dataFeedElement": None}
    if root.get("rating"):
        skeleton["rating"] = ratings
    scenarios = read_scenarios(root, remarks)
    if scenarios:
        skeleton["hasPart"] = None
    return Benchmark(
        name=name,
        description=optional_text(root, "description", "") or "",
        version=optional_text(root, "version", "") or "0.1.0",
        creator=_creator(root),
        rubric=with_own_rubric(Rubric(rated + old), said.get(OWN_RUBRIC), _PROPERTIES, remarks),
        custom={key: value for key, value in said.items() if key not in _NOT_CUSTOM},
        scenarios=scenarios,
        identifier=_identifier(root),
        created=_date(root, "dateCreated", remarks),
        modified=_date(root, "dateModified", remarks),
        residue={"root": skeleton},
    )


def _remark_context(root: Mapping[str, Any], remarks: Remarks) -> None:
    context = root.get("@context", root.get("context"))
    if not isinstance(context, dict):
        found = "is missing" if context is None else f"is {kind_of(context)}"
        remarks.add("/@context", f"The context {found}, which Karenina refuses. The usual one is written on saving.")


def _identifier(root: Mapping[str, Any]) -> str:
    return optional_text(root, "@id" if "@id" in root else "id", "") or ""


def _creator(root: Mapping[str, Any]) -> Any:
    creator = root.get("creator")
    if creator is None:
        return "Unknown"
    if isinstance(creator, str):
        return creator
    person = require_object(creator, "/creator")
    require_type(person, "Person", "/creator")
    require_text(person, "name", "/creator")
    for key in ("url", "email"):
        optional_text(person, key, "/creator")
    return person


def _date(root: Mapping[str, Any], key: str, remarks: Remarks) -> str:
    value = optional_text(root, key, "")
    if value is None:
        remarks.add("", f"“{key}” is missing, which Karenina needs. It gets one on saving.")
        return ""
    return value


def items_of(root: Mapping[str, Any]) -> list[Any]:
    """Return the feed items of a root object.

    Raises:
        FileUnreadable: there is no list of them, or there are scenarios beside questions.
    """
    if "dataFeedElement" not in root:
        raise FileUnreadable("“dataFeedElement”, the list of questions, is missing.", place="/dataFeedElement")
    if root["dataFeedElement"] is None:
        raise FileUnreadable("A list is needed here, not nothing.", place="/dataFeedElement")
    items = require_list(root["dataFeedElement"], "/dataFeedElement")
    if items and root.get("hasPart"):
        raise FileUnreadable(
            "The file holds both questions and scenarios; a benchmark has one or the other.", place="/hasPart"
        )
    return items


def write_root(benchmark: Benchmark, now: str, remarks: Remarks) -> dict[str, Any]:
    """Return the root object of a benchmark, ``dataFeedElement`` being None: as it came, changed only where edited."""
    residue = benchmark.residue
    if residue is None or "root" not in residue:
        return _new_root(benchmark, now, remarks)
    root: dict[str, Any] = dict(residue["root"])
    if not isinstance(root.get("@context", root.get("context")), dict):
        root.pop("context", None)
        root = put_member(root, "@context", CONTEXT, ROOT_ORDER)
    root = _put_values(root, benchmark, now)
    root = _put_rubric(root, benchmark, remarks)
    root = _put_custom(root, benchmark)
    root = _put_own_rubric(root, benchmark)
    return _put_scenarios(root, benchmark)


def _put_values(root: dict[str, Any], benchmark: Benchmark, now: str) -> dict[str, Any]:
    identifier = "id" if "@id" not in root and "id" in root else "@id"
    for key, before, after in (
        ("name", root.get("name"), benchmark.name),
        ("description", root.get("description") or "", benchmark.description),
        ("version", root.get("version") or "0.1.0", benchmark.version),
        ("creator", root["creator"] if root.get("creator") is not None else "Unknown", benchmark.creator),
        ("@id", root.get(identifier) or "", benchmark.identifier),
        ("dateCreated", root.get("dateCreated"), benchmark.created or root.get("dateCreated") or now),
        ("dateModified", root.get("dateModified"), benchmark.modified or root.get("dateModified") or now),
    ):
        if not same(before, after):
            root = put_member(root, identifier if key == "@id" else key, after, ROOT_ORDER)
    return root


def _put_rubric(root: dict[str, Any], benchmark: Benchmark, remarks: Remarks) -> dict[str, Any]:
    said = read_properties(root.get("additionalProperty"), _PROPERTIES)
    old = [name for name in LEGACY_TRAITS if name in said]
    rubric = benchmark.rubric.with_entries(benchmark.rubric.active)
    if not old:
        return put_ratings(root, rubric, GLOBAL, ROOT_ORDER, remarks)
    if legacy_untouched(said, rubric) or _legacy_only_repeats(said, rubric):
        rated = Rubric(tuple(entry for entry in rubric if not is_legacy(entry)))
        return put_ratings(root, rated, GLOBAL, ROOT_ORDER, remarks)
    # An edited rubric is written whole as ratings; beside them the old properties would give every trait twice.
    kept = put_properties(root["additionalProperty"], {}, old)
    return put_ratings({**root, "additionalProperty": kept}, rubric, GLOBAL, ROOT_ORDER, remarks)


def _legacy_only_repeats(said: Mapping[str, Any], rubric: Rubric) -> bool:
    """Return whether the old properties add nothing to the ratings, so that they may stay as they are."""
    names = [entry.trait.name for entry in rubric]
    added = read_legacy_entries(said, names, "", Remarks())
    return not added and not any(is_legacy(entry) for entry in rubric)


def _put_custom(root: dict[str, Any], benchmark: Benchmark) -> dict[str, Any]:
    said = read_properties(root.get("additionalProperty"), _PROPERTIES)
    before = {key: value for key, value in said.items() if key not in _NOT_CUSTOM}
    after = benchmark.custom
    if same(before, dict(after)):
        return root
    changed = {key: value for key, value in after.items() if key not in before or not same(before[key], value)}
    removed = [key for key in before if key not in after]
    if not changed and not removed:
        return root
    properties = put_properties(root.get("additionalProperty") or [], changed, removed)
    return put_member(root, "additionalProperty", properties, ROOT_ORDER)


def _put_own_rubric(root: dict[str, Any], benchmark: Benchmark) -> dict[str, Any]:
    said = read_properties(root.get("additionalProperty"), _PROPERTIES)
    own = own_rubric(benchmark.rubric)
    if own == said.get(OWN_RUBRIC):
        return root
    wanted, removed = ({OWN_RUBRIC: own}, []) if own is not None else ({}, [OWN_RUBRIC])
    properties = put_properties(root.get("additionalProperty") or [], wanted, removed)
    return put_member(root, "additionalProperty", properties, ROOT_ORDER)


def _put_scenarios(root: dict[str, Any], benchmark: Benchmark) -> dict[str, Any]:
    if benchmark.scenarios:
        return put_member(root, "hasPart", list(benchmark.scenarios), ROOT_ORDER)
    if "hasPart" in root and root["hasPart"] is None:
        root = {key: value for key, value in root.items() if key != "hasPart"}
    return root


def _new_root(benchmark: Benchmark, now: str, remarks: Remarks) -> dict[str, Any]:
    custom = dict(benchmark.custom)
    custom.setdefault("benchmark_format_version", FORMAT_VERSION)
    if benchmark.scenarios:
        custom.setdefault("benchmark_type", "scenario")
    root: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "DataFeed",
        "@id": benchmark.identifier or _new_identifier(now),
        "name": benchmark.name,
        "description": benchmark.description or _DESCRIPTION,
        "version": benchmark.version,
    }
    if benchmark.creator:
        root["creator"] = benchmark.creator
    root["dateCreated"] = benchmark.created or now
    root["dateModified"] = benchmark.modified or now
    active = benchmark.rubric.with_entries(benchmark.rubric.active)
    root = put_ratings(root, active, GLOBAL, ROOT_ORDER, remarks)
    root["dataFeedElement"] = None
    if benchmark.scenarios:
        root["hasPart"] = list(benchmark.scenarios)
    root["additionalProperty"] = put_properties([], custom)
    return _put_own_rubric(root, benchmark)


def _new_identifier(now: str) -> str:
    """Return a checkpoint identifier of Karenina's form: its prefix and the time in seconds since 1970."""
    try:
        return f"urn:uuid:karenina-checkpoint-{datetime.fromisoformat(now).timestamp()}"
    except (ValueError, OverflowError, OSError):
        return f"urn:uuid:karenina-checkpoint-{now}"
