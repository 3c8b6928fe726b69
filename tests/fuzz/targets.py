"""One target a reader: what it is given, and what may come of it, which is a value or an error for people."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuzz.mutations import mutated, overwritten
from gradewright.errors import InvalidValue, LibraryUnusable, UserError

PROJECT = Path(__file__).resolve().parents[2]
DATA = PROJECT / "tests" / "data" / "conformance"
SAMPLES = PROJECT / "resources" / "engine" / "samples"
NOW = "2031-05-06T07:08:09"
_LARGEST_SEED = 60_000


@dataclass(frozen=True, slots=True)
class Target:
    """A reader. ``run`` raises for a fault alone; ``seeds`` are well-formed inputs, which ``change`` spoils."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    change: Callable[[bytes, Random], bytes] = mutated
    needs_window: bool = False


def _checkpoint(data: bytes) -> None:
    from gradewright.formats.karenina_jsonld import read_checkpoint, write_checkpoint

    try:
        read = read_checkpoint(data)
    except UserError:
        return
    try:
        again = b"".join(write_checkpoint(read.benchmark, read.questions, now=NOW))
    except InvalidValue:
        return
    back = read_checkpoint(again)
    assert [question.text for question in back.questions] == [question.text for question in read.questions]


def _sniff(data: bytes) -> None:
    from gradewright.formats.sniff import sniff

    _people_only(lambda: sniff(data))


def _questions(data: bytes) -> None:
    from gradewright.formats.tables import read_questions

    _people_only(lambda: read_questions(data))


def _answers(data: bytes) -> None:
    from gradewright.formats.tables import QuestionLookup, read_answers

    lookup = QuestionLookup([("q1", "What is it?"), ("urn:uuid:q2", "Which?"), ("q3", "Which?")])
    _people_only(lambda: read_answers(data, lookup, "model"))


def _template(data: bytes) -> None:
    from gradewright.formats.foreign_code.touches import source_touches, touch_sentences
    from gradewright.formats.template_source import read_template, write_template
    from gradewright.model.template import DeclarativeTemplate

    try:
        source = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        source = data.decode("utf-8", "replace")
    touch_sentences(source_touches(source))
    reading = read_template(source)
    if not isinstance(reading, DeclarativeTemplate):
        return
    try:
        written = write_template(reading.template)
    except InvalidValue:
        return
    back = read_template(written)
    assert isinstance(back, DeclarativeTemplate), written
    assert repr(back.template) == repr(reading.template)


def _verification(data: bytes) -> None:
    """Read what a template's annotations mean, and compile it."""
    from gradewright.formats.template_source import read_template
    from gradewright.model.template import DeclarativeTemplate
    from gradewright.verify.annotations import read_annotation
    from gradewright.verify.templates import compile_template

    source = data.decode("utf-8", "replace")
    _people_only(lambda: read_annotation(source[:500]))
    reading = read_template(source)
    if isinstance(reading, DeclarativeTemplate):
        _people_only(lambda: compile_template(reading.template))


def _journal(data: bytes) -> None:
    from gradewright.edits import dump_edit, load_edit

    text = data.decode("utf-8", "replace")
    try:
        edit = load_edit(text)
    except LibraryUnusable:
        return
    assert edit.title is not None
    assert dump_edit(load_edit(dump_edit(edit))) == dump_edit(edit)


def _pickle(data: bytes) -> None:
    from gradewright.formats.foreign_code.pickles import read_pickle
    from gradewright.formats.foreign_code.same_code import is_source_of

    reading = read_pickle(data)
    is_source_of("def f(text):\n    return 'a' in text\n", reading)


