"""Tokens counted alike for all protocols, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradewright.endpoints.costs import Cost, cost_of, expected_cost
from gradewright.endpoints.estimates import fewest_tokens, likely_tokens, most_tokens
from gradewright.endpoints.usage import Usage, anthropic_usage, openai_usage
from gradewright.model.endpoint import Price

OPENAI = {"prompt_tokens": 9126, "completion_tokens": 3197, "prompt_tokens_details": {"cached_tokens": 4864}}
ANTHROPIC = {"input_tokens": 9, "cache_read_input_tokens": 17102, "output_tokens": 50}


def test_cached_tokens_are_counted_once() -> None:
    openai, anthropic = openai_usage(OPENAI), anthropic_usage(ANTHROPIC)

    assert (openai.fresh_in, openai.cache_read, openai.total_in, openai.out) == (4262, 4864, 9126, 3197)
    assert (anthropic.fresh_in, anthropic.cache_read, anthropic.total_in, anthropic.out) == (9, 17102, 17111, 50)
    assert openai.raw == OPENAI


def test_reasoning_and_deepseeks_cache() -> None:
    said = {**OPENAI, "completion_tokens_details": {"reasoning_tokens": 3000}}
    assert openai_usage(said).reasoning == 3000
    assert openai_usage({"prompt_tokens": 10, "prompt_cache_hit_tokens": 4}).fresh_in == 6


@pytest.mark.parametrize(
    "said", [None, [], "7", {}, {"prompt_tokens": "7"}, {"prompt_tokens": True}, {"prompt_tokens": -1}]
)
def test_what_is_no_count_is_unknown(said: Any) -> None:
    for read in (openai_usage, anthropic_usage):
        usage = read(said)
        assert (usage.total_in, usage.out, usage.known, usage.counts()) == (None, None, False, {})


def test_costs() -> None:
    price = Price(2.0, 8.0, "2026-05-31")
    assert cost_of(Usage(1_000_000, 0, 0, 500_000), price) == Cost(6.0, 6.0, "USD", "2026-05-31")
    assert cost_of(Usage(0, 1_000_000, 0, 0), price) == Cost(0.0, 2.0, "USD", "2026-05-31")
    assert cost_of(Usage(0, 1_000_000, 0, 0), Price(2.0, 8.0, "2026-05-31", cache_read=0.5)) == Cost(
        0.5, 0.5, "USD", "2026-05-31"
    )
    assert cost_of(Usage(0, 0, 1_000_000, 0), price) == Cost(2.0, 4.0, "USD", "2026-05-31")
    assert cost_of(Usage(), price) is None
    assert cost_of(Usage(1, 0, 0, 1), None) is None


def test_a_call_before_it_is_made() -> None:
    messages = [{"role": "user", "content": "word " * 1000}]
    cost = expected_cost(messages, 500, Price(1.0, 2.0, "2026-05-31"))
    assert cost is not None
    assert 0.001 <= cost.low < 0.0012
    assert 0.0029 < cost.high < 0.0031
    assert expected_cost(messages, 500, None) is None


@given(st.text(max_size=300))
def test_estimates_hold_one_another(text: str) -> None:
    assert 0 <= fewest_tokens(text) <= likely_tokens([{"content": text}])
    assert fewest_tokens(text) <= most_tokens(text)
