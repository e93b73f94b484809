"""Webhooks."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mnema_sdk import _operations as operations
from mnema_sdk._other_names import NamesOurs
from mnema_sdk._sync.pages import WebhookDeliveryPage
from mnema_sdk._transport import Transport
from mnema_sdk.options import NEVER

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from mnema_sdk import types
    from mnema_sdk.options import CallOptions, EventType, WriteOptions


class Webhooks(NamesOurs):
    """Webhooks: ``client.webhooks``. These calls need an access token."""

    def __init__(self, transport: Transport) -> None:
        """Only the client creates this."""
        self._transport = transport

    def create(
        self,
        *,
        url: str,
        events: Sequence[EventType],
        description: str | None = None,
        include_text: bool | None = None,
        enabled: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.WebhookWithSecret:
        """Create a webhook, to which events are posted from now on.

        Only the first response contains the secret that signs them, in ``secret``. It is None in the response to a
        retry.

        Args:
            url: The https address to which events are posted.
            events: The types of events to deliver, such as ``memory.ready``.
            description: A note of your own, at most 200 characters.
            include_text: Whether events about a memory contain its text; False by default.
            enabled: Whether events are delivered; True by default.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            BadRequestError: The address is not allowed.
            ConflictError: The account has the maximum number of webhooks.
        """
        body = {
            "url": url,
            "events": events,
            "description": description,
            "include_text": include_text,
            "enabled": enabled,
        }
        return self._transport.perform(operations.CREATE_WEBHOOK, options, body=body)

    def list(self, **options: Unpack[CallOptions]) -> types.WebhookList:
        """List all webhooks, newest first, without their secrets."""
        return self._transport.perform(operations.LIST_WEBHOOKS, options)

    def get(self, webhook_id: str, **options: Unpack[CallOptions]) -> types.Webhook:
        """Get a webhook, with ``disabled_reason`` when it is disabled.

        Raises:
            NotFoundError: There is no such webhook in this account.
        """
        path = {"webhook_id": webhook_id}
        return self._transport.perform(operations.GET_WEBHOOK, options, path=path)

    def update(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        events: Sequence[EventType] | None = None,
        description: str | None = None,
        include_text: bool | None = None,
        enabled: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> types.Webhook:
        """Change a webhook; omitted arguments keep their values.

        Args:
            webhook_id: The id of the webhook.
            url: The new address.
            events: The new types of events.
            description: The new note; an empty one removes it.
            include_text: Whether events about a memory contain its text.
            enabled: True starts a disabled webhook, False stops it.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            NotFoundError: There is no such webhook in this account.
        """
        path = {"webhook_id": webhook_id}
        body = {
            "url": url,
            "events": events,
            "description": NEVER if description == "" else description,
            "include_text": include_text,
            "enabled": enabled,
        }
        return self._transport.perform(operations.UPDATE_WEBHOOK, options, path=path, body=body)

    def delete(self, webhook_id: str, **options: Unpack[WriteOptions]) -> types.DeletedWebhook:
        """Delete a webhook with its secret and its deliveries, including those that wait.

        Raises:
            NotFoundError: There is no such webhook in this account.
        """
        path = {"webhook_id": webhook_id}
        return self._transport.perform(operations.DELETE_WEBHOOK, options, path=path)

    def rotate_secret(
        self, webhook_id: str, *, overlap_seconds: int | None = None, **options: Unpack[WriteOptions]
    ) -> types.WebhookWithSecret:
        """Replace the secret of a webhook. As with ``create``, only the first response contains it.

        Args:
            webhook_id: The id of the webhook.
            overlap_seconds: Seconds for which both secrets sign, at most 604,800; a day by default.
            **options: See ``mnema_sdk.options.WriteOptions``.

        Raises:
            NotFoundError: There is no such webhook in this account.
        """
        path, body = {"webhook_id": webhook_id}, {"overlap_seconds": overlap_seconds}
        return self._transport.perform(operations.ROTATE_WEBHOOK_SECRET, options, path=path, body=body)

    def deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> WebhookDeliveryPage:
        """List the deliveries of the last 7 days, newest first. Iterating over the result includes all pages.

        Args:
            webhook_id: The id of the webhook.
            limit: The maximum number of deliveries on a page, 1 to 1,000.
            cursor: The ``next_cursor`` of an earlier page.
            **options: See ``mnema_sdk.options.CallOptions``; they also apply to the following pages.
        """
        path = {"webhook_id": webhook_id}

        def fetch(cursor: str | None) -> WebhookDeliveryPage:
            query = {"limit": limit, "cursor": cursor}
            response = self._transport.perform(operations.LIST_WEBHOOK_DELIVERIES, options, path=path, query=query)
            return WebhookDeliveryPage(response, cursor, fetch)

        return fetch(cursor)

    def replay_delivery(
        self, webhook_id: str, delivery_id: str, **options: Unpack[WriteOptions]
    ) -> types.WebhookDelivery:
        """Deliver an event again, with the same ``webhook-id``.

        Raises:
            ConflictError: The event is still waiting, or the webhook is disabled.
            NotFoundError: There is no such delivery.
        """
        path = {"webhook_id": webhook_id, "delivery_id": delivery_id}
        return self._transport.perform(operations.REPLAY_WEBHOOK_DELIVERY, options, path=path)
