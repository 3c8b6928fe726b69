"""What a pickle would do, told by following its instructions with nothing behind them.

A pickle is a program for a small stack machine. Here that machine moves marks about: a global is its name, a call is a
record of what would be called with what. Nothing is imported and nothing called.
"""

from __future__ import annotations

import pickletools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

LARGEST: Final = 4_000_000
_MOST_STEPS: Final = 400_000
_MOST_NAMES: Final = 200
_LONGEST_TEXT: Final = 120


@dataclass(frozen=True, slots=True)
class Global:
    """Something that would be imported by name."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" if self.module else self.name


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """The result of a call that would be made."""

    function: Any
    arguments: Any


@dataclass(frozen=True, slots=True)
class PickleReading:
    """What can be read from a pickle.

    ``imports`` are modules, ``calls`` what is called while it is unpickled, ``names`` those that its functions use,
    ``texts`` the beginnings of text constants. ``code`` are the argument lists of the code objects in it, ``globals``
    everything that it names, ``modules`` the names under which its functions know modules. ``problem`` says why reading
    ended early.
    """

    imports: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    problem: str = ""
    code: tuple[tuple[Any, ...], ...] = ()
    globals: tuple[Global, ...] = ()
    modules: tuple[str, ...] = ()


def read_pickle(data: bytes) -> PickleReading:
    """Follow a pickle's instructions without doing what they say. Never raises for any bytes."""
    if len(data) > LARGEST:
        return PickleReading(problem="It is too large to be read.")
    machine = _Machine()
    problem = ""
    try:
        for number, (operation, argument, _) in enumerate(pickletools.genops(data)):
            if number > _MOST_STEPS:
                problem = "It is too long to be read to its end."
                break
            machine.step(operation.name, argument)
    except Exception as error:
        # Bytes of any kind can be a file's code; whatever they break here, what was read before it is worth telling.
        problem = f"It is no whole pickle ({type(error).__name__})."
    return machine.reading(problem)


_MARK: Final = object()


