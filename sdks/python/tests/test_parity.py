"""Both clients have the same methods, which are those of the contract."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path
from types import CodeType
from typing import Any

import operation_table
import pytest
from conftest import CONTRACT
from unasync import unasync

import mnema_sdk
from mnema_sdk import _operations, options
from mnema_sdk._operation import Operation

PAIRS = [
    (mnema_sdk.Mnema, mnema_sdk.AsyncMnema),
    (mnema_sdk.Requests, mnema_sdk.AsyncRequests),
    (mnema_sdk.ApiKeys, mnema_sdk.AsyncApiKeys),
    (mnema_sdk.Auth, mnema_sdk.AsyncAuth),
    (mnema_sdk.Audit, mnema_sdk.AsyncAudit),
    (mnema_sdk.Deletions, mnema_sdk.AsyncDeletions),
    (mnema_sdk.Webhooks, mnema_sdk.AsyncWebhooks),
    (mnema_sdk.WebhookDeliveryPage, mnema_sdk.AsyncWebhookDeliveryPage),
    (mnema_sdk.DeletionPage, mnema_sdk.AsyncDeletionPage),
    (mnema_sdk.MemoryPage, mnema_sdk.AsyncMemoryPage),
    (mnema_sdk.MemoryVersionPage, mnema_sdk.AsyncMemoryVersionPage),
    (mnema_sdk.RequestPage, mnema_sdk.AsyncRequestPage),
    (mnema_sdk.ApiKeyPage, mnema_sdk.AsyncApiKeyPage),
    (mnema_sdk.AuditPage, mnema_sdk.AsyncAuditPage),
]
OTHER_TAGS = {"service", "web pages"}
"""The tags of operations that no SDK has."""
OF_SEVERAL_REQUESTS: set[Callable[..., object]] = {
    mnema_sdk.Mnema.wait,
    mnema_sdk.Mnema.recall,
    mnema_sdk.Requests.tail,
}
"""The methods that repeat or combine operations, of which each has a method of its own."""
resolve = partial(operation_table.resolve, CONTRACT)
"""Returns a part of the contract itself, or the target of its reference."""


def operations_of_the_contract() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path, item in CONTRACT["paths"].items():
        for method, operation in item.items():
            if method in ("get", "post", "put", "patch", "delete") and OTHER_TAGS.isdisjoint(operation["tags"]):
                shared = item.get("parameters", [])
                own = operation.get("parameters", [])
                found[operation["operationId"]] = {
                    **operation,
                    "method": method.upper(),
                    "path": path,
                    "parameters": [resolve(parameter) for parameter in [*shared, *own]],
                }
    return found


def public_names(kind: type[Any]) -> list[str]:
    return [name for name, _ in inspect.getmembers(kind, callable) if not name.startswith("_")]


def operations_in(code: CodeType, kind: type[Any]) -> set[str]:
    """Returns the names of the operations that code refers to, with its inner functions and private methods."""
    private = [getattr(kind, name, None) for name in code.co_names if name.startswith("_")]
    inner = [*code.co_consts, *(method.__code__ for method in private if inspect.isfunction(method))]
    found = [operations_in(part, kind) for part in inner if isinstance(part, CodeType)]
    return {name for name in code.co_names if isinstance(getattr(_operations, name, None), Operation)}.union(*found)


def find_methods() -> dict[str, list[Callable[..., object]]]:
    """Returns for each operation the public methods of the blocking client and its parts that refer to it."""
    found: dict[str, list[Callable[..., object]]] = {name: [] for name in OPERATIONS}
    id_of = {constant_of(name): name for name in OPERATIONS}
    for kind, _ in PAIRS:
        methods = {getattr(kind, name) for name in public_names(kind)}
        for method in filter(inspect.isfunction, methods - OF_SEVERAL_REQUESTS):
            for constant in operations_in(method.__code__, kind):
                found[id_of[constant]].append(method)
    return found


def constant_of(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).upper()


OPERATIONS = operations_of_the_contract()
FOUND = find_methods()
METHODS = {
    name: (methods[0], getattr(_operations, constant_of(name))) for name, methods in FOUND.items() if len(methods) == 1
}
"""The method and the table's line of each operation."""


def words(value: object) -> str:
    text = re.sub(r"\bAsyncPaginator\[(\w+), [\w.]+\]", r"\1", str(value))
    return re.sub(r"Awaitable\[(\w+)\]", r"\1", re.sub(r"Async(?=[A-Z])", "", text))


@pytest.mark.parametrize(("blocking", "asynchronous"), PAIRS)
def test_both_clients_have_the_same_signatures(blocking: type[Any], asynchronous: type[Any]) -> None:
    names = public_names(blocking)
    assert names == public_names(asynchronous)
    for name in ["__init__", *names]:
        ours, theirs = inspect.signature(getattr(blocking, name)), inspect.signature(getattr(asynchronous, name))
        assert str(ours) == words(theirs), name


