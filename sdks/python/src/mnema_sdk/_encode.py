"""The parts of a request in the form in which they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from math import isfinite
from operator import index
from typing import Any, cast
from urllib.parse import quote

from mnema_sdk._settings import refusal
from mnema_sdk.options import NEVER


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that are not None. Raises for a time without a time zone."""
    present = {name: value for name, value in values.items() if value is not None}
    for name, value in present.items():
        if isinstance(value, datetime) and value.utcoffset() is None:
            raise refusal(f"{name} needs a time zone: datetime.now(timezone.utc) has one", "invalid_argument")
    return present


def fill_path(template: str, values: Mapping[str, Any]) -> str:
    """Return the path with its ids. Raises for one that would change the path."""
    for name, value in values.items():
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise refusal(f"{name} must be an id, not {value!r}", "invalid_argument")
        template = template.replace(f"{{{name}}}", _escape(value, name))
    return template


def to_query(values: Mapping[str, Any]) -> str:
    """Return the query with its question mark; empty without values."""
    texts = {name: _to_text(value, name) for name, value in values.items()}
    return "?" + "&".join(f"{name}={_escape(text, name)}" for name, text in texts.items()) if texts else ""


def _to_text(value: Any, name: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise refusal(f"{name} must be one text, whole number or time, not {type(value).__name__}", "invalid_argument")
    return str(index(value))


def _escape(text: str, name: str) -> str:
    try:
        return quote(text, safe="")
    except UnicodeEncodeError as failure:
        raise refusal(f"{name} holds a lone surrogate, which no address can carry", "invalid_argument") from failure


def to_json(body: Mapping[str, Any]) -> bytes:
    """Return the JSON of a body. Raises for what JSON has no form for, with its place."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_to_wire)
        _check_keys(body)
    except (TypeError, ValueError, RecursionError) as failure:
        detail = _find_fault(body) or f"the arguments cannot be written as JSON: {failure}"
        raise refusal(detail, "invalid_argument") from failure
    # A lone surrogate has no UTF-8, so its JSON escape is sent.
    return text.encode("utf-8", "backslashreplace")


def _check_keys(value: Any) -> None:
    """Raise for a key that is not a string: JSON would turn it into one, which may exist already."""
    if isinstance(value, Mapping):
        for key, part in cast("Mapping[Any, Any]", value).items():
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is not text")
            _check_keys(part)
    elif isinstance(value, list | tuple):
        for part in cast("list[Any]", value):
            _check_keys(part)


def _find_fault(body: Mapping[str, Any]) -> str | None:
    """Describe the first part of a body that JSON has no form for; None for one that contains itself."""
    try:
        faults = (_fault(value, name) for name, value in body.items())
        return next((fault for fault in faults if fault is not None), None)
    except RecursionError:
        return None


def _fault(value: Any, place: str) -> str | None:
    if isinstance(value, float) and not isfinite(value):
        return f"{place} is {value}, which JSON does not have"
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        parts = cast("Mapping[Any, Any]", value).items()
        for key in cast("Mapping[Any, Any]", value):
            if not isinstance(key, str):
                return f"{place} has the key {key!r}, which is not text"
    elif isinstance(value, list | tuple):
        parts = enumerate(cast("list[Any]", value))
    elif value is not None and not isinstance(value, str | int | float):
        try:
            return _fault(_to_wire(value), place)
        except TypeError:
            return f"{place} is a {type(value).__name__}, which JSON does not have"
    faults = (_fault(part, f"{place}[{key!r}]") for key, part in parts)
    return next((fault for fault in faults if fault is not None), None)


def _to_wire(value: Any) -> Any:
    """Convert values that JSON does not have: times, ``NEVER``, and models of the server's responses."""
    if value is NEVER:
        return None
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, Any]", value))
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    raise TypeError(f"{type(value).__name__} is not a JSON value")
