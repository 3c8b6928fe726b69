"""Changes to files that keep most of their structure, so that they get past the first check and break a later one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

_LEAVES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**63, -(2**64), 10**400, 0.5, -0.0, 1e308, float("inf"), float("nan"), "", " ", "a",
    "\x00", "\ud800", "\udfff", "\U0001f600", "e\u0301", "\u2028", "=1+1", "true", "null", "[]", "{}", '"', "'", "[[",
    "class Answer(BaseAnswer): pass", "(a+)+$", "gASVAAAAAAAAAAAu", "2024-01-01", "urn:uuid:", "x" * 300, [], {}, [[]],
    [None], {"": None}, {"a": [{"b": {}}]},
)  # fmt: skip

_WORDS = (
    "class Answer(BaseAnswer):\n", "    x: str = VerifiedField(", "description='d', ", "ground_truth=",
    "verify_with=", "ExactMatch()", "NumericTolerance(tolerance=0.1, mode='relative')", "SynonymMap({'a': ['b']})",
    "    def verify(self):\n", "        return True\n", "    class VerificationStrategy:\n",
    "        verify_strategy = AllOf(conditions=[", "AtLeastN(n=1, ", "FieldCheck(field='x')",
    "ConditionalGroundTruth(source='x', cases=[", "Literal['a', 'b']", "Optional[", "list[", "Union[",
    "Field(description='d')", "model_post_init", "self.correct = {", "lambda: ", "await ", "not ", "-", "~", "(",
    ")", "[", "]", "{", "}", ",", ":", "=", ".", "*", "**", "@", "f'{a!r:>{b}}'", 'f"""{\'\'\'\n\'\'\'}"""',
    "b'\\xff'", "'\\ud800'", "'\\x00'", "\"Literal['\\\\d']\"", "0x" + "f" * 20, "1e999", "10**9", "1_000", "1j",
    "float('nan')", "set([1])", "dict()", "...", "None", "# comment\n", "'''", '"""', "'", '"', "\\\n", "\n",
    "\r\n", "\r", "\t", "    ", "\f", "\x00", "\ufeff", "é", "ﬁ", "match x:\n case _: pass\n", "if a: pass\n",
    "from __future__ import annotations\n", "type X = int\n", "x: 'int\\n'\n",
)  # fmt: skip

_MARKS = (
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00", b"\xff", b"\x80", b"\r", b"\n",
    b"\r\n", b"\x85", b"\xe2\x80\xa8", b'"', b"'", b",", b";", b"\t", b"|", b"sep=;\n", b"{", b"}", b"[", b"]",
    b":", b"\\", b"\\u", b"\\ud800", b"NaN", b"Infinity", b"-", b"1" * 40, b"1" * 4400, b"e9", b"[" * 120,
    b"{\"\":" * 60, b"null", b" ", b'"@context"', b"question", b"question_id", b"answer", b"field.x", b"buckets.",
    b"replicate", b"model", b"keywords", b"id", b"urn:uuid:",
)  # fmt: skip

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def mutated(data: bytes, random: Random) -> bytes:
    """Return a file like ``data``, changed in one to several places in the way that suits what it is."""
    ways: list[Callable[[bytes, Random], bytes]] = [_bytes, _source]
    if data.lstrip()[:1] in (b"{", b"["):
        ways += [_json, _json, _json, _lines]
    elif b"class " in data:
        ways += [_source, _source]
    else:
        ways += [_lines, _lines]
    for _ in range(random.randint(1, 3)):
        data = random.choice(ways)(data, random)
    return data if random.random() < 0.9 else _encoded(data, random)


def overwritten(data: bytes, random: Random) -> bytes:
    """Return a file like ``data`` with some of its bytes replaced and none moved: what a bad disk does to pages."""
    changed = bytearray(data)
    # Where there is something, not in the zeros of pages that are hardly used.
    places = [found.start() for found in re.finditer(rb"[^\x00]", data)] or [0]
    for _ in range(random.choice((1, 1, 2, 4, 30))):
        at = random.choice(places)
        new = random.choice((bytes([random.randrange(256)]), random.choice(_MARKS)[:8], b"\x00" * random.randint(1, 9)))
        changed[at : at + len(new)] = new[: len(data) - at]
    return bytes(changed)


