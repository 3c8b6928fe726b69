"""YAML text as FlexEval's loader reads it: YAML 1.1, later keys win, nothing is ever made but plain values.

The loader there is PyYAML's safe one. ruamel.yaml differs from it in three places, which are settled here on the
nodes, before values are made of them: ``y`` and ``n`` are text, the later of two equal keys wins in the place of the
earlier one, and a list or a mapping is no key.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from gradewright.errors import FileUnreadable

MAX_CHARACTERS = 4_000_000
"""Longer texts are refused: reading them would take minutes."""

_TEXT = "tag:yaml.org,2002:str"
_BOOLEAN = "tag:yaml.org,2002:bool"


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """The one document of a text: its value, and for a mapping the line (from 1) on which each key stands."""

    value: Any
    lines: dict[Any, int]


def read_yaml(text: str, file: str | None = None) -> YamlDocument:
    """Return the value of a YAML text.

    Raises:
        FileUnreadable: it is no YAML, more than one document, too long, or nested too deep; with line and column.
    """
    if len(text) > MAX_CHARACTERS:
        raise FileUnreadable(
            "The file is longer than 4 million characters.", file=file, hint="Split it into several files."
        )
    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 1)
    yaml.allow_duplicate_keys = True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            node = yaml.compose(text)
            if node is None:
                return YamlDocument(None, {})
            _settle(node, set())
            value = yaml.constructor.construct_document(node)
            return YamlDocument(value, _key_lines(yaml, node) if isinstance(value, dict) else {})
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = None if mark is None else f"line {mark.line + 1}, column {mark.column + 1}"
        raise FileUnreadable(f"This is no YAML: {_said(error)}.", file=file, place=place) from error
    except YAMLError as error:
        raise FileUnreadable(f"This is no YAML: {_first_line(str(error))}.", file=file) from error
    except RecursionError as error:
        raise FileUnreadable("Values in this file are nested too deep.", file=file) from error
    except (ValueError, OverflowError, TypeError) as error:
        raise FileUnreadable("A value in this file cannot be read as YAML.", file=file) from error


def _settle(node: Node, seen: set[int]) -> None:
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, ScalarNode):
        if str(node.tag) == _BOOLEAN and len(node.value) == 1:
            node.tag = _TEXT
    elif isinstance(node, SequenceNode):
        for member in node.value:
            _settle(member, seen)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                raise MarkedYAMLError(
                    problem="a list or a mapping cannot be a key", problem_mark=key.start_mark, context=""
                )
            _settle(key, seen)
            _settle(value, seen)
        node.value = _later_wins(node.value)


def _later_wins(pairs: list[tuple[ScalarNode, Node]]) -> list[tuple[ScalarNode, Node]]:
    kept: dict[tuple[str, str, int], tuple[ScalarNode, Node]] = {}
    for number, (key, value) in enumerate(pairs):
        merge = str(key.tag) == "tag:yaml.org,2002:merge"
        kept[str(key.tag), key.value, number if merge else -1] = (key, value)
    return list(kept.values())


def _key_lines(yaml: YAML, node: Node) -> dict[Any, int]:
    if not isinstance(node, MappingNode):
        return {}
    return {yaml.constructor.construct_object(key, deep=True): key.start_mark.line + 1 for key, _ in node.value}


def _said(error: MarkedYAMLError) -> str:
    return _first_line(error.problem or error.context or "it cannot be read")


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0].rstrip(".") if text.strip() else "it cannot be read"
