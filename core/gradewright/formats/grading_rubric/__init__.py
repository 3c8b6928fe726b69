"""Grading rubrics as JSON files (grading rubric, section 4): read with every place named, written whole."""

from __future__ import annotations

from gradewright.formats.grading_rubric.format_versions import FORMAT, FORMAT_VERSION
from gradewright.formats.grading_rubric.reader import RubricFile, is_rubric, read_rubric
from gradewright.formats.grading_rubric.writer import rubric_object, write_rubric

__all__ = ["FORMAT", "FORMAT_VERSION", "RubricFile", "is_rubric", "read_rubric", "rubric_object", "write_rubric"]