def _pattern(data: bytes) -> None:
    import re

    from gradewright.lint import patterns
    from gradewright.model.traits import pattern_problem
    from gradewright.workers.pattern_cost import safe_length

    pattern = data.decode("utf-8", "replace")
    problem = pattern_problem(pattern)
    patterns.pattern_doubt(pattern)
    patterns.matches_every_text(pattern)
    try:
        assert safe_length(pattern, 0) >= 0
        safe_length(pattern, re.IGNORECASE)
    except (re.error, RecursionError, OverflowError):
        assert problem is not None or len(pattern) > 200


def _sandbox(data: bytes) -> None:
    from fuzz.forged import cells_of_forged_results

    cells_of_forged_results(data)


def _judge(data: bytes) -> None:
    from gradewright.judge.questions import ask_boolean
    from gradewright.judge.readings import read_fields, read_trait
    from gradewright.judge.replies import Unreadable
    from gradewright.model.traits import LLMTrait

    reply = data.decode("utf-8", "replace")
    trait = LLMTrait(name="t", description="d", kind="boolean")
    question = ask_boolean(trait, "Q", 'An answer: {"verdict": true}')
    for read in (lambda: read_trait(trait, question, reply), lambda: read_fields(question, reply)):
        try:
            read()
        except Unreadable:
            continue


