"""What a server's refusal means: wait, ask with less, never ask again, or take it as the provider's answer.

The shapes are those of OpenAI, Azure, Anthropic, OpenRouter, Google, DeepSeek, vLLM and llama.cpp as seen in the field.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.bodies import Body, Complaint, complaint_of, one_line
from gradewright.endpoints.completion import CallFailed
from gradewright.endpoints.waiting import wait_of
from gradewright.model.run import FailureReason

_PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
_CONTEXT_CODES: Final = frozenset({"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"})
_CONTEXT: Final = re.compile(
    r"context (?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens"
    r"|exceeds? the (?:maximum|available|model's) (?:number of |input |context )?(?:tokens|context|length)"
    r"|input length|reduce the length",
    re.IGNORECASE,
)
_FILTER: Final = re.compile(
    r"content.?filter|content management policy|responsibleaipolicy|content.?policy.?violation|requires moderation"
    r"|flagged as|safety (?:policy|settings|filter)",
    re.IGNORECASE,
)
_NO_CREDIT: Final = re.compile(
    r"insufficient_quota|insufficient (?:balance|credits|funds|quota)|exceeded your current quota|credit balance"
    r"|billing|payment required|out of credits",
    re.IGNORECASE,
)
_CROWDED: Final = re.compile(r"concurren|simultaneous|in[- ]flight|parallel requests", re.IGNORECASE)
_CROWD_LIMIT: Final = re.compile(
    r"(?:limit|max(?:imum)?)(?: (?:concurrency|requests))?(?: of| is|:|=)?\s*(\d{1,6})\b", re.IGNORECASE
)
_ASKED: Final = re.compile(r"limit:?\s*([\d,]{1,15}).{0,40}?requested:?\s*([\d,]{1,15})", re.IGNORECASE | re.DOTALL)
_NUMBER: Final = re.compile(r"\d[\d,]{2,14}")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status, the headers with names in small letters, the body."""

    status: int
    headers: Mapping[str, str]
    body: Body

    @property
    def is_good(self) -> bool:
        """Whether the status says so; the body may say otherwise."""
        return 200 <= self.status < 300

    @property
    def complaint(self) -> Complaint:
        """The error in the body. A page of HTML says its title, other text itself."""
        if self.body.is_json:
            return complaint_of(self.body.value)
        page = self.body.page
        return Complaint(self.body.text[:2_000] if page is None else page)


def declined(reply: Reply) -> bool:
    """Whether the provider declined because of what was asked: an answer of a kind, and no failure."""
    if reply.status not in (200, 400, 403, 422, 451):
        return False
    complaint = reply.complaint
    inner = (complaint.detail or {}).get("innererror")
    words = f"{complaint.code} {complaint.kind} {complaint.message}"
    if isinstance(inner, Mapping):
        words += f" {inner.get('code', '')} {'content_filter' if 'content_filter_result' in inner else ''}"
    return bool(_FILTER.search(words))


def refusal(url: str, reply: Reply, now: float) -> CallFailed:
    """Return the failure that a reply with an error is. ``now`` is the time for dates in headers."""
    complaint, status = reply.complaint, reply.status
    if 300 <= status < 400:
        return _sent_on(url, reply)
    said = one_line(complaint.message)
    words = f" It said: {said.rstrip('.')}." if said else ""
    if _no_credit(reply, now):
        return CallFailed(
            FailureReason.RATE_LIMIT,
            f"{url} has no credit left for this key ({status}).{words}",
            hint="Waiting does not help; the account does.",
            everywhere=True,
            said=said,
            status=status,
        )
    if status in (401, 403) or complaint.kind == "authentication_error" or complaint.code == "invalid_api_key":
        return _no_entry(url, status, said)
    if (too_long := _too_long(url, status, complaint, said, words)) is not None:
        return too_long
    if status == 404:
        return CallFailed(
            FailureReason.SERVER_ERROR,
            f"{url} knows no such model or address (404).{words}",
            hint="Look at the address and the name of the model.",
            everywhere=True,
            said=said,
            status=404,
        )
    if status == 429:
        return _too_many(url, reply, said, words, now)
    page = f" It is a web page, titled “{reply.body.page}”." if reply.body.page is not None else words
    return CallFailed(
        FailureReason.SERVER_ERROR,
        f"{url} answered with status {status}.{page}",
        again=status in _PASSING,
        wait=wait_of(reply.headers, complaint.message, now) if status in _PASSING else None,
        said=said,
        status=status,
    )


