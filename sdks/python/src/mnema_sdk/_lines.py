"""Lines of JSON: those of an export from pieces of a body, and those of an import from what the caller has."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, cast

from mnema_sdk._encode import to_json
from mnema_sdk._settings import refusal


class LineSplitter:
    """Collects the lines of a stream of bytes. Only a line feed ends a line: texts may contain other separators."""

    def __init__(self) -> None:
        """Begin with the first line."""
        self._rest = b""

    def add(self, piece: bytes) -> list[bytes]:
        """Return the lines that have ended."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        return lines

    def end(self) -> list[bytes]:
        """Return the last line, if it has no end."""
        return [self._rest] if self._rest else []


def lines_of(source: object) -> Iterator[bytes]:
    """Return the lines of an import. Raises for what has none."""
    if isinstance(source, PathLike):
        with Path(cast("PathLike[str]", source)).open("rb") as file:
            yield from (line.rstrip(b"\r\n") for line in file)
    elif isinstance(source, str | bytes | Mapping) or not isinstance(source, Iterable):
        kind = type(cast("object", source)).__name__
        detail = f"the memories must be a Path, a file, or an iterable of memories or lines, not {kind}"
        raise refusal(detail, "invalid_argument")
    else:
        for item in cast("Iterable[object]", source):
            yield to_line(item)


async def async_lines_of(source: object) -> AsyncIterator[bytes]:
    """Return the lines of an import, also of an asynchronous iterable."""
    if isinstance(source, AsyncIterable):
        async for item in cast("AsyncIterable[Any]", source):
            yield to_line(item)
    else:
        for line in lines_of(source):
            yield line


def to_line(item: object) -> bytes:
    """Return one line, of a memory or of a line with or without its end."""
    line = item.encode("utf-8", "surrogatepass") if isinstance(item, str) else item
    if not isinstance(line, bytes):
        return to_json(cast("Mapping[str, Any]", _fields(item)))
    line = line.rstrip(b"\r\n")
    if b"\n" in line:
        raise refusal("an item of an import is one line or one memory, not several lines", "invalid_argument")
    return line


def _fields(item: object) -> object:
    if isinstance(item, Mapping):
        return cast("Mapping[str, Any]", item)
    if hasattr(item, "model_dump"):
        return cast("Any", item).model_dump(mode="json", by_alias=True, exclude_unset=True)
    raise refusal(f"a memory of an import must be a mapping or a line, not {type(item).__name__}", "invalid_argument")
