"""Small widgets that all panels share."""

from __future__ import annotations

from gradewright_desktop.widgets.bars import Interval, IntervalBar, Part, PartsBar
from gradewright_desktop.widgets.buttons import KeyedButton, button, tool_button
from gradewright_desktop.widgets.empty_state import EmptyState
from gradewright_desktop.widgets.fields import CodeEdit, GrowingTextEdit, LineField
from gradewright_desktop.widgets.flow import FlowLayout
from gradewright_desktop.widgets.labels import (
    Chip,
    CountBadge,
    ElidedLabel,
    FieldMessage,
    KeyHint,
    SectionHeader,
    label,
    line,
)
from gradewright_desktop.widgets.notices import Banner, BannerStack, Toast
from gradewright_desktop.widgets.numbers import DecimalField, NumberField
from gradewright_desktop.widgets.segmented import SegmentedControl
from gradewright_desktop.widgets.verdicts import VERDICTS, VerdictChip, VerdictPainter, verdict_name

__all__ = [
    "VERDICTS",
    "Banner",
    "BannerStack",
    "Chip",
    "CodeEdit",
    "CountBadge",
    "DecimalField",
    "ElidedLabel",
    "EmptyState",
    "FieldMessage",
    "FlowLayout",
    "GrowingTextEdit",
    "Interval",
    "IntervalBar",
    "KeyHint",
    "KeyedButton",
    "LineField",
    "NumberField",
    "Part",
    "PartsBar",
    "SectionHeader",
    "SegmentedControl",
    "Toast",
    "VerdictChip",
    "VerdictPainter",
    "button",
    "label",
    "line",
    "tool_button",
    "verdict_name",
]
