"""How an item of a LangGraph store becomes a memory, and a memory an item."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote

from langgraph.store.base import InvalidNamespaceError, MatchCondition, PutOp, SearchItem, get_text_at_path

if TYPE_CHECKING:
    from mnema_sdk.options import Condition, Where
    from mnema_sdk.types import Memory, SearchResult

METADATA_LIMIT = 16 * 1024
RUN_ID_LIMIT = 256
WHOLE_VALUE = "$"
DETAILS = "langgraph"
INDEXED = "langgraph.indexed"
VALUE = "value."
MAX_NUMBER = 2**53 - 1
ORDER = {"$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}


class StoredItem(NamedTuple):
    """An item, the memory that holds it, and the minutes that it lives after each access."""

    memory_id: str
    item: SearchItem
    ttl: float | None


class Content(NamedTuple):
    """What a memory of an item contains."""

    text: str
    metadata: dict[str, Any]
    run_id: str


def prefix_tag(namespace: Sequence[str]) -> str:
    """Returns the tag of all memories below a namespace. As a digest, it adds no words to keyword search."""
    return f"lg-{_digest(['namespace', *namespace])}"


def item_tag(namespace: Sequence[str], key: str) -> str:
    """Returns the tag that only the memory of this item has."""
    return f"lg-{_digest(['item', *namespace, key])}"


def run_of(namespace: Sequence[str]) -> str:
    """Returns the ``run_id`` of a namespace: its labels, joined with periods.

    Raises:
        InvalidNamespaceError: The namespace is empty or too long.
    """
    if not namespace:
        raise InvalidNamespaceError("namespace must have at least one label.")
    run_id = ".".join(label.replace("%", "%25").replace(".", "%2E") for label in namespace)
    if len(run_id) > RUN_ID_LIMIT:
        limit = f"namespace has {len(run_id)} characters with its separators, at most {RUN_ID_LIMIT} are possible"
        raise InvalidNamespaceError(f"{limit}. Shorten its labels, which begin with {namespace[0][:40]!r}.")
    return run_id


def namespace_of(run_id: str) -> tuple[str, ...]:
    """Returns the namespace of a ``run_id``."""
    return tuple(unquote(label) for label in run_id.split("."))


def content_of(operation: PutOp, fields: Sequence[str]) -> Content:
    """Returns what the memory of an item contains.

    Raises:
        InvalidNamespaceError: The namespace is empty or too long.
        ValueError: The value is too large, or no JSON.
    """
    value = dict(operation.value or {})
    namespace = operation.namespace
    text = None if operation.index is False else _text_of(value, fields if operation.index is None else operation.index)
    tags = [prefix_tag(namespace[:depth]) for depth in range(len(namespace) + 1)]
    details: dict[str, Any] = {
        "namespace": list(namespace),
        "key": operation.key,
        # An update of metadata removes a key whose value is null.
        "nulls": [name for name, entry in value.items() if entry is None],
        "ttl": operation.ttl,
        "updated_at": datetime.now(timezone.utc).isoformat(),
    }
    metadata = {
        "tags": [*tags, item_tag(namespace, operation.key)],
        DETAILS: details,
        INDEXED: text is not None,
        **{VALUE + name: entry for name, entry in value.items() if entry is not None},
    }
    size = len(json.dumps(metadata, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode())
    if size > METADATA_LIMIT:
        limit = f"value of the key {operation.key!r} has {size} bytes as JSON with its namespace and key"
        raise ValueError(f"{limit}, at most {METADATA_LIMIT} are possible. Store a part of it under another key.")
    return Content(text or f"LangGraph item {operation.key}", metadata, run_of(namespace))


def removed_keys(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, None]:
    """Returns an update of metadata that removes what only the old value has."""
    return {name: None for name in old if name.startswith(VALUE) and name not in new}


def expiry_of(ttl: float) -> datetime:
    """Returns when an item ends that is accessed now."""
    return datetime.now(timezone.utc) + timedelta(minutes=ttl)


def stored_item(memory: Memory | SearchResult, score: float | None = None) -> StoredItem:
    """Returns the item of a memory."""
    metadata = memory.metadata
    details: dict[str, Any] = metadata[DETAILS]
    value: dict[str, Any] = {
        name.removeprefix(VALUE): entry for name, entry in metadata.items() if name.startswith(VALUE)
    }
    item = SearchItem(
        namespace=tuple(details["namespace"]),
        key=details["key"],
        value={**value, **dict.fromkeys(details["nulls"])},
        created_at=memory.created_at,
        # The clock of a client may be behind that of the server.
        updated_at=max(memory.created_at, datetime.fromisoformat(details["updated_at"])),
        score=score,
    )
    return StoredItem(memory.id, item, details["ttl"])


def where_of(conditions: Mapping[str, Any] | None) -> Where:
    """Returns what the server can check of a filter; ``matches`` checks all of it."""
    checks: list[Condition] = [{"key": INDEXED, "op": "eq", "value": True}]
    for name, expected in (conditions or {}).items():
        for operator, operand in _operators(expected) or [("$eq", expected)]:
            # A name with a period can be a path in the value, which the server does not follow.
            if "." in name or not isinstance(operand, (str, int, float)) or not _is_json(operand):
                continue
            if operator == "$eq":
                checks.append({"key": VALUE + name, "op": "eq", "value": operand})
            elif operator in ORDER and not isinstance(operand, bool):
                checks.append(cast("Condition", {"key": VALUE + name, "op": ORDER[operator], "value": operand}))
    return {"all": checks}


def matches(value: Any, conditions: Mapping[str, Any] | None) -> bool:
    """Says whether a value meets a filter, as in the stores of LangGraph.

    Raises:
        ValueError: The filter has an unknown operator.
    """
    return all(_meets(_field(value, name), expected) for name, expected in (conditions or {}).items())


def matches_namespace(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    """Says whether a namespace begins, or ends, with a path, in which ``*`` is any label."""
    path = tuple(condition.path)
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(expected in ("*", label) for label, expected in zip(part, path, strict=True))


def fixed_prefix(conditions: Sequence[MatchCondition]) -> tuple[str, ...]:
    """Returns the labels with which every matching namespace begins, up to the first ``*``."""
    for condition in conditions:
        if condition.match_type == "prefix":
            path = tuple(condition.path)
            return path[: path.index("*")] if "*" in path else path
    return ()


def _digest(parts: list[str]) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:32]


def _text_of(value: dict[str, Any], fields: Sequence[str]) -> str | None:
    entries = list(value.values())
    if list(fields) == [WHOLE_VALUE] and len(entries) == 1 and isinstance(entries[0], str) and entries[0].strip():
        return entries[0]
    text = "\n".join(text for field in fields for text in get_text_at_path(value, field))
    return text if text.strip() else None


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, dict):
        return None
    fields = cast("dict[str, Any]", value)
    first, separator, rest = name.partition(".")
    return _field(fields.get(first), rest) if separator and name not in fields else fields.get(name)


def _operators(expected: Any) -> list[tuple[str, Any]]:
    if not isinstance(expected, dict):
        return []
    entries = cast("dict[str, Any]", expected)
    return list(entries.items()) if any(name.startswith("$") for name in entries) else []


def _meets(value: Any, expected: Any) -> bool:
    if operators := _operators(expected):
        return all(_compare(value, operator, operand) for operator, operand in operators)
    if isinstance(expected, dict):
        return isinstance(value, dict) and matches(value, cast("dict[str, Any]", expected))
    return _equal(value, expected)


def _compare(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return _equal(value, operand)
    if operator == "$ne":
        return not _equal(value, operand)
    if operator not in ORDER:
        raise ValueError(f"filter has the operator {operator!r}. Use $eq, $ne, {', '.join(ORDER)}.")
    kind = str if isinstance(operand, str) else (int, float)
    if not isinstance(value, kind) or not isinstance(operand, (str, int, float)) or isinstance(value, bool):
        return False
    left, right = cast("float", value), cast("float", operand)
    return {"$gt": left > right, "$gte": left >= right, "$lt": left < right, "$lte": left <= right}[operator]


def _equal(value: Any, expected: Any) -> bool:
    # In JSON, true is not 1.
    return value == (list(cast("tuple[Any]", expected)) if isinstance(expected, tuple) else expected) and (
        isinstance(value, bool) == isinstance(expected, bool)
    )


def _is_json(operand: str | float) -> bool:
    return isinstance(operand, str) or (abs(operand) <= MAX_NUMBER and math.isfinite(operand))
