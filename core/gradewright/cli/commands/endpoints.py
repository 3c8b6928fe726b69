"""``gradewright endpoints``: the model servers that judge and answer, and what they can do."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradewright.cli.commands.opening import add_command, library_path, read_library, written_library
from gradewright.cli.console import Console
from gradewright.cli.parser import Parser, UsageError, add_json_option
from gradewright.jobs.typed import readable
from gradewright.model.endpoint import DEFAULT_TIMEOUT, Capability, Endpoint, Limits, Price, ReplyForm

if TYPE_CHECKING:
    from gradewright.endpoints.keys import Keys
    from gradewright.endpoints.probe import Probe

_USUAL_AT_ONCE = Limits().at_once


def add(commands: Any) -> None:
    """Add the command and those below it."""
    parser: Parser = commands.add_parser(
        "endpoints", help="model servers", description="Keep the model servers that judge and answer."
    )
    below = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    listing = add_command(below, "list", run_list, help="list the endpoints")
    add_json_option(listing)
    _add_add(below)
    test = add_command(
        below,
        "test",
        run_test,
        help="ask an endpoint what it can do",
        description="Ask an endpoint for its models and for one tiny judgement, and keep what it can do.",
    )
    _add_name(test)
    add_json_option(test)
    removal = add_command(below, "remove", run_remove, help="remove an endpoint, and its key from the system keyring")
    _add_name(removal)
    order = add_command(below, "order", run_order, help="put endpoints in an order, those that are not named behind")
    order.add_argument("names", metavar="NAME", type=readable, nargs="+", help="the endpoints, the first one first")


def _add_add(below: Any) -> None:
    parser = add_command(
        below,
        "add",
        run_add,
        help="add an endpoint, or change it",
        description="Add an endpoint; with --replace change the one of this name. The key is read from standard input "
        "with --key-stdin and goes into the system keyring, or stays in the environment with --key-variable. It is in "
        "no library and no file.",
    )
    _add_name(parser)
    parser.add_argument("base_url", metavar="ADDRESS", type=readable, help="the server's address, or a file of replies")
    parser.add_argument("--model", metavar="NAME", type=readable, default="", help="the model, as the server calls it")
    parser.add_argument(
        "--protocol",
        metavar="NAME",
        default="openai_chat",
        help="openai_chat (the usual one), anthropic_messages, recorded or pasted",
    )
    parser.add_argument("--replace", action="store_true", help="change the endpoint of this name")
    parser.add_argument("--key-stdin", action="store_true", help="read the key from standard input")
    parser.add_argument(
        "--key-variable", metavar="NAME", default="", help="the environment variable that holds the key"
    )
    _add_limits(parser)
    _add_price(parser)
    parser.add_argument(
        "--form",
        metavar="FORM",
        choices=[each.value for each in ReplyForm],
        help="always hold replies to this form: json_schema, json_object, tool or plain",
    )
    parser.add_argument(
        "--parameter",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        type=readable,
        help="a parameter for every call; VALUE is JSON or text (may be repeated)",
    )


def _add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--at-once",
        metavar="N",
        type=int,
        default=_USUAL_AT_ONCE,
        help=f"calls under way at once (default: {_USUAL_AT_ONCE})",
    )
    parser.add_argument("--requests", metavar="N", type=int, help="calls a minute")
    parser.add_argument("--tokens", metavar="N", type=int, help="tokens a minute")
    parser.add_argument("--context", metavar="N", type=int, help="tokens of prompt and reply together")
    parser.add_argument(
        "--timeout", metavar="S", type=float, default=DEFAULT_TIMEOUT, help="seconds for a call (default: 120)"
    )


def _add_price(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--price-in", metavar="MONEY", type=float, help="price of a million tokens of prompt")
    parser.add_argument("--price-out", metavar="MONEY", type=float, help="price of a million tokens of reply")
    parser.add_argument("--price-date", metavar="DATE", help="the day of these prices, as 2026-05-31")
    parser.add_argument("--currency", metavar="CODE", default="USD", help="the currency of the prices (default: USD)")


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", type=readable, help="the name of the endpoint")


def run_list(args: argparse.Namespace, console: Console) -> int:
    """List the endpoints. A library that nobody has made yet holds none."""
    endpoints: list[Endpoint] = []
    if args.library is not None or library_path(args).exists():
        with read_library(args) as library:
            endpoints = library.endpoints()
    if args.json:
        console.json([endpoint_data(each) for each in endpoints])
    elif endpoints:
        console.table(["name", "model", "address", "form", "at once"], (_row(each) for each in endpoints))
    else:
        console.say("No endpoint yet. Add one with: gradewright endpoints add NAME ADDRESS --model MODEL")
    return 0


def run_add(args: argparse.Namespace, console: Console) -> int:
    """Add or change an endpoint."""
    from gradewright.jobs.endpoints import keep_endpoint

    endpoint, keys = _endpoint(args), _keys()
    key = sys.stdin.readline() if args.key_stdin else ""
    with written_library(args) as library:
        keep_endpoint(library, endpoint, keys, args.name if args.replace else None)
    console.say(f"“{endpoint.name}” is kept.")
    if args.key_stdin:
        _keep_key(endpoint.name, key, keys, console)
    return 0


def run_test(args: argparse.Namespace, console: Console) -> int:
    """Test an endpoint and keep what it can do."""
    from dataclasses import replace

    from gradewright.jobs.endpoints import probe_endpoint

    with written_library(args, create=False) as library:
        endpoint = library.endpoint(args.name)
        found = probe_endpoint(endpoint, _keys())
        library.keep_endpoint(replace(endpoint, capability=found.capability), replaces=endpoint.name)
    if args.json:
        console.json(_probe_data(found))
        return 0
    console.say(f"{found.url} answers in {found.capability.seconds or 0:.2f} s.")
    console.say(f"Form of replies: {found.capability.form}.")
    if found.known is False:
        console.warn(
            f"The server's list of models has no “{endpoint.model}”. It lists: {', '.join(found.models[:20])}."
        )
    for note in found.notes:
        console.note(note)
    return 0


def run_remove(args: argparse.Namespace, console: Console) -> int:
    """Remove an endpoint and its key."""
    from gradewright.jobs.endpoints import remove_endpoint

    with written_library(args, create=False) as library:
        library.endpoint(args.name)
        remove_endpoint(library, args.name, _keys())
    console.say(f"“{args.name}” is removed.")
    return 0


def run_order(args: argparse.Namespace, console: Console) -> int:
    """Put endpoints in an order."""
    with written_library(args, create=False) as library:
        library.order_endpoints(args.names)
        names = [each.name for each in library.endpoints()]
    console.say(", ".join(f"“{name}”" for name in names))
    return 0


def endpoint_data(endpoint: Endpoint) -> dict[str, Any]:
    """Return an endpoint as JSON data."""
    limits, price, known = endpoint.limits, endpoint.price, endpoint.capability
    return {
        "name": endpoint.name,
        "protocol": endpoint.protocol,
        "address": endpoint.base_url,
        "model": endpoint.model,
        "limits": {name: getattr(limits, name) for name in ("at_once", "requests", "tokens", "context", "timeout")},
        "price": None
        if price is None
        else {"in": price.asked, "out": price.given, "date": price.date, "currency": price.currency},
        "form": known.form,
        "pinned": known.pinned,
        "dropped": sorted(known.dropped),
        "parameters": dict(endpoint.parameters),
        "key_variable": endpoint.key_variable or None,
    }


def _row(endpoint: Endpoint) -> Sequence[str]:
    form = endpoint.capability.form
    return [
        endpoint.name,
        endpoint.model,
        endpoint.base_url,
        "not tested" if form is None else form.value,
        str(endpoint.limits.at_once),
    ]


def _probe_data(found: Probe) -> dict[str, Any]:
    return {
        "address": found.url,
        "models": list(found.models),
        "known": found.known,
        "form": found.capability.form,
        "seconds": found.capability.seconds,
        "dropped": sorted(found.capability.dropped),
        "tried": [{"form": each.form, "held": each.held, "reply": each.said} for each in found.tried],
        "notes": list(found.notes),
    }


def _endpoint(args: argparse.Namespace) -> Endpoint:
    form = None if args.form is None else ReplyForm(args.form)
    return Endpoint(
        args.name,
        str(Path(args.base_url).absolute()) if args.protocol == "recorded" else args.base_url,
        args.model,
        args.protocol,
        Limits(args.at_once, args.requests, args.tokens, args.context, args.timeout),
        _price(args),
        Capability(form, form is not None),
        dict(_parameter(each) for each in args.parameter),
        args.key_variable,
    )


def _price(args: argparse.Namespace) -> Price | None:
    given = [args.price_in, args.price_out, args.price_date]
    if all(each is None for each in given):
        return None
    if any(each is None for each in given):
        raise UsageError("A price needs --price-in, --price-out and --price-date.")
    return Price(args.price_in, args.price_out, args.price_date, args.currency)


def _parameter(text: str) -> tuple[str, Any]:
    import json

    name, equals, value = text.partition("=")
    if not name or not equals:
        raise UsageError(f"--parameter: “{text}” is no NAME=VALUE.")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _keys() -> Keys:
    from gradewright.endpoints.keys import Keys

    return Keys(os.environ)


def _keep_key(name: str, key: str, keys: Keys, console: Console) -> None:
    from gradewright.endpoints.keys import KeyHome

    kept = keys.set(name, key)
    if kept.home is KeyHome.KEYRING:
        console.say("Its key is in the system keyring.")
    else:
        # In memory it would be gone with the command.
        console.warn(f"The system keyring is not available, so the key was not kept. {kept.install} Or name an "
                     "environment variable with --key-variable.")  # fmt: skip
