"""Pictures of the window, for looking at it: ``python tools/shots.py [NAME...] [--out FOLDER] [--sizes WxH …]``.

The window runs offscreen over the sample, in a temporary library. Names of screens are the keys of :data:`SCREENS`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The folder around is the one that this is started from, however it is started.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from gradewright.edits import AddKeptRubric, ReplaceRubric, RubricOwner
from gradewright_desktop.app import Program
from gradewright_desktop.composition import prepare_application
from gradewright_desktop.dialogs.importing import import_paths
from gradewright_desktop.navigator import Place
from gradewright_desktop.theme import Mode
from gradewright_desktop.widgets import Toast
from tools.shot_files import write_sent_file
from tools.shot_rubrics import TERMS, studio_rubric

OUT = Path(tempfile.gettempdir()) / "gradewright-shots"
SETTLE_MS = 350
README_PICTURE = Path(__file__).parents[1] / "docs" / "screenshot.png"


def settle(milliseconds: int = SETTLE_MS) -> None:
    """Let the event loop run, so that reads come back and everything is painted."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Let the event loop run until a condition holds; the picture is taken anyway when it never does."""
    for _ in range(round(seconds * 20)):
        if condition():
            break
        settle(50)


class Photographer:
    """One program over the sample, brought to one screen after another."""

    def __init__(self, application: QApplication, folder: Path):
        self._folder = folder
        self._sent: int | None = None
        settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
        self.program = Program(application, settings, folder)
        self.program.assemble()
        self.window = self.program.window
        self.window.frame.show()
        self.program.open([], folder / "Clinic library.gradewright")
        wait_until(lambda: self.program.session.is_open)
        self.window.libraries.open_sample()
        wait_until(lambda: self.benchmark_id is not None)
        settle()

    @property
    def benchmark_id(self) -> int | None:
        rows = self.program.session.library.benchmarks()
        return rows[0].id if rows else None

    def go(self, **place: object) -> None:
        """Go to a place of the sample."""
        self.program.workbench.navigator.go(Place(benchmark_id=self.benchmark_id, **place))  # type: ignore[arg-type]
        settle()

    def question(self, number: int, tab: str) -> None:
        """Go to a tab of a question, counted from 1."""
        ids = self.program.session.library.question_ids(self.benchmark_id or 0)
        self.go(workspace="build", kind="question", question_id=ids[number - 1], tab=tab)

    def studio(self, entry_id: str) -> None:
        """Put the rubric of the pictures in the place of the sample's, and choose one of its criteria."""
        session = self.program.session
        if session.library.benchmark(self.benchmark_id or 0).rubric.terms.name != TERMS.name:
            session.apply(ReplaceRubric(RubricOwner(benchmark_id=self.benchmark_id), studio_rubric()))
            session.flush()
        self.go(workspace="build", kind="rubric", entry_id=entry_id)
        panels = self.program.workbench.panels
        wait_until(lambda: bool(panels.get("rubric") and panels.get("rubric").findings), 5)  # type: ignore[union-attr]
        settle()

    def sent_file(self, kind: str, trait: str = "") -> None:
        """Take a file in that somebody sent, and go to it, or to one of its traits."""
        library = self.program.session.library
        if self._sent is None:
            import_paths(self.program.workbench, [write_sent_file(self._folder)])
            wait_until(lambda: len(library.benchmarks()) > 1)
            settle(1000)
            self._sent = library.benchmarks()[-1].id
        entries = {entry.trait.name: entry.id for entry in library.benchmark(self._sent).rubric}
        place = Place("build", kind, self._sent, entry_id=entries.get(trait))
        self.program.workbench.navigator.go(place)
        settle(600)

    def statement(self) -> None:
        """Put the cursor into a statement that something was found in."""
        self.studio("dose-complete")
        field = self.program.workbench.panels.get("rubric").card.field("must:2")  # type: ignore[union-attr]
        field.setFocus()
        cursor = field.textCursor()
        cursor.setPosition(40)
        field.setTextCursor(cursor)
        settle()

    def kept(self) -> None:
        """Show a rubric that is kept alone."""
        session = self.program.session
        if not session.library.kept_rubrics():
            for name in ("Plain-language letter", "Tutor asks before telling"):
                rubric = studio_rubric()
                session.apply(AddKeptRubric(replace(rubric, terms=replace(rubric.terms, name=name))))
            session.flush()
        kept_id = session.library.kept_rubrics()[0].id
        self.program.workbench.navigator.go(Place("build", "rubric", kept_id=kept_id))
        settle(600)

    def results(self) -> None:
        """Run the sample once and show what came out."""
        session = self.program.session
        if not session.library.runs():
            self.window.start_run()
            wait_until(lambda: bool(session.library.runs()) and session.running_benchmark is None)
        run_id = session.library.runs()[0].id
        self.go(workspace="results", kind="run", run_id=run_id)
        settle()

    def first_fail(self) -> None:
        """Show the results with the first answer that failed, and nothing that is only there for a moment."""
        self.results()
        view = self.program.workbench.panels.get("results")
        view.go_to_fail(1)  # type: ignore[union-attr]
        toasts = [widget for widget in self.window.frame.findChildren(Toast) if widget.isVisible()]
        wait_until(lambda: not any(toast.isVisible() for toast in toasts))
        settle()

    def palette(self, typed: str) -> None:
        """Open the palette with something typed."""
        self.window.palette_box.open(typed)
        settle()


