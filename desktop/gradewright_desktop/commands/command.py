"""What a command is, and the snapshot of the window that decides whether it can run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gradewright_desktop.navigator import Place

# The menus in their order, with their mnemonics. A command names one of them without the mnemonic.
MENUS = ("&File", "&Edit", "&View", "&Benchmark", "R&ubric", "&Run", "Resu&lts", "&Tools", "&Help")


@dataclass(frozen=True, slots=True)
class Context:
    """The window at one moment. ``when`` functions read it and nothing else.

    ``panel`` is the name of the panel that has the focus. ``facts`` is what panels add about themselves, such as
    ``{"findings.count": 7}``; see :meth:`CommandRegistry.set_fact`.
    """

    place: Place = field(default_factory=Place)
    panel: str = ""
    text_focus: bool = False
    read_only: bool = False
    running: bool = False
    undo_title: str = ""
    redo_title: str = ""
    can_go_back: bool = False
    can_go_forward: bool = False
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def workspace(self) -> str:
        return self.place.workspace

    @property
    def benchmark_id(self) -> int | None:
        return self.place.benchmark_id

    @property
    def question_id(self) -> int | None:
        return self.place.question_id

    @property
    def run_id(self) -> int | None:
        return self.place.run_id

    def fact(self, name: str) -> object:
        """Return what a panel said about itself, None if it said nothing."""
        return self.facts.get(name)


def always(_context: Context) -> str | None:
    """Say that a command can run at any time."""
    return None


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done.

    ``menu`` is one of :data:`MENUS` without ``&``, or ``"Menu/Submenu"``. ``keys`` are portable key texts, the first
    one is shown. ``when`` returns None where the command can run, else the reason in a short sentence. ``context``
    is ``"window"`` for keys that work everywhere, or the name of the panel that has to have the focus. ``group`` sorts
    commands within a menu: a line is drawn between groups. ``checked`` makes it a switch. ``role`` is the name of a
    ``QAction.MenuRole``. ``title_now`` gives menus a title that says more, such as what undo would take back.
    """

    id: str
    title: str
    menu: str
    run: Callable[[], None]
    keys: tuple[str, ...] = ()
    icon: str = ""
    when: Callable[[Context], str | None] = always
    tip: str = ""
    context: str = "window"
    group: str = ""
    checked: Callable[[Context], bool] | None = None
    role: str = ""
    title_now: Callable[[Context], str] | None = None

    @property
    def plain_title(self) -> str:
        """The title without mnemonic."""
        return self.title.replace("&", "")


def enabled_when(*conditions: Callable[[Context], str | None]) -> Callable[[Context], str | None]:
    """Return a ``when`` that gives the reason of the first condition that does not hold."""

    def first_reason(context: Context) -> str | None:
        return next((reason for condition in conditions if (reason := condition(context)) is not None), None)

    return first_reason


def needs_benchmark(context: Context) -> str | None:
    """Say why a command about a benchmark cannot run."""
    return None if context.benchmark_id is not None else "Choose a benchmark first"


def needs_question(context: Context) -> str | None:
    """Say why a command about a question cannot run."""
    return None if context.question_id is not None else "Choose a question first"


def needs_writing(context: Context) -> str | None:
    """Say why a command that changes the library cannot run."""
    return "The library is open read-only" if context.read_only else None
