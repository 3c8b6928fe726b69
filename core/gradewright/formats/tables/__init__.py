"""Tables: questions and recorded answers in CSV and JSON Lines files."""

from gradewright.formats.tables.answers import read_answers
from gradewright.formats.tables.lookup import QuestionLookup
from gradewright.formats.tables.questions import read_questions
from gradewright.formats.tables.rows import RowProblem

__all__ = ["QuestionLookup", "RowProblem", "read_answers", "read_questions"]