SCREENS: dict[str, Callable[[Photographer], None]] = {
    "welcome": lambda p: p.go(workspace="build", kind="welcome"),
    "overview": lambda p: p.go(workspace="build", kind="benchmark"),
    "rubric": lambda p: p.go(workspace="build", kind="rubric"),
    "criterion": lambda p: p.studio("dose-complete"),
    "criterion-finding": Photographer.statement,
    "kept-rubric": Photographer.kept,
    "criterion-scale": lambda p: p.studio("plain-language"),
    "criterion-retired": lambda p: p.studio("old-tone"),
    "question": lambda p: p.question(1, "question"),
    "template": lambda p: p.question(1, "template"),
    "question-rubric": lambda p: p.question(1, "rubric"),
    "pattern": lambda p: p.sent_file("rubric", "Names the café"),
    "code-card": lambda p: p.sent_file("rubric", "min_word_count"),
    "found-keys": lambda p: p.sent_file("benchmark"),
    "results": Photographer.results,
    "palette": lambda p: p.palette("ri"),
    "palette-questions": lambda p: p.palette("@met"),
}


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"screens: {', '.join(SCREENS)}")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--modes", nargs="+", default=[mode.value for mode in Mode])
    parser.add_argument("--sizes", nargs="+", default=["1440x900"])
    parser.add_argument("--zooms", nargs="+", type=float, default=[1.0])
    parser.add_argument("--readme", action="store_true", help=f"make {README_PICTURE}")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    prepare_application(application)
    with tempfile.TemporaryDirectory() as folder:
        photographer = Photographer(application, Path(folder))
        if options.readme:
            photographer.window.frame.resize(1440, 900)
            photographer.program.workbench.theme.set_choice(Mode.LIGHT)
            photographer.first_fail()
            photographer.window.frame.grab().save(str(README_PICTURE))
            print(README_PICTURE)
        for name in () if options.readme else options.names or SCREENS:
            for size in options.sizes:
                for zoom in options.zooms:
                    for mode in options.modes:
                        _take(photographer, name, size, zoom, Mode(mode), options.out)
        photographer.window.frame.close()
        photographer.program.close()
    return 0


def _take(photographer: Photographer, name: str, size: str, zoom: float, mode: Mode, out: Path) -> None:
    width, height = (int(part) for part in size.split("x"))
    theme = photographer.program.workbench.theme
    photographer.window.palette_box.dismiss()
    photographer.window.frame.resize(width, height)
    theme.set_zoom(zoom)
    theme.set_choice(mode)
    settle(60)
    SCREENS[name](photographer)
    path = out / f"{name}-{size}-{round(zoom * 100)}-{mode}.png"
    photographer.window.frame.grab().save(str(path))
    print(path)


if __name__ == "__main__":
    sys.exit(main())
