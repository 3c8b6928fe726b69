"""What is said about code: every trouble in words, no limit claimed that does not hold, nothing hidden in source."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from gradewright.model.run import Cell, CellState, CheckKind, FailureReason
from gradewright.workers.code import CodeTrouble
from gradewright.workers.sandbox.enforcement import sentences
from gradewright.workers.sandbox.limits import LIMITS, MEMORY, PROCESSES, Limits
from gradewright.workers.sandbox.linux import CALLS, DISK, NAMESPACES
from gradewright.workers.sandbox.macos import SEATBELT
from gradewright.workers.sandbox.windows import INTEGRITY, JOB
from gradewright_desktop.dialogs.code.holding import shorts_of
from gradewright_desktop.dialogs.code.listing import CodeListing
from gradewright_desktop.dialogs.code.words import banner_text, day, hash_words, head_html, visible
from gradewright_desktop.panels.results.code_words import code_sentence, is_about_code
from gradewright_desktop.panels.results.reasons import reason_sentence

LAYERS = (LIMITS, MEMORY, PROCESSES, CALLS, DISK, NAMESPACES, SEATBELT, INTEGRITY, JOB)


def failed(reason: str, **detail: object) -> Cell:
    return Cell("c", CheckKind.TRAIT, CellState.FAILED, reason=reason, message="The code raised X.", detail=detail)


@pytest.mark.parametrize("trouble", list(CodeTrouble))
def test_every_trouble_is_said_in_plain_words(trouble: CodeTrouble) -> None:
    reason = FailureReason.TIMEOUT if trouble is CodeTrouble.TIMEOUT else FailureReason.CODE_FAILED
    cell = failed(reason, trouble=str(trouble))
    assert is_about_code(cell)
    first, _, rest = reason_sentence(cell).partition("\n")
    assert "never as a fail" in first
    assert rest == "The code raised X."
    assert not set("_()<>") & set(first)


def test_closed_code_says_what_comes_next() -> None:
    assert "a new run judges it" in code_sentence(failed(FailureReason.CODE_NOT_ALLOWED))
    assert not is_about_code(failed(FailureReason.NO_VALUES))
    assert not is_about_code(Cell("c", CheckKind.TRAIT, CellState.JUDGED, True, True))


def test_no_limit_is_claimed_that_the_sentences_do_not_give() -> None:
    limits = Limits()
    for layers in map(frozenset, chain.from_iterable(combinations(LAYERS, count) for count in range(4))):
        told = " ".join(sentences(layers, limits))
        holds = {short.icon: short.holds for short in shorts_of(layers, limits.seconds, limits.memory)}
        assert holds["process"] == ("It gets at most" in told), layers
        assert holds["offline"] == ("It has no network." in told), layers
        assert holds["folder"] == ("It can read no files" in told), layers
        assert holds["forbidden"] == ("It can start no" in told and "could end other programs" not in told), layers


def test_nothing_in_source_can_look_like_something_else() -> None:
    assert visible("a\u202eb\r\nc\rd\te\x00") == "a\\u202eb\nc\nd\te\\x00"
    assert visible("\U000e0041\u200b") == "\\U000e0041\\u200b"
    assert visible("二甲双胍 متى") == "二甲双胍 متى"


def test_names_are_no_markup() -> None:
    listing = CodeListing(1, "<b>Best</b> & rest", (), 3)
    assert "&lt;b&gt;Best&lt;/b&gt; &amp; rest" in head_html(listing)


def test_small_words() -> None:
    assert hash_words("0123456789abcdef" * 4).split()[0] == "01234567"
    assert "2026" in day("2026-12-01T00:39:35.123456+00:00")
    assert "at least 3 of 9 checks" in banner_text(CodeListing(1, "B", (), 9, is_whole=False, at_least=3))
