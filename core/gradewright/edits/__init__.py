"""The closed set of edits. Every change of content is one of them, and every one of them knows its inverse."""

from __future__ import annotations

from gradewright.edits.codec import dump_edit, load_edit
from gradewright.edits.compound import NOTHING, Compound
from gradewright.edits.content import (
    AddBenchmark,
    AddQuestions,
    MoveQuestion,
    RemoveBenchmark,
    RemoveQuestions,
    RestoreBenchmark,
    RestoreQuestions,
    SetBenchmark,
    SetQuestion,
)
from gradewright.edits.journal_form import changes_nothing, merged, repeatable
from gradewright.edits.recorded import (
    AddAnswers,
    RemoveAnswers,
    RemoveRecordedAnswers,
    ReplaceAnswer,
    RestoreAnswers,
    RestoreRecordedAnswers,
)
from gradewright.edits.rubrics import (
    AddEntry,
    AddKeptRubric,
    MoveEntry,
    RemoveEntry,
    RemoveKeptRubric,
    ReplaceRubric,
    RestoreKeptRubric,
    SetEntry,
    SetTerms,
    SetVersions,
)
from gradewright.edits.target import EditTarget, RubricOwner

Edit = (
    SetBenchmark
    | SetQuestion
    | AddBenchmark
    | RemoveBenchmark
    | RestoreBenchmark
    | AddQuestions
    | RemoveQuestions
    | RestoreQuestions
    | MoveQuestion
    | AddEntry
    | RemoveEntry
    | MoveEntry
    | SetEntry
    | SetTerms
    | SetVersions
    | ReplaceRubric
    | AddKeptRubric
    | RemoveKeptRubric
    | RestoreKeptRubric
    | AddAnswers
    | RemoveAnswers
    | RestoreAnswers
    | RemoveRecordedAnswers
    | RestoreRecordedAnswers
    | ReplaceAnswer
    | Compound
)

__all__ = [
    "NOTHING",
    "AddAnswers",
    "AddBenchmark",
    "AddEntry",
    "AddKeptRubric",
    "AddQuestions",
    "Compound",
    "Edit",
    "EditTarget",
    "MoveEntry",
    "MoveQuestion",
    "RemoveAnswers",
    "RemoveBenchmark",
    "RemoveEntry",
    "RemoveKeptRubric",
    "RemoveQuestions",
    "RemoveRecordedAnswers",
    "ReplaceAnswer",
    "ReplaceRubric",
    "RestoreAnswers",
    "RestoreBenchmark",
    "RestoreKeptRubric",
    "RestoreQuestions",
    "RestoreRecordedAnswers",
    "RubricOwner",
    "SetBenchmark",
    "SetEntry",
    "SetQuestion",
    "SetTerms",
    "SetVersions",
    "changes_nothing",
    "dump_edit",
    "load_edit",
    "merged",
    "repeatable",
]
