"""Substring search over questions, as somebody types.

Every word of the query has to occur in a question's text, reference or keywords, anywhere and in any case. Words of
three and more characters go through the trigram index; shorter ones, which are whole words in Chinese or Japanese, are
looked for in the rows that are left.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, column, func, or_, select, table, text

from gradewright.store.tables import QUESTION

INDEX_QUESTIONS = (
    "INSERT INTO question_fts (rowid, text, reference, keywords) "
    "SELECT id, CAST(text AS TEXT), CAST(reference AS TEXT), keywords FROM question WHERE id BETWEEN ? AND ?"
)
"""Puts new questions, by their first and last id, into the index.

One statement for many rows: a trigger for each would make SQLite write its index out after every row, which took five
times as long. Changes of questions do go through a trigger, see the first migration.
"""

_MOST_WORDS = 16
_LONGEST = 2_000

_FTS = table("question_fts", column("rowid"))


def words_of(query: str) -> list[str]:
    """Return the words to look for: what SQLite cannot hold or ends at (NUL, lone surrogates) separates them."""
    usable = "".join(
        " " if character == "\0" or "\ud800" <= character <= "\udfff" else character for character in query
    )
    return usable[:_LONGEST].split()[:_MOST_WORDS]


def matches(query: str) -> list[ColumnElement[bool]]:
    """Return the conditions on ``question`` that say that it fits the query; none for an empty query."""
    words = words_of(query)
    long = [word for word in words if len(word) >= 3]
    conditions: list[ColumnElement[bool]] = [_contains(word) for word in words if len(word) < 3]
    if long:
        phrases = " ".join('"' + word.replace('"', '""') + '"' for word in long)
        hits = select(_FTS.c.rowid).where(text("question_fts MATCH :phrases").bindparams(phrases=phrases))
        conditions.append(QUESTION.c.id.in_(hits))
    return conditions


def contains(target: ColumnElement[str], word: str) -> ColumnElement[bool]:
    """Return whether a text column contains a word. SQLite folds ASCII case only; other scripts' cases are listed."""
    forms = {word} if word.isascii() else {word, word.lower(), word.upper(), word.capitalize()}
    return or_(*(target.like(f"%{_escaped(form)}%", escape="\\") for form in sorted(forms)))


def _contains(word: str) -> ColumnElement[bool]:
    texts = (QUESTION.c.text, QUESTION.c.reference, func.coalesce(QUESTION.c.keywords, ""))
    return or_(*(contains(target, word) for target in texts))


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
