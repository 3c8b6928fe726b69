"""Rubrics in Markdown: every text comes out as text, whatever it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from support.rubrics import criterion, full_rubric

from gradewright.formats.rubric_markdown import labeler_markdown, summary_markdown
from gradewright.model.criterion import Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricTerms
from gradewright.rubrics.fingerprint import fingerprint
from gradewright.rubrics.versions import opened

HARD = [
    "a | b || c",
    "use `code` and ```fences```",
    "- a list\n- of two",
    "# heading\n## another",
    "<b>bold</b> <script>x</script> <!-- c -->",
    "1. one\n2) two",
    "text\n---\nmore\n===",
    "*stars* _under_ __two__ ~~gone~~",
    "[link](http://x) ![image](y) [ref]: z",
    "&amp; &lt; &#35;",
    "مرحبا بالعالم (שלום)",
    "> quoted\n    indented",
    "back\\slash \\* end\\",
    "+ plus\n* star",
]
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def shown(text: str) -> str:
    """Return what a reader sees of a Markdown document, white space aside."""
    parts: list[str] = []
    for token in MARKDOWN.parse(text):
        assert token.type not in ("html_block", "code_block", "fence", "table_open", "blockquote_open")
        for child in token.children or ():
            assert child.type in ("text", "softbreak", "hardbreak", "strong_open", "strong_close")
            parts.append("\n" if child.type.endswith("break") else child.content)
        parts.append("\n")
    return " ".join("".join(parts).split())


def everywhere(text: str) -> Rubric:
    """Return a rubric that says a text in every place."""
    scale = Scale(points=3, anchors=(text, text, text), pass_line=2)
    entry = criterion(
        name=text, definition=text, must=(text,), must_not=(text,), pass_examples=(text,), fail_examples=(text,),
        scoring="scale", scale=scale, group=text,
    )  # fmt: skip
    return Rubric((entry,), RubricTerms(text, text, text, cannot_judge=CannotJudgeRule(text, text)))


@pytest.mark.parametrize("text", HARD)
def test_every_text_comes_out_as_text(text: str) -> None:
    plain = " ".join(text.split())
    # Name, type, unit, rule and word; group, name, definition, two statements, three anchors and two examples.
    assert shown(labeler_markdown(everywhere(text))).count(plain) == 15
    assert plain in shown(summary_markdown(everywhere(text)))


@settings(max_examples=80)
@given(st.text("ab#-*_`<>|[]()!&;\\~+=.1 \n", min_size=1, max_size=24).filter(str.strip))
def test_any_text_comes_out_as_text(text: str) -> None:
    assert " ".join(text.split()) in shown(labeler_markdown(everywhere(text)))
    assert " ".join(text.split()) in shown(summary_markdown(everywhere(text)))


def test_it_holds_all_that_a_labeler_needs() -> None:
    rubric = opened(full_rubric().with_entries(full_rubric().entries[:3]), 3, ())
    text = shown(labeler_markdown(rubric))
    for words in (
        "Replies",
        "You grade one thing at a time: one reply to one customer message",
        "The output fails when any criterion fails.",
        "Where you cannot judge, write “unclear” in place of a verdict. The reply is cut off.",
        "1. Names order",
        "Must: Repeats the order number. Must not: Promises a date.",
        "Give a point from 1 to 4. It passes at 3 or higher.",
        "1: Rude 2: Curt 3: Polite 4: Warm",
        "Passes, for example: Your order 4711 is on its way.",
        "This criterion must pass.",
        "Group: Manner",
        f"Version 3, fingerprint {fingerprint(rubric)[:12]}",
    ):
        assert words in text
    assert "Old one" not in text


def test_a_changed_rubric_and_a_draft_say_so() -> None:
    changed = opened(full_rubric(), 3, ()).with_entries(())
    assert "Version 3, changed since, fingerprint" in labeler_markdown(changed)
    assert "Draft, fingerprint" in labeler_markdown(full_rubric())
    rule = replace(full_rubric().terms, overall_rule=OverallRule.FAILS_ON_MUST_PASS, cannot_judge=None)
    text = labeler_markdown(replace(full_rubric(), terms=rule))
    assert "only when a criterion marked “must pass” fails" in text
    assert "Judge every criterion." in text


def test_the_summary_is_short() -> None:
    text = summary_markdown(full_rubric())
    assert "- **Names order** (must pass): Repeats the order number." in text
    assert "- **Tone** (1 to 4): How it speaks." in text
    assert "4711" not in text
