"""What an endpoint turns out not to take: left out from then on, remembered, and said.

A server that refuses a call because of one parameter is asked once more without it. Which parameter that is stands in
the error's ``param``, or in its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from gradewright.endpoints.refusals import Reply
from gradewright.model.endpoint import Capability, ReplyForm

FORMATS: Final = ("response_format", "tools", "tool_choice")
SYSTEM: Final = "system"
_NEEDED: Final = frozenset({"model", "messages", "max_tokens", "max_completion_tokens", SYSTEM})
_SHAPE_WORDS: Final = re.compile(
    r"response_?format|json.?schema|json.?object|structured.?output|guided|grammar", re.IGNORECASE
)
_TOOL_WORDS: Final = re.compile(r"tool.?choice|tool.?use|\btools?\b|function.?call", re.IGNORECASE)
_SYSTEM_WORDS: Final = re.compile(
    r"system (?:role|message|prompt)s?\b.{0,40}not|role.{0,20}system|developer instruction is not", re.IGNORECASE
)
_MOST_OUT: Final = re.compile(
    r"(?:at most|maximum(?: value)?(?: is| of)?|less than or equal to|<=|cannot exceed)\D{0,12}([\d,]{1,12})",
    re.IGNORECASE,
)
_RENAMED: Final = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


class Learned:
    """What is known about a model at a server. ``on_change`` gets each new state, to be kept with the endpoint.

    ``version`` counts the changes: a call that was refused for what another one has meanwhile learned is simply asked
    again. It belongs to one event loop.
    """

    def __init__(self, known: Capability, on_change: Callable[[Capability], None] | None = None) -> None:
        self.known = known
        self.version = 0
        self._on_change = on_change

    def learn(self, reply: Reply, payload: Mapping[str, Any], forms: tuple[ReplyForm, ...], form: ReplyForm) -> bool:
        """Take in why ``payload``, sent in this form, was refused. Returns whether asking otherwise may help."""
        if reply.status not in (400, 403, 405, 415, 422, 500, 501):
            return False
        complaint = reply.complaint
        message, param = complaint.message, complaint.param.partition("[")[0].partition(".")[0]
        if (name := self._budget(payload, message, param)) is not None:
            return name
        form_words = _TOOL_WORDS if "tools" in payload else _SHAPE_WORDS
        if reply.status == 500 and not form_words.search(message):
            return False
        named = param if param in payload else self._named(payload, message)
        if named and named not in _NEEDED and named not in FORMATS:
            self._set(replace(self.known, dropped=self.known.dropped | {named}))
            return True
        if form is not ReplyForm.PLAIN and (named in FORMATS or form_words.search(f"{message} {complaint.param}")):
            return self.fall_back(forms, form)
        if SYSTEM not in self.known.dropped and _SYSTEM_WORDS.search(message):
            self._set(replace(self.known, dropped=self.known.dropped | {SYSTEM}))
            return True
        return False

    def fall_back(self, forms: tuple[ReplyForm, ...], form: ReplyForm) -> bool:
        """Go to the next form after this one, unless a person pinned it. Returns whether that was possible."""
        if self.known.pinned:
            return False
        later = forms[forms.index(form) + 1 :] if form in forms else ()
        if not later:
            return False
        self._set(replace(self.known, form=later[0]))
        return True

    def settle(self, known: Capability) -> None:
        """Take over what a probe found."""
        self._set(known)

    def _budget(self, payload: Mapping[str, Any], message: str, param: str) -> bool | None:
        """Look at complaints about the budget of tokens: another name, or a smaller number. None: it is not that."""
        name = next((each for each in _RENAMED if each in payload), None)
        if name is None or (param != name and not re.search(rf"\b{name}\b", message)):
            return None
        other = _RENAMED[name]
        if other in message or re.search(r"unsupported|unknown|unrecognized|not supported|unexpected", message, re.I):
            if self.known.renamed.get(other) == name:
                return False  # neither name is taken
            renamed = {key: to for key, to in self.known.renamed.items() if key != other}
            self._set(replace(self.known, renamed={**renamed, name: other}))
            return True
        most = _MOST_OUT.search(message)
        number = int(most[1].replace(",", "") or 0) if most else 0
        if 0 < number < payload[name]:
            self._set(replace(self.known, most_out=number))
            return True
        return None

    @staticmethod
    def _named(payload: Mapping[str, Any], message: str) -> str:
        for name in sorted(payload, key=len, reverse=True):
            if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", message) and name not in _NEEDED:
                return name
        return ""

    def _set(self, known: Capability) -> None:
        if known != self.known:
            self.known = known
            self.version += 1
            if self._on_change is not None:
                self._on_change(known)


def notes_on(known: Capability, wanted: Mapping[str, Any], budget: int) -> tuple[str, ...]:
    """Return sentences on what is left out or changed of the parameters that a call wants."""
    if not known.dropped and not known.renamed and known.most_out is None:
        return ()
    said = [
        f"The model does not take “{name}”; it was asked without."
        for name in sorted(known.dropped)
        if wanted.get(name) is not None
    ]
    said += [f"The model wants “{to}” in place of “{name}”." for name, to in known.renamed.items()]
    if known.most_out is not None and budget > known.most_out:
        said.append(f"The model gives at most {known.most_out:,} tokens; that was asked for in place of {budget:,}.")
    return tuple(said)
