"""Scenario benchmarks: kept word for word. Nothing in them is run, although some of it is Python source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gradewright.formats.karenina_jsonld.checks import require_list, require_object, require_text, require_type
from gradewright.formats.karenina_jsonld.parse import refuse_depth, walk
from gradewright.formats.karenina_jsonld.remarks import Remarks, pointer


def read_scenarios(root: Mapping[str, Any], remarks: Remarks) -> tuple[Mapping[str, Any], ...]:
    """Return the scenarios of a root object.

    Raises:
        FileUnreadable: something there is not shaped like a scenario.
    """
    members = require_list(root.get("hasPart"), "/hasPart")
    for index, member in enumerate(members):
        place = pointer("/hasPart", index)
        refuse_depth(member, place)
        scenario = require_object(member, place)
        require_type(scenario, "karenina:Scenario", place)
        require_text(scenario, "name", place)
        require_text(scenario, "entryNode", place)
        nodes = require_object(scenario.get("nodes"), pointer(place, "nodes"))
        for node_id, node in nodes.items():
            require_type(require_object(node, pointer(place, "nodes", node_id)), "karenina:ScenarioNode", place)
        if scenario.get("edges") is None:
            require_object(None, pointer(place, "edges"))
        require_list(scenario["edges"], pointer(place, "edges"))
        _remark_lost_types(scenario.get("outcomeCriteria"), pointer(place, "outcomeCriteria"), remarks)
    return tuple(members)


def _remark_lost_types(value: Any, place: str, remarks: Remarks) -> None:
    """Remark on comparison rules without their class: Karenina drops it from nested outcomes when it saves a file."""
    for here, member in walk(value, place):
        if isinstance(member, dict) and isinstance(member.get("verify_with"), dict):
            rule = member["verify_with"]
            if "type" not in rule:
                remarks.add(pointer(here, "verify_with"), "This comparison has lost its type; Karenina cannot load it.")
