"""Code in a benchmark: listed without being run, allowed for exactly these bytes and this computer, and then run."""

from __future__ import annotations

import base64
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.programs import cloudpickled, pickled

from gradewright.errors import InvalidValue, NotFound, WriteFailed
from gradewright.jobs.code import CodeItem, allow, code_in, enforcement, find_code, forget
from gradewright.jobs.exporting import export
from gradewright.jobs.verifying import verify
from gradewright.model.answer import Answer
from gradewright.model.question import Benchmark, Question
from gradewright.model.rubric import Rubric, RubricEntry
from gradewright.model.run import FailureReason
from gradewright.model.traits import CallableTrait
from gradewright.runs.code import decision_key, key_path
from gradewright.store.library import Library
from gradewright.workers.code import CodeKind

SOURCE = "def f(text):\n    import os\n    return len(text.split()) > int(os.environ.get('WORDS', 2))\n"
TEMPLATE = (
    "class Answer(BaseAnswer):\n"
    "    dose: int = Field(description='d')\n"
    "    def verify(self):\n"
    "        return self.dose == 5\n"
)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "settings"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "code.gradewright") as opened:
        yield opened


def add(library: Library, *, code: bytes | None = None, source: str | None = SOURCE, template: str = TEMPLATE) -> int:
    """Add a benchmark with a callable trait and two questions of the same hand-written template, answered."""
    trait = CallableTrait(name="Long", kind="boolean", callable_code=code or cloudpickled(SOURCE), source=source)
    questions = [Question(f"q{number}", f"How much of {number}?", template=template) for number in range(2)]
    benchmark_id = library.add_checkpoint(Benchmark("Doses", rubric=Rubric((RubricEntry("e", trait),))), questions)
    library.add_answers(benchmark_id, [Answer(f"q{n}", "m", "five mg daily", fields={"dose": 5 - n}) for n in range(2)])
    return benchmark_id


def items(library: Library, benchmark_id: int) -> tuple[CodeItem, CodeItem]:
    trait, template = code_in(library, benchmark_id)
    return trait, template


def reasons(library: Library, benchmark_id: int) -> list[str]:
    run = verify(library, benchmark_id).run
    ids = library.result_ids(run.id)
    return [cell.reason or str(cell.verdict) for result in ids for cell in library.cells_of(result)]


def test_code_is_listed_once_with_what_needs_it(library: Library) -> None:
    trait, template = items(library, add(library))

    assert (trait.kind, trait.name, trait.checks, trait.allowed) == (CodeKind.CALLABLE, "Long", 2, False)
    assert (trait.places, template.places) == (1, 2)
    assert (template.kind, template.needed_by, template.source) == (
        CodeKind.TEMPLATE,
        ("How much of 0?", "How much of 1?"),
        TEMPLATE,
    )
    assert trait.source_is_checked
    assert not trait.needs_second_decision
    assert any("environment" in remark for remark in trait.remarks)
    assert [touch.line for touch in trait.touches] == [2, 3]


def test_nothing_runs_until_it_is_allowed_and_then_only_that(library: Library) -> None:
    benchmark_id = add(library)
    trait, template = items(library, benchmark_id)
    closed = FailureReason.CODE_NOT_ALLOWED
    assert reasons(library, benchmark_id) == [closed] * 4

    allow(library, template)
    assert reasons(library, benchmark_id) == ["True", closed, "False", closed]

    allow(library, trait)
    assert reasons(library, benchmark_id) == ["True", "True", "False", "True"]
    assert [item.allowed for item in items(library, benchmark_id)] == [True, True]

    forget(library, template.sha256)
    assert reasons(library, benchmark_id) == [closed, "True", closed, "True"]
    with pytest.raises(NotFound):
        forget(library, template.sha256)


def test_changed_bytes_ask_again(library: Library) -> None:
    allow(library, items(library, add(library))[1])

    assert items(library, add(library, template=TEMPLATE.replace("5", "6")))[1].allowed is False
    assert items(library, add(library))[1].allowed is True


def test_the_same_bytes_as_another_kind_are_other_code(library: Library) -> None:
    template = items(library, add(library))[1]
    allow(library, template)
    trait = items(library, add(library, code=TEMPLATE.encode(), source=None))[0]

    assert trait.sha256 == template.sha256
    assert trait.allowed is False


