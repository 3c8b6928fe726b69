"""Answer templates as Python source: read by their syntax, never run, and written back from their fields."""

from gradewright.formats.template_source.reader import read_template
from gradewright.formats.template_source.writer import write_template
from gradewright.model.python_source import MAX_CHARACTERS

__all__ = ["MAX_CHARACTERS", "read_template", "write_template"]
