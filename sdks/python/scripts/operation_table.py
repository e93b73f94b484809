"""Generates `src/mnema_sdk/_operations.py` from the contract: a line for every operation of the SDK."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

OTHER_TAGS = {"service", "web pages"}
"""The tags of operations that no SDK has."""
METHODS = ("get", "post", "put", "patch", "delete")
REPEATABLE = {"searchMemories", "login", "logout"}
"""The operations besides GET that may be repeated although they take no ``Idempotency-Key``."""
HEADER = '''"""The operations of the contract, one line each."""

# generated from openapi/, do not edit: npm run generate

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk._operation import Operation

if TYPE_CHECKING:
    from mnema_sdk import types

'''


def make_operations(contract: dict[str, Any]) -> str:
    """Returns the source text of `_operations.py`, not yet formatted."""
    return HEADER + "".join(_line(contract, *found) for found in _operations(contract))


def _operations(contract: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            if method in METHODS and OTHER_TAGS.isdisjoint(operation["tags"]):
                parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
                yield method, path, {**operation, "parameters": parameters}


def _line(contract: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    name: str = operation["operationId"]
    parameters = [resolve(contract, parameter) for parameter in operation["parameters"]]
    headers = {parameter["name"] for parameter in parameters if parameter["in"] == "header"}
    response = _response(contract, operation)
    keyed = "Idempotency-Key" in headers
    arguments = [f'"{method.upper()}"', f'"{path}"', "None" if response is None else f'"{response}"']
    if keyed:
        arguments.append("keyed=True")
    if "If-Match" in headers:
        arguments.append("conditional=True")
    if not (keyed or method == "get" or name in REPEATABLE):
        arguments.append("repeatable=False")
    credential = _credential(operation.get("security", contract["security"]))
    if credential != "any":
        arguments.append(f'credential="{credential}"')
    constant = re.sub(r"(?=[A-Z])", "_", name).upper()
    kind = "None" if response is None else f"types.{response}"
    return f"{constant}: Operation[{kind}] = Operation({', '.join(arguments)})\n"


def _credential(security: list[dict[str, Any]]) -> str:
    schemes = {scheme for requirement in security for scheme in requirement}
    return "any" if "ApiKey" in schemes else "account" if schemes else "none"


def _response(contract: dict[str, Any], operation: dict[str, Any]) -> str | None:
    """Returns the name of the schema of a successful response; None without a document, such as for a stream."""
    for status, response in operation["responses"].items():
        document = resolve(contract, response).get("content", {}).get("application/json")
        if status.startswith("2") and document is not None:
            reference: str = document["schema"]["$ref"]
            return reference.rpartition("/")[2]
    return None


def resolve(contract: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """Returns the value itself, or the target of its reference."""
    while "$ref" in value:
        target: Any = contract
        for part in value["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        value = target
    return value
