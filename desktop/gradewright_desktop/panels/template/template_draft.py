"""The template of one question while it is being edited: read from its source, written back as one edit a change."""

from __future__ import annotations

import hashlib
from collections import deque

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gradewright.edits import SetQuestion
from gradewright.errors import UserError
from gradewright.formats.template_source import read_template, write_template
from gradewright.model.template import (
    BrokenTemplate,
    DeclarativeTemplate,
    HandWrittenTemplate,
    NoTemplate,
    SourceProblem,
    Template,
    TemplateReading,
)
from gradewright_desktop.panels.template.drafting import from_hand_written
from gradewright_desktop.panels.template.source_problems import new_mistakes
from gradewright_desktop.session import Session


class TemplateDraft(QObject):
    """What the form and the code view both show.

    Changes are seen here at once (``changed``) and go to the library when typing rests, when the next change is about
    something else, or when the session settles. Sources on their way to the library are remembered, so that the news
    of one's own edit does not overwrite what was typed since.
    """

    changed = Signal()

    def __init__(self, session: Session, idle_ms: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._question_id: int | None = None
        self._source = ""
        self._reading: TemplateReading = NoTemplate()
        self._waiting_title = ""
        self._under_way: deque[str] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(idle_ms)
        self._timer.timeout.connect(self.flush)
        session.settling.connect(self.flush)
        session.failed.connect(self._forget_pending)

    @property
    def question_id(self) -> int | None:
        """The question whose template this is."""
        return self._question_id

    @property
    def source(self) -> str:
        """The source as it stands, kept or about to be."""
        return self._source

    @property
    def reading(self) -> TemplateReading:
        """What the source declares."""
        return self._reading

    @property
    def template(self) -> Template | None:
        """The declarative template, an empty one where there is none yet; None where the source is a program."""
        if isinstance(self._reading, DeclarativeTemplate):
            return self._reading.template
        return Template() if isinstance(self._reading, NoTemplate) else None

    @property
    def editable(self) -> bool:
        """Whether fields can be edited by form."""
        return self.template is not None and not self._session.read_only

    @property
    def code_editable(self) -> bool:
        """Whether the source can be edited as text: not where it is a program that somebody wrote by hand."""
        program = isinstance(self._reading, HandWrittenTemplate)
        return self._question_id is not None and not program and not self._session.read_only

    @property
    def place(self) -> str:
        """A name for this question in this library, for what is kept outside of it."""
        library = hashlib.sha256(str(self._session.library.path).encode()).hexdigest()[:12]
        return f"{library}-{self._question_id}"

    @property
    def problems(self) -> tuple[SourceProblem, ...]:
        """What a person should know about the source."""
        if isinstance(self._reading, BrokenTemplate):
            return (self._reading.problem,)
        if isinstance(self._reading, DeclarativeTemplate | HandWrittenTemplate):
            return self._reading.problems
        return ()

    # -- in -----------------------------------------------------------------------------------------------------------

    def show_question(self, question_id: int | None, source: str) -> None:
        """Show the template of a question; the one before is kept first."""
        if question_id != self._question_id:
            self.flush()
            self._under_way.clear()
            self._question_id = question_id
            self._take(source)
            return
        if source in self._under_way:
            # The library has come as far as this one of our own edits.
            while self._under_way.popleft() != source:
                pass
            return
        if source != self._source and not self._waiting_title:
            self._under_way.clear()
            self._take(source)

    def _take(self, source: str) -> None:
        self._source = source
        self._reading = read_template(source)
        self.changed.emit()

    # -- changes ------------------------------------------------------------------------------------------------------

    def set_template(self, template: Template, title: str, *, at_once: bool = False) -> None:
        """Change the declarative template; ``title`` are the words of the undo.

        Raises:
            InvalidValue: the template cannot be written as source; nothing changed.
        """
        source = write_template(template) if template.fields else ""
        problems = self._reading.problems if isinstance(self._reading, DeclarativeTemplate) else ()
        # Read again only where the written text could mean something else than the value: unknown parameters, lines.
        reading: TemplateReading = DeclarativeTemplate(template) if not problems else read_template(source)
        self._put(source, NoTemplate() if not source else reading, title, at_once)

    def set_source(self, source: str, title: str) -> tuple[SourceProblem, ...]:
        """Take another source from the code view, unless it has mistakes; these are returned and nothing changed."""
        reading = read_template(source)
        mistakes = new_mistakes(reading, self.template)
        if not mistakes and source != self._source:
            self._put(source, reading, title, at_once=False)
        return mistakes

    def start_from_read_fields(self) -> bool:
        """Begin a declarative template with the fields that were read from a hand-written one. One step of undo."""
        reading = self._reading
        if not isinstance(reading, HandWrittenTemplate) or not reading.fields:
            return False
        self.set_template(
            from_hand_written(reading),
            "start a template from the fields of hand-written code",
            at_once=True,
        )
        return True

    def _put(self, source: str, reading: TemplateReading, title: str, at_once: bool) -> None:
        if self._question_id is None or self._session.read_only:
            return
        if self._waiting_title and self._waiting_title != title:
            self.flush()
        self._source, self._reading = source, reading
        self._waiting_title = title
        self.changed.emit()
        if at_once:
            self.flush()
        else:
            self._timer.start()

    @Slot()
    def flush(self) -> None:
        """Hand what was changed to the library now."""
        self._timer.stop()
        if not self._waiting_title or self._question_id is None:
            return
        title, self._waiting_title = self._waiting_title, ""
        self._under_way.append(self._source)
        self._session.apply(SetQuestion(self._question_id, "template", self._source, label=title))

    @Slot(object)
    def _forget_pending(self, _error: UserError) -> None:
        self._under_way.clear()
