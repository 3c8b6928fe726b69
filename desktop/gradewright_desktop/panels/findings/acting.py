"""What is done about findings: fixing one or all of a rule, silencing and letting speak again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from gradewright.edits import Edit, RubricOwner
from gradewright.errors import NotFound
from gradewright.lint.changes import fix_all
from gradewright.lint.checks import rubric_owner
from gradewright.lint.finding import Finding
from gradewright.lint.silencing import silence, unsilence
from gradewright.store.library import Library
from gradewright_desktop.notices import NoticeAction
from gradewright_desktop.workbench import Workbench


class FindingActions:
    """Acts on findings of a workbench's library, each time as one step of undo."""

    def __init__(self, workbench: Workbench):
        self._workbench = workbench

    def fix(self, finding: Finding) -> None:
        """Make the change that removes a finding."""
        if finding.fix is not None and not self._workbench.session.read_only:
            self._workbench.session.apply(finding.fix.edit)

    def fix_all(self, findings: Sequence[Finding], rule: str) -> None:
        """Make every fix of a rule."""
        count = fixable(findings, rule)
        edit = fix_all(findings, rule) if not self._workbench.session.read_only else None
        if edit is not None:
            self._workbench.session.apply(edit)
            undo = NoticeAction("Undo", self._workbench.session.undo)
            self._workbench.notices.toast(f"{count} findings of “{rule}” fixed.", undo)

    def silence(self, finding: Finding, reason: str) -> None:
        """Silence the rule of a finding for its entry."""
        self._change(finding, reason)

    def unsilence(self, finding: Finding) -> None:
        """Let the rule of a finding speak again for its entry."""
        self._change(finding, None)

    def _change(self, finding: Finding, reason: str | None) -> None:
        if can_silence(finding) and not self._workbench.session.read_only:
            self._workbench.session.settling.emit()
            work = partial(_silencing, finding=finding, reason=reason)
            self._workbench.session.query(work, self._workbench.session.apply, key="findings.silence")


def can_silence(finding: Finding) -> bool:
    """Whether a finding is about an entry, for which rules can be silenced."""
    return finding.place.entry_id is not None


def fixable(findings: Sequence[Finding], rule: str) -> int:
    """Return how many findings of a rule have a fix that can be made."""
    return sum(found.rule == rule and found.fix is not None and found.silenced is None for found in findings)


def _silencing(library: Library, finding: Finding, reason: str | None) -> Edit:
    """Return the edit that silences a rule, or lets it speak again without a reason.

    Raises:
        NotFound: the entry is no longer in the library.
    """
    owner = rubric_owner(finding.place)
    entry = _rubric(library, owner).entry(finding.place.entry_id or "")
    if entry is None:
        raise NotFound("The criterion that this finding is about was removed.")
    return unsilence(owner, entry, finding.rule) if reason is None else silence(owner, entry, finding.rule, reason)


def _rubric(library: Library, owner: RubricOwner):  # type: ignore[no-untyped-def]
    if owner.kept_id is not None:
        return library.kept_rubric(owner.kept_id)
    if owner.question_id is not None:
        return library.question(owner.question_id).rubric
    return library.benchmark(owner.benchmark_id or 0).rubric
