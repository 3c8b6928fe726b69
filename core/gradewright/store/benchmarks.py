"""Reading benchmarks."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from sqlalchemy import LargeBinary, Select, case, cast, func, literal, select

from gradewright.edits.rubric_values import entry_count
from gradewright.edits.values import BENCHMARK_ASPECTS, from_json
from gradewright.errors import NotFound
from gradewright.model.question import Benchmark
from gradewright.store.columns import benchmark_of, text_out
from gradewright.store.connections import Readers
from gradewright.store.failures import of_row
from gradewright.store.rows import BenchmarkRow, QuestionFigures
from gradewright.store.tables import ANSWER, BENCHMARK, QUESTION, QUESTION_BODY, RUN

# What Python takes for white space; SQLite strips spaces alone unless it is told.
_WHITE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


def _listing() -> Select[Any]:
    b, q, a = BENCHMARK.c, QUESTION.c, ANSWER.c
    live = [q.benchmark_id == b.id, q.removed == 0]
    questions = select(func.count()).select_from(QUESTION).where(*live)
    finished = select(func.count()).select_from(QUESTION).where(*live, q.finished == 1)
    answers = select(func.count()).select_from(ANSWER).where(a.benchmark_id == b.id, a.removed == 0)
    # Answers of removed questions are not marked themselves. Removed questions are few, so they are counted apart.
    hidden = (
        select(func.count())
        .select_from(QUESTION.join(ANSWER, a.question_id == q.id))
        .where(q.benchmark_id == b.id, q.removed == 1, a.removed == 0)
    )
    runs = select(func.count()).select_from(RUN).where(RUN.c.benchmark_id == b.id)
    return select(
        b.id,
        b.name,
        b.version,
        questions.scalar_subquery(),
        finished.scalar_subquery(),
        answers.scalar_subquery() - hidden.scalar_subquery(),
        b.rubric,
        runs.scalar_subquery(),
    ).where(b.removed == 0)


_LISTING = _listing()
_WHOLE = select(*(BENCHMARK.c[aspect] for aspect in BENCHMARK_ASPECTS))


class BenchmarkReads:
    """Reads of benchmarks."""

    def __init__(self, readers: Readers):
        self._readers = readers

    def rows(self) -> list[BenchmarkRow]:
        """Return all benchmarks in the order in which they came in."""
        with self._readers.connection() as connection:
            return [_row(row) for row in connection.execute(_LISTING.order_by(BENCHMARK.c.id))]

    def row(self, benchmark_id: int) -> BenchmarkRow:
        """Return one benchmark as a row.

        Raises:
            NotFound: there is no such benchmark.
        """
        with self._readers.connection() as connection:
            found = connection.execute(_LISTING.where(BENCHMARK.c.id == benchmark_id)).one_or_none()
        if found is None:
            raise _missing(benchmark_id)
        return _row(found)

    def question_figures(self, benchmark_id: int, most: int) -> QuestionFigures:
        """Return counts over all questions of a benchmark, with its ``most`` most frequent keywords."""
        q = QUESTION.c
        live = (q.benchmark_id == benchmark_id, q.removed == 0)
        counts = select(
            func.coalesce(func.sum(q.entry_count), 0),
            func.count().filter(q.has_template == 0),
            func.count().filter(func.trim(q.reference, _WHITE) == ""),
        ).where(*live)
        rubric = QUESTION_BODY.c.rubric
        # A rubric with terms of its own is an object around the list of its entries.
        root = case((func.json_type(rubric) == "object", "$.entries"), else_="$")
        entries = func.json_each(rubric, root).table_valued("value")
        code = (
            select(func.count())
            .select_from(QUESTION.join(QUESTION_BODY).join(entries, literal(True)))
            .where(*live, q.entry_count > 0, func.json_extract(entries.c.value, "$.trait.type") == "callable")
        )
        words = func.json_each(q.keywords).table_valued("value")
        count, first = func.count().label("count"), func.min(q.position)
        # As bytes: JSON can hold lone surrogates, which the driver does not take for text.
        word = cast(words.c.value, LargeBinary)
        keywords = (
            select(word, count, func.count().over())
            .select_from(QUESTION.join(words, literal(True)))
            .where(*live, q.keywords.is_not(None))
            .group_by(word)
            .order_by(count.desc(), first)
            .limit(most)
        )
        with self._readers.connection() as connection:
            own, templates, references = connection.execute(counts).one()
            code_entries = connection.execute(code).scalar_one() if own else 0
            found = connection.execute(keywords).all()
        named = tuple((text_out(word), times) for word, times, _different in found)
        return QuestionFigures(own, code_entries, templates, references, named, found[0][2] if found else 0)

    def get(self, benchmark_id: int) -> Benchmark:
        """Return one benchmark, a removed one too.

        Raises:
            NotFound: there is no such benchmark.
        """
        with self._readers.connection() as connection:
            found = connection.execute(_WHOLE.where(BENCHMARK.c.id == benchmark_id)).mappings().one_or_none()
        if found is None:
            raise _missing(benchmark_id)
        return benchmark_of({name: found[name] for name in BENCHMARK_ASPECTS})

    def find(self, name_or_id: str) -> int:
        """Return the id of the benchmark of this name, or of this id.

        Raises:
            NotFound: there is none, or there are several; names that come near are given.
        """
        with self._readers.connection() as connection:
            live = select(BENCHMARK.c.id, BENCHMARK.c.name).where(BENCHMARK.c.removed == 0).order_by(BENCHMARK.c.id)
            names = {row.id: text_out(row.name) for row in connection.execute(live)}
        wanted = name_or_id.strip()
        exact = [number for number, name in names.items() if name == name_or_id]
        loose = [number for number, name in names.items() if name.strip().casefold() == wanted.casefold()]
        by_id = [int(wanted)] if wanted.isascii() and wanted.isdigit() and len(wanted) < 19 else []
        for candidates in (exact, [number for number in by_id if number in names], loose):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                ids = ", ".join(map(str, candidates))
                raise NotFound(f"Several benchmarks are named “{wanted}”.", hint=f"Give one of the ids {ids}.")
        raise _unknown(wanted, list(names.values()))


@of_row
def _row(row: Any) -> BenchmarkRow:
    number, name, version, questions, finished, answers, rubric, runs = row
    entries = 0 if rubric is None else entry_count(from_json(rubric))
    return BenchmarkRow(number, text_out(name), text_out(version), questions, finished, answers, entries, runs)


def _missing(benchmark_id: int) -> NotFound:
    return NotFound(f"There is no benchmark {benchmark_id} in the library.")


def _unknown(wanted: str, names: list[str]) -> NotFound:
    folded = {name.casefold(): name for name in names}
    near = [folded[name] for name in get_close_matches(wanted.casefold(), folded, n=3)]
    if near:
        hint = "Near: " + ", ".join(f"“{name}”" for name in near) + "."
    elif names:
        hint = "It holds " + ", ".join(f"“{name}”" for name in names[:5]) + (" …" if len(names) > 5 else "") + "."
    else:
        hint = "The library is empty."
    return NotFound(f"There is no benchmark “{wanted}” in the library.", hint=hint)
