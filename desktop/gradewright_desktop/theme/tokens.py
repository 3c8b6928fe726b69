"""The design tokens: colours a mode, and the sizes that all modes share."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MODES = ("light", "dark", "contrast")


@dataclass(frozen=True)
class FontRole:
    """A text role relative to the system font: ``scale`` of its size, ``weight`` 100 to 900, ``line`` spacing."""

    scale: float
    weight: int = 400
    line: float = 1.25
    mono: bool = False


@dataclass(frozen=True)
class Tokens:
    """Everything in ``tokens.toml``, flattened: ``colours["dark"]["severity.error.fg"]`` is ``"#FF95A3"``."""

    colours: Mapping[str, Mapping[str, str]]
    series: Mapping[str, tuple[str, ...]]
    fonts: Mapping[str, FontRole]
    space: Mapping[str, int]
    radius: Mapping[str, int]
    icon: Mapping[str, int]
    rows: Mapping[str, float]
    motion: Mapping[str, int]


def _flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(_flatten(value, f"{name}."))
        elif isinstance(value, str) and value.startswith("#"):
            flat[name] = value
    return flat


def _font_role(name: str, value: Any) -> FontRole:
    if isinstance(value, Mapping):
        return FontRole(
            scale=float(value["scale"]),
            weight=int(value.get("weight", 400)),
            line=float(value.get("line", 1.25)),
            mono=name == "mono",
        )
    return FontRole(scale=float(value))


def load_tokens(text: str) -> Tokens:
    """Read the text of ``tokens.toml``.

    Raises:
        tomllib.TOMLDecodeError, KeyError: the file is not what this program was built with.
    """
    data = tomllib.loads(text)
    roles = {k: v for k, v in data["type"].items() if k not in ("print_family", "line_ui")}
    return Tokens(
        colours={mode: _flatten(data[mode]) for mode in MODES},
        series={mode: tuple(data[mode]["chart"]["series"]) for mode in MODES},
        fonts={name: _font_role(name, value) for name, value in roles.items()},
        space=data["space"],
        radius=data["radius"],
        icon=data["icon"],
        rows=data["rows"],
        motion=data["motion"],
    )