def _json(data: bytes, random: Random) -> bytes:
    """Change values of a tree; of JSON Lines, of one line."""
    lines = data.splitlines(keepends=True) or [data]
    number = random.randrange(len(lines)) if lines[0].rstrip().endswith(b"}") else -1
    try:
        tree = json.loads(lines[number] if number >= 0 else data)
    except (ValueError, RecursionError):
        return _bytes(data, random)
    for _ in range(random.randint(1, 4)):
        tree = _changed(tree, random)
    try:
        text = json.dumps(tree, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    except RecursionError:
        return data
    if random.random() < 0.2:
        text = _repeated(text, random)
    if number < 0:
        return text
    lines[number] = text + b"\n"
    return b"".join(lines)


def _changed(tree: Any, random: Random) -> Any:
    """Return a tree with one value replaced, removed, repeated, wrapped or moved."""
    places = list(_places(tree))
    if not places or random.random() < 0.05:
        return deepcopy(random.choice(_LEAVES))
    holder, key = random.choice(places)
    other = random.choice(places)
    match random.randrange(7):
        case 0 | 1:
            holder[key] = deepcopy(random.choice(_LEAVES))
        case 2:
            del holder[key]
        case 3:
            # Copied, so that no value comes to hold itself.
            holder[key] = deepcopy(other[0][other[1]])
        case 4:
            holder[key] = _wrapped(holder[key], random)
        case 5 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 5 | 6 if isinstance(holder, dict):
            holder[random.choice([str(k) for _, k in places] + ["", "\ud800", "@type", "name"])] = holder[key]
    return tree


def _wrapped(value: Any, random: Random) -> Any:
    if random.random() < 0.3:
        return json.dumps(value)
    for _ in range(random.choice((1, 1, 1, 30, 99, 100, 101, 150))):
        value = [value] if random.random() < 0.5 else {"a": value}
    return value


def _places(tree: Any) -> list[tuple[Any, Any]]:
    places: list[tuple[Any, Any]] = []
    left = [tree]
    while left:
        holder = left.pop()
        members = holder.items() if isinstance(holder, dict) else enumerate(holder) if isinstance(holder, list) else ()
        for key, member in members:
            places.append((holder, key))
            left.append(member)
    return places


def _repeated(text: bytes, random: Random) -> bytes:
    """Give an object one of its members again, perhaps with another value."""
    commas = [found.start() for found in re.finditer(rb', "', text)]
    if not commas:
        return text
    at = random.choice(commas)
    member = text[at + 2 :].split(b",")[0].rstrip(b"}]")
    return text[:at] + b", " + random.choice((member, member.split(b":")[0] + b": 1")) + text[at:]


def _source(data: bytes, random: Random) -> bytes:
    """Change words of a program, or of any text."""
    tokens = _TOKEN.findall(data.decode("utf-8", "replace")) or [""]
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(tokens))
        match random.randrange(5):
            case 0:
                tokens[at] = random.choice(_WORDS)
            case 1 | 2:
                tokens.insert(at, random.choice(_WORDS) * random.choice((1, 1, 1, 1, 2, 40, 200)))
            case 3:
                tokens[at] = tokens[random.randrange(len(tokens))]
            case 4:
                tokens[at : at + random.randint(1, 5)] = []
                tokens = tokens or [""]
    return "".join(tokens).encode("utf-8", "replace")


def _lines(data: bytes, random: Random) -> bytes:
    """Change the rows of a table: repeated, left out, in another order, with other cells and other ends."""
    lines = data.splitlines() or [b""]
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                lines.insert(at, lines[random.randrange(len(lines))])
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                cells = lines[at].split(b",")
                cells[random.randrange(len(cells))] = random.choice(_MARKS)
                lines[at] = b",".join(cells)
            case 3:
                lines[at] = lines[at].replace(b",", random.choice((b";", b"\t", b",,", b'","')))
            case 4:
                random.shuffle(lines)
    return random.choice((b"\n", b"\n", b"\r\n", b"\r")).join(lines)


def _bytes(data: bytes, random: Random) -> bytes:
    """Change bytes, whatever they mean."""
    at = random.randrange(len(data) + 1)
    match random.randrange(5):
        case 0:
            return data[:at] + random.choice(_MARKS) + data[at:]
        case 1:
            return data[:at] + data[at + random.randint(1, 20) :]
        case 2:
            return data[:at]
        case 3:
            return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
        case _:
            end = at + random.randint(1, 200)
            return data[:at] + data[at:end] * random.choice((2, 2, 3, 50)) + data[end:]


def _encoded(data: bytes, random: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = random.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"))
    return text.encode(encoding, "replace")
