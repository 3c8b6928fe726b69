"""One model at one server over HTTP, in whichever protocol: a single try of a call.

Trying again, waiting and limits stand around it (:mod:`gradewright.endpoints.calling`). What is done here at once is
asking otherwise where the server refused the way of asking: another form, one parameter less, another path.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import httpx

from gradewright.endpoints.address import read_address
from gradewright.endpoints.bodies import error_inside, one_line, read_body, readable
from gradewright.endpoints.completion import CallFailed, Completion, Finish, Request
from gradewright.endpoints.connections import Connections
from gradewright.endpoints.estimates import fewest_tokens
from gradewright.endpoints.keys import clean_key, masked
from gradewright.endpoints.learning import Learned, notes_on
from gradewright.endpoints.protocols.wire import Asking, NotACompletion, Wire
from gradewright.endpoints.refusals import Reply, declined, no_completion, refusal
from gradewright.endpoints.waiting import Told, told_by
from gradewright.judge.replies import OnlyThought, without_thought
from gradewright.model.endpoint import Capability, Endpoint, ReplyForm
from gradewright.model.run import FailureReason

_LONGEST_REPLY: Final = 32_000_000
#: How often one call is asked otherwise: every form, and a handful of parameters.
_MOST_WAYS: Final = 12
_MENDED: Final = "The reply had characters that are no UTF-8; they were replaced."
_NOTHING_TOLD: Final = Told()


class HttpClient:
    """See :class:`gradewright.endpoints.completion.ModelClient`."""

    def __init__(
        self,
        endpoint: Endpoint,
        wire: Wire,
        key: str | None = None,
        *,
        on_learned: Callable[[Capability], None] | None = None,
        wall: Callable[[], float] = time.time,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Prepare the client; nothing is sent yet. ``wall`` is the time of day in seconds, for dates in replies.

        Raises:
            InvalidValue: the address is none, or the key has characters that no key has.
        """
        self._endpoint = endpoint
        self._wire = wire
        self._address = read_address(endpoint.base_url)
        self._key = None if key is None else clean_key(key)
        self._wall = wall
        self._learned = Learned(endpoint.capability, on_learned)
        self._connections = Connections(endpoint.limits.at_once, local=self._address.local, transport=transport)
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            **wire.headers(self._key, self._address.azure),
        }
        self._which = 0
        self._found = len(self._address.bases) == 1

    @property
    def url(self) -> str:
        """The address that calls go to."""
        return self._address.url(self._wire.path, self._which)

    @property
    def capability(self) -> Capability:
        """What is known about the model by now."""
        return self._learned.known

    @property
    def forms(self) -> tuple[ReplyForm, ...]:
        """The forms that the protocol has, the strictest first."""
        return self._wire.forms

    @property
    def form(self) -> ReplyForm:
        """See the base."""
        known = self._learned.known.form
        return known if known in self._wire.forms else self._wire.forms[0]

    def settle(self, known: Capability) -> None:
        """Take over what a probe found."""
        self._learned.settle(known)

    async def aclose(self) -> None:
        """See the base."""
        await self._connections.aclose()

    async def complete(self, request: Request) -> Completion:
        """See the base. Nothing is tried again after a failure."""
        self._check_length(request)
        form = self._form_for(request)
        forms = () if request.form is not None else self._wire.forms
        empty = ""
        for _ in range(_MOST_WAYS):
            version = self._learned.version
            payload = self._wire.payload(
                Asking(request, form, self._endpoint.model, self._learned.known, self._endpoint.parameters)
            )
            started = time.perf_counter()
            reply = await self._exchange("POST", self.url, payload, request.timeout)
            seconds = time.perf_counter() - started
            if self._is_elsewhere(reply):
                continue
            if not reply.is_good or error_inside(reply.body.value):
                if self._may_help(reply, payload, forms, form, version):
                    form = ReplyForm.PLAIN if empty else self._form_for(request)
                    continue
                return self._declined(reply, form, seconds)
            completion = self._read(reply, form)
            silent = not (completion.text.strip() or completion.truncated or completion.refused)
            if silent and form is not ReplyForm.PLAIN and request.form is None:
                empty = f"The reply in the form {form.value} was empty; it was asked for again without a form."
                form = ReplyForm.PLAIN
                continue
            return self._finished(completion, request, reply, seconds, empty)
        raise CallFailed(FailureReason.SERVER_ERROR, f"{self.url} refuses every way of asking.", everywhere=True)

    async def models(self) -> list[str]:
        """Return the names of the models that the server lists, in its order; empty where it has no such list.

        Raises:
            CallFailed: the server cannot be reached or does not accept the key.
        """
        for which in (self._which, *range(len(self._address.bases))):
            url = self._address.url(self._wire.models_path, which)
            reply = await self._exchange("GET", url, None, None)
            if reply.is_good:
                return self._wire.models(reply.body.value)
            if reply.status not in (404, 405):
                raise refusal(url, reply, self._wall())
        return []

    def _form_for(self, request: Request) -> ReplyForm:
        if request.schema is None:
            return ReplyForm.PLAIN
        return self.form if request.form is None else request.form

    def _check_length(self, request: Request) -> None:
        most = self._endpoint.limits.context
        if most is None:
            return
        fewest = sum(fewest_tokens(each["content"]) for each in request.messages)
        if fewest > most:
            raise CallFailed(
                FailureReason.TOO_LONG,
                f"The text is too long for the model: at least {fewest:,} tokens of at most {most:,}. "
                "Nothing was sent.",
            )

    def _is_elsewhere(self, reply: Reply) -> bool:
        """Whether there is no API at this base, and another one to try."""
        if self._found:
            return False
        if reply.status not in (404, 405) or "model" in reply.complaint.message.lower():
            self._found = True
            return False
        if self._which + 1 < len(self._address.bases):
            self._which += 1
            return True
        self._found, self._which = True, 0
        return False

    def _may_help(
        self, reply: Reply, payload: Mapping[str, Any], forms: tuple[ReplyForm, ...], form: ReplyForm, version: int
    ) -> bool:
        if declined(reply):
            return False
        if version != self._learned.version and reply.status in (400, 403, 422):
            return True  # another call has learned meanwhile why; this one was sent before
        return self._learned.learn(reply, payload, forms, form)

    def _declined(self, reply: Reply, form: ReplyForm, seconds: float) -> Completion:
        if declined(reply):
            said = one_line(reply.complaint.message)
            notes = (f"The provider declined: {said}",) if said else ()
            return Completion(
                "", Finish.CONTENT_FILTER, form=form, seconds=seconds, raw=readable(reply.body.text), notes=notes
            )
        status = reply.status
        if reply.is_good:
            status = reply.complaint.status or 500
        raise refusal(self.url, replace(reply, status=status), self._wall())

    def _read(self, reply: Reply, form: ReplyForm) -> Completion:
        if not reply.body.is_json:
            raise no_completion(self.url, reply)
        try:
            completion = self._wire.read(reply.body.value, form)
        except NotACompletion as error:
            failure = no_completion(self.url, reply)
            failure.again = failure.again or error.empty
            raise failure from error
        try:
            text, thought = without_thought(completion.text)
        except OnlyThought:
            return replace(completion, text="", reasoning=readable(completion.text), finish=Finish.LENGTH)
        if thought or not completion.text.isascii() or not completion.reasoning.isascii():
            thought = thought or completion.reasoning
            return replace(completion, text=readable(text.strip() if thought else text), reasoning=readable(thought))
        return completion

    def _finished(
        self, completion: Completion, request: Request, reply: Reply, seconds: float, empty: str
    ) -> Completion:
        wanted = {"temperature": request.temperature, "seed": request.seed, **self._endpoint.parameters}
        notes = notes_on(self._learned.known, wanted, request.max_tokens)
        notes += tuple(
            f"This protocol has no “{name}”; it was asked without."
            for name in self._wire.lacks
            if wanted.get(name) is not None
        )
        notes += ((empty,) if empty else ()) + ((_MENDED,) if reply.body.mended else ())
        told = told_by(reply.headers, self._wall()) if reply.headers else _NOTHING_TOLD
        raw = reply.body.text if reply.body.text.isascii() else readable(reply.body.text)
        return replace(completion, seconds=seconds, raw=raw, notes=notes, told=told)

    async def _exchange(self, method: str, url: str, payload: Any, timeout: float | None) -> Reply:
        """Send one request and read its answer, all of it within the time for a call."""
        limit = self._endpoint.limits.timeout if timeout is None else timeout
        content = None if payload is None else json.dumps(payload).encode("ascii")
        try:
            async with asyncio.timeout(limit), self._connections.lease() as client:
                request = client.build_request(method, url, content=content, headers=self._headers)
                response = await client.send(request, stream=True)
                try:
                    body = await self._body(response, url)
                finally:
                    await response.aclose()
        except TimeoutError as error:
            raise CallFailed(FailureReason.TIMEOUT, f"{url} did not answer within {limit:g} s.", again=True) from error
        except httpx.ConnectTimeout as error:
            raise _unreachable(url, "there was no answer to the attempt to connect") from error
        except httpx.RemoteProtocolError as error:
            raise CallFailed(FailureReason.CONNECTION, f"The reply of {url} broke off.", again=True) from error
        except (httpx.HTTPError, UnicodeError) as error:
            raise _unreachable(url, one_line(str(error)).rstrip(".") or type(error).__name__) from error
        return Reply(response.status_code, _headers(response), read_body(self._without_key(body)))

    async def _body(self, response: httpx.Response, url: str) -> bytes:
        pieces, size = [], 0
        async for piece in response.aiter_bytes():
            pieces.append(piece)
            size += len(piece)
            if size > _LONGEST_REPLY:
                said = f"{url} sent more than {_LONGEST_REPLY:,} bytes; the rest was not read."
                raise CallFailed(FailureReason.SERVER_ERROR, said)
        return b"".join(pieces)

    def _without_key(self, body: bytes) -> bytes:
        """Take the key out of a body that repeats it."""
        key = self._key.encode() if self._key else b""
        return body.replace(key, masked(self._key or "").encode()) if key and key in body else body


def _headers(response: httpx.Response) -> dict[str, str]:
    """The headers with names in small letters; none of a reply of status 200 that tells nothing about limits."""
    raw = response.headers.raw
    if response.status_code == 200 and not any(b"ratelimit" in name.lower() for name, _ in raw):
        return {}
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def _unreachable(url: str, why: str) -> CallFailed:
    return CallFailed(
        FailureReason.CONNECTION,
        f"{url} cannot be reached: {why}.",
        hint="Check the address, and that the server runs.",
        again=True,
    )
