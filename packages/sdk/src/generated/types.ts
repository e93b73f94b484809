// generated from openapi/, do not edit: npm run generate

import type { schemas } from './contract.ts';

type SchemaOf<Name extends keyof schemas> = schemas[Name];

/** `pending` while the memory waits for ingest; keyword search already finds it. `ready` when semantic search finds it as well. `failed` when ingest gave up: `failure` gives the reason, and a retry ingests the memory again. */
export type MemoryStatus = SchemaOf<'MemoryStatus'>;
/** Who a message comes from. */
export type MessageRole = SchemaOf<'MessageRole'>;
/** One message of a conversation. */
export interface Message extends SchemaOf<'Message'> {}
/** Free-form structured data, at most 16 KB as JSON (UTF-8 bytes). Keys are stored exactly as given and are literal in filters. Recommended keys are `project`, `area`, `scope`, `source`, `memory_type` and `tags` (an array of strings). Keyword search also covers the tags, project, area and scope. Lists can be narrowed by `project`, `source`, `memory_type` and tag, searches by every key. The server itself adds `infer_fallback_reason` when extraction was requested and the text was stored unchanged. An integer beyond ±(2^53 − 1) is rejected with its path: some clients would read back another number. */
export interface Metadata extends SchemaOf<'Metadata'> {}
/** Why ingest failed. */
export interface Failure extends SchemaOf<'Failure'> {}
/** Something that the text names, such as a person, a town, a file or a version. */
export interface Entity extends SchemaOf<'Entity'> {}
/** The position of a credential or a sensitive identity number that was replaced with `[redacted]` and its kind. */
export interface Redaction extends SchemaOf<'Redaction'> {}
/** A memory with its state. `pending` moves to `ready`, or to `failed` after the last attempt; while attempts remain it stays `pending` with `attempts` and `next_attempt_at`. */
export interface Memory extends SchemaOf<'Memory'> {}
/** A possible mistake in a request that succeeded. */
export interface ResponseWarning extends SchemaOf<'ResponseWarning'> {}
/** A page of memories. */
export interface MemoryList extends SchemaOf<'MemoryList'> {}
/** One fault of the request. */
export interface ProblemError extends SchemaOf<'ProblemError'> {}
/** An error (RFC 9457). `code` is for programs, `detail` for people; quote `request_id` when asking about it. New codes may be added; treat an unknown one by its status. */
export interface Problem extends SchemaOf<'Problem'> {}
/** A part of a message, as chat APIs send them. Its `text` is kept; parts without one, such as images, are left out. Other fields are ignored. */
export interface MessagePart extends SchemaOf<'MessagePart'> {}
/** One message of a conversation, as chat APIs and agent frameworks have it. A message without text is left out, such as one with only tool calls or an image. `warnings` of the response then has the number of such messages. */
export interface GivenMessage extends SchemaOf<'GivenMessage'> {}
/** The write is on disk. The memory can be read by its id from now on, is found by keyword immediately, and by semantic search when its status is `ready`. */
export interface WriteAccepted extends SchemaOf<'WriteAccepted'> {}
/** `running` while rows are being removed, `done` when all are. Newer servers may have other states. */
export type DeletionStatus = SchemaOf<'DeletionStatus'>;
/** The result of a deletion by scope, or of a request that only counts. */
export interface DeletedMemories extends SchemaOf<'DeletedMemories'> {}
/** Receipt of a deletion. */
export interface DeletedMemory extends SchemaOf<'DeletedMemory'> {}
/** Why a memory has its rank; only with `explain`. */
export interface Explanation extends SchemaOf<'Explanation'> {}
/** A memory that was found. */
export interface SearchResult extends SchemaOf<'SearchResult'> {}
/** The memories similar to a memory, nearest first. */
export interface SimilarMemories extends SchemaOf<'SimilarMemories'> {}
/** The author of a change. */
export interface Actor extends SchemaOf<'Actor'> {}
/** The content of a memory from one change to the next. */
export interface MemoryVersion extends SchemaOf<'MemoryVersion'> {}
/** A page of the versions of a memory, newest first. */
export interface MemoryVersionList extends SchemaOf<'MemoryVersionList'> {}
/** The parameters of the request; absent if not given. `user_id`, `agent_id` and `run_id` are shown until `verified_at`, and afterwards as `hmac-sha256:` with a code of their value that only this server can compute. */
export interface DeletionParameters extends SchemaOf<'DeletionParameters'> {}
/** The counts of removed items so far. */
export interface RemovedCounts extends SchemaOf<'RemovedCounts'> {}
/** The receipt of a deletion. It has no text and is stored for 400 days. */
export interface Deletion extends SchemaOf<'Deletion'> {}
/** A page of receipts. */
export interface DeletionList extends SchemaOf<'DeletionList'> {}
/** A memory in an export. It has the fields of `Memory` without the state of retries, the account that owns it, and with `versions=true` its earlier versions. An import extracts the entities of each text again. */
export interface ExportedMemory extends SchemaOf<'ExportedMemory'> {}
/** A line that an import did not write. */
export interface RejectedLine extends SchemaOf<'RejectedLine'> {}
/** The result of an import. The header and the end of an export are not counted. */
export interface ImportResult extends SchemaOf<'ImportResult'> {}
/** A value to compare with exactly; the number `1` is not the string `"1"`. */
export type FilterScalar = SchemaOf<'FilterScalar'>;
/** One value, or an array of 1 to 1,000 values of which any may match. An array in the memory matches when it contains the value. Objects, null and an empty array are rejected. */
export type FilterValue = SchemaOf<'FilterValue'>;
/** A value to compare with; the number `1` is not the string `"1"`. */
export type ConditionScalar = SchemaOf<'ConditionScalar'>;
/** The operand of `op`. It is an array of 1 to 1,000 values for `in` and `not_in`, and `true` or `false` for `exists`. It is a number or a string for `gt`, `gte`, `lt` and `lte`, and one value for the others. */
export type ConditionValue = SchemaOf<'ConditionValue'>;
/** A condition on one metadata key. A memory without the key meets only `ne`, `not_in` and `exists` with `false`. */
export interface Condition extends SchemaOf<'Condition'> {}
/** Conditions on metadata, at most 50 in all. Every group that is given must hold. */
export interface Where extends SchemaOf<'Where'> {}
/** The rank of the memory named in `expect`, and why it is not among the results. */
export interface ExpectedMemory extends SchemaOf<'ExpectedMemory'> {}
/** The results of a search, best first. */
export interface SearchResponse extends SchemaOf<'SearchResponse'> {}
/** A value, and how many memories have it. */
export interface FacetValue extends SchemaOf<'FacetValue'> {}
/** The values that the memories of a scope have, each list with the most frequent first, at most 100. */
export interface Facets extends SchemaOf<'Facets'> {}
/** `computing` while the points are placed, `ready` when they are. Newer servers may have other states. */
export type MapStatus = SchemaOf<'MapStatus'>;
/** A memory as a point of a map. */
export interface MapPoint extends SchemaOf<'MapPoint'> {}
/** Memories as points in a plane. */
export interface MemoryMap extends SchemaOf<'MemoryMap'> {}
/** A statement, in the words of the newest memory with it. */
export interface ProfileEntry extends SchemaOf<'ProfileEntry'> {}
/** A project, a string in `metadata.project`, and how many memories belong to it. */
export interface ProfileProject extends SchemaOf<'ProfileProject'> {}
/** Something that the memories name, such as a person, a town, a file or a version. */
export interface ProfileEntity extends SchemaOf<'ProfileEntity'> {}
/** A summary of the memories, with the people and projects in them. The same memories always give the same profile. */
export interface Profile extends SchemaOf<'Profile'> {}
/** The plan an account is on. New plans may be added: treat an unknown value as a plan with limits of its own. */
export type Plan = SchemaOf<'Plan'>;
/** The usage of this month, counted against the quota of the plan. */
export interface UsageCount extends SchemaOf<'UsageCount'> {}
/** How many there are among live memories, against the limit of the plan. */
export interface UsagePlaces extends SchemaOf<'UsagePlaces'> {}
/** Usage of the current month, a calendar month in UTC. */
export interface Usage extends SchemaOf<'Usage'> {}
/** One authenticated request, without its text, key, query string or body. Requests that the rate limit rejected share a row for each minute and operation, with the properties of the first one. */
export interface LoggedRequest extends SchemaOf<'LoggedRequest'> {}
/** A page of the request log, newest first; with `after`, in the order of the log. */
export interface RequestList extends SchemaOf<'RequestList'> {}
/** How many requests there were. */
export interface RequestTotals extends SchemaOf<'RequestTotals'> {}
/** The requests of one operation. */
export interface OperationStats extends SchemaOf<'OperationStats'> {}
/** The requests of one UTC day. */
export interface RequestDay extends SchemaOf<'RequestDay'> {}
/** Statistics of whole UTC days. `by_operation`, `by_status` and `days` each add up to `totals.requests`. */
export interface RequestStats extends SchemaOf<'RequestStats'> {}
/** An account owns memories and API keys. It is named by an email address or by a phone number, never both. */
export interface Account extends SchemaOf<'Account'> {}
/** An access token, sent as `Authorization Bearer` from now on. */
export interface AccessToken extends SchemaOf<'AccessToken'> {}
/** The counts of the account's data before the deletion. */
export interface DeletionCounts extends SchemaOf<'DeletionCounts'> {}
/** The deletion of an account that has begun. */
export interface DeletedAccount extends SchemaOf<'DeletedAccount'> {}
/** A session, that is an access token or a cookie that has not ended. */
export interface Session extends SchemaOf<'Session'> {}
/** A list of the sessions of the account, at most 50. */
export interface SessionList extends SchemaOf<'SessionList'> {}
/** The number of sessions that were ended. */
export interface EndedSessions extends SchemaOf<'EndedSessions'> {}
/** Who did it. */
export interface AuditActor extends SchemaOf<'AuditActor'> {}
/** Something that happened to the account or its credentials. It holds no secrets and no texts. */
export interface AuditEvent extends SchemaOf<'AuditEvent'> {}
/** A page of audit events. */
export interface AuditList extends SchemaOf<'AuditList'> {}
/** What an API key may do. `read` covers getting, listing and searching memories; `write` covers creating, updating, deleting and retrying them. */
export type Scope = SchemaOf<'Scope'>;
/** What an API key is restricted to; all that is given holds. `user_id` stands for the memories whose `user_id` or `end_user_id` it is. */
export interface KeyRestriction extends SchemaOf<'KeyRestriction'> {}
/** An API key as it is listed. The secret is shown once, when the key is created, and never again. */
export interface ApiKey extends SchemaOf<'ApiKey'> {}
/** A page of API keys, newest first, revoked and expired ones included. */
export interface ApiKeyList extends SchemaOf<'ApiKeyList'> {}
/** A new API key with its secret. Keep `key` now; a lost key cannot be recovered, only revoked and replaced. */
export interface CreatedApiKey extends SchemaOf<'CreatedApiKey'> {}
/** Receipt of a revocation. */
export interface RevokedApiKey extends SchemaOf<'RevokedApiKey'> {}
/** The key that a new one replaces. */
export interface ReplacedApiKey extends SchemaOf<'ReplacedApiKey'> {}
/** A new API key with its secret, and the key that it replaces. Keep `key` now; a lost key cannot be recovered. */
export interface RotatedApiKey extends SchemaOf<'RotatedApiKey'> {}
/** Type of an event. `memory.ready` and `memory.failed` end the ingest of a memory. `memory.updated` follows a change or a restore. `memory.deleted` and `memory.expired` end the memory itself. `quota.near` (80 %) and `quota.exceeded` (used up) occur once a calendar month for writes and once for searches. Newer servers may have other types. */
export type WebhookEventType = SchemaOf<'WebhookEventType'>;
/** A URL of yours to which the server posts the events of the account. */
export interface Webhook extends SchemaOf<'Webhook'> {}
/** The webhooks of the account. */
export interface WebhookList extends SchemaOf<'WebhookList'> {}
/** A webhook with its secret. Keep `secret` now; a lost secret cannot be shown again, only rotated. */
export interface WebhookWithSecret extends SchemaOf<'WebhookWithSecret'> {}
/** Receipt of the deletion of a webhook. */
export interface DeletedWebhook extends SchemaOf<'DeletedWebhook'> {}
/** An attempt to deliver an event. */
export interface WebhookAttempt extends SchemaOf<'WebhookAttempt'> {}
/** An event that is being delivered to a webhook, or was. It contains no text of a memory. */
export interface WebhookDelivery extends SchemaOf<'WebhookDelivery'> {}
/** A page of deliveries. */
export interface WebhookDeliveryList extends SchemaOf<'WebhookDeliveryList'> {}
/** The subject of the event. Events about memories have `memory_id`, events about quotas have `metric`; newer servers may add fields. */
export interface WebhookEventData extends SchemaOf<'WebhookEventData'> {}
/** The body of a delivery. Verify its signature over the received bytes before you read it. */
export interface WebhookEvent extends SchemaOf<'WebhookEvent'> {}
