"""The request log."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._sync.pages import RequestPage
from mnema_sdk._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions


class Requests:
    """The request log: ``client.requests``."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        status_code: int | None = None,
        failed: bool | None = None,
        source: str | None = None,
        operation: str | None = None,
        key_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> RequestPage:
        """Lists requests, newest first. Iterating over the result includes all pages after the first.

        Args:
            limit: The maximum number of requests on a page, 1 to 1,000.
            offset: The number of newest requests to skip.
            status_code: Only requests whose response has this HTTP status.
            failed: Only requests whose response has a status of 400 or more; ``False``: only the others.
            source: Only requests that came from there: ``rest``, ``mcp`` or ``dashboard``.
            operation: Only requests of this operation, such as ``createMemory``.
            key_id: Only requests made with this API key.
            from_: Only requests that arrived then or later, with a time zone.
            to: Only requests that arrived before, with a time zone.
            **options: See ``mnema_sdk.options.CallOptions``; they hold for the following pages as well.
        """
        query = {
            "limit": limit,
            "status_code": status_code,
            "failed": failed,
            "source": source,
            "operation": operation,
            "key_id": key_id,
            "from": from_,
            "to": to,
        }

        def fetch(offset: int | None) -> RequestPage:
            place = {**query, "offset": offset}
            response = self._transport.perform(operations.LIST_REQUESTS, options, query=place)
            return RequestPage(response, offset or 0, fetch)

        return fetch(offset)

    def stats(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.RequestStats:
        """Gets counts and latencies over whole UTC days, by default the 365 days that end today.

        Args:
            from_: The first day.
            to: The last day (inclusive).
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {"from": from_, "to": to}
        return self._transport.perform(operations.REQUEST_STATS, options, query=query)
