"""The operations of the contract, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar

from mnema_sdk._settings import Credential

if TYPE_CHECKING:
    from mnema_sdk import types

Result = TypeVar("Result")
Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


class Operation(Generic[Result]):
    """The method, path and other properties of an operation."""

    def __init__(
        self,
        method: Method,
        path: str,
        response: str | None,
        *,
        keyed: bool = False,
        conditional: bool = False,
        repeatable: bool = True,
        credential: Credential = "any",
        prefer: str | None = None,
    ) -> None:
        """Describe an operation.

        Args:
            method: The HTTP method.
            path: The path, with names in braces where ids go.
            response: Name of the model of its response in ``mnema_sdk.types``; None without a body.
            keyed: Whether it carries an ``Idempotency-Key``.
            conditional: Whether it takes an ``If-Match``.
            repeatable: Whether it may be retried although the server may have done it.
            credential: The credential that it needs.
            prefer: The value of the header ``Prefer``.
        """
        self.method: Method = method
        self.path = path
        self.response = response
        self.keyed = keyed
        self.conditional = conditional
        self.repeatable = repeatable
        self.credential: Credential = credential
        self.prefer = prefer

    def minimal(self) -> Operation[None]:
        """Return the same operation for a response without a body."""
        return Operation(
            self.method,
            self.path,
            None,
            keyed=self.keyed,
            conditional=self.conditional,
            repeatable=self.repeatable,
            credential=self.credential,
            prefer="return=minimal",
        )


ADD: Operation[types.WriteAccepted] = Operation("POST", "/memories", "WriteAccepted", keyed=True)
ADD_MANY: Operation[types.CreateMemoriesResult] = Operation(
    "POST", "/memories/batch", "CreateMemoriesResult", keyed=True
)
SEARCH: Operation[types.SearchResponse] = Operation("POST", "/search", "SearchResponse")
SIMILAR: Operation[types.SimilarMemories] = Operation("GET", "/memories/{memory_id}/similar", "SimilarMemories")
GET: Operation[types.Memory] = Operation("GET", "/memories/{memory_id}", "Memory")
LIST: Operation[types.MemoryList] = Operation("GET", "/memories", "MemoryList")
UPDATE: Operation[types.Memory] = Operation("PUT", "/memories/{memory_id}", "Memory", keyed=True, conditional=True)
DELETE: Operation[types.DeletedMemory] = Operation(
    "DELETE", "/memories/{memory_id}", "DeletedMemory", keyed=True, conditional=True
)
FORGET: Operation[types.DeletedMemories] = Operation("DELETE", "/memories", "DeletedMemories", keyed=True)
EXPORT: Operation[None] = Operation("GET", "/export", None)
IMPORT: Operation[types.ImportResult] = Operation("POST", "/import", "ImportResult", keyed=True)
LIST_DELETIONS: Operation[types.DeletionList] = Operation("GET", "/deletions", "DeletionList")
GET_DELETION: Operation[types.Deletion] = Operation("GET", "/deletions/{deletion_id}", "Deletion")
LIST_VERSIONS: Operation[types.MemoryVersionList] = Operation(
    "GET", "/memories/{memory_id}/versions", "MemoryVersionList"
)
RESTORE: Operation[types.Memory] = Operation(
    "POST", "/memories/{memory_id}/restore", "Memory", keyed=True, conditional=True
)
RETRY: Operation[types.WriteAccepted] = Operation("POST", "/memories/{memory_id}/retry", "WriteAccepted", keyed=True)
FACETS: Operation[types.Facets] = Operation("GET", "/facets", "Facets")
MAP: Operation[types.MemoryMap] = Operation("GET", "/map", "MemoryMap")
PROFILE: Operation[types.Profile] = Operation("GET", "/profile", "Profile")
USAGE: Operation[types.Usage] = Operation("GET", "/usage", "Usage")
LIST_REQUESTS: Operation[types.RequestList] = Operation("GET", "/requests", "RequestList")
REQUEST_STATS: Operation[types.RequestStats] = Operation("GET", "/requests/stats", "RequestStats")
CREATE_API_KEY: Operation[types.CreatedApiKey] = Operation(
    "POST", "/api-keys", "CreatedApiKey", keyed=True, credential="account"
)
LIST_API_KEYS: Operation[types.ApiKeyList] = Operation("GET", "/api-keys", "ApiKeyList", credential="account")
REVOKE_API_KEY: Operation[types.RevokedApiKey] = Operation(
    "DELETE", "/api-keys/{key_id}", "RevokedApiKey", keyed=True, credential="account"
)
ROTATE_API_KEY: Operation[types.RotatedApiKey] = Operation(
    "POST", "/api-keys/{key_id}/rotate", "RotatedApiKey", keyed=True, credential="account"
)
REGISTER: Operation[types.Account] = Operation("POST", "/auth/register", "Account", repeatable=False, credential="none")
LOGIN: Operation[types.AccessToken] = Operation("POST", "/auth/login", "AccessToken", credential="none")
ME: Operation[types.Account] = Operation("GET", "/auth/me", "Account", credential="account")
LOGOUT: Operation[None] = Operation("POST", "/auth/logout", None, credential="account")
CHANGE_PASSWORD: Operation[None] = Operation("PUT", "/auth/password", None, repeatable=False, credential="account")
LIST_SESSIONS: Operation[types.SessionList] = Operation("GET", "/auth/sessions", "SessionList", credential="account")
END_SESSION: Operation[None] = Operation(
    "DELETE", "/auth/sessions/{session_id}", None, keyed=True, credential="account"
)
END_OTHER_SESSIONS: Operation[types.EndedSessions] = Operation(
    "DELETE", "/auth/sessions", "EndedSessions", keyed=True, credential="account"
)
DELETE_ACCOUNT: Operation[types.DeletedAccount] = Operation(
    "DELETE", "/auth/me", "DeletedAccount", repeatable=False, credential="account"
)
LIST_AUDIT_EVENTS: Operation[types.AuditList] = Operation("GET", "/audit", "AuditList", credential="account")
CREATE_WEBHOOK: Operation[types.WebhookWithSecret] = Operation(
    "POST", "/webhooks", "WebhookWithSecret", keyed=True, credential="account"
)
LIST_WEBHOOKS: Operation[types.WebhookList] = Operation("GET", "/webhooks", "WebhookList", credential="account")
GET_WEBHOOK: Operation[types.Webhook] = Operation("GET", "/webhooks/{webhook_id}", "Webhook", credential="account")
UPDATE_WEBHOOK: Operation[types.Webhook] = Operation(
    "PATCH", "/webhooks/{webhook_id}", "Webhook", keyed=True, credential="account"
)
DELETE_WEBHOOK: Operation[types.DeletedWebhook] = Operation(
    "DELETE", "/webhooks/{webhook_id}", "DeletedWebhook", keyed=True, credential="account"
)
ROTATE_WEBHOOK_SECRET: Operation[types.WebhookWithSecret] = Operation(
    "POST", "/webhooks/{webhook_id}/rotate-secret", "WebhookWithSecret", keyed=True, credential="account"
)
LIST_DELIVERIES: Operation[types.WebhookDeliveryList] = Operation(
    "GET", "/webhooks/{webhook_id}/deliveries", "WebhookDeliveryList", credential="account"
)
REPLAY_DELIVERY: Operation[types.WebhookDelivery] = Operation(
    "POST",
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    "WebhookDelivery",
    keyed=True,
    credential="account",
)
