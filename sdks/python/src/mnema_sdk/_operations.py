"""The operations of the contract, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from mnema_sdk._settings import Credential

if TYPE_CHECKING:
    from mnema_sdk import types

Result = TypeVar("Result")


class Operation(Generic[Result]):
    """The method, path and other properties of an operation."""

    def __init__(
        self,
        method: Literal["GET", "POST", "PUT", "DELETE"],
        path: str,
        response: str | None,
        *,
        keyed: bool = False,
        repeatable: bool = True,
        credential: Credential = "any",
        prefer: str | None = None,
    ) -> None:
        """Describes an operation.

        Args:
            method: The HTTP method.
            path: The path, with names in braces where ids go.
            response: Name of the model of its response in ``mnema_sdk.types``; None without a body.
            keyed: Whether it carries an ``Idempotency-Key``.
            repeatable: Whether it may be retried although the server may have done it.
            credential: The credential that it needs.
            prefer: The value of the header ``Prefer``.
        """
        self.method: Literal["GET", "POST", "PUT", "DELETE"] = method
        self.path = path
        self.response = response
        self.keyed = keyed
        self.repeatable = repeatable
        self.credential: Credential = credential
        self.prefer = prefer

    def minimal(self) -> Operation[None]:
        """Returns the same operation for a response without a body."""
        return Operation(
            self.method,
            self.path,
            None,
            keyed=self.keyed,
            repeatable=self.repeatable,
            credential=self.credential,
            prefer="return=minimal",
        )


ADD: Operation[types.WriteAccepted] = Operation("POST", "/memories", "WriteAccepted", keyed=True)
SEARCH: Operation[types.SearchResponse] = Operation("POST", "/search", "SearchResponse")
GET: Operation[types.Memory] = Operation("GET", "/memories/{memory_id}", "Memory")
LIST: Operation[types.MemoryList] = Operation("GET", "/memories", "MemoryList")
UPDATE: Operation[types.Memory] = Operation("PUT", "/memories/{memory_id}", "Memory", keyed=True)
DELETE: Operation[types.DeletedMemory] = Operation("DELETE", "/memories/{memory_id}", "DeletedMemory", keyed=True)
RETRY: Operation[types.WriteAccepted] = Operation("POST", "/memories/{memory_id}/retry", "WriteAccepted", keyed=True)
PROFILE: Operation[types.Profile] = Operation("GET", "/profile", "Profile")
USAGE: Operation[types.Usage] = Operation("GET", "/usage", "Usage")
LIST_REQUESTS: Operation[types.RequestList] = Operation("GET", "/requests", "RequestList")
REQUEST_STATS: Operation[types.RequestStats] = Operation("GET", "/requests/stats", "RequestStats")
CREATE_API_KEY: Operation[types.CreatedApiKey] = Operation(
    "POST", "/api-keys", "CreatedApiKey", repeatable=False, credential="account"
)
LIST_API_KEYS: Operation[types.ApiKeyList] = Operation("GET", "/api-keys", "ApiKeyList", credential="account")
REVOKE_API_KEY: Operation[types.RevokedApiKey] = Operation(
    "DELETE", "/api-keys/{key_id}", "RevokedApiKey", credential="account"
)
REGISTER: Operation[types.Account] = Operation("POST", "/auth/register", "Account", repeatable=False, credential="none")
LOGIN: Operation[types.AccessToken] = Operation("POST", "/auth/login", "AccessToken", credential="none")
ME: Operation[types.Account] = Operation("GET", "/auth/me", "Account", credential="account")
LOGOUT: Operation[None] = Operation("POST", "/auth/logout", None, credential="account")
CHANGE_PASSWORD: Operation[None] = Operation("PUT", "/auth/password", None, repeatable=False, credential="account")
