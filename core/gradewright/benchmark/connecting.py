"""From a model as a script names it to the server that answers for it, and the key from the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from gradewright.endpoints.completion import Endpoint
from gradewright.errors import InvalidValue
from gradewright.schemas.config import ModelConfig

BASE_URL: Final = "OPENAI_BASE_URL"
OPENAI_KEY: Final = "OPENAI_API_KEY"

#: How many calls of a script to one model are under way at most; its own number of workers is the closer limit.
_AT_ONCE: Final = 64
#: A server that asks a script to wait for longer than this, in seconds, is not waited for.
_LONGEST_WAIT: Final = 120.0

#: Providers whose own address speaks this protocol, with the variable that usually holds their key.
PROVIDERS: Final[Mapping[str, tuple[str, str]]] = {
    "openai": ("https://api.openai.com/v1", OPENAI_KEY),
    "openrouter": ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a model is reached. ``key`` is not shown by ``repr``."""

    base_url: str
    key: str | None

    def __repr__(self) -> str:
        return f"Address({self.base_url!r}, key={'set' if self.key else 'none'})"


Connect = Callable[[ModelConfig, float], Endpoint]
"""Makes the endpoint of a model; the number is the time for a call in seconds, where the model names none."""


def address_of(model: ModelConfig, environment: Mapping[str, str]) -> Address:
    """Return where a model is reached and with which key.

    The address is the model's ``base_url``, else ``OPENAI_BASE_URL`` of the environment, else the provider's own. A
    provider's own key goes to the provider's own address only; other addresses get ``OPENAI_API_KEY`` where it is set,
    unless ``api_key_env`` names a variable.

    Raises:
        InvalidValue: no address is known, or the key is missing where one is needed.
    """
    provider = "openrouter" if model.interface == "openrouter" else (model.model_provider or "openai")
    named = model.base_url or environment.get(BASE_URL, "").strip()
    if not named and provider not in PROVIDERS:
        raise InvalidValue(
            f"It is not known where “{model.id}” of the provider “{provider}” is reached.",
            hint=f"Give base_url, the address of an OpenAI-compatible server, or set {BASE_URL}.",
        )
    base_url, variable = (named, OPENAI_KEY) if named else PROVIDERS[provider]
    variable = model.api_key_env or variable
    key = environment.get(variable, "").strip() or None
    if key is None and (model.api_key_env or not named):
        raise InvalidValue(
            f"There is no key for “{model.id}”: the environment variable {variable} is not set.",
            hint=f"Set it, or give base_url (or {BASE_URL}) of a server that needs none.",
        )
    return Address(base_url, key)


def connecting(environment: Mapping[str, str]) -> Connect:
    """Return the function that makes endpoints, reading addresses and keys from an environment."""

    def connect(model: ModelConfig, timeout: float) -> Endpoint:
        from gradewright.endpoints.blocking import BlockingClient
        from gradewright.endpoints.calling.patient import Patience
        from gradewright.endpoints.opening import open_client
        from gradewright.model.endpoint import Endpoint as Settings
        from gradewright.model.endpoint import Limits

        address = address_of(model, environment)
        settings = Settings(
            model.id,
            address.base_url,
            model.model_name,
            limits=Limits(at_once=_AT_ONCE, timeout=model.request_timeout or timeout),
            parameters=model.extra_kwargs or {},
        )
        patience = Patience(retries=model.max_retries, give_up_over=_LONGEST_WAIT)
        return BlockingClient(settings, open_client(settings, address.key), patience)

    return connect