@pytest.mark.parametrize(("blocking", "asynchronous"), PAIRS)
def test_every_request_is_awaited(blocking: type[Any], asynchronous: type[Any]) -> None:
    for name in public_names(asynchronous):
        if name.startswith("for_"):
            continue
        method = getattr(asynchronous, name)
        is_list = str(inspect.signature(method).return_annotation).startswith("AsyncPaginator[")
        assert is_list or inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method), name
        assert not inspect.iscoroutinefunction(getattr(blocking, name)), name


def test_unasync_rejects_words_that_it_can_not_replace() -> None:
    with pytest.raises(ValueError, match="asyncio"):
        unasync('"""A module."""\nfrom asyncio import gather\n')


def test_methods_have_the_names_of_the_contract() -> None:
    client = mnema_sdk.Mnema(api_key="mnk_1")
    for name, (method, _) in METHODS.items():
        found = attrgetter(OPERATIONS[name]["x-sdk-method"])(client)
        assert found.__func__ is method, name
    client.close()


def test_there_is_a_method_for_every_operation() -> None:
    others = {name: methods for name, methods in FOUND.items() if len(methods) != 1}
    assert not others, f"give each operation one method in _async, then run npm run generate: {others}"
    table = {name for name, value in vars(_operations).items() if isinstance(value, Operation)}
    assert table == {constant_of(name) for name in OPERATIONS}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_are_those_of_the_contract(name: str) -> None:
    wanted, (_, operation) = OPERATIONS[name], METHODS[name]
    assert (operation.method, operation.path) == (wanted["method"], wanted["path"])
    headers = {parameter["name"] for parameter in wanted["parameters"] if parameter["in"] == "header"}
    assert operation.keyed == ("Idempotency-Key" in headers)
    assert operation.conditional == ("If-Match" in headers)
    schemes = {scheme for requirement in wanted.get("security", CONTRACT["security"]) for scheme in requirement}
    credential = {frozenset({"ApiKey", "AccessToken"}): "any", frozenset({"AccessToken"}): "account"}
    assert operation.credential == credential.get(frozenset(schemes), "none")
    responses: set[str | None] = {
        reference(response) for status, response in wanted["responses"].items() if status.startswith("2")
    }
    # An operation whose response has a body has none when the call prefers that.
    assert {operation.response} == (responses - {None} or responses)


def reference(response: dict[str, Any]) -> str | None:
    content = resolve(response).get("content")
    # A stream has no document.
    document: Any = None if content is None else content.get("application/json")
    return None if document is None else document["schema"]["$ref"].rpartition("/")[2]


def has_one_value(schema: dict[str, Any]) -> bool:
    """Whether a parameter allows a single value, which the method may send by itself."""
    return len(resolve(schema).get("enum", [])) == 1


@pytest.mark.parametrize("name", OPERATIONS)
def test_methods_have_the_parameters_of_the_operations(name: str) -> None:
    wanted, (method, operation) = OPERATIONS[name], METHODS[name]
    taken = set(inspect.signature(method).parameters) - {"self", "options", "wait_seconds", "return_"}
    if "application/x-ndjson" in wanted.get("requestBody", {}).get("content", {}):
        taken -= {"memories"}
    body = wanted.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    fields = set(resolve(body).get("properties", {}))
    named = {parameter["name"]: parameter for parameter in wanted["parameters"] if parameter["in"] != "header"}
    single_valued = {name for name, parameter in named.items() if has_one_value(parameter["schema"])}
    parameters = set(named) - single_valued
    taken -= single_valued
    assert taken == {f"{field}_" if field == "from" else field for field in fields | parameters}
    given = inspect.signature(method).parameters["options"].annotation
    kind = "ChangeOptions" if operation.conditional else "WriteOptions" if operation.keyed else "CallOptions"
    assert given == f"Unpack[{kind}]"


def test_only_safe_operations_are_repeated() -> None:
    unsafe = {name for name, (_, operation) in METHODS.items() if not operation.repeatable}
    assert unsafe == {"registerAccount", "changePassword", "deleteAccount"}


def test_public_signatures_show_nothing_of_the_http_library_but_the_client() -> None:
    shown: set[str] = set()
    for kind in (kind for pair in PAIRS for kind in pair):
        for name in ["__init__", *public_names(kind)]:
            shown |= set(re.findall(r"httpx2\.\w+", str(inspect.signature(getattr(kind, name)))))
    assert shown == {"httpx2.Client", "httpx2.AsyncClient"}
    source = Path(options.__file__).read_text(encoding="utf-8")
    assert "httpx2" not in source


def test_every_public_name_has_a_docstring() -> None:
    silent: list[str] = []
    for module in [mnema_sdk, mnema_sdk.errors, mnema_sdk.options, mnema_sdk.types]:
        for name in getattr(module, "__all__", dir(module)):
            value = getattr(module, name)
            if not inspect.isclass(value) or not value.__module__.startswith("mnema_sdk"):
                continue
            members = {f"{name}.{member}": part for member, part in vars(value).items() if not member.startswith("_")}
            documented = {name: value, **{key: part for key, part in members.items() if callable(part)}}
            silent += [key for key, part in documented.items() if not inspect.getdoc(part)]
    for found in pkgutil.iter_modules(mnema_sdk.__path__, "mnema_sdk."):
        if not importlib.import_module(found.name).__doc__:
            silent.append(found.name)
    assert silent == []