@pytest.mark.parametrize(
    ("code", "source"),
    [
        (pickled(SOURCE), None),
        (pickled(SOURCE), SOURCE),
        (cloudpickled(SOURCE.replace("2", "3")), SOURCE),
        (cloudpickled("import os\ndef f(text): return os.system(text)"), SOURCE),
    ],
    ids=["no source", "no plain function", "other constant", "other function"],
)
def test_what_nobody_can_read_takes_a_second_decision(library: Library, code: bytes, source: str | None) -> None:
    item = items(library, add(library, code=code, source=source))[0]

    assert item.needs_second_decision
    assert item.summary
    for typed in (None, "", item.sha256[:7], "x" * 8):
        with pytest.raises(InvalidValue, match=item.sha256[:8]):
            allow(library, item, typed)
    assert decision_key() is None
    allow(library, item, f" {item.sha256[:8].upper()} ")
    assert items(library, 1)[0].allowed


def test_text_in_the_place_of_a_pickle_can_be_read(library: Library) -> None:
    item = items(library, add(library, code=SOURCE.encode(), source=None))[0]

    assert (item.source, item.needs_second_decision) == (SOURCE, False)


def test_a_library_from_elsewhere_brings_no_decisions(library: Library, tmp_path: Path) -> None:
    benchmark_id = add(library)
    for item in items(library, benchmark_id):
        allow(library, item)
    copy = library.copy_to(tmp_path / "copy.gradewright")
    with Library.open(copy) as same_computer:
        assert all(item.allowed for item in items(same_computer, benchmark_id))
    key_path().write_bytes(b"k" * 32)
    with Library.open(copy) as elsewhere:
        assert not any(item.allowed for item in items(elsewhere, benchmark_id))


def test_a_decision_cannot_be_moved_to_another_library_or_program(library: Library, tmp_path: Path) -> None:
    benchmark_id = add(library)
    allow(library, items(library, benchmark_id)[1])
    db = sqlite3.connect(library.path)
    db.execute("UPDATE allowed_code SET sha256 = ?", (items(library, benchmark_id)[0].sha256,))
    db.execute("UPDATE allowed_code SET kind = 'callable'")
    db.commit()
    db.close()

    assert not any(item.allowed for item in items(library, benchmark_id))


def test_exports_hold_no_decisions(library: Library, tmp_path: Path) -> None:
    benchmark_id = add(library)
    before, after = tmp_path / "before.jsonld", tmp_path / "after.jsonld"
    now = datetime(2031, 2, 3, tzinfo=UTC)
    export(library, benchmark_id, "jsonld", before, now=now)
    for item in items(library, benchmark_id):
        allow(library, item)
    export(library, benchmark_id, "jsonld", after, now=now)

    assert before.read_bytes() == after.read_bytes()


def test_a_key_that_cannot_be_kept_leaves_the_code_closed(library: Library) -> None:
    benchmark_id = add(library)
    key_path().parent.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(key_path().parent, ignore_errors=True)
    key_path().parent.write_text("a file where the folder should be")

    with pytest.raises(WriteFailed, match="cannot be kept"):
        allow(library, items(library, benchmark_id)[1])
    assert not any(item.allowed for item in items(library, benchmark_id))


def test_code_is_found_by_the_start_of_its_hash(library: Library) -> None:
    found = code_in(library, add(library))

    assert find_code(found, found[1].sha256[:10].upper()) is found[1]
    for prefix in ("", "zz"):
        with pytest.raises(NotFound):
            find_code(found, prefix)
    with pytest.raises(NotFound, match="Several"):
        find_code([found[0], replace(found[1], sha256=found[0].sha256)], found[0].sha256[:4])


def test_reading_never_runs_what_it_reads(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "made"
    bomb = f"cbuiltins\nopen\n(V{target}\nVw\ntR.".encode()
    item = items(library, add(library, code=bomb, source=None, template=f"open({str(target)!r}, 'w')\n{TEMPLATE}"))[0]

    assert "builtins.open" in " ".join(item.summary)
    assert base64.b64encode(bomb)
    assert not target.exists()


def test_enforcement_is_told_in_sentences() -> None:
    told = enforcement()

    assert len(told) >= 6
    assert all(sentence.endswith(".") for sentence in told)
