"""How a plan is said: counts, money and time as ranges, and what a judge is."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QLocale

from gradewright.endpoints.costs import Cost
from gradewright.endpoints.keys import KeyHome
from gradewright.model.endpoint import Endpoint
from gradewright_desktop.dialogs.running.planning import Judge, Planned

_KEPT = {
    KeyHome.KEYRING: "key in the system keyring",
    KeyHome.MEMORY: "key kept until you quit",
    KeyHome.ENVIRONMENT: "key from the environment",
    None: "no key",
}
_HERE = ("localhost", "127.0.0.1", "::1")
NO_PRICE = "no price set"
NO_TIME = "not known: test the endpoint"


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its word."""
    return f"{QLocale().toString(count)} {one if count == 1 else many or one + 's'}"


def judge_told(judge: Judge) -> str:
    """Return where a judge is and where its key is, in a few words."""
    endpoint = judge.endpoint
    if endpoint.protocol == "recorded":
        return "recorded replies, works offline"
    if endpoint.protocol == "pasted":
        return "you paste the replies of a chat"
    parts = urlsplit(endpoint.base_url if "://" in endpoint.base_url else f"http://{endpoint.base_url}")
    host = parts.hostname or endpoint.base_url
    where = f"this computer, port {parts.port}" if parts.port and host in _HERE else host
    return f"{endpoint.model} at {where}, {_KEPT[judge.key]}"


def price_told(endpoint: Endpoint) -> str:
    """Return the price of a million tokens, or that there is none."""
    if endpoint.protocol in ("recorded", "pasted"):
        return "free"
    price = endpoint.price
    if price is None:
        return "no price"
    return f"{_money(price.asked, price.currency)} in, {_money(price.given, price.currency)} out"


def cost_told(cost: Cost | None) -> str:
    """Return a cost as a range; never an amount that nobody entered."""
    if cost is None:
        return NO_PRICE
    low, high = _money(cost.low, cost.currency), _money(cost.high, cost.currency)
    return high if low == high else f"{low} to {high}"


def time_told(planned: Planned) -> str:
    """Return the time as a range, with how many calls are in flight."""
    if not planned.plan.calls:
        return "a moment"
    if planned.seconds is None:
        return NO_TIME
    low, high = planned.seconds
    unit, size = ("s", 1) if high < 90 else ("min", 60) if high < 5400 else ("h", 3600)
    first, last = max(1, round(low / size)), max(1, round(high / size))
    span = f"{first} {unit}" if first == last else f"{first} to {last} {unit}"
    return f"{span}, {QLocale().toString(planned.at_once)} at once"


def tokens_told(planned: Planned) -> str:
    """Return the tokens as ranges."""
    plan = planned.plan
    return f"{_span(plan.tokens_in)} in\n{_span(plan.tokens_out)} out"


def start_told(planned: Planned) -> str:
    """Return what the button does."""
    calls = planned.plan.calls
    if not calls:
        return "Start, no calls"
    most = "at most " if planned.plan.settings.batched else ""
    return f"Start, {most}{counted(calls, 'call')}"


def _span(tokens: tuple[int, int]) -> str:
    low, high = (QLocale().toString(each) for each in tokens)
    return low if low == high else f"{low} to {high}"


def _money(amount: float, currency: str) -> str:
    sign = {"USD": "$", "EUR": "€", "GBP": "£"}.get(currency, f"{currency} ")
    if 0 < amount < 0.01:
        return f"under {sign}0.01"
    return f"{sign}{QLocale().toString(float(amount), 'f', 2)}"