def no_completion(url: str, reply: Reply) -> CallFailed:
    """Return the failure that a reply of status 200 is which is none of the protocol."""
    body = reply.body
    hint = "Is this the address of the API?"
    if body.page is not None:
        title = f" “{body.page}”" if body.page else ""
        said = f"{url} answered with a web page{title}, no chat completion."
        return CallFailed(FailureReason.SERVER_ERROR, said, hint="A proxy or a login may be in between. " + hint)
    if body.stream:
        return CallFailed(FailureReason.SERVER_ERROR, f"{url} answered with a stream, which was not asked for.")
    if not body.is_json and body.text.lstrip().startswith("{"):
        said = f"The reply of {url} broke off: its JSON is cut."
        return CallFailed(FailureReason.SERVER_ERROR, said, again=True)
    if not body.text.strip():
        return CallFailed(FailureReason.SERVER_ERROR, f"{url} answered with nothing, no chat completion.", again=True)
    return CallFailed(
        FailureReason.SERVER_ERROR, f"{url} answered with something that is no chat completion.", hint=hint
    )


def _sent_on(url: str, reply: Reply) -> CallFailed:
    where = one_line(reply.headers.get("location", "")).partition("?")[0]
    said = f" to {where}" if where else ""
    return CallFailed(
        FailureReason.SERVER_ERROR,
        f"{url} sends on{said} ({reply.status}). Nothing was sent there.",
        hint="If that is the right address, give it as the base URL.",
        everywhere=True,
        status=reply.status,
    )


def _no_entry(url: str, status: int, said: str) -> CallFailed:
    # What is said here may repeat the key, so none of it is shown.
    return CallFailed(
        FailureReason.SERVER_ERROR,
        f"{url} did not accept the key ({status}).",
        hint="Enter the key again, or look at what it is allowed to do. Scripts give it in OPENAI_API_KEY, or in the "
        "variable that api_key_env names.",
        everywhere=True,
        status=status,
    )


def _no_credit(reply: Reply, now: float) -> bool:
    if reply.status == 402:
        return True
    complaint = reply.complaint
    words = f"{complaint.code} {complaint.kind} {complaint.message}"
    if reply.status not in (400, 403, 429) or not _NO_CREDIT.search(words):
        return False
    # A quota of a minute is spoken of in the same words (Google); what says when to come back is no empty account.
    return complaint.code == "insufficient_quota" or wait_of(reply.headers, complaint.message, now) is None


def _too_long(url: str, status: int, complaint: Complaint, said: str, words: str) -> CallFailed | None:
    if status == 429:
        match = _ASKED.search(complaint.message)
        if match is None or _whole(match[2]) <= _whole(match[1]):
            return None
        text = (
            f"The call is larger than {url} ever allows in a minute: {_whole(match[2]):,} tokens of at most "
            f"{_whole(match[1]):,}. Waiting does not help.{words}"
        )
        return CallFailed(FailureReason.TOO_LONG, text, said=said, status=status)
    if status in (413, 414):
        return CallFailed(FailureReason.TOO_LONG, f"The text is too long for {url} ({status}).{words}", said=said)
    coded = complaint.code in _CONTEXT_CODES or complaint.kind in _CONTEXT_CODES
    if coded or (status in (400, 422, 500) and _CONTEXT.search(complaint.message)):
        numbers = _context_numbers(complaint)
        return CallFailed(
            FailureReason.TOO_LONG, f"The text is too long for the model{numbers}.{words}", said=said, status=status
        )
    return None


def _context_numbers(complaint: Complaint) -> str:
    detail = complaint.detail or {}
    asked, most = detail.get("n_prompt_tokens"), detail.get("n_ctx")
    if isinstance(asked, int) and isinstance(most, int):
        return f": {asked:,} tokens of at most {most:,}"
    found = sorted({_whole(each) for each in _NUMBER.findall(complaint.message)})
    return f": {found[-1]:,} tokens of at most {found[0]:,}" if len(found) == 2 else ""


def _too_many(url: str, reply: Reply, said: str, words: str, now: float) -> CallFailed:
    message = reply.complaint.message
    crowded = bool(_CROWDED.search(message))
    limit = _CROWD_LIMIT.search(message) if crowded else None
    return CallFailed(
        FailureReason.RATE_LIMIT,
        f"{url} had too many requests (429).{words}",
        again=True,
        wait=wait_of(reply.headers, message, now),
        at_once=max(1, int(limit[1])) if limit else None,
        crowded=crowded,
        said=said,
        status=429,
    )


def _whole(text: str) -> int:
    return int(text.replace(",", "") or 0)
