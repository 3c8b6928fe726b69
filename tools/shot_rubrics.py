"""The rubric of the pictures: criteria with something to find in them, for :mod:`shots`."""

from __future__ import annotations

from gradewright.model.criterion import Criterion, CriterionSource, Scale
from gradewright.model.rubric import CannotJudgeRule, OverallRule, Rubric, RubricEntry, RubricTerms, RubricVersions

ENTRIES = (
    RubricEntry(
        "dose-complete",
        Criterion(
            name="Dose is complete",
            definition="The reader can take the medicine correctly without asking anybody again.",
            must=(
                "States the dose in mg and the interval in hours.",
                "Uses clear wording for side effects.",
                "Names the interaction with alcohol and says when to call the ward.",
            ),
            must_not=(
                "Tells the patient to change the dose before the next visit.",
                "Never gives a dose without the weight it is for.",
            ),
            pass_examples=("Take one 500 mg tablet every 12 hours, with food. No more than two tablets in 24 hours.",),
            fail_examples=("Take metformin as usual and watch how you feel.",),
            must_pass=True,
            source=CriterionSource(list="failures.json", id="Dose missing or vague", count=41),
            extra={"source": {"review_order": "random", "reviewed": 150}},
        ),
    ),
    RubricEntry(
        "warning-signs",
        Criterion(
            name="Warning signs",
            must=("Lists three bullets of symptoms that need a call.",),
            must_pass=True,
            pass_examples=("Ring us at once if your lips or tongue swell.",),
            fail_examples=("Ring if you feel odd.",),
        ),
    ),
    RubricEntry(
        "plain-language",
        Criterion(
            name="Plain language",
            must=("Explains every medical term in the sentence where it first appears.",),
            pass_examples=("Metformin, a tablet against high blood sugar, …",),
            fail_examples=("Mind the eGFR.",),
            scoring="scale",
            scale=Scale(
                points=4,
                anchors=(
                    "Three or more medical terms stay unexplained",
                    "Three or more medical terms stay unexplained.",
                    "One or two medical terms stay, each explained in the same sentence.",
                    "A reader with no medical words can repeat every step in their own words.",
                ),
                pass_line=3,
            ),
            source=CriterionSource(list="failures.json", id="Reads like a leaflet", count=17),
        ),
        group="For the reader",
    ),
    RubricEntry("whom-to-call", Criterion(name="Says whom to call", must=("Names the ward.",)), group="For the reader"),
    RubricEntry(
        "no-stop-advice",
        Criterion(name="No stop advice", must=("Avoids advice to stop a medicine.",), must_pass=True),
    ),
    RubricEntry("same-language", Criterion(name="Same language", must=("Answers in the language of the question.",))),
    RubricEntry("old-tone", Criterion(name="Friendly tone", must=("Greets the reader.",)), retired=True),
)
TERMS = RubricTerms(
    name="Discharge advice quality",
    check_type="reply quality",
    graded_unit="one answer to one patient question",
    overall_rule=OverallRule.FAILS_ON_MUST_PASS,
    cannot_judge=CannotJudgeRule("No source given", "n/j"),
)


def studio_rubric() -> Rubric:
    """Return the rubric of the pictures, as if its version 3 had been exported and changed since."""
    versions = RubricVersions(3, "0" * 64, (), tuple(entry.id for entry in ENTRIES))
    return Rubric(ENTRIES, TERMS, versions)
