"""Mnema, long-term memory for AI agents.

``Mnema`` is the blocking client, ``AsyncMnema`` the one for asyncio and trio. ``mnema_sdk.types`` contains the results,
``mnema_sdk.errors`` the exceptions, and ``mnema_sdk.webhooks`` verifies the requests to a webhook.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mnema_sdk._version import __version__

if TYPE_CHECKING:
    from mnema_sdk import errors, options, types, webhooks
    from mnema_sdk._add_many_result import AddManyResult
    from mnema_sdk._api_response import APIResponse
    from mnema_sdk._async.api_keys import AsyncApiKeys
    from mnema_sdk._async.audit import AsyncAudit
    from mnema_sdk._async.auth import AsyncAuth
    from mnema_sdk._async.client import AsyncMnema
    from mnema_sdk._async.deletions import AsyncDeletions
    from mnema_sdk._async.pages import (
        AsyncApiKeyPage,
        AsyncAuditPage,
        AsyncDeletionPage,
        AsyncMemoryPage,
        AsyncMemoryVersionPage,
        AsyncRequestPage,
        AsyncWebhookDeliveryPage,
    )
    from mnema_sdk._async.requests import AsyncRequests
    from mnema_sdk._async.webhooks import AsyncWebhooks
    from mnema_sdk._format_memories import format_memories
    from mnema_sdk._paginator import AsyncPaginator
    from mnema_sdk._recall_result import RecallResult
    from mnema_sdk._sync.api_keys import ApiKeys
    from mnema_sdk._sync.audit import Audit
    from mnema_sdk._sync.auth import Auth
    from mnema_sdk._sync.client import Mnema
    from mnema_sdk._sync.deletions import Deletions
    from mnema_sdk._sync.pages import (
        ApiKeyPage,
        AuditPage,
        DeletionPage,
        MemoryPage,
        MemoryVersionPage,
        RequestPage,
        WebhookDeliveryPage,
    )
    from mnema_sdk._sync.requests import Requests
    from mnema_sdk._sync.webhooks import Webhooks
    from mnema_sdk.errors import *
    from mnema_sdk.options import NEVER

# Names are imported at their first use, so that importing this package alone is cheap.
_HOMES = {
    "APIResponse": "mnema_sdk._api_response",
    "AddManyResult": "mnema_sdk._add_many_result",
    "AsyncApiKeyPage": "mnema_sdk._async.pages",
    "AsyncApiKeys": "mnema_sdk._async.api_keys",
    "AsyncAudit": "mnema_sdk._async.audit",
    "AsyncAuditPage": "mnema_sdk._async.pages",
    "AsyncAuth": "mnema_sdk._async.auth",
    "AsyncDeletionPage": "mnema_sdk._async.pages",
    "AsyncDeletions": "mnema_sdk._async.deletions",
    "AsyncMemoryPage": "mnema_sdk._async.pages",
    "AsyncMemoryVersionPage": "mnema_sdk._async.pages",
    "AsyncMnema": "mnema_sdk._async.client",
    "AsyncPaginator": "mnema_sdk._paginator",
    "AsyncRequestPage": "mnema_sdk._async.pages",
    "AsyncRequests": "mnema_sdk._async.requests",
    "AsyncWebhookDeliveryPage": "mnema_sdk._async.pages",
    "AsyncWebhooks": "mnema_sdk._async.webhooks",
    "ApiKeyPage": "mnema_sdk._sync.pages",
    "ApiKeys": "mnema_sdk._sync.api_keys",
    "Audit": "mnema_sdk._sync.audit",
    "AuditPage": "mnema_sdk._sync.pages",
    "Auth": "mnema_sdk._sync.auth",
    "DeletionPage": "mnema_sdk._sync.pages",
    "Deletions": "mnema_sdk._sync.deletions",
    "MemoryPage": "mnema_sdk._sync.pages",
    "MemoryVersionPage": "mnema_sdk._sync.pages",
    "Mnema": "mnema_sdk._sync.client",
    "NEVER": "mnema_sdk.options",
    "RecallResult": "mnema_sdk._recall_result",
    "RequestPage": "mnema_sdk._sync.pages",
    "Requests": "mnema_sdk._sync.requests",
    "WebhookDeliveryPage": "mnema_sdk._sync.pages",
    "Webhooks": "mnema_sdk._sync.webhooks",
    "format_memories": "mnema_sdk._format_memories",
}
_MODULES = {"errors", "options", "types", "webhooks"}

__all__ = [
    "NEVER",
    "APIConnectionError",
    "APIError",
    "APIResponse",
    "APITimeoutError",
    "AddManyResult",
    "ApiKeyPage",
    "ApiKeys",
    "AsyncApiKeyPage",
    "AsyncApiKeys",
    "AsyncAudit",
    "AsyncAuditPage",
    "AsyncAuth",
    "AsyncDeletionPage",
    "AsyncDeletions",
    "AsyncMemoryPage",
    "AsyncMemoryVersionPage",
    "AsyncMnema",
    "AsyncPaginator",
    "AsyncRequestPage",
    "AsyncRequests",
    "AsyncWebhookDeliveryPage",
    "AsyncWebhooks",
    "Audit",
    "AuditPage",
    "Auth",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "DeletionPage",
    "Deletions",
    "IncompleteExportError",
    "InternalServerError",
    "InvalidPart",
    "MemoryFailedError",
    "MemoryPage",
    "MemoryVersionPage",
    "Mnema",
    "MnemaError",
    "MnemaWarning",
    "NotFoundError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "PlanLimitError",
    "PreconditionFailedError",
    "QuotaExceededError",
    "RateLimitError",
    "RecallResult",
    "RequestPage",
    "Requests",
    "SensitiveContentError",
    "ServiceUnavailableError",
    "WaitTimeoutError",
    "WebhookDeliveryPage",
    "WebhookVerificationError",
    "Webhooks",
    "__version__",
    "errors",
    "format_memories",
    "options",
    "types",
    "webhooks",
]


def __getattr__(name: str) -> Any:
    """Import a name at its first use."""
    if name in _MODULES:
        return import_module(f"mnema_sdk.{name}")
    home = _HOMES.get(name, "mnema_sdk.errors" if name in __all__ else None)
    if home is None:
        raise AttributeError(f"module 'mnema_sdk' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted(__all__)
