"""When a template passes, in words, and the simple forms of it that a combo box offers."""

from __future__ import annotations

from enum import StrEnum

from gradewright.model.template import AllOf, AnyOf, AtLeastN, FieldCheck, Strategy, Template


class PassRule(StrEnum):
    """The choices of "Passes when"."""

    ALL = "all fields pass"
    ANY = "any field passes"
    AT_LEAST = "at least … fields pass"
    CUSTOM = "a rule of its own…"


def pass_rule(template: Template) -> PassRule:
    """The choice that a template's strategy is; anything that is not simple is ``CUSTOM``."""
    strategy = template.strategy
    if strategy is None:
        return PassRule.ALL
    checks = tuple(FieldCheck(field.name) for field in template.verified_fields)
    if isinstance(strategy, AllOf | AnyOf | AtLeastN) and strategy.conditions == checks:
        if isinstance(strategy, AllOf):
            return PassRule.ALL
        return PassRule.ANY if isinstance(strategy, AnyOf) else PassRule.AT_LEAST
    return PassRule.CUSTOM


def strategy_for(rule: PassRule, template: Template, n: int = 1) -> Strategy | None:
    """The strategy of a choice. ``CUSTOM`` begins with all fields under "all of", to be rearranged."""
    checks = tuple(FieldCheck(field.name) for field in template.verified_fields)
    match rule:
        case PassRule.ALL:
            return None
        case PassRule.ANY:
            return AnyOf(checks)
        case PassRule.AT_LEAST:
            return AtLeastN(max(0, min(n, len(checks))), checks)
        case _:
            return template.strategy or AllOf(checks)


def with_current_fields(template: Template, before: Template) -> Strategy | None:
    """Keep "any field" and "at least n" about all fields when fields come and go."""
    rule = pass_rule(before)
    if rule in (PassRule.ANY, PassRule.AT_LEAST):
        n = before.strategy.n if isinstance(before.strategy, AtLeastN) else 1
        return strategy_for(rule, template, n)
    return template.strategy


def strategy_words(node: Strategy) -> str:
    """One line for a node: "at least 2 of", "all of", or the field's name."""
    match node:
        case FieldCheck():
            return node.field
        case AllOf():
            return "all of"
        case AnyOf():
            return "any of"
        case AtLeastN():
            return f"at least {node.n} of"


def sentence(node: Strategy) -> str:
    """The whole strategy as one phrase: "dose and (any of drug, advice)"."""
    if isinstance(node, FieldCheck):
        return node.field
    inner = ", ".join(
        sentence(condition) if isinstance(condition, FieldCheck) else f"({sentence(condition)})"
        for condition in node.conditions
    )
    return f"{strategy_words(node)} {inner or 'nothing'}"
