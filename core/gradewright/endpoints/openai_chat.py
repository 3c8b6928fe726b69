"""A server that speaks OpenAI's chat completions: OpenAI's own, and llama.cpp, Ollama, vLLM and their like."""

from __future__ import annotations

import email.utils
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx

from gradewright.endpoints.completion import CallFailed, Completion, Finish, ReplyForm, Request
from gradewright.endpoints.usage import openai_usage
from gradewright.errors import InvalidValue
from gradewright.model.run import FailureReason

_PATH: Final = "chat/completions"
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 30.0
_LONGEST_REPLY: Final = 32_000_000
_AGAIN: Final = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
_FINISHES: Final = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
    "refusal": Finish.REFUSAL,
}
_FORMAT_WORDS: Final = ("response_format", "json_schema", "json schema", "structured output")


class OpenAIChat:
    """One model at one server. Threads may share it; it is a context manager that closes its connections.

    ``timeout`` is in seconds, for a whole call once connected; ``retries`` are for failures that may pass by: no
    connection, too many requests, a server in trouble. ``key`` goes into the header and into no message, error or log.
    Redirects are not followed, and the environment's proxies are used as httpx does.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        timeout: float = 120.0,
        retries: int = 2,
        extra: Mapping[str, Any] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Prepare the client; nothing is sent yet.

        Raises:
            InvalidValue: ``base_url`` is no http or https address.
        """
        self._url = _address(base_url)
        self._model = model
        self._retries = retries
        self._timeout = timeout
        self._extra = dict(extra or {})
        self._sleep = sleep
        self._structured = True
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = httpx.Timeout(timeout, connect=min(timeout, 10.0))
        self._client = httpx.Client(timeout=limits, headers=headers, follow_redirects=False, transport=transport)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def complete(self, request: Request) -> Completion:
        """Return the model's reply.

        A server that knows no JSON Schema is asked without one from then on, and so is a single call whose reply under
        a schema was empty; both say so in ``plain``.

        Raises:
            CallFailed: there is no reply, after the retries; the message names the server's address without its key.
        """
        structured = self._structured and request.schema is not None
        status, body = self._asked(request, structured)
        if structured and status == 400 and any(word in _said(body).lower() for word in _FORMAT_WORDS):
            self._structured = structured = False
            status, body = self._asked(request, structured)
        completion = self._read(status, body)
        if structured and not (completion.text.strip() or completion.truncated or completion.refused):
            structured = False
            completion = self._read(*self._asked(request, structured))
        return replace(completion, form=ReplyForm.JSON_SCHEMA if structured else ReplyForm.PLAIN)

    def _asked(self, request: Request, structured: bool) -> tuple[int, Any]:
        payload = self._payload(request, structured)
        for attempt in range(self._retries + 1):
            wait = 0.0
            try:
                status, headers, body = self._exchange(payload)
            except CallFailed as failure:
                last = failure
            else:
                if status not in _AGAIN:
                    return status, body
                last, wait = _refused(self._url, status, body), _retry_after(headers)
            if attempt < self._retries:
                self._sleep(min(_LONGEST_WAIT, max(wait, _FIRST_WAIT * 2**attempt * (0.5 + random.random()))))
        raise last

    def _exchange(self, payload: dict[str, Any]) -> tuple[int, httpx.Headers, Any]:
        """Send one request and read its answer, both within the time for a call."""
        late = CallFailed(FailureReason.TIMEOUT, f"{self._url} did not answer within {self._timeout:g} s.")
        ends = time.monotonic() + self._timeout
        content = bytearray()
        try:
            with self._client.stream("POST", self._url, json=payload) as response:
                for piece in response.iter_bytes():
                    content += piece
                    # The client's own limit is for each piece; a server that drips would never reach it.
                    if time.monotonic() > ends:
                        raise late
                    if len(content) > _LONGEST_REPLY:
                        said = f"{self._url} sent more than {_LONGEST_REPLY:,} bytes."
                        raise CallFailed(FailureReason.SERVER_ERROR, said)
        except httpx.TimeoutException as error:
            raise late from error
        except httpx.HTTPError as error:
            said = str(error) or type(error).__name__
            raise CallFailed(
                FailureReason.CONNECTION,
                f"{self._url} cannot be reached: {said}.",
                hint="Check the address, and that the server runs.",
            ) from error
        return response.status_code, response.headers, _json(bytes(content))

    def _payload(self, request: Request, structured: bool) -> dict[str, Any]:
        payload: dict[str, Any] = {
            "model": self._model,
            "messages": [dict(message) for message in request.messages],
            "max_tokens": request.max_tokens,
        }
        if request.temperature is not None:
            payload["temperature"] = request.temperature
        if structured and request.schema is not None:
            schema = {"name": "reply", "schema": dict(request.schema)}
            payload["response_format"] = {"type": "json_schema", "json_schema": schema}
        return {**payload, **self._extra}

    def _read(self, status: int, body: Any) -> Completion:
        if status != 200:
            raise _refused(self._url, status, body)
        try:
            choice = body["choices"][0]
            message = choice["message"]
            text, refusal = message.get("content"), message.get("refusal")
            reason = choice.get("finish_reason")
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            said = f"{self._url} answered with something that is no chat completion."
            raise CallFailed(FailureReason.SERVER_ERROR, said, hint="Is this the address of the API?") from error
        thought = message.get("reasoning_content") or message.get("reasoning")
        return Completion(
            text if isinstance(text, str) else "",
            Finish.REFUSAL if refusal else _FINISHES.get(reason, Finish.UNKNOWN),
            reasoning=thought if isinstance(thought, str) else "",
            usage=openai_usage(body.get("usage")),
        )