@dataclass(slots=True)
class _Machine:
    stack: list[Any] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)
    globals: dict[Global, None] = field(default_factory=dict)
    called: list[Called] = field(default_factory=list)
    texts: dict[str, None] = field(default_factory=dict)
    modules: dict[str, None] = field(default_factory=dict)

    def step(self, name: str, argument: Any) -> None:
        """Follow one instruction."""
        handler = getattr(self, f"_on_{name.lower()}", None)
        if handler is not None:
            handler(argument)
        elif name in _PUSHES:
            self._push(argument)
        elif name in _CONSTANTS:
            self._push(_CONSTANTS[name])

    def reading(self, problem: str) -> PickleReading:
        """Return what was found."""
        code = tuple(tuple(c.arguments) for c in self.called if _is_code_type(c.function) and len(c.arguments) >= 13)
        names: dict[str, None] = {}
        for arguments in code:
            names.update(dict.fromkeys(n for n in _flat(arguments[8]) if isinstance(n, str)))
        imports = dict.fromkeys(g.module for g in self.globals if g.module)
        imports.update(dict.fromkeys(_imported(self.called)))
        return PickleReading(
            _some(imports),
            _some(dict.fromkeys(_shown(c.function) for c in self.called)),
            _some(names),
            _some(t[:_LONGEST_TEXT] for t in self.texts if t not in names),
            _some(dict.fromkeys(str(a[12]) for a in code)),
            problem,
            code,
            tuple(self.globals),
            tuple(self.modules),
        )

    def _push(self, value: Any) -> None:
        if isinstance(value, str) and len(value) > 2 and not value.startswith("__"):
            self.texts[value] = None
        self.stack.append(value)

    def _to_mark(self) -> list[Any]:
        items: list[Any] = []
        while (item := self.stack.pop()) is not _MARK:
            items.append(item)
        return items[::-1]

    def _name(self, module: Any, name: Any) -> None:
        found = Global(str(module), str(name))
        self.globals[found] = None
        self.stack.append(found)

    def _call(self, function: Any, arguments: Any) -> None:
        made = Called(function, arguments if isinstance(arguments, tuple) else (arguments,))
        self.called.append(made)
        self.stack.append(made)

    def _on_mark(self, _: Any) -> None:
        self.stack.append(_MARK)

    def _on_pop(self, _: Any) -> None:
        self.stack.pop()

    def _on_pop_mark(self, _: Any) -> None:
        self._to_mark()

    def _on_dup(self, _: Any) -> None:
        self.stack.append(self.stack[-1])

    def _on_memoize(self, _: Any) -> None:
        self.memo[len(self.memo)] = self.stack[-1]

    def _on_put(self, number: Any) -> None:
        self.memo[int(number)] = self.stack[-1]

    _on_binput = _on_long_binput = _on_put

    def _on_get(self, number: Any) -> None:
        self.stack.append(self.memo[int(number)])

    _on_binget = _on_long_binget = _on_get

    def _on_tuple(self, _: Any) -> None:
        self.stack.append(tuple(self._to_mark()))

    def _on_tuple1(self, _: Any) -> None:
        self.stack[-1:] = [(self.stack[-1],)]

    def _on_tuple2(self, _: Any) -> None:
        self.stack[-2:] = [tuple(self.stack[-2:])]

    def _on_tuple3(self, _: Any) -> None:
        self.stack[-3:] = [tuple(self.stack[-3:])]

    def _on_list(self, _: Any) -> None:
        self.stack.append(self._to_mark())

    _on_dict = _on_list

    def _on_frozenset(self, _: Any) -> None:
        items = self._to_mark()
        plain = all(isinstance(item, str | bytes | int | float | None) for item in items)
        self.stack.append(frozenset(items) if plain else tuple(items))

    def _on_append(self, _: Any) -> None:
        item = self.stack.pop()
        _add(self.stack[-1], [item])

    def _on_appends(self, _: Any) -> None:
        items = self._to_mark()
        _add(self.stack[-1], items)

    _on_additems = _on_appends

    def _on_setitems(self, _: Any) -> None:
        items = self._to_mark()
        self._note_modules(items)
        _add(self.stack[-1], items)

    def _on_setitem(self, _: Any) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self._note_modules([key, value])
        _add(self.stack[-1], [key, value])

    def _note_modules(self, pairs: list[Any]) -> None:
        for key, value in zip(pairs[::2], pairs[1::2], strict=False):
            if isinstance(key, str) and isinstance(value, Called) and list(_imported([value])):
                self.modules[key] = None

    def _on_global(self, argument: Any) -> None:
        module, _, name = str(argument).partition(" ")
        self._name(module, name)

    def _on_stack_global(self, _: Any) -> None:
        name, module = self.stack.pop(), self.stack.pop()
        for text in (name, module):
            self.texts.pop(text, None) if isinstance(text, str) else None
        self._name(module, name)

    def _on_inst(self, argument: Any) -> None:
        arguments = tuple(self._to_mark())
        self._on_global(argument)
        self._call(self.stack.pop(), arguments)

    def _on_obj(self, _: Any) -> None:
        items = self._to_mark()
        self._call(items[0], tuple(items[1:]))

    def _on_reduce(self, _: Any) -> None:
        arguments, function = self.stack.pop(), self.stack.pop()
        self._call(function, arguments)

    _on_newobj = _on_reduce

    def _on_newobj_ex(self, _: Any) -> None:
        self.stack.pop()
        self._on_reduce(None)

    def _on_build(self, _: Any) -> None:
        state = self.stack.pop()
        self.called.append(Called(Global("", "set state"), (state,)))

    def _on_persid(self, argument: Any) -> None:
        self._call(Global("", "persistent load"), (argument,))

    def _on_binpersid(self, _: Any) -> None:
        self._call(Global("", "persistent load"), (self.stack.pop(),))

    def _on_ext1(self, argument: Any) -> None:
        self._name("copyreg", f"extension {argument}")

    _on_ext2 = _on_ext4 = _on_ext1


_PUSHED = """INT BININT BININT1 BININT2 LONG LONG1 LONG4 STRING BINSTRING SHORT_BINSTRING UNICODE SHORT_BINUNICODE
BINUNICODE BINUNICODE8 BINBYTES SHORT_BINBYTES BINBYTES8 BYTEARRAY8 FLOAT BINFLOAT NEXT_BUFFER"""
_PUSHES: Final = frozenset(_PUSHED.split())
_CONSTANTS: Final[dict[str, Any]] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
for _name in ("EMPTY_LIST", "EMPTY_DICT", "EMPTY_SET"):
    setattr(_Machine, f"_on_{_name.lower()}", lambda self, _: self.stack.append([]))


def _add(target: Any, items: list[Any]) -> None:
    if isinstance(target, list):
        target.extend(items)


def _is_code_type(function: Any) -> bool:
    if isinstance(function, Called):
        return bool(function.arguments == ("CodeType",))
    return isinstance(function, Global) and function.name == "CodeType"


def _imported(called: list[Called]) -> Iterator[str]:
    for each in called:
        if isinstance(each.function, Global) and each.function.name in ("subimport", "dynamic_subimport"):
            yield from (a for a in each.arguments if isinstance(a, str))


def _shown(function: Any) -> str:
    if isinstance(function, Global):
        return str(function)
    if _is_code_type(function):
        return "types.CodeType"
    return "the result of a call" if isinstance(function, Called) else "something unknown"


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        yield from value


def _some(values: Any) -> tuple[str, ...]:
    found = [value for value in values if value]
    return tuple(found[:_MOST_NAMES])
