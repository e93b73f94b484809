"""Mnema, long-term memory for AI agents.

``Mnema`` is the blocking client, ``AsyncMnema`` the one for asyncio and trio. ``mnema_sdk.types`` has the results,
``mnema_sdk.errors`` the exceptions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mnema_sdk._version import __version__

if TYPE_CHECKING:
    from mnema_sdk import errors, options, types
    from mnema_sdk._async.client import AsyncApiKeys, AsyncAuth, AsyncMnema, AsyncRequests
    from mnema_sdk._async.pages import AsyncApiKeyPage, AsyncMemoryPage, AsyncRequestPage
    from mnema_sdk._sync.client import ApiKeys, Auth, Mnema, Requests
    from mnema_sdk._sync.pages import ApiKeyPage, MemoryPage, RequestPage
    from mnema_sdk.errors import *

# Names are imported at their first use, so that importing this package alone is cheap.
_HOMES = {
    "AsyncApiKeyPage": "mnema_sdk._async.pages",
    "AsyncApiKeys": "mnema_sdk._async.client",
    "AsyncAuth": "mnema_sdk._async.client",
    "AsyncMemoryPage": "mnema_sdk._async.pages",
    "AsyncMnema": "mnema_sdk._async.client",
    "AsyncRequestPage": "mnema_sdk._async.pages",
    "AsyncRequests": "mnema_sdk._async.client",
    "ApiKeyPage": "mnema_sdk._sync.pages",
    "ApiKeys": "mnema_sdk._sync.client",
    "Auth": "mnema_sdk._sync.client",
    "MemoryPage": "mnema_sdk._sync.pages",
    "Mnema": "mnema_sdk._sync.client",
    "RequestPage": "mnema_sdk._sync.pages",
    "Requests": "mnema_sdk._sync.client",
}
_MODULES = {"errors", "options", "types"}

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AccountSuspendedError",
    "ApiKeyPage",
    "ApiKeys",
    "AsyncApiKeyPage",
    "AsyncApiKeys",
    "AsyncAuth",
    "AsyncMemoryPage",
    "AsyncMnema",
    "AsyncRequestPage",
    "AsyncRequests",
    "Auth",
    "ConflictError",
    "HeadersTooLargeError",
    "HostNotAllowedError",
    "IdempotencyKeyReusedError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidPart",
    "InvalidRequestError",
    "MemoryFailedError",
    "MemoryPage",
    "MethodNotAllowedError",
    "Mnema",
    "MnemaError",
    "NotFoundError",
    "OriginNotAllowedError",
    "PayloadTooLargeError",
    "PlanLimitReachedError",
    "QuotaExceededError",
    "RateLimitedError",
    "RegistrationClosedError",
    "RequestPage",
    "RequestTimeoutError",
    "Requests",
    "SensitiveContentError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnsupportedMediaTypeError",
    "WaitTimeoutError",
    "__version__",
    "errors",
    "options",
    "types",
]


def __getattr__(name: str) -> Any:
    """Imports a name at its first use."""
    if name in _MODULES:
        return import_module(f"mnema_sdk.{name}")
    home = _HOMES.get(name, "mnema_sdk.errors" if name in __all__ else None)
    if home is None:
        raise AttributeError(f"module 'mnema_sdk' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the public names, imported or not."""
    return sorted(__all__)
