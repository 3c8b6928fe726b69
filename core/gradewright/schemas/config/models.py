"""Models as scripts name them. What a run does with one stands in :mod:`gradewright.benchmark`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from gradewright.errors import FileUnreadable
from gradewright.schemas.arguments import BadArgument, FaceModel

MANUAL = "manual"
INTERFACES = (
    "langchain",
    "openrouter",
    "openai_endpoint",
    "claude_tool",
    "claude_agent_sdk",
    "langchain_deep_agents",
    MANUAL,
)
"""Karenina's names for ways to reach a model. Here all but ``manual`` mean: ask an OpenAI-compatible server."""

AGENTS = ("claude_agent_sdk", "langchain_deep_agents")
_FOR_AGENTS = ("mcp_urls_dict", "mcp_tool_filter", "agent_middleware", "agent_runtime", "agent_timeout")
_KEYS = ("endpoint_api_key", "anthropic_api_key", "api_key")


class ManualTraces:
    """Answers recorded before, for the interface ``manual``: by question id, by text, or by the text's MD5."""

    def __init__(self, traces: Mapping[str, str] | Any = None) -> None:
        """Take ``{key: answer}``; anything with ``get_question_ids``, such as a benchmark, starts empty."""
        self._traces: dict[str, str] = {}
        if isinstance(traces, Mapping):
            self.register_traces(traces)

    @classmethod
    def from_file(cls, path: Path | str) -> ManualTraces:
        """Read a JSON file ``{MD5 of the question's text: answer}``.

        Raises:
            FileUnreadable: it cannot be read, or holds something else.
        """
        try:
            data = json.loads(Path(path).read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise FileUnreadable(f"The recorded answers cannot be read: {error}.", file=str(path)) from error
        if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
            raise FileUnreadable("The file holds no object of recorded answers.", file=str(path))
        return cls(data)

    def register_trace(self, question: Any, trace: Any, map_to_id: bool = False) -> None:
        """Record an answer. ``map_to_id`` says that ``question`` is the question's text, which is found out anyway."""
        if not isinstance(question, str) or not isinstance(trace, str) or not trace:
            raise BadArgument("A recorded answer is a text, by the question's id or text.")
        self._traces[question] = trace

    def register_traces(self, traces: Mapping[str, str], map_to_id: bool = False) -> None:
        """Record several answers, see :meth:`register_trace`."""
        for question, trace in traces.items():
            self.register_trace(question, trace, map_to_id)

    def find(self, question_id: str, text: str) -> str | None:
        """Return the answer to a question, or None."""
        digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
        return next((self._traces[key] for key in (question_id, text, digest) if key in self._traces), None)

    def __len__(self) -> int:
        return len(self._traces)


class ModelConfig(FaceModel):
    """A model and the server that answers for it.

    ``base_url`` (Karenina: ``endpoint_base_url``) is that of an OpenAI-compatible server; without it the environment
    says (``OPENAI_BASE_URL``), and without that the provider's own address is used where one is known. Keys come from
    the environment alone: from the variable that ``api_key_env`` names, else from the provider's usual one.
    """

    id: str = ""
    model_name: str = ""
    model_provider: str | None = None
    interface: str = "langchain"
    temperature: float | None = Field(default=0.1, ge=0, le=2)
    max_tokens: int = Field(default=16384, gt=0)
    system_prompt: str | None = None
    max_retries: int = Field(default=2, ge=0, le=10)
    base_url: str | None = None
    api_key_env: str | None = None
    request_timeout: float | None = Field(default=None, gt=0)
    extra_kwargs: dict[str, Any] | None = None
    manual_traces: Any = Field(default=None, exclude=True)

    @classmethod
    def argument_names(cls) -> list[str]:
        """The fields, and Karenina's name of ``base_url``."""
        return [*super().argument_names(), "endpoint_base_url"]

    @classmethod
    def argument_hints(cls) -> Mapping[str, str]:
        """See :meth:`FaceModel.argument_hints`."""
        keys = "Keys come from the environment: set OPENAI_API_KEY, or name another variable with api_key_env."
        unused = dict.fromkeys(_FOR_AGENTS, "Agents and their tools are not run here; leave it out.")
        return {
            **dict.fromkeys(_KEYS, keys),
            **unused,
            "model": "It is “model_name”.",
            "provider": "It is “model_provider”.",
        }

    @classmethod
    def _prepared(cls, given: dict[str, Any]) -> dict[str, Any]:
        if "endpoint_base_url" not in given:
            return given
        if given.get("base_url") not in (None, given["endpoint_base_url"]):
            raise BadArgument("base_url and endpoint_base_url name the same thing; give one of them.")
        renamed = {name: value for name, value in given.items() if name != "endpoint_base_url"}
        return {**renamed, "base_url": given["endpoint_base_url"]}

    @model_validator(mode="after")
    def _check(self) -> ModelConfig:
        if self.interface not in INTERFACES:
            from gradewright.model.primitives import nearest

            near = nearest(self.interface, INTERFACES)
            hint = f"Nearest: “{near}”." if near else f"Known: {', '.join(INTERFACES)}."
            raise BadArgument(f"There is no interface “{self.interface}”.", hint=hint)
        manual = self.interface == MANUAL
        if not self.model_name and not manual:
            raise BadArgument("ModelConfig needs “model_name”.")
        # Set past the validation of assignments, which would come back here.
        self.__dict__["model_name"] = self.model_name or MANUAL
        self.__dict__["id"] = self.id or self.model_name
        if isinstance(self.manual_traces, Mapping):
            self.__dict__["manual_traces"] = ManualTraces(self.manual_traces)
        elif self.manual_traces is not None and not isinstance(self.manual_traces, ManualTraces):
            raise BadArgument("“manual_traces” is ManualTraces, or a dict of question to answer.")
        if manual and self.manual_traces is None:
            raise BadArgument("The interface “manual” needs recorded answers: manual_traces=….")
        return self

    @property
    def endpoint_base_url(self) -> str | None:
        """Karenina's name of :attr:`base_url`."""
        return self.base_url
