"""The cursor after which the request log goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk.errors import APIConnectionError

if TYPE_CHECKING:
    from mnema_sdk import types


def newer_cursor(page: types.RequestList) -> str:
    """Return the cursor of a page. An older server has none, and would return the same requests for ever."""
    cursor: str | None = getattr(page, "newer_cursor", None)
    if cursor:
        return cursor
    detail = "this server cannot follow the log"
    raise APIConnectionError(f"{detail} (GET /requests)", code="connection_error", detail=detail)
