import type { components, operations } from './generated/contract.ts';

// These are interfaces, not aliases, because editors then show `Memory` and not the path to it.
type Schemas = components['schemas'];
type SchemaOf<Name extends keyof Schemas> = Schemas[Name];
type AtLeastOne<Fields> = Fields & { [Name in keyof Fields]-?: Required<Pick<Fields, Name>> }[keyof Fields];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** A memory with its state. */
export interface Memory extends SchemaOf<'Memory'> {}
/** The state of a memory: `pending`, `ready` or `failed`. */
export type MemoryStatus = Schemas['MemoryStatus'];
/** Free-form data of a memory. Keys and values are stored unchanged; whole numbers may be up to ±(2^53 − 1). */
export interface Metadata extends SchemaOf<'Metadata'> {}
/** One message of a conversation. */
export interface Message extends SchemaOf<'Message'> {}
/** The author of a message: `user`, `assistant`, `system` or `tool`. */
export type MessageRole = Schemas['MessageRole'];
/** A person, project or other thing that a memory names. */
export interface Entity extends SchemaOf<'Entity'> {}
/** The reason for which the ingest of a memory failed. */
export interface Failure extends SchemaOf<'Failure'> {}
/** The position at which the server replaced a secret. */
export interface Redaction extends SchemaOf<'Redaction'> {}
/** The content of a memory from one change to the next. */
export interface MemoryVersion extends SchemaOf<'MemoryVersion'> {}
/** A page of the versions of a memory, newest first; `next_cursor` leads to the next one. */
export interface MemoryVersionList extends SchemaOf<'MemoryVersionList'> {}
/** The author of a change. */
export interface Actor extends SchemaOf<'Actor'> {}
/** A note in a response about something in its request that may be a mistake. */
export interface ResponseWarning extends SchemaOf<'ResponseWarning'> {}
/** The response to a write: the memory is on disk. */
export interface WriteAccepted extends SchemaOf<'WriteAccepted'> {}
/** The result of one memory of `addMany`: `memory` when it was written, `error` when it was rejected. */
export interface AddManyItem extends Omit<SchemaOf<'CreateMemoriesItem'>, 'index'> {
  /** The position of the memory in the whole list, from 0. */
  index: number;
}
/** A rejection, with the paths of `errors` in the request of up to 100 memories that `request_id` names. */
export interface Problem extends SchemaOf<'Problem'> {}
/** The result of `addMany`. */
export interface AddManyResult extends Omit<SchemaOf<'CreateMemoriesResult'>, 'results'> {
  /** One result for each memory, in order. */
  results: AddManyItem[];
  /** The idempotency key with which the same call continues after its last finished request. */
  idempotencyKey: string;
}
/** The receipt of a deletion. */
export interface DeletedMemory extends SchemaOf<'DeletedMemory'> {}
/** The result of a `forget`: the number of memories that match the scope, and the number that was deleted. */
export interface DeletedMemories extends SchemaOf<'DeletedMemories'> {}
/** The receipt of a deletion by scope, of one memory, or of expired memories. */
export interface Deletion extends SchemaOf<'Deletion'> {}
/** A page of receipts, newest first; `next_cursor` leads to the next one. */
export interface DeletionList extends SchemaOf<'DeletionList'> {}
/** The scope of a deletion. Ids become codes when the deletion is verified. */
export interface DeletionParameters extends SchemaOf<'DeletionParameters'> {}
/** The state of a deletion: `running` or `done`. */
export type DeletionStatus = Schemas['DeletionStatus'];
/** The counts of removed rows. */
export interface RemovedCounts extends SchemaOf<'RemovedCounts'> {}
/** A page of memories in the order of the request; `next_cursor` leads to the next one. */
export interface MemoryList extends SchemaOf<'MemoryList'> {}
/** The filters of the memories to search, without the query. */
export interface SearchCommonParams extends Omit<SchemaOf<'SearchRequest'>, 'query'> {}
/** A query, and the filters of the memories to search. */
export interface SearchParams extends SchemaOf<'SearchRequest'> {}
/** A value of a search filter: the exact value, or a list of values of which any matches. */
export type FilterValue = Schemas['FilterValue'];
/** Conditions on metadata; every group that is given must hold. */
export interface Where extends SchemaOf<'Where'> {}
/** A condition on one metadata key. */
export interface Condition extends SchemaOf<'Condition'> {}
/** The results of a search. */
export interface SearchResponse extends SchemaOf<'SearchResponse'> {}
/** A memory that a search found, with its score. */
export interface SearchResult extends SchemaOf<'SearchResult'> {}
/** The memories that are nearest to a memory. */
export interface SimilarMemories extends SchemaOf<'SimilarMemories'> {}
/** The number of similar memories. */
export interface SimilarParams extends Query<'listSimilarMemories'> {}
/** The parts of a score. */
export interface Explanation extends SchemaOf<'Explanation'> {}
/** The reason why the memory of `expect` is among the results or not. */
export interface ExpectedMemory extends SchemaOf<'ExpectedMemory'> {}
/** The values that the memories of a scope have, the most frequent first. */
export interface Facets extends SchemaOf<'Facets'> {}
/** A value, and the number of memories that have it. */
export interface FacetValue extends SchemaOf<'FacetValue'> {}
/** Memories as points in a plane. */
export interface MemoryMap extends SchemaOf<'MemoryMap'> {}
/** A memory as a point of a map. */
export interface MapPoint extends SchemaOf<'MapPoint'> {}
/** A profile that condenses memories. */
export interface Profile extends SchemaOf<'Profile'> {}
/** The scope of a profile and of a search, the number of results, and the length of the profile's summary. */
export interface RecallParams
  extends Pick<
    SearchCommonParams,
    'user_id' | 'agent_id' | 'run_id' | 'project' | 'filters' | 'where' | 'top_k' | 'threshold' | 'rerank'
  > {
  /** The maximum length of `profile.summary`, 200 to 20,000 UTF-16 units; 2,000 by default. */
  max_characters?: number;
}
/** A profile, and the memories that fit a query. */
export interface RecallResult {
  /** The profile of the scope; `run_id`, `filters` and `where` do not narrow it. */
  profile: Profile;
  /** The results of the search, best first. */
  search: SearchResponse;
}
/** A statement of a profile and its sources. */
export interface ProfileEntry extends SchemaOf<'ProfileEntry'> {}
/** A project of a profile. */
export interface ProfileProject extends SchemaOf<'ProfileProject'> {}
/** A person, project or other thing that the memories of a profile name. */
export interface ProfileEntity extends SchemaOf<'ProfileEntity'> {}
/** The account's usage of its plan this month. */
export interface Usage extends SchemaOf<'Usage'> {}
/** One count of the usage and its limit. */
export interface UsageCount extends SchemaOf<'UsageCount'> {}
/** The number of projects or end users, and the limit of the plan. */
export interface UsagePlaces extends SchemaOf<'UsagePlaces'> {}
/** One request of the log. */
export interface LoggedRequest extends SchemaOf<'LoggedRequest'> {}
/** A page of the request log, newest first. */
export interface RequestList extends SchemaOf<'RequestList'> {}
/** Statistics of requests over whole UTC days. */
export interface RequestStats extends SchemaOf<'RequestStats'> {}
/** Counts over all the days. */
export interface RequestTotals extends SchemaOf<'RequestTotals'> {}
/** Counts and latencies of one operation. */
export interface OperationStats extends SchemaOf<'OperationStats'> {}
/** Counts of one day. */
export interface RequestDay extends SchemaOf<'RequestDay'> {}
/** An account. */
export interface Account extends SchemaOf<'Account'> {}
/** An access token and when it expires. */
export interface AccessToken extends SchemaOf<'AccessToken'> {}
/** An API key, without its secret. */
export interface ApiKey extends SchemaOf<'ApiKey'> {}
/** A page of API keys, newest first; `next_cursor` leads to the next one. */
export interface ApiKeyList extends SchemaOf<'ApiKeyList'> {}
/** The scope of a key: `read` or `write`. */
export type Scope = Schemas['Scope'];
/** The user, agent or project that a key is restricted to. */
export interface KeyRestriction extends SchemaOf<'KeyRestriction'> {}
/** A new API key. Only the first response contains its secret, in `key`. */
export interface CreatedApiKey extends SchemaOf<'CreatedApiKey'> {}
/** A revoked key, which the service rejects from now on. */
export interface RevokedApiKey extends SchemaOf<'RevokedApiKey'> {}
/** The name and the limits of a new key. */
export interface CreateApiKeyParams extends SchemaOf<'CreateApiKeyRequest'> {}
/** The time for which the replaced key still works. */
export interface RotateApiKeyParams extends SchemaOf<'RotateApiKeyRequest'> {}
/** A new API key and the key that it replaces. Only the first response contains its secret, in `key`. */
export interface RotatedApiKey extends SchemaOf<'RotatedApiKey'> {}
/** The key that a new one replaces. */
export interface ReplacedApiKey extends SchemaOf<'ReplacedApiKey'> {}
/** A session: an access token or a cookie that has not ended. */
export interface Session extends SchemaOf<'Session'> {}
/** The sessions of the account, newest first. */
export interface SessionList extends SchemaOf<'SessionList'> {}
/** The number of sessions that have ended. */
export interface EndedSessions extends SchemaOf<'EndedSessions'> {}
/** The password, which confirms the deletion of the account. */
export interface DeleteAccountParams extends SchemaOf<'DeleteAccountRequest'> {}
/** The deletion of an account, which has begun. */
export interface DeletedAccount extends SchemaOf<'DeletedAccount'> {}
/** The counts of the account's data. */
export interface DeletionCounts extends SchemaOf<'DeletionCounts'> {}
/** Something that happened to the account or its credentials. */
export interface AuditEvent extends SchemaOf<'AuditEvent'> {}
/** The credential or person that caused an audit event. */
export interface AuditActor extends SchemaOf<'AuditActor'> {}
/** A page of audit events, newest first; `next_cursor` leads to the next one. */
export interface AuditList extends SchemaOf<'AuditList'> {}
/** The current password and the new one, and whether the API keys end, too. */
export interface ChangePasswordParams extends SchemaOf<'ChangePasswordRequest'> {}
/** A URL of yours to which the service posts events. */
export interface Webhook extends SchemaOf<'Webhook'> {}
/** The webhooks of the account, newest first. */
export interface WebhookList extends SchemaOf<'WebhookList'> {}
/** A webhook with the secret that signs its events. Only the first response contains it, in `secret`. */
export interface WebhookWithSecret extends SchemaOf<'WebhookWithSecret'> {}
/** A webhook that was deleted. */
export interface DeletedWebhook extends SchemaOf<'DeletedWebhook'> {}
/** An event that is delivered to a webhook, or was. */
export interface WebhookDelivery extends SchemaOf<'WebhookDelivery'> {}
/** A page of deliveries, newest first; `next_cursor` leads to the next one. */
export interface WebhookDeliveryList extends SchemaOf<'WebhookDeliveryList'> {}
/** The body that a webhook receives, once its signature is verified. */
export interface WebhookEvent extends SchemaOf<'WebhookEvent'> {}
/** The memory or the quota of an event. */
export interface WebhookEventData extends SchemaOf<'WebhookEventData'> {}
/** The type of an event. Newer servers may have other types. */
export type WebhookEventType = Schemas['WebhookEventType'];
/** The address of a new webhook, and its events. */
export interface CreateWebhookParams extends SchemaOf<'CreateWebhookRequest'> {}
/** The changes of a webhook; at least one is required. */
export type UpdateWebhookParams = AtLeastOne<SchemaOf<'UpdateWebhookRequest'>>;
/** The time for which the replaced secret still signs. */
export interface RotateWebhookSecretParams extends SchemaOf<'RotateWebhookSecretRequest'> {}
/** A memory of an export. */
export interface ExportedMemory extends SchemaOf<'ExportedMemory'> {}
/** The number of lines of an import that were written and skipped, and those that were rejected. */
export interface ImportResult extends SchemaOf<'ImportResult'> {}
/** A line that an import did not write. */
export interface RejectedLine extends SchemaOf<'RejectedLine'> {}

