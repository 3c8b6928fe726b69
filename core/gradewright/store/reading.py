"""What can be read from an open library: the methods that :class:`gradewright.store.library.Library` has for it."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from gradewright.model.endpoint import Endpoint
from gradewright.model.judgement import KeptJudgement
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric
from gradewright.model.run import Cell
from gradewright.store.allowed_code import AllowedCode, AllowedCodeReads
from gradewright.store.answers import AnswerReads
from gradewright.store.benchmarks import BenchmarkReads
from gradewright.store.connections import Readers
from gradewright.store.endpoints import EndpointReads
from gradewright.store.history import HistoryReads
from gradewright.store.judgements import JudgementReads
from gradewright.store.kept_rubrics import KeptRubricReads
from gradewright.store.questions import QuestionOrder, QuestionReads
from gradewright.store.result_index import ResultIndex, ResultIndexReads, TextHits
from gradewright.store.results import EVERY_RESULT, IN_ORDER, ResultFilter, ResultReads, ResultSort
from gradewright.store.rows import (
    AnswerBatch,
    AnswerRow,
    BenchmarkRow,
    JournalRow,
    KeptRubricRow,
    QuestionFigures,
    QuestionRow,
    ResultRow,
    ResultTally,
    RunCheck,
    RunRow,
    SearchHit,
    SheetBatchRow,
    SheetOutputRow,
    StoredAnswer,
)
from gradewright.store.sheets import SheetReads


class LibraryReads:
    """Reads of a library. Each sees one whole state of it, whatever is written meanwhile, and may come from any thread.

    All of them raise :class:`gradewright.errors.LibraryUnusable` where the file cannot be read any more.
    """

    def __init__(self, readers: Readers):
        self._benchmarks = BenchmarkReads(readers)
        self._questions = QuestionReads(readers)
        self._answers = AnswerReads(readers)
        self._results = ResultReads(readers)
        self._judgements = JudgementReads(readers)
        self._result_index = ResultIndexReads(readers, self._results)
        self._history = HistoryReads(readers)
        self._allowed_code = AllowedCodeReads(readers)
        self._kept_rubrics = KeptRubricReads(readers)
        self._sheets = SheetReads(readers)
        self._endpoints = EndpointReads(readers)

    # -- benchmarks and questions -------------------------------------------------------------------------------

    def benchmarks(self) -> list[BenchmarkRow]:
        """Return all benchmarks, with their counts, in the order in which they came in."""
        return self._benchmarks.rows()

    def benchmark_row(self, benchmark_id: int) -> BenchmarkRow:
        """Return one benchmark with its counts. Raises NotFound."""
        return self._benchmarks.row(benchmark_id)

    def benchmark(self, benchmark_id: int) -> Benchmark:
        """Return one benchmark. Raises NotFound."""
        return self._benchmarks.get(benchmark_id)

    def kept_rubrics(self) -> list[KeptRubricRow]:
        """Return the rubrics that are kept alone, in the order in which they came in."""
        return self._kept_rubrics.rows()

    def kept_rubric(self, rubric_id: int) -> Rubric:
        """Return one rubric that is kept alone. Raises NotFound."""
        return self._kept_rubrics.get(rubric_id)

    def rubric_version(self, fingerprint: str) -> Rubric | None:
        """Return the rubric that a fingerprint stands for, or None where its words are not in this library."""
        return self._kept_rubrics.version(fingerprint)

    def sheet_batches(self) -> list[SheetBatchRow]:
        """Return the batches of rater sheets that were made, the latest first."""
        return self._sheets.batches()

    def sheet_output(self, batch: str, number: int) -> SheetOutputRow:
        """Return what the code of a sheet names, by its batch and number. Raises NotFound."""
        return self._sheets.output(batch, number)

    def question_figures(self, benchmark_id: int, *, keywords: int = 40) -> QuestionFigures:
        """Return counts over all questions of a benchmark, with so many of their most frequent keywords."""
        return self._benchmarks.question_figures(benchmark_id, keywords)

    def find_benchmark(self, name_or_id: str) -> int:
        """Return the id of a benchmark given by name or id. Raises NotFound, naming those that come near."""
        return self._benchmarks.find(name_or_id)

    def question_ids(
        self,
        benchmark_id: int,
        *,
        search: str = "",
        order: QuestionOrder = "position",
        finished: bool | None = None,
    ) -> array[int]:
        """Return the ids of a benchmark's questions: those that contain every word of ``search``, in this order."""
        return self._questions.ids(benchmark_id, search, order, finished)

    def question(self, question_id: int) -> Question:
        """Return one question, a removed one too. Raises NotFound."""
        return self._questions.get(question_id)

    def questions(self, question_ids: Sequence[int]) -> list[Question]:
        """Return questions in the order of the ids. Raises NotFound."""
        return self._questions.many(question_ids)

    def question_rows(self, question_ids: Sequence[int]) -> list[QuestionRow]:
        """Return light rows in the order of the ids. Raises NotFound."""
        return self._questions.rows(question_ids)

    def benchmark_of(self, question_id: int) -> int:
        """Return the id of the benchmark that a question is in. Raises NotFound."""
        return self._questions.benchmark_of(question_id)

    def question_is_there(self, question_id: int) -> bool:
        """Return whether a question exists and neither it nor its benchmark was removed."""
        return self._questions.is_there(question_id)

    def iter_questions(self, benchmark_id: int) -> Iterator[Question]:
        """Yield a benchmark's questions in order, from one state of the library, for an export."""
        return (question for _, question in self._questions.stream(benchmark_id))

    def iter_numbered_questions(self, benchmark_id: int) -> Iterator[tuple[int, Question]]:
        """Yield the same with their ids."""
        return self._questions.stream(benchmark_id)

    def search(self, text: str, *, limit: int = 200) -> list[SearchHit]:
        """Return questions of all benchmarks that contain every word of a text."""
        return self._questions.search(text, limit)

    # -- recorded answers ---------------------------------------------------------------------------------------

    def answer_ids(
        self, benchmark_id: int, *, question_id: int | None = None, models: Collection[str] | None = None
    ) -> array[int]:
        """Return ids of recorded answers in the order of questions, models and replicates."""
        return self._answers.ids(benchmark_id, question_id, models)

    def answers(self, benchmark_id: int, *, question_id: int | None = None) -> list[StoredAnswer]:
        """Return recorded answers in the order of questions, models and replicates."""
        return self._answers.many(self._answers.ids(benchmark_id, question_id, None))

    def iter_answers(self, benchmark_id: int, *, models: Collection[str] | None = None) -> Iterator[StoredAnswer]:
        """Yield the same one after the other, from one state of the library."""
        return self._answers.stream(benchmark_id, models)

    def answers_by_id(self, answer_ids: Sequence[int]) -> list[StoredAnswer]:
        """Return recorded answers in the order of the ids. Raises NotFound."""
        return self._answers.many(answer_ids)

    def answer(self, answer_id: int) -> StoredAnswer:
        """Return one recorded answer. Raises NotFound."""
        return self._answers.many([answer_id])[0]

    def answer_rows(self, answer_ids: Sequence[int]) -> list[AnswerRow]:
        """Return light rows in the order of the ids. Raises NotFound."""
        return self._answers.rows(answer_ids)

    def answer_models(self, benchmark_id: int) -> list[str]:
        """Return the names of the models whose answers are recorded, sorted."""
        return self._answers.models(benchmark_id)

    def answer_batches(self, benchmark_id: int) -> list[AnswerBatch]:
        """Return the imports of answers, oldest first."""
        return self._answers.batches(benchmark_id)

    # -- runs -------------------------------------------------------------------------------------------------

    def runs(self, benchmark_id: int | None = None) -> list[RunRow]:
        """Return the runs of a benchmark, or all, newest first, with their counts."""
        return self._results.runs(benchmark_id)

    def run(self, run_id: int) -> RunRow:
        """Return one run with its counts. Raises NotFound."""
        return self._results.run(run_id)

    def judgements(self, run_id: int, answer_ids: Sequence[int]) -> list[KeptJudgement]:
        """Return the judgements of a run on some answers, in the order in which they came."""
        return self._judgements.of_answers(run_id, answer_ids)

    def judgements_resting_on(self, keys: Sequence[str]) -> dict[str, KeptJudgement]:
        """Return by key the newest judgement of any run that rests on the same and was judged."""
        return self._judgements.resting_on(keys)

    def judged_fingerprints(self, run_id: int) -> dict[str, dict[str, int]]:
        """Return by entry how many judgements of a run were made under which fingerprint."""
        return self._judgements.fingerprints(run_id)

    def judged_votes(self, run_id: int) -> Iterator[tuple[int, str, str, bool | None, Any]]:
        """Yield answer, entry, judge, verdict and value of a run's judgements that were judged, answer by answer."""
        return self._judgements.votes(run_id)

    def judgement_texts(self, judgement: KeptJudgement) -> list[tuple[str, str]]:
        """Return role and text of a judgement's messages, with gaps for evidence. Raises NotFound."""
        return self._judgements.texts(judgement)

    def run_checks(self, run_id: int) -> list[RunCheck]:
        """Return the columns of a run's results in order."""
        return self._results.checks(run_id)

    def run_models(self, run_id: int) -> list[str]:
        """Return the names of the models in a run's results, sorted."""
        return self._results.models(run_id)

    def judged_answer_ids(self, run_id: int) -> array[int]:
        """Return the answers that have their results in a run: what a resumed run need not ask again."""
        return self._results.answer_ids(run_id)

    def result_ids(self, run_id: int, filters: ResultFilter = EVERY_RESULT, sort: ResultSort = IN_ORDER) -> array[int]:
        """Return the ids of the results that fit, in order."""
        return self._results.ids(run_id, filters, sort)

    def result_marks(
        self, run_id: int, filters: ResultFilter = EVERY_RESULT, sort: ResultSort = IN_ORDER
    ) -> list[tuple[int, str]]:
        """Return id and marks of the results that fit, in order; a mark is a letter a check, see :class:`Mark`."""
        return self._results.marks(run_id, filters, sort)

    def result_index(self, run_id: int, sort: ResultSort = IN_ORDER) -> ResultIndex:
        """Return all results of a run in an order, for filters in memory."""
        return self._result_index.index(run_id, sort)

    def text_hits(self, index: ResultIndex, text: str, before: TextHits | None = None) -> TextHits | None:
        """Return where a text occurs in a run; ``before`` are the hits of a search that somebody types on from."""
        return self._result_index.text_hits(index, text, before)

    def result_rows(self, result_ids: Sequence[int]) -> list[ResultRow]:
        """Return results with what tables show of their cells, in the order of the ids. Raises NotFound."""
        return self._results.rows(result_ids)

    def cells_of(self, result_id: int) -> list[Cell]:
        """Return everything about a result's cells, in the order of the checks."""
        return self._results.cells(result_id)

    def tally(self, run_id: int, filters: ResultFilter = EVERY_RESULT) -> ResultTally:
        """Count the results that fit, their cells, and their cells by check."""
        return self._results.tally(run_id, filters)

    # -- endpoints --------------------------------------------------------------------------------------------

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints in the person's order."""
        return self._endpoints.all()

    def endpoint(self, name: str) -> Endpoint:
        """Return the endpoint of this name. Raises NotFound."""
        return self._endpoints.get(name)

    # -- programs from files ----------------------------------------------------------------------------------

    def allowed_code(self, key: bytes) -> list[AllowedCode]:
        """Return which programs may run, as far as this computer's key made the decision; oldest first."""
        return self._allowed_code.all(key)

    # -- history ----------------------------------------------------------------------------------------------

    def history(
        self, *, benchmark_id: int | None = None, question_id: int | None = None, limit: int = 200
    ) -> list[JournalRow]:
        """Return steps of the history, newest first: of everything, of one benchmark, or of one question."""
        return self._history.rows(benchmark_id, question_id, limit)
