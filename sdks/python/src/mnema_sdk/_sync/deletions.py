"""The receipts of deletions."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mnema_sdk import _operations as operations
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._sync.pages import DeletionPage
from mnema_sdk._transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions


class Deletions(NamesOurs):
    """The receipts of deletions: ``client.deletions``."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def list(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        kind: Literal["scope", "memory", "expiry"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> DeletionPage:
        """List receipts, newest first. They are stored for 400 days. Iterating over the result includes all pages.

        Args:
            user_id: Only deletions of this end user.
            agent_id: Only deletions of this agent.
            run_id: Only deletions of this session or task.
            kind: Only deletions by scope, of one memory, or of memories that had expired.
            limit: The maximum number of receipts on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page, with the same filters.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """
        query = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id, "kind": kind, "limit": limit}

        def fetch(cursor: str | None) -> DeletionPage:
            place = {**query, "cursor": cursor}
            response = self._transport.perform(operations.LIST_DELETIONS, options, query=place)
            return DeletionPage(response, cursor, fetch)

        return fetch(cursor)

    def get(self, deletion_id: str, **options: Unpack[CallOptions]) -> types.Deletion:
        """Get a receipt: the scope, the counts of removed rows, and ``verified_at`` when a scan found nothing left.

        Raises:
            NotFoundError: There is no such deletion in this account.
        """
        path = {"deletion_id": deletion_id}
        return self._transport.perform(operations.GET_DELETION, options, path=path)
