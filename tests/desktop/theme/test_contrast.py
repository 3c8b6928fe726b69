"""Contrast of the tokens, measured as WCAG 2 does, over every ground where a role can stand."""

from __future__ import annotations

import pytest

from gradewright_desktop.assets import desktop_resource
from gradewright_desktop.theme.tokens import MODES, Tokens, load_tokens

TEXT_NEED = {"light": 4.5, "dark": 4.5, "contrast": 7.0}
PART_NEED = {"light": 3.0, "dark": 3.0, "contrast": 4.5}
SURFACES = ("window", "panel", "base", "alternate", "raised", "sunken", "hover", "button")
SEVERITIES = ("error", "warning", "info", "ok", "silenced")
VERDICTS = ("pass", "fail", "cannot_judge", "unjudged", "stale")
EVIDENCE = ("supports", "against", "active", "search", "missing")


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    return load_tokens(desktop_resource("theme/tokens.toml").read_text(encoding="utf-8"))


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#RRGGBB``."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def weakest(colours: dict[str, str], foreground: str, grounds: list[str]) -> tuple[float, str]:
    """Return the lowest ratio of a colour over some grounds, and the ground it is on."""
    return min((contrast(colours[foreground], colours[ground]), ground) for ground in grounds)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def surfaces() -> list[str]:
    return [f"surface.{name}" for name in SURFACES]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("role", ["text.primary", "text.secondary", "text.muted", "text.link"])
def test_text_on_every_surface(tokens: Tokens, mode: str, role: str) -> None:
    ratio, ground = weakest(dict(tokens.colours[mode]), role, surfaces())
    assert ratio >= TEXT_NEED[mode], f"{role} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("mode", MODES)
def test_text_on_coloured_grounds(tokens: Tokens, mode: str) -> None:
    colours = dict(tokens.colours[mode])
    pairs = [
        ("text.primary", ["surface.pressed", "selection.active", "selection.inactive"]),
        ("text.on_accent", ["accent.fill", "accent.hover", "accent.pressed"]),
        ("selection.text", ["selection.active", "selection.inactive"]),
        ("accent.text", ["accent.soft", "surface.base", "surface.panel", "surface.window"]),
        ("text.primary", [f"evidence.{name}.bg" for name in EVIDENCE]),
    ]
    for role, grounds in pairs:
        ratio, ground = weakest(colours, role, grounds)
        assert ratio >= 4.5, f"{role} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("family", "names"), [("severity", SEVERITIES), ("verdict", VERDICTS)])
def test_words_of_severities_and_verdicts(tokens: Tokens, mode: str, family: str, names: tuple[str, ...]) -> None:
    colours = dict(tokens.colours[mode])
    for name in names:
        grounds = ["surface.base", "surface.panel", "surface.window", f"{family}.{name}.soft", "selection.active"]
        ratio, ground = weakest(colours, f"{family}.{name}.fg", grounds)
        assert ratio >= 4.5, f"{family}.{name}.fg on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("mode", MODES)
def test_parts_that_carry_meaning(tokens: Tokens, mode: str) -> None:
    colours = dict(tokens.colours[mode])
    plain = ["surface.base", "surface.panel", "surface.window"]
    parts = [
        ("border.control", plain),
        ("accent.focus", plain),
        ("accent.fill", plain),
        *((f"severity.{name}.line", ["surface.base"]) for name in SEVERITIES),
        *((f"verdict.{name}.fill", ["surface.base"]) for name in VERDICTS),
        *((f"evidence.{name}.line", ["surface.base"]) for name in EVIDENCE),
    ]
    for role, grounds in parts:
        ratio, ground = weakest(colours, role, grounds)
        assert ratio >= PART_NEED[mode], f"{role} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("mode", MODES)
def test_chart_series_on_base(tokens: Tokens, mode: str) -> None:
    base = tokens.colours[mode]["surface.base"]
    for number, colour in enumerate(tokens.series[mode]):
        assert contrast(colour, base) >= 3.0, f"series {number}"