/** The fields of every memory, a text or a conversation. */
export interface AddCommonParams extends Omit<SchemaOf<'CreateMemoryRequest'>, 'text' | 'messages'> {}
/** A memory as a text. */
export interface AddTextParams extends AddCommonParams {
  /** The memory, at most 100,000 characters (Unicode code points), stored unchanged. */
  text: string;
  /** Cannot be combined with `text`. */
  messages?: undefined;
}
/** A memory as a conversation. */
export interface AddMessagesParams extends AddCommonParams {
  /** The messages, joined to one text of at most 100,000 characters (Unicode code points). */
  messages: Message[];
  /** Cannot be combined with `messages`. */
  text?: undefined;
}
/** A memory to write: either `text` or `messages`. */
export type AddParams = AddTextParams | AddMessagesParams;
/** The changes: `text` replaces the text; `metadata` is merged, and null removes a key. At least one is required. */
export type UpdateParams = AtLeastOne<SchemaOf<'UpdateMemoryRequest'>>;
/** The time at which to read a memory. */
export interface GetParams extends Query<'getMemory'> {}
/** The page of a list of versions. */
export interface VersionListParams extends Query<'listMemoryVersions'> {}
/** The filters of a list, all of which a memory must match, and its order. */
export interface ListParams extends Query<'listMemories'> {}
/** The filters of the memories to count. */
export interface FacetsParams extends Query<'getFacets'> {}
/** The filters of the memories on a map. */
export interface MapParams extends Query<'getMap'> {}
/** The scope of the memories to delete; `all` is for every memory of the account. */
export interface ForgetParams extends Omit<Query<'deleteMemories'>, 'confirm'> {}
/** The scope of an export; `versions` adds the earlier versions of each memory. */
export interface ExportParams extends Query<'exportMemories'> {}
/** A piece of an import: a memory as an object, one or more whole lines of JSON, or bytes that may end anywhere. */
export type ImportPiece = object | string | Uint8Array;
/** The memories of an import: a text, a list or stream of objects or lines, or a stream of bytes, such as a file. */
export type ImportSource = string | Iterable<ImportPiece> | AsyncIterable<ImportPiece>;
/** The filters of the receipts, all of which must hold, and the page. */
export interface DeletionListParams extends Query<'listDeletions'> {}
/** The filters of a profile and the maximum length of its summary. */
export interface ProfileParams extends Query<'getProfile'> {}
/** The page of a list of API keys. */
export interface ApiKeyListParams extends Query<'listApiKeys'> {}
/** The page of the audit log. */
export interface AuditListParams extends Query<'listAuditEvents'> {}
/** The page of a list of deliveries. */
export interface WebhookDeliveryListParams extends Query<'listWebhookDeliveries'> {}
/** The filters of a list of requests. */
export interface RequestListParams extends Query<'listRequests'> {}
/** The requests to follow: a request must match every filter. `after` is where to begin. */
export interface RequestTailParams
  extends Pick<RequestListParams, 'after' | 'failed' | 'key_id' | 'operation' | 'source' | 'status_code'> {}
/** The days to count. */
export interface RequestStatsParams {
  /** The first day, in UTC: a date or a time that lies in it; by default 364 days before `to`. */
  from?: string | Date;
  /** The last day, in UTC, which is counted as well; by default today. */
  to?: string | Date;
}

/** Registration with an email address. */
export interface RegisterEmailParams {
  /** The email address; its case does not matter. */
  email: string;
  /** The password, 8 to 256 characters (Unicode code points). */
  password: string;
  /** Cannot be combined with `email`. */
  phone?: undefined;
}
/** Registration with a phone number. */
export interface RegisterPhoneParams {
  /** The phone number in E.164 form: a plus sign and 7 to 15 digits. */
  phone: string;
  /** The password, 8 to 256 characters (Unicode code points). */
  password: string;
  /** Cannot be combined with `phone`. */
  email?: undefined;
}
/** A new account with an email address or a phone number. */
export type RegisterParams = RegisterEmailParams | RegisterPhoneParams;
/** The account to sign in to, and its password. */
export type LoginParams = RegisterParams;
