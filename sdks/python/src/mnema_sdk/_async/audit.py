"""The audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._async.pages import AsyncAuditPage
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._paginator import AsyncPaginator
from mnema_sdk._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions


class AsyncAudit(NamesOurs):
    """The audit log: ``client.audit``. It needs an access token."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncPaginator[AsyncAuditPage, types.AuditEvent]:
        """List the events of the account and its credentials, newest first.

        Iterating over the result includes all pages.

        Args:
            limit: The maximum number of events on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """

        async def fetch(cursor: str | None) -> AsyncAuditPage:
            query = {"limit": limit, "cursor": cursor}
            response = await self._transport.perform(operations.LIST_AUDIT_EVENTS, options, query=query)
            return AsyncAuditPage(response, cursor, fetch)

        return AsyncPaginator(fetch, cursor)
