"""The request log."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._async.pages import AsyncRequestPage
from mnema_sdk._newer_cursor import newer_cursor
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._paginator import AsyncPaginator
from mnema_sdk._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions


MAX_WAIT_SECONDS = 10
"""The seconds for which the service holds a call that follows the log."""
MIN_PAUSE_SECONDS = 1
"""The minimum of time from one call without requests to the next."""


class AsyncRequests(NamesOurs):
    """The request log: ``client.requests``."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        after: str | None = None,
        status_code: int | None = None,
        failed: bool | None = None,
        source: str | None = None,
        operation: str | None = None,
        key_id: str | None = None,
        from_: datetime | str | None = None,
        to: datetime | str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncPaginator[AsyncRequestPage, types.LoggedRequest]:
        """List requests, newest first. Iterating over the result includes all pages after the first.

        Args:
            limit: The maximum number of requests on a page, 1 to 1,000.
            offset: The number of newest requests to skip.
            after: The ``newer_cursor`` of a page: only requests that were logged later, in the order of the log.
            status_code: Only requests whose response has this HTTP status.
            failed: Only requests whose response has a status of 400 or more; ``False``: only the others.
            source: Only requests that came from there: ``rest``, ``mcp`` or ``dashboard``.
            operation: Only requests of this operation, such as ``createMemory``.
            key_id: Only requests with this API key.
            from_: Only requests that arrived then or later, with a time zone.
            to: Only requests that arrived before, with a time zone.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """
        query = {
            "limit": limit,
            "after": after,
            "status_code": status_code,
            "failed": None if failed is None else str(failed).lower(),
            "source": source,
            "operation": operation,
            "key_id": key_id,
            "from": from_,
            "to": to,
        }

        async def fetch(offset: int | None) -> AsyncRequestPage:
            place = {**query, "offset": offset}
            response = await self._transport.perform(operations.LIST_REQUESTS, options, query=place)
            return AsyncRequestPage(response, offset or 0, fetch)

        return AsyncPaginator(fetch, offset)

    async def tail(
        self,
        *,
        after: str | None = None,
        status_code: int | None = None,
        failed: bool | None = None,
        source: str | None = None,
        operation: str | None = None,
        key_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[types.LoggedRequest]:
        """Follow the log: the iterator returns each request soon after it was logged.

        The service holds each call for up to 10 seconds, so a ``timeout`` must be longer.

        Args:
            after: Where to begin, the ``newer_cursor`` of a page; now by default.
            status_code: Only requests whose response has this HTTP status.
            failed: Only requests whose response has a status of 400 or more; ``False``: only the others.
            source: Only requests that came from there: ``rest``, ``mcp`` or ``dashboard``.
            operation: Only requests of this operation, such as ``createMemory``.
            key_id: Only requests with this API key.
            **options: See ``mnema_sdk.options.CallOptions``; they apply to all calls.
        """
        query = {
            "status_code": status_code,
            "failed": None if failed is None else str(failed).lower(),
            "source": source,
            "operation": operation,
            "key_id": key_id,
        }
        if after is None:
            after = newer_cursor(
                await self._transport.perform(operations.LIST_REQUESTS, options, query={**query, "limit": 1})
            )
        while True:
            soonest = time.monotonic() + MIN_PAUSE_SECONDS
            page = await self._transport.perform(
                operations.LIST_REQUESTS, options, query={**query, "after": after}, wait_seconds=MAX_WAIT_SECONDS
            )
            for request in page.results:
                yield request
            after = newer_cursor(page)
            # The service does not hold the call while it stops, and for many followers of one account.
            if not page.results:
                await self._transport.sleep(max(0, soonest - time.monotonic()))

    async def stats(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        **options: Unpack[CallOptions],
    ) -> types.RequestStats:
        """Get counts and latencies over whole UTC days, by default the 365 days that end today.

        Args:
            from_: The first day.
            to: The last day (inclusive).
            **options: See ``mnema_sdk.options.CallOptions``.
        """
        query = {"from": from_, "to": to}
        return await self._transport.perform(operations.GET_REQUEST_STATS, options, query=query)
