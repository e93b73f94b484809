"""The audit log."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._sync.pages import AuditPage
from mnema_sdk._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk.options import CallOptions


class Audit(NamesOurs):
    """The audit log: ``client.audit``. It needs an access token."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]) -> AuditPage:
        """List the events of the account and its credentials, newest first.

        Iterating over the result includes all pages.

        Args:
            limit: The maximum number of events on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """

        def fetch(cursor: str | None) -> AuditPage:
            query = {"limit": limit, "cursor": cursor}
            response = self._transport.perform(operations.LIST_AUDIT_EVENTS, options, query=query)
            return AuditPage(response, cursor, fetch)

        return fetch(cursor)