def _address(base_url: str) -> str:
    try:
        urlsplit(base_url)  # stricter about brackets
        url = httpx.URL(base_url.strip())
    except (httpx.InvalidURL, ValueError, AttributeError) as error:
        raise InvalidValue(f"“{base_url}” is no address of a server.") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise InvalidValue(f"“{base_url}” is no address of a server.", hint="It begins with http:// or https://.")
    if url.userinfo:
        raise InvalidValue("The address holds a name or a password.", hint="Keys come from the environment.")
    path = url.path.rstrip("/")
    return str(url.copy_with(path=path if path.endswith("/" + _PATH) else f"{path}/{_PATH}"))


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content[:500].decode("utf-8", "replace")


def _said(body: Any) -> str:
    if isinstance(body, Mapping):
        error = body.get("error", body)
        return str(error.get("message", "")) if isinstance(error, Mapping) else str(error)
    return body if isinstance(body, str) else ""


def _refused(url: str, status: int, body: Any) -> CallFailed:
    said = " ".join(_said(body).split())[:300].rstrip(".")
    words = f" It said: {said}." if said else ""
    if status in (401, 403):
        return CallFailed(
            FailureReason.SERVER_ERROR,
            f"{url} did not accept the key ({status}).",
            hint="Keys come from the environment: OPENAI_API_KEY, or the variable that api_key_env names.",
        )
    if status == 404:
        return CallFailed(FailureReason.SERVER_ERROR, f"{url} knows no such model or address (404).{words}")
    if status == 429:
        return CallFailed(FailureReason.RATE_LIMIT, f"{url} had too many requests (429).{words}")
    if status in (413, 414):
        return CallFailed(FailureReason.TOO_LONG, f"The text is too long for {url} ({status}).{words}")
    if status == 400 and "context" in said.lower() and "length" in said.lower():
        return CallFailed(FailureReason.TOO_LONG, f"The text is too long for the model.{words}")
    return CallFailed(FailureReason.SERVER_ERROR, f"{url} answered with status {status}.{words}")


def _retry_after(headers: httpx.Headers) -> float:
    value = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (email.utils.parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0
