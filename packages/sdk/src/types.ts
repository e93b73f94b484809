import type { queries, schemas } from './generated/contract.ts';
import type { FilterValue, GivenMessage, Profile, SearchResponse } from './generated/types.ts';

// The names of the contract. This file has those that differ from it, and the params of methods.
export type * from './generated/types.ts';

// These are interfaces, not aliases, because editors then show `Memory` and not the path to it.
type SchemaOf<Name extends keyof schemas> = schemas[Name];
type AtLeastOne<Fields> = Fields & { [Name in keyof Fields]-?: Required<Pick<Fields, Name>> }[keyof Fields];
type Query<Operation extends keyof queries> = queries[Operation];

/** The result of one memory of `addMany`: `memory` when it was written, `error` when it was rejected. */
export interface AddManyItem extends Omit<SchemaOf<'CreateMemoriesItem'>, 'index'> {
  /** The position of the memory in the whole list, from 0. */
  index: number;
}
/** The result of `addMany`. */
export interface AddManyResult extends Omit<SchemaOf<'CreateMemoriesResult'>, 'results'> {
  /** One result for each memory, in order. */
  results: AddManyItem[];
  /** The idempotency key with which the same call continues after its last finished request. */
  idempotencyKey: string;
}
/**
 * Metadata keys and their values, all of which must match exactly; a list matches any of its values. The ids of a scope
 * are no filters: pass them beside `filters`. For a metadata key with the name of one, use `where`.
 */
export type Filters = { [key: string]: FilterValue } & {
  /** Pass it beside `filters`. */
  user_id?: never;
  /** Pass it beside `filters`. */
  agent_id?: never;
  /** Pass it beside `filters`. */
  run_id?: never;
};
/** The filters of the memories to search, without the query. */
export interface SearchCommonParams extends Omit<SchemaOf<'SearchRequest'>, 'query' | 'filters'> {
  /** Conditions on metadata: the memory must match all keys. */
  filters?: Filters;
}
/** A query, and the filters of the memories to search. */
export interface SearchParams extends SearchCommonParams, Pick<SchemaOf<'SearchRequest'>, 'query'> {}
/** The number of similar memories. */
export interface SimilarParams extends Query<'listSimilarMemories'> {}
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
/** The name and the limits of a new key. */
export interface CreateApiKeyParams extends SchemaOf<'CreateApiKeyRequest'> {}
/** The time for which the replaced key still works. */
export interface RotateApiKeyParams extends SchemaOf<'RotateApiKeyRequest'> {}
/** The password, which confirms the deletion of the account. */
export interface DeleteAccountParams extends SchemaOf<'DeleteAccountRequest'> {}
/** The current password and the new one, and whether the API keys end, too. */
export interface ChangePasswordParams extends SchemaOf<'ChangePasswordRequest'> {}
/** The address of a new webhook, and its events. */
export interface CreateWebhookParams extends SchemaOf<'CreateWebhookRequest'> {}
/** The changes of a webhook; at least one is required. */
export type UpdateWebhookParams = AtLeastOne<SchemaOf<'UpdateWebhookRequest'>>;
/** The time for which the replaced secret still signs. */
export interface RotateWebhookSecretParams extends SchemaOf<'RotateWebhookSecretRequest'> {}

/** The fields of every memory, a text or a conversation. */
export interface AddCommonParams extends Omit<SchemaOf<'CreateMemoryRequest'>, 'text' | 'messages'> {}
/** A memory as a text. */
export interface AddTextParams extends AddCommonParams {
  /** The memory, at most 100,000 characters (Unicode code points), stored unchanged. */
  text: string;
  /** Cannot be combined with `text`. */
  messages?: undefined;
}
/** A message as chat APIs and frameworks have it. Only its role, its name and its text are kept. */
export interface MessageInput extends Omit<GivenMessage, 'content'> {
  /** A text, or a list of parts whose texts are joined by line breaks. */
  content?: string | readonly object[] | null;
}
/** A memory as a conversation. */
export interface AddMessagesParams extends AddCommonParams {
  /**
   * The messages as chat APIs and frameworks have them, joined to one text of at most 100,000 characters (Unicode code
   * points). Those without text are left out; `warnings` of the result then has their number.
   */
  messages: readonly MessageInput[];
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
