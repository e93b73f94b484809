"""The operations of the contract, one line each."""

# generated from openapi/, do not edit: npm run generate

from __future__ import annotations

from typing import TYPE_CHECKING

from mnema_sdk._operation import Operation

if TYPE_CHECKING:
    from mnema_sdk import types

LIST_MEMORIES: Operation[types.MemoryList] = Operation("GET", "/memories", "MemoryList")
CREATE_MEMORY: Operation[types.WriteAccepted] = Operation("POST", "/memories", "WriteAccepted", keyed=True)
DELETE_MEMORIES: Operation[types.DeletedMemories] = Operation("DELETE", "/memories", "DeletedMemories", keyed=True)
CREATE_MEMORIES: Operation[types.CreateMemoriesResult] = Operation(
    "POST", "/memories/batch", "CreateMemoriesResult", keyed=True
)
GET_MEMORY: Operation[types.Memory] = Operation("GET", "/memories/{memory_id}", "Memory")
UPDATE_MEMORY: Operation[types.Memory] = Operation(
    "PUT", "/memories/{memory_id}", "Memory", keyed=True, conditional=True
)
DELETE_MEMORY: Operation[types.DeletedMemory] = Operation(
    "DELETE", "/memories/{memory_id}", "DeletedMemory", keyed=True, conditional=True
)
RETRY_MEMORY: Operation[types.WriteAccepted] = Operation(
    "POST", "/memories/{memory_id}/retry", "WriteAccepted", keyed=True
)
LIST_SIMILAR_MEMORIES: Operation[types.SimilarMemories] = Operation(
    "GET", "/memories/{memory_id}/similar", "SimilarMemories"
)
LIST_MEMORY_VERSIONS: Operation[types.MemoryVersionList] = Operation(
    "GET", "/memories/{memory_id}/versions", "MemoryVersionList"
)
RESTORE_MEMORY: Operation[types.Memory] = Operation(
    "POST", "/memories/{memory_id}/restore", "Memory", keyed=True, conditional=True
)
LIST_DELETIONS: Operation[types.DeletionList] = Operation("GET", "/deletions", "DeletionList")
GET_DELETION: Operation[types.Deletion] = Operation("GET", "/deletions/{deletion_id}", "Deletion")
EXPORT_MEMORIES: Operation[None] = Operation("GET", "/export", None)
IMPORT_MEMORIES: Operation[types.ImportResult] = Operation("POST", "/import", "ImportResult", keyed=True)
SEARCH_MEMORIES: Operation[types.SearchResponse] = Operation("POST", "/search", "SearchResponse")
GET_FACETS: Operation[types.Facets] = Operation("GET", "/facets", "Facets")
GET_MAP: Operation[types.MemoryMap] = Operation("GET", "/map", "MemoryMap")
GET_PROFILE: Operation[types.Profile] = Operation("GET", "/profile", "Profile")
GET_USAGE: Operation[types.Usage] = Operation("GET", "/usage", "Usage")
LIST_REQUESTS: Operation[types.RequestList] = Operation("GET", "/requests", "RequestList")
GET_REQUEST_STATS: Operation[types.RequestStats] = Operation("GET", "/requests/stats", "RequestStats")
REGISTER_ACCOUNT: Operation[types.Account] = Operation(
    "POST", "/auth/register", "Account", repeatable=False, credential="none"
)
LOGIN: Operation[types.AccessToken] = Operation("POST", "/auth/login", "AccessToken", credential="none")
LOGOUT: Operation[None] = Operation("POST", "/auth/logout", None, credential="account")
GET_ACCOUNT: Operation[types.Account] = Operation("GET", "/auth/me", "Account", credential="account")
DELETE_ACCOUNT: Operation[types.DeletedAccount] = Operation(
    "DELETE", "/auth/me", "DeletedAccount", repeatable=False, credential="account"
)
CHANGE_PASSWORD: Operation[None] = Operation("PUT", "/auth/password", None, repeatable=False, credential="account")
LIST_SESSIONS: Operation[types.SessionList] = Operation("GET", "/auth/sessions", "SessionList", credential="account")
END_OTHER_SESSIONS: Operation[types.EndedSessions] = Operation(
    "DELETE", "/auth/sessions", "EndedSessions", keyed=True, credential="account"
)
END_SESSION: Operation[None] = Operation(
    "DELETE", "/auth/sessions/{session_id}", None, keyed=True, credential="account"
)
LIST_AUDIT_EVENTS: Operation[types.AuditList] = Operation("GET", "/audit", "AuditList", credential="account")
LIST_API_KEYS: Operation[types.ApiKeyList] = Operation("GET", "/api-keys", "ApiKeyList", credential="account")
CREATE_API_KEY: Operation[types.CreatedApiKey] = Operation(
    "POST", "/api-keys", "CreatedApiKey", keyed=True, credential="account"
)
REVOKE_API_KEY: Operation[types.RevokedApiKey] = Operation(
    "DELETE", "/api-keys/{key_id}", "RevokedApiKey", keyed=True, credential="account"
)
ROTATE_API_KEY: Operation[types.RotatedApiKey] = Operation(
    "POST", "/api-keys/{key_id}/rotate", "RotatedApiKey", keyed=True, credential="account"
)
LIST_WEBHOOKS: Operation[types.WebhookList] = Operation("GET", "/webhooks", "WebhookList", credential="account")
CREATE_WEBHOOK: Operation[types.WebhookWithSecret] = Operation(
    "POST", "/webhooks", "WebhookWithSecret", keyed=True, credential="account"
)
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
LIST_WEBHOOK_DELIVERIES: Operation[types.WebhookDeliveryList] = Operation(
    "GET", "/webhooks/{webhook_id}/deliveries", "WebhookDeliveryList", credential="account"
)
REPLAY_WEBHOOK_DELIVERY: Operation[types.WebhookDelivery] = Operation(
    "POST",
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    "WebhookDelivery",
    keyed=True,
    credential="account",
)
