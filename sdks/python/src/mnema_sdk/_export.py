"""An export from its lines to its memories, without any I/O."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from mnema_sdk.errors import IncompleteExportError

if TYPE_CHECKING:
    from mnema_sdk.types import ExportedMemory


class Export:
    """Reads the lines of an export, and notices one that ends too early."""

    def __init__(self) -> None:
        """Begin before the header."""
        self._count = -1
        self._model: Any = import_module("mnema_sdk.types").ExportedMemory
        self.is_complete = False
        """Whether the last line has been read."""

    def read(self, line: bytes) -> ExportedMemory | None:
        """Return the memory of a line; None for the first and the last one."""
        try:
            document: Any = json.loads(line)
        except ValueError as failure:
            raise self.incomplete("a line was cut off") from failure
        fields = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
        if self._count < 0:
            if fields.get("format") != "mnema":
                raise self.incomplete("its first line is not a header")
            self._count = 0
            return None
        if fields.get("end") is True:
            if fields.get("count") != self._count:
                raise self.incomplete(f"its last line counts {fields.get('count')}")
            self.is_complete = True
            return None
        memory = self._model.model_validate_json(line)
        self._count += 1
        return memory

    def incomplete(self, reason: str) -> IncompleteExportError:
        """Return the error of an export that broke off."""
        detail = f"the export is incomplete after {max(self._count, 0)} memories: {reason}; start it again"
        return IncompleteExportError(f"{detail} (GET /export)", code="incomplete_export", detail=detail, attempts=1)
