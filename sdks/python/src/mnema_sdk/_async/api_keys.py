"""API keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from mnema_sdk import _operations as operations
from mnema_sdk._async.pages import AsyncApiKeyPage
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._paginator import AsyncPaginator
from mnema_sdk._transport import AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions, KeyRestrictionInput, WriteOptions


class AsyncApiKeys(NamesOurs):
    """API keys: ``client.api_keys``. These calls need an access token."""

    def __init__(self, transport: AsyncTransport) -> None:
        """Only the client creates this."""
        self._transport = transport

    async def create(
        self,
        *,
        label: str,
        scopes: Sequence[Literal["read", "write"]] | None = None,
        restrict: KeyRestrictionInput | types.KeyRestriction | None = None,
        expires_at: datetime | str | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.CreatedApiKey:
        """Create an API key.

        Only the first response contains the secret, in ``key``. It is None in the response to a retry, or to a call
        with the idempotency key of an earlier one. If you have lost the secret, rotate the key.

        Args:
            label: A name that identifies the key for people, 1 to 100 characters.
            scopes: The scopes of the key; both by default.
            restrict: The user, agent or project that the key is restricted to; the whole account by default.
            expires_at: The time at which it expires, with a time zone; never by default.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            ConflictError: The account has the maximum number of keys.
        """
        body = {"label": label, "scopes": scopes, "restrict": restrict, "expires_at": expires_at}
        return await self._transport.perform(operations.CREATE_API_KEY, options, body=body)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncPaginator[AsyncApiKeyPage, types.ApiKey]:
        """List keys, newest first, revoked and expired ones included. Iterating over the result includes all pages.

        Args:
            limit: The maximum number of keys on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """

        async def fetch(cursor: str | None) -> AsyncApiKeyPage:
            query = {"limit": limit, "cursor": cursor}
            response = await self._transport.perform(operations.LIST_API_KEYS, options, query=query)
            return AsyncApiKeyPage(response, cursor, fetch)

        return AsyncPaginator(fetch, cursor)

    async def rotate(
        self, key_id: str, *, overlap_seconds: int, **options: Unpack[WriteOptions]
    ) -> types.RotatedApiKey:
        """Replace a key with a new one of the same label, scopes, restriction and expiry.

        Only the first response contains the secret, in ``key``. It is None in the response to a retry.

        Args:
            key_id: The key to replace.
            overlap_seconds: The seconds for which both keys work, at most a week; 0 ends the old key immediately.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            NotFoundError: There is no such key in this account.
            ConflictError: The key has ended or was rotated before, or the account has the maximum number of keys.
        """
        path, body = {"key_id": key_id}, {"overlap_seconds": overlap_seconds}
        return await self._transport.perform(operations.ROTATE_API_KEY, options, path=path, body=body)

    async def revoke(self, key_id: str, **options: Unpack[WriteOptions]) -> types.RevokedApiKey:
        """Revoke a key, immediately and permanently.

        Raises:
            NotFoundError: There is no such key in this account.
        """
        path = {"key_id": key_id}
        return await self._transport.perform(operations.REVOKE_API_KEY, options, path=path)
