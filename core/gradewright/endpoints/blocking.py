"""A model that a script asks and waits for: the same client, in a thread of its own."""

from __future__ import annotations

from typing import Self

from gradewright.endpoints.calling.gate import Gate
from gradewright.endpoints.calling.patient import Patience, PatientClient
from gradewright.endpoints.calling.thread import LoopThread
from gradewright.endpoints.completion import Completion, ModelClient, Request
from gradewright.model.endpoint import Endpoint


class BlockingClient:
    """See :class:`gradewright.endpoints.completion.Endpoint`. A context manager that closes its connections."""

    def __init__(self, endpoint: Endpoint, client: ModelClient, patience: Patience | None = None) -> None:
        """Take a client that was not used yet."""
        self._client = PatientClient(endpoint, client, Gate(endpoint.limits), patience or Patience())
        self._thread = LoopThread(f"gradewright-{endpoint.name}")

    def complete(self, request: Request) -> Completion:
        """Return the model's reply, after as many tries as patience allows. Raises CallFailed."""
        future = self._thread.submit(self._client.complete(request))
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Close the connections. Safe to call twice."""
        if self._thread.loop.is_closed():
            return
        self._thread.submit(self._client.aclose()).result()
        self._thread.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
