"""Arguments of the Python face: an unknown name is an error that names the nearest known one, and so is a bad value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, ValidationError

from gradewright.errors import InvalidValue
from gradewright.model.primitives import nearest
from gradewright.model.traits import TRAIT_ORDER


class BadArgument(InvalidValue, ValueError):
    """A script gave an argument that does not exist or does not fit. Also a ValueError, as in Karenina."""


def refuse_unknown(owner: str, given: Iterable[str], known: Iterable[str], hints: Mapping[str, str]) -> None:
    """Check the names of arguments.

    ``owner`` is what takes them, as the script calls it; ``hints`` say for some unknown names what to use instead.

    Raises:
        BadArgument: one of the names is not known; the hint names the nearest.
    """
    listed = list(known)
    for name in given:
        if name in listed:
            continue
        near = nearest(name, listed)
        hint = hints.get(name)
        if hint is None:
            names = ", ".join(f"“{each}”" for each in listed)
            hint = f"Nearest: “{near}”." if near else f"Known: {names}." if names else "It takes no arguments."
        raise BadArgument(f"{owner} has no argument “{name}”.", hint=hint)


def refused(owner: str, error: ValidationError) -> BadArgument:
    """Return the error of the face for a value that pydantic did not accept: its first reason, as a sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(
        str(part) for part in first["loc"] if not str(part).startswith("function-") and "[" not in str(part)
    )
    cause = first.get("ctx", {}).get("error")
    if first["type"] == "missing":
        return BadArgument(f"{owner} needs “{place}”.")
    if isinstance(cause, InvalidValue):
        return BadArgument(cause.message, place=cause.place, hint=cause.hint)
    said = str(cause) if cause is not None else str(first["msg"])
    said = said[:1].lower() + said[1:]
    where = f"“{place}”: " if place else ""
    return BadArgument(f"{owner}: {where}{said.rstrip('.')}.")


class FaceModel(BaseModel):
    """A value that scripts make with named arguments. What it does not know or cannot take is a :class:`BadArgument`.

    ``type`` is a word of ours inside the value; as in Karenina it is not part of ``model_dump()``.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=False, validate_assignment=True, protected_namespaces=(), defer_build=True
    )

    if not TYPE_CHECKING:  # Checkers see the arguments that the fields declare.

        def __init__(self, *positional: Any, **given: Any) -> None:
            cls = type(self)
            if positional:
                raise BadArgument(f"{cls.__name__} takes its arguments by name, not by place.")
            prepared = cls._prepared(given)
            refuse_unknown(cls.__name__, prepared, cls.argument_names(), cls.argument_hints())
            try:
                super().__init__(**prepared)
            except ValidationError as error:
                raise refused(cls.__name__, error) from error
            except InvalidValue as error:
                raise BadArgument(error.message, place=error.place, hint=error.hint) from error

        def __setattr__(self, name: str, value: Any) -> None:
            cls = type(self)
            if not name.startswith("_"):
                refuse_unknown(cls.__name__, [name], cls.argument_names(), cls.argument_hints())
            try:
                super().__setattr__(name, value)
            except ValidationError as error:
                raise refused(cls.__name__, error) from error

    @classmethod
    def argument_names(cls) -> list[str]:
        """The names of the arguments, in order."""
        return [name for name in cls.model_fields if name != "type"]

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """What to use in place of names that other programs have for an argument."""
        return {}

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments in the form that the fields take."""
        return given

    def __eq__(self, other: object) -> bool:
        # What a value remembers beside its fields (that it has warned, the function it was made of) says nothing.
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Return the fields by name, without ``type``."""
        return _without_type(super().model_dump(**options))

    def model_dump_json(self, **options: Any) -> str:
        """Return :meth:`model_dump` as JSON text."""
        import json

        indent = options.pop("indent", None)
        return json.dumps(self.model_dump(mode="json", **options), indent=indent, ensure_ascii=False)


def _without_type(dumped: dict[str, Any]) -> dict[str, Any]:
    dumped.pop("type", None)
    for member in dumped.values():
        if isinstance(member, list):
            for each in member:
                if isinstance(each, dict) and each.get("type") in TRAIT_ORDER:
                    each.pop("type")
    return dumped
