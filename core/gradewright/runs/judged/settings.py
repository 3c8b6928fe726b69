"""What a person chooses for a judged run. It is kept with the run, so that a resume does the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from gradewright.errors import InvalidValue

Combine = Literal["majority", "unanimous", "any"]
_MOST_REPLICATES = 20


@dataclass(frozen=True, slots=True)
class JudgedSettings:
    """The choices of a judged run.

    ``judges`` are endpoints by name; several are a panel. ``models`` are the models under test (None: all), ``checks``
    the traits by name and criteria by id or name (None: all). Each judge is asked ``replicates`` times; ``combine``
    says how several verdicts become one, and a tie stays blank. ``language`` is that of reasons, "" for any.
    ``batched``: all criteria about an answer in one call. ``template``: read the values of templates, too.
    ``reuse``: take over what was judged before on the same grounds. ``with_reasoning``: grade answers together with the
    reasoning that they begin with. Before a template's values are read, ``abstention`` asks whether the answer declines
    to answer and ``sufficiency`` whether it says enough; where it declines or does not, the template fails.
    """

    judges: tuple[str, ...]
    models: tuple[str, ...] | None = None
    checks: tuple[str, ...] | None = None
    replicates: int = 1
    combine: Combine = "majority"
    max_tokens: int = 1024
    temperature: float | None = 0.0
    language: str = ""
    batched: bool = False
    template: bool = True
    reuse: bool = True
    with_reasoning: bool = False
    abstention: bool = False
    sufficiency: bool = False

    def __post_init__(self) -> None:
        if not self.judges:
            raise InvalidValue("A judged run needs at least one judge.")
        if len(set(self.judges)) != len(self.judges):
            raise InvalidValue("A judge is named twice.", hint="To ask it twice, set the replicates.")
        if not 1 <= self.replicates <= _MOST_REPLICATES:
            raise InvalidValue(f"A judge can be asked 1 to {_MOST_REPLICATES} times about the same.")
        if self.max_tokens < 1:
            raise InvalidValue("The budget of a reply is at least one token.")
        if self.combine not in ("majority", "unanimous", "any"):
            raise InvalidValue(f"Verdicts are combined by majority, unanimous or any, not by “{self.combine}”.")

    @property
    def votes(self) -> int:
        """How many judgements stand behind one cell."""
        return len(self.judges) * self.replicates

    def data(self) -> dict[str, Any]:
        """Return the settings as JSON data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> JudgedSettings:
        """Return the settings that :meth:`data` gave. Members that nobody here knows are left out."""
        known = {each.name for each in fields(cls)}
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items() if name in known
        }
        return cls(**given)
