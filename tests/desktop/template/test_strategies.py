"""When a template passes: the simple choices, and the tree of a rule of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy, Template
from gradewright_desktop.panels.template.drafting import new_field, strategy_fields
from gradewright_desktop.panels.template.strategy_edit import (
    Path,
    as_kind,
    kind_of,
    moved,
    node_at,
    with_inserted,
    with_node,
    without,
)
from gradewright_desktop.panels.template.strategy_words import PassRule, pass_rule, sentence, strategy_for

A, B, C = FieldCheck("a"), FieldCheck("b"), FieldCheck("c")
TEMPLATE = Template((new_field("a"), new_field("b"), new_field("c")))

_LEAVES = st.sampled_from([A, B, C])
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4).flatmap(
        lambda nodes: st.sampled_from(
            [AllOf(tuple(nodes)), AnyOf(tuple(nodes)), AtLeastN(min(1, len(nodes)), tuple(nodes))]
        )
    ),
    max_leaves=10,
)
_ROOTS = st.lists(_TREES, max_size=4).map(lambda nodes: AllOf(tuple(nodes)))


def _paths(node: Strategy, at: Path = ()) -> list[Path]:
    inner = () if isinstance(node, FieldCheck) else node.conditions
    return [at, *(path for position, child in enumerate(inner) for path in _paths(child, (*at, position)))]


@pytest.mark.parametrize("rule", [PassRule.ALL, PassRule.ANY, PassRule.AT_LEAST])
def test_simple_rules_are_recognised(rule: PassRule) -> None:
    template = Template(TEMPLATE.fields, strategy_for(rule, TEMPLATE, 2))
    assert pass_rule(template) is rule


def test_anything_else_is_a_rule_of_its_own() -> None:
    assert pass_rule(Template(TEMPLATE.fields, AnyOf((A, B)))) is PassRule.CUSTOM
    assert pass_rule(Template(TEMPLATE.fields, AllOf((A, AnyOf((B, C)))))) is PassRule.CUSTOM


def test_the_rule_in_words() -> None:
    assert sentence(AllOf((A, AnyOf((B, C))))) == "all of a, (any of b, c)"
    assert sentence(AtLeastN(2, (A, B, C))) == "at least 2 of a, b, c"
    assert sentence(AllOf()) == "all of nothing"


def test_moving_goes_into_and_out_of_groups() -> None:
    root = AllOf((A, AnyOf((B,)), C))
    into, path = moved(root, (0,), 1)
    assert into == AllOf((AnyOf((A, B)), C))
    assert path == (0, 0)
    out, path = moved(into, path, -1)
    assert out == AllOf((A, AnyOf((B,)), C))
    assert path == (0,)
    up, path = moved(root, (2,), -1)
    assert up == AllOf((A, AnyOf((B, C))))
    assert path == (1, 1)


def test_changing_the_kind_of_a_group_keeps_what_is_in_it() -> None:
    assert as_kind(AllOf((A, B)), "any") == AnyOf((A, B))
    assert as_kind(AnyOf((A, B, C)), "at_least") == AtLeastN(2, (A, B, C))
    assert kind_of(as_kind(AtLeastN(2, (A,)), "all")) == "all"


def test_the_root_and_what_is_not_there_cannot_be_removed() -> None:
    for path in ((), (3,)):
        with pytest.raises(LookupError):
            without(AllOf((A,)), path)


@given(_ROOTS, st.data())
def test_moving_never_loses_a_field(root: Strategy, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(_paths(root)))
    changed, target = moved(root, path, data.draw(st.sampled_from([-1, 1])))
    assert sorted(strategy_fields(changed)) == sorted(strategy_fields(root))
    assert node_at(changed, target) == node_at(root, path)


@given(_ROOTS, st.data())
def test_inserting_and_removing_are_inverse(root: Strategy, data: st.DataObject) -> None:
    groups = [path for path in _paths(root) if not isinstance(node_at(root, path), FieldCheck)]
    parent = data.draw(st.sampled_from(groups))
    group = node_at(root, parent)
    assert not isinstance(group, FieldCheck)
    position = data.draw(st.integers(0, len(group.conditions)))
    inserted = with_inserted(root, parent, position, FieldCheck("new"))
    assert node_at(inserted, (*parent, position)) == FieldCheck("new")
    assert without(inserted, (*parent, position)) == root
    assert with_node(root, parent, group) == root
