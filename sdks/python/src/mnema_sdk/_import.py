"""An import from its lines to its requests and their results, without any I/O."""

from __future__ import annotations

import uuid
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from mnema_sdk._settings import Settings, check_header_value, refusal

if TYPE_CHECKING:
    from mnema_sdk.options import WriteOptions
    from mnema_sdk.types import ImportResult, RejectedLine

MAX_BYTES = 4 * 1024 * 1024
"""The maximum size of a request."""
MAX_LINES = 10_000
"""The maximum number of lines of a request."""


class Part(NamedTuple):
    """One request."""

    before: int
    """The number of lines before its first one."""
    lines: bytes
    options: WriteOptions


class Import:
    """The requests of an import, and what they have done."""

    result: ImportResult
    """What was done so far."""

    def __init__(self, settings: Settings, options: WriteOptions) -> None:
        """Raise on a client for one user, agent or run: lines have their own."""
        if settings.scope:
            name = next(iter(settings.scope))
            detail = f"{name} is set on this client, but each line of an import has its own: use another client"
            raise refusal(detail, "invalid_argument")
        given = options.get("idempotency_key")
        self._key = (
            str(uuid.uuid4()) if given is None else check_header_value(given, "idempotency_key", "invalid_argument")
        )
        self._options = options
        self._lines: list[bytes] = []
        self._size = 0
        self._before = 0
        types = import_module("mnema_sdk.types")
        self._rejected: type[RejectedLine] = types.RejectedLine
        self.result = types.ImportResult(accepted=0, skipped=0, rejected=[])

    def add(self, line: bytes) -> Part | None:
        """Add a line. Returns the request that is full without it, if there is one."""
        is_too_large = len(line) + 1 > MAX_BYTES
        # An empty line keeps the number of those after it.
        kept = b"" if is_too_large else line
        is_full = self._size + len(kept) + 1 > MAX_BYTES or len(self._lines) == MAX_LINES
        part = self.take() if is_full else None
        self._lines.append(kept)
        self._size += len(kept) + 1
        if is_too_large:
            number = self._before + len(self._lines)
            message = "The line is larger than 4 MB."
            self.result.rejected.append(self._rejected(line=number, code="payload_too_large", message=message))
        return part

    def take(self) -> Part | None:
        """Return the request with the lines that were added; None when there is nothing in them."""
        part = Part(
            self._before,
            b"\n".join(self._lines),
            {**self._options, "idempotency_key": f"{self._key}/{self._before}"},
        )
        self._before += len(self._lines)
        self._lines, self._size = [], 0
        return part if part.lines.strip() else None

    def keep(self, part: Part, done: ImportResult) -> None:
        """Add the result of a request."""
        self.result.accepted += done.accepted
        self.result.skipped += done.skipped
        if done.ignored:
            ignored = self.result.ignored or {}
            self.result.ignored = ignored | {name: ignored.get(name, 0) + n for name, n in done.ignored.items()}
        for line in done.rejected:
            line.line += part.before
            self.result.rejected.append(line)
        self.result.rejected.sort(key=lambda rejected: rejected.line)
