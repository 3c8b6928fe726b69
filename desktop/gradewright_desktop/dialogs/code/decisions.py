"""Which programs the current library holds and which of them may run: asked by the panels, told when it changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QTimer, Signal, Slot

from gradewright.errors import UserError
from gradewright.workers.code import CodeKind
from gradewright_desktop.dialogs.code.listing import CodeListing, look, read_decisions
from gradewright_desktop.session import Session

if TYPE_CHECKING:
    from gradewright.jobs.code import CodeItem
    from gradewright.jobs.control import JobControl
    from gradewright.store.allowed_code import AllowedCode
    from gradewright.store.changes import Changes
    from gradewright.store.library import Library

_SETTLE_MS = 400


class CodeDecisions(QObject):
    """Looks for code in one benchmark at a time, keeps what was found, and hands decisions to the library.

    ``listed`` carries a :class:`CodeListing` whenever one was read; ``changed`` follows every news of decisions.
    Decisions are no step of undo: they belong to this computer and not to the content.
    """

    listed = Signal(object)
    changed = Signal()

    def __init__(self, session: Session, settings: QSettings, parent: QObject | None = None):
        super().__init__(parent)
        self._session = session
        self._settings = settings
        self._decided: dict[tuple[str, str], AllowedCode] = {}
        self._listing: CodeListing | None = None
        self._benchmark_id: int | None = None
        self._stopped = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._look)
        session.changed.connect(self._library_changed)
        session.library_switched.connect(self._switched)
        self._switched()

    # -- what is known ------------------------------------------------------------------------------------------------

    def decision(self, kind: str, sha256: str) -> AllowedCode | None:
        """Return the decision that a program may run, or None where it stays closed."""
        return self._decided.get((kind, sha256))

    def decisions(self) -> tuple[AllowedCode, ...]:
        """Return all decisions of this library on this computer, oldest first."""
        return tuple(self._decided.values())

    def allowed(self) -> frozenset[tuple[str, str]]:
        """Return the programs that may run, as pairs of kind and SHA-256."""
        return frozenset(self._decided)

    def listing(self, benchmark_id: int) -> CodeListing | None:
        """Return what was found in a benchmark, or None while nobody has looked since it changed."""
        known = None if self._later.isActive() else self._listing
        return known if known is not None and known.benchmark_id == benchmark_id else None

    def look_at(self, benchmark_id: int | None) -> None:
        """Look for code in a benchmark; ``listed`` follows once that is done, at once where it is known."""
        if benchmark_id == self._benchmark_id and (self._listing is not None or self._later.isActive()):
            return
        self._benchmark_id, self._listing = benchmark_id, None
        self._later.stop()
        if benchmark_id is not None:
            self._look_later()

    def stop(self) -> None:
        """Look no more: the window that showed what was found is closing."""
        self._stopped = True
        self._later.stop()

    def take(self, listing: CodeListing) -> None:
        """Keep a listing that somebody else has read."""
        if listing.benchmark_id == self._benchmark_id:
            self._listing = listing
        self.listed.emit(listing)

    # -- what was decided ---------------------------------------------------------------------------------------------

    def allow(
        self, item: CodeItem, typed: str, done: Callable[[object], None], failed: Callable[[UserError], None]
    ) -> None:
        """Let a program run; ``typed`` is the second decision where it needs one. ``done`` and ``failed`` are bound."""
        work = partial(_allow, self._session.library, item, typed)
        self._session.job("Keeping the decision", partial(self._decide, work), done, failed)

    def forget(self, sha256: str, done: Callable[[object], None], failed: Callable[[UserError], None]) -> None:
        """Take the decision about a program back."""
        work = partial(_forget, self._session.library, sha256)
        self._session.job("Keeping the decision", partial(self._decide, work), done, failed)

    def close_again(self, sha256: str) -> None:
        """Take a decision back from a notice or a list."""
        self.forget(sha256, self._closed, self._session.failed.emit)

    @Slot(object)
    def _closed(self, _result: object) -> None:
        self._read_decisions()

    def keep_closed(self, listing: CodeListing) -> None:
        """Remember that the programs that are closed now stay so, and are not asked about again by themselves."""
        kept = {*self._kept_closed(listing.benchmark_id), *(item.sha256 for item in listing.closed), _seen(listing)}
        self._settings.setValue(self._place(listing.benchmark_id), ",".join(sorted(kept)))
        self.changed.emit()

    def undecided(self, listing: CodeListing) -> tuple[CodeItem, ...]:
        """Return the programs of a listing about which nobody has decided anything yet."""
        kept = self._kept_closed(listing.benchmark_id)
        return tuple(item for item in listing.closed if item.sha256 not in kept)

    def needs_decision(self, listing: CodeListing) -> bool:
        """Say whether there is code about which nobody has decided anything yet, as far as the listing tells."""
        if listing.is_whole:
            return bool(self.undecided(listing))
        return listing.has_code and _seen(listing) not in self._kept_closed(listing.benchmark_id)

    def _kept_closed(self, benchmark_id: int) -> frozenset[str]:
        return frozenset(filter(None, str(self._settings.value(self._place(benchmark_id), "")).split(",")))

    def _place(self, benchmark_id: int) -> str:
        library = hashlib.sha256(str(self._session.library.path).encode()).hexdigest()[:12]
        return f"kept_closed/{library}-{benchmark_id}"

    def _decide(self, work: Callable[[], None], _control: JobControl) -> None:
        work()
        self._session.bridge.post(self._read_decisions)

    # -- reading ------------------------------------------------------------------------------------------------------

    @Slot()
    def _switched(self) -> None:
        self._decided = {}
        self.look_at(None)
        if self._session.is_open:
            self._read_decisions()

    def _read_decisions(self) -> None:
        self._session.query(read_decisions, self._take_decisions, key=(id(self), "decisions"))
        if self._listing is not None and self._listing.has_code:
            self._look()

    @Slot(object)
    def _take_decisions(self, decided: dict[tuple[str, str], AllowedCode]) -> None:
        if decided != self._decided:
            self._decided = decided
            self.changed.emit()

    @Slot()
    def _look(self) -> None:
        if self._benchmark_id is not None and self._session.is_open:
            work = partial(look, self._benchmark_id)
            self._session.query(work, self.take, key=(id(self), "look"), failed=self._not_read)

    @Slot(object)
    def _not_read(self, _error: UserError) -> None:
        # The benchmark went while it was looked through. Whatever else is wrong with a library is told where somebody
        # asked for something of it; nobody has asked for this.
        self._listing = None

    @Slot(object)
    def _library_changed(self, changes: Changes) -> None:
        if self._benchmark_id in changes.benchmarks or (self._benchmark_id is not None and changes.questions):
            self._look_later()

    def _look_later(self) -> None:
        if not self._stopped:
            self._later.start(_SETTLE_MS)


def _seen(listing: CodeListing) -> str:
    """Return a mark for having decided about the code of a large benchmark, whose programs are not read unasked."""
    traits = sum(item.places for item in listing.items if item.kind == CodeKind.CALLABLE)
    return f"traits-{traits if listing.is_whole else listing.at_least}"


def _allow(library: Library, item: CodeItem, typed: str) -> None:
    from gradewright.jobs.code import allow

    allow(library, item, typed or None)


def _forget(library: Library, sha256: str) -> None:
    from gradewright.jobs.code import forget

    forget(library, sha256)
