"""The palette: commands, places and runs in one list, found by typing."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from gradewright_desktop.shell.palette_items import PaletteItem, PlaceHit, Query, command_items, find_places
from gradewright_desktop.shell.palette_list import PaletteDelegate, PaletteModel
from gradewright_desktop.widgets import KeyHint, label, line
from gradewright_desktop.workbench import Workbench

WIDTH, HEIGHT, TOP = 640, 396, 8
MODES = {"all": "Commands and places", "commands": "Commands", "questions": "Questions", "runs": "Runs"}
HINTS = (("↑ ↓", "choose"), ("↵", "do"), ("@", "questions"), ("#", "runs"), (">", "commands only"))


class Palette(QFrame):
    """A child of the window, so that every window system places it; Esc or a click elsewhere closes it."""

    def __init__(self, workbench: Workbench, window: QWidget):
        super().__init__(window)
        self.setObjectName("palette")
        self.setProperty("surface", "popup")
        self.setAccessibleName("Go to or do")
        self._workbench = workbench
        self._window = window
        self._commands: list[PaletteItem] = []
        self._places: list[PaletteItem] = []
        self._return_to: QWidget | None = None
        theme = workbench.theme
        self.field = QLineEdit(self)
        self.field.setObjectName("palette.field")
        self.field.setProperty("kind", "bare")
        self.field.setPlaceholderText("Go to or do…")
        self.field.setAccessibleName("Go to or do")
        self._mode = label(theme, "", font="small", role="muted", parent=self)
        self._glyph = QLabel(self)
        self.model = PaletteModel(self)
        self._delegate = PaletteDelegate(theme, self)
        self.list = QListView(self)
        self._assemble()
        self.field.textChanged.connect(self._typed)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self._clicked)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def open(self, typed: str = "") -> None:
        """Show the palette with something typed already."""
        if not self.isVisible():
            self._return_to = QApplication.focusWidget()
        self.place()
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.setText(typed)
        self._typed(typed)

    def dismiss(self) -> None:
        """Close, and give the focus back to where it was."""
        if self.isVisible():
            self.hide()
            if self._return_to is not None:
                self._return_to.setFocus(Qt.FocusReason.OtherFocusReason)
            self._return_to = None

    def place(self) -> None:
        """Stand at the top middle of the window, as large as there is room."""
        window = self._window
        width = min(round(WIDTH * self._workbench.theme.zoom), window.width() - 32)
        height = min(round(HEIGHT * self._workbench.theme.zoom), window.height() - 120)
        self.setGeometry((window.width() - width) // 2, 68 + TOP, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(event)
        if (
            watched is self.field
            and event.type() == QEvent.Type.FocusOut
            and not self.isAncestorOf(QApplication.focusWidget() or self._window)
        ):
            self.hide()
        return super().eventFilter(watched, event)

    # -- what is found ------------------------------------------------------------------------------------------

    @Slot(str)
    def _typed(self, typed: str) -> None:
        query = Query.read(typed)
        self._mode.setText(MODES[query.kind])
        self._delegate.words = query.words
        registry = self._workbench.commands
        shows_commands = query.kind in ("all", "commands")
        self._commands = command_items(registry, query.words, registry.context()) if shows_commands else []
        self._places = []
        self._show_items()
        if self._workbench.session.is_open and query.kind != "commands":
            self._workbench.session.query(partial(find_places, query), self._found, key="palette")

    @Slot(object)
    def _found(self, hits: list[PlaceHit]) -> None:
        section = "Runs" if self.field.text().lstrip().startswith("#") else "Places"
        self._places = [
            PaletteItem(section, hit.title, hit.where, hit.icon, partial(self._workbench.navigator.go, hit.place))
            for hit in hits
        ]
        self._show_items()

    def _show_items(self) -> None:
        possible = [item for item in self._commands if item.enabled]
        impossible = [item for item in self._commands if not item.enabled]
        rest = [PaletteItem("Not possible now", i.title, i.where, i.icon, i.run, i.keys, False) for i in impossible]
        self.model.show([*possible, *self._places, *rest])
        self.list.setCurrentIndex(self.model.first())

    # -- choosing -----------------------------------------------------------------------------------------------

    def _key(self, event: QKeyEvent) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        key = Qt.Key(event.key())
        if key in steps:
            self.list.setCurrentIndex(self.model.next_from(self.list.currentIndex().row(), steps[key]))
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            QApplication.sendEvent(self.list, event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentIndex())
        elif key == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            return False
        return True

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        item = self.model.item(index.row())
        if item is not None and item.enabled:
            self.dismiss()
            item.run()

    # -- looks --------------------------------------------------------------------------------------------------

    def _assemble(self) -> None:
        theme = self._workbench.theme
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.setAccessibleName("Found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(theme.space(4), theme.space(2), theme.space(4), theme.space(2))
        head.setSpacing(theme.space(2))
        head.addWidget(self._glyph)
        head.addWidget(self.field, 1)
        head.addWidget(self._mode)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line("h", self))
        column.addWidget(self.list, 1)
        column.addWidget(line("h", self))
        column.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        theme = self._workbench.theme
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(1))
        foot.setSpacing(theme.space(2))
        for keys, words in HINTS:
            foot.addWidget(KeyHint(theme, keys, self))
            foot.addWidget(label(theme, words, font="small", role="muted", parent=self))
            foot.addSpacing(theme.space(1))
        foot.addStretch(1)
        foot.addWidget(KeyHint(theme, "Esc", self))
        foot.addWidget(label(theme, "close", font="small", role="muted", parent=self))
        return foot

    @Slot()
    def _restyle(self) -> None:
        theme = self._workbench.theme
        self._glyph.setPixmap(theme.pixmap("search"))
        self.field.setFont(theme.font("reading"))
        if self.isVisible():
            self.place()
