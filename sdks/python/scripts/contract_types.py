"""Generates `src/mnema_sdk/types.py` from the contract: a pydantic model for every result of the SDK."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TypeAlias, cast

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | bool | None"
Object: TypeAlias = dict[str, Json]

HEADER = '"""The responses of the server, as pydantic models. Fields of a newer server are kept."""'
REFERENCE = "#/components/schemas/"
OTHER_TAGS = {"service", "web pages"}
"""The tags of operations that no SDK has."""


def make_types(contract: Object, python: str = sys.executable) -> str:
    """Returns the source text of `types.py`, not yet formatted."""
    schemas = _object(_object(contract["components"])["schemas"])
    wanted = _reachable(schemas, _response_schemas(contract))
    document = {
        "openapi": contract["openapi"],
        "info": contract["info"],
        "paths": {},
        "components": {"schemas": {name: _open(schemas[name]) for name in schemas if name in wanted}},
    }
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "contract.json"), Path(folder, "types.py")
        source.write_text(json.dumps(document), encoding="utf-8")
        subprocess.run(
            [python, "-m", "datamodel_code_generator", *_OPTIONS, "--input", source, "--output", target],
            check=True,
        )
        return target.read_text(encoding="utf-8")


_OPTIONS = [
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--base-class=mnema_sdk._model.Model",
    '--base-class-map={"SearchResponse": "mnema_sdk._model.ModelOfResults"}',
    "--target-python-version=3.10",
    "--enum-field-as-literal=all",
    "--use-type-alias",
    "--use-annotated",
    "--use-schema-description",
    "--use-field-description",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-double-quotes",
    "--field-constraints",
    "--disable-timestamp",
    "--formatters=builtin",
    '--aliases={"2xx": "status_2xx", "3xx": "status_3xx", "4xx": "status_4xx", "5xx": "status_5xx"}',
    f"--custom-file-header={HEADER}\n\n# generated from openapi/, do not edit: npm run generate\n",
]


def _response_schemas(contract: Object) -> set[str]:
    """Names the schemas of the responses of the SDKs' operations, and of webhooks."""
    found = {name for item in _object(contract["webhooks"]).values() for name in _references(item)}
    for item in _object(contract["paths"]).values():
        for operation in _object(item).values():
            if not isinstance(operation, dict):
                continue
            if OTHER_TAGS.isdisjoint(cast("list[str]", operation.get("tags", ["service"]))):
                responses = _object(operation["responses"])
                found |= {name for status in responses if status < "3" for name in _references(responses[status])}
    return found


def _references(schema: Json) -> set[str]:
    if isinstance(schema, list):
        return {name for part in schema for name in _references(part)}
    if not isinstance(schema, dict):
        return set()
    own = {str(schema["$ref"]).removeprefix(REFERENCE)} if "$ref" in schema else set[str]()
    return own | {name for part in schema.values() for name in _references(part)}


def _reachable(schemas: Object, start: set[str]) -> set[str]:
    found: set[str] = set()
    waiting = {name for name in start if name in schemas}
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= _references(schemas[name]) - found
    return found


def _open(schema: Json) -> Json:
    """Opens a schema for responses of newer servers: closed lists of values become hints, limits are dropped."""
    if isinstance(schema, list):
        return [_open(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    limits = {"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "examples"}
    kept = {key: _open(part) for key, part in schema.items() if key not in limits}
    if kept.get("additionalProperties") is False:
        del kept["additionalProperties"]
    values = kept.pop("enum", None) or ([kept.pop("const")] if "const" in kept else None)
    if values is None:
        return kept
    known: Object = {"type": kept.pop("type"), "enum": values}
    return {**kept, "anyOf": [known, {"type": "string"}]}


def _object(value: Json) -> Object:
    if not isinstance(value, dict):
        raise TypeError(f"expected an object in the contract, found {value!r}")
    return value