def _traces(data: bytes) -> None:
    """Read recorded answers, by the hash of their questions, as a table and as a script's argument."""
    from gradewright.formats.sniff import sniff
    from gradewright.formats.tables import QuestionLookup, read_answers
    from gradewright.schemas.config.models import ManualTraces

    lookup = QuestionLookup([("q1", "What is it?"), ("q2", "")])
    _people_only(lambda: sniff(data))
    _people_only(lambda: read_answers(data, lookup, "model"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "traces.json"
        path.write_bytes(data)
        _people_only(lambda: ManualTraces.from_file(path))


def _library(data: bytes) -> None:
    """Open a file as a library and read all of it."""

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.gradewright"
        path.write_bytes(data)
        _people_only(lambda: _read_library(path, read_only=True))
        _people_only(lambda: _read_library(path, read_only=False))


def _read_library(path: Path, *, read_only: bool) -> None:
    from gradewright.store.library import Library

    with Library.open(path, create=False, read_only=read_only) as library:
        for row in library.benchmarks():
            library.benchmark(row.id)
            list(library.iter_questions(row.id))
            list(library.iter_answers(row.id))
        for run in library.runs():
            for result in library.result_ids(run.id):
                library.cells_of(result)
        library.kept_rubrics()
        if not read_only:
            library.undo()


def _keyring(data: bytes) -> None:
    """Read the list of names that a keyring holds."""
    from support.fake_keyring import FakeKeyring, finding

    from gradewright.endpoints.keys import SERVICE, Keys

    keyring = FakeKeyring()
    keys = Keys({}, finding(keyring))
    keys.set("Harbor", "sk-x")
    (index,) = (entry for entry in keyring.entries if entry[1] != "Harbor")
    keyring.entries[SERVICE, index[1]] = data.decode("utf-8", "replace")
    keys.names()
    keys.set("Quay", "sk-y")
    assert "Quay" in keys.names()


def _clipboard(data: bytes) -> None:
    """Needs the window's libraries, though no window."""
    from gradewright_desktop.panels.rubric.clipboard import entries_from

    entries_from(data.decode("utf-8", "replace"))


def _people_only(read: Callable[[], object]) -> None:
    said = ""
    try:
        read()
    except UserError as error:
        said = error.message
    assert not said or said.endswith("."), said


def _files(*folders: tuple[Path, str]) -> list[bytes]:
    found = [file.read_bytes() for folder, pattern in folders for file in sorted(folder.glob(pattern))]
    return [content for content in found if len(content) <= _LARGEST_SEED]


def _checkpoints() -> list[bytes]:
    return _files((SAMPLES, "*.jsonld"), (DATA / "checkpoints", "*.jsonld"))


def _tables() -> list[bytes]:
    fields = json.dumps({"a": 1, "b": None, "c": ["x"]})
    buckets = json.dumps({"T": {"tp": ["a"], "fn": [], "fp": [], "tn": []}})
    rows = [
        {"question_id": "q1", "answer": "a", "model": "m", "replicate": 2, "fields": {"a": 1}},
        {"question": "What is it?", "answer": "b", "buckets": {"T": {"tp": ["x"], "fn": []}}, "field.x": None},
    ]
    quoted = [text.replace('"', '""') for text in (fields, buckets)]
    return [
        b'question,answer,keywords,id,topic\nWhat?,Paris,"a;b",k1,x\n"Two\nlines","a ""b""","[""c""]",k2,\n',
        "question;answer\nÜber was?;Köln\n".encode("cp1252"),
        "question\tanswer\nq\ta\n".encode("utf-16"),
        f'question_id,answer,model,fields,buckets\nq1,a,m,"{quoted[0]}","{quoted[1]}"\n'.encode(),
        b"question_id,answer,model,replicate,field.x,buckets.T\nq1,a,m,1,null,\nq2,b,m,,[1],{}\nq1,c,m,,,\n",
        "\n".join(json.dumps(row) for row in rows).encode(),
        json.dumps(rows).encode(),
        json.dumps({"d41d8cd98f00b204e9800998ecf8427e": "an answer"}).encode(),
        *_files((SAMPLES, "*.jsonl")),
    ]


def _templates() -> list[bytes]:
    found: list[bytes] = []
    for checkpoint in _checkpoints():
        for entry in json.loads(checkpoint).get("dataFeedElement") or []:
            part = (entry.get("item") or {}).get("hasPart") or {}
            found.append(str(part.get("text") or "").encode("utf-8", "replace"))
    for file in ("templates.json", "handwritten_templates.json"):
        found += [
            text.encode("utf-8", "replace")
            for text in _texts_with(json.loads((DATA / "karenina" / file).read_text("utf-8")), "class ")
        ]
    return sorted(set(filter(None, found)))[:80]


def _texts_with(value: object, part: str) -> list[str]:
    if isinstance(value, str):
        return [value] if part in value else []
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for member in members for text in _texts_with(member, part)]


def _edits() -> list[bytes]:
    from gradewright.edits import AddBenchmark, AddEntry, AddQuestions, Compound, RubricOwner, SetQuestion, dump_edit
    from gradewright.formats.karenina_jsonld import read_checkpoint

    found: list[bytes] = []
    for raw in _checkpoints()[:6]:
        read = read_checkpoint(raw)
        questions = tuple(read.questions[:2])
        entries = [entry for question in questions for entry in question.rubric.entries][:2]
        edits = [
            AddBenchmark(read.benchmark, questions[:1]),
            AddQuestions(1, questions),
            SetQuestion(1, "keywords", ("a", "b")),
            *(AddEntry(RubricOwner(question_id=1), entry, 0) for entry in entries),
        ]
        found += [dump_edit(edit).encode() for edit in (*edits, Compound("several", tuple(edits[2:])))]
    return found


def _pickles() -> list[bytes]:
    import pickle

    found = [pickle.dumps({"a": [1, (2, "x")], "b": {1, 2}}, protocol) for protocol in range(6)]
    for checkpoint in _checkpoints():
        for start in ("gASV", "gAWV"):
            found += [base64.b64decode(text) for text in _texts_with(json.loads(checkpoint), start)]
    return found


def _patterns() -> list[bytes]:
    more = [r"(?i)\b(?:a|b)+?c{2,3}(?=d)[^\w-]", r"(?P<n>x)(?P=n)?(?(n)y|z)", r"(?>a++b)*\Z", "[\u4e00-\u9fff]{1,5}"]
    cases = json.loads((DATA / "karenina" / "regex_traits.json").read_text("utf-8"))
    found = {case["pattern"] for case in _objects(cases) if isinstance(case.get("pattern"), str)}
    return [pattern.encode("utf-8", "replace") for pattern in (*sorted(found)[:80], *more)]


def _objects(value: object) -> list[dict[str, object]]:
    own = [value] if isinstance(value, dict) else []
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return own + [found for member in members for found in _objects(member)]


def _results() -> list[bytes]:
    field = {"name": "a", "passed": True, "score": 1.0, "weight": 1, "expected": "x", "got": [1], "explanation": "e"}
    judged = {"verify": True, "granular": 0.5, "fields": [field], "regex": {"success": True, "results": {"p": True}}}
    told: list[object] = [
        {"results": [judged]},
        {"results": [{"construct_error": {"field": "a", "message": "m"}}]},
        {"results": [{"verify_error": "ValueError: x"}]},
        {"results": [{"problem": "raised", "type": "KeyError", "message": "m", "line": 3}]},
        {"results": [True, 3, 0.5, "a", None]},
        {"loaded": {"class_name": "A", "fields": ["a"], "needs_values": True}},
    ]
    return [json.dumps(each).encode() for each in told]


def _recorded() -> list[bytes]:
    import hashlib

    digest = hashlib.md5(b"What is it?", usedforsecurity=False).hexdigest()
    return [
        json.dumps({digest: "An answer.", hashlib.md5(b"", usedforsecurity=False).hexdigest(): "Another"}).encode(),
        json.dumps({digest: "é" * 40}).encode("utf-16"),
        b"{}",
    ]


def _libraries() -> list[bytes]:
    from gradewright.formats.karenina_jsonld import read_checkpoint
    from gradewright.model.answer import Answer
    from gradewright.store.library import Library

    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, raw in enumerate(_checkpoints()[:2]):
            path = Path(folder) / f"{number}.gradewright"
            read = read_checkpoint(raw)
            with Library.open(path) as library:
                added = library.add_checkpoint(read.benchmark, read.questions)
                keys = [question.key for question in library.iter_questions(added)]
                library.add_answers(added, [Answer(key, "m", "text") for key in keys], "file")
            found.append(path.read_bytes())
    return found


def _replies() -> list[bytes]:
    return [
        b'{"verdict": true, "reason": "r"}',
        b'<think>hm {"verdict": false}</think>\n```json\n{"verdict": "yes", // c\n "reason": \'x\',}\n```\n',
        b'Here: {"answer": {"verdict": False, "reason": "He said \\"no\\""}} done',
    ]


def _traits() -> list[bytes]:
    from gradewright.formats.karenina_jsonld import read_checkpoint
    from gradewright.model.traits import TRAIT_ADAPTER
    from gradewright_desktop.panels.rubric.clipboard import MARK

    found: list[bytes] = []
    for raw in _checkpoints():
        for entry in read_checkpoint(raw).benchmark.rubric.entries:
            trait = TRAIT_ADAPTER.dump_python(entry.trait, mode="json")
            found.append(json.dumps({MARK: [{"trait": trait, "gated": entry.gated, "group": "g"}]}).encode())
    return found[:40]


TARGETS: dict[str, Target] = {
    "checkpoint": Target(_checkpoint, _checkpoints),
    "sniff": Target(_sniff, lambda: [*_tables(), *_checkpoints()[:5]]),
    "questions": Target(_questions, _tables),
    "answers": Target(_answers, _tables),
    "template": Target(_template, _templates),
    "verification": Target(_verification, _templates),
    "journal": Target(_journal, _edits),
    "pickle": Target(_pickle, _pickles),
    "pattern": Target(_pattern, _patterns),
    "sandbox": Target(_sandbox, _results),
    "judge": Target(_judge, _replies),
    "traces": Target(_traces, _recorded),
    "library": Target(_library, _libraries, overwritten),
    "keyring": Target(_keyring, lambda: [b'["Harbor", "Quay"]', b"[]"]),
    "clipboard": Target(_clipboard, _traits, needs_window=True),
}
