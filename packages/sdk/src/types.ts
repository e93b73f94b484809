import type { components, operations } from './generated/contract.ts';

// These are interfaces, not aliases, because editors then show `Memory` and not the path to it.
type Schemas = components['schemas'];
type SchemaOf<Name extends keyof Schemas> = Schemas[Name];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** A memory with its state. */
export interface Memory extends SchemaOf<'Memory'> {}
/** The state of a memory: `pending`, `ready` or `failed`. */
export type MemoryStatus = Schemas['MemoryStatus'];
/** Free-form data of a memory. Keys and values are kept as they are; whole numbers up to ±(2^53 − 1). */
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
/** The response to a write: the memory is on disk. */
export interface WriteAccepted extends SchemaOf<'WriteAccepted'> {}
/** The receipt of a deletion. */
export interface DeletedMemory extends SchemaOf<'DeletedMemory'> {}
/** A page of memories, newest first; `next_cursor` leads to the next one. */
export interface MemoryList extends SchemaOf<'MemoryList'> {}
/** A query, and the filters of the memories to search. */
export interface SearchParams extends SchemaOf<'SearchRequest'> {}
/** A value of a search filter: the exact value, or a list of values of which any matches. */
export type FilterValue = Schemas['FilterValue'];
/** The results of a search. */
export interface SearchResponse extends SchemaOf<'SearchResponse'> {}
/** A memory that a search found, with its score. */
export interface SearchResult extends SchemaOf<'SearchResult'> {}
/** The parts of a score. */
export interface Explanation extends SchemaOf<'Explanation'> {}
/** The reason why the memory of `expect` is among the results or not. */
export interface ExpectedMemory extends SchemaOf<'ExpectedMemory'> {}
/** A profile that condenses memories. */
export interface Profile extends SchemaOf<'Profile'> {}
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
/** A new API key. Only this response contains its secret, in `key`. */
export interface CreatedApiKey extends SchemaOf<'CreatedApiKey'> {}
/** A revoked key, which the service rejects from now on. */
export interface RevokedApiKey extends SchemaOf<'RevokedApiKey'> {}
/** The name and the limits of a new key. */
export interface CreateApiKeyParams extends SchemaOf<'CreateApiKeyRequest'> {}
/** The current password and the new one, and whether the API keys end, too. */
export interface ChangePasswordParams extends SchemaOf<'ChangePasswordRequest'> {}

/** The fields of every memory, a text or a conversation. */
export interface AddCommonParams extends Omit<SchemaOf<'CreateMemoryRequest'>, 'text' | 'messages'> {}
/** A memory as a text. */
export interface AddTextParams extends AddCommonParams {
  /** The memory, at most 100,000 characters (Unicode code points), kept exactly as it is. */
  text: string;
  /** Excluded beside `text`. */
  messages?: undefined;
}
/** A memory as a conversation. */
export interface AddMessagesParams extends AddCommonParams {
  /** The messages, joined to one text of at most 100,000 characters (Unicode code points). */
  messages: Message[];
  /** Excluded beside `messages`. */
  text?: undefined;
}
/** A memory to write: either `text` or `messages`. */
export type AddParams = AddTextParams | AddMessagesParams;
/** The changes: `text` replaces the text; `metadata` is merged, and null removes a key. At least one is required. */
export interface UpdateParams extends SchemaOf<'UpdateMemoryRequest'> {}
/** The filters of a list; a memory must match all of them. */
export interface ListParams extends Query<'listMemories'> {}
/** The filters of a profile and the maximum length of its summary. */
export interface ProfileParams extends Query<'getProfile'> {}
/** The page of a list of API keys. */
export interface ApiKeyListParams extends Query<'listApiKeys'> {}
/** The filters of a list of requests. */
export interface RequestListParams extends Query<'listRequests'> {}
/** The days to count. */
export interface RequestStatsParams extends Query<'getRequestStats'> {}

/** Registration by e-mail address. */
export interface RegisterEmailParams {
  /** E-mail address; upper and lower case are the same. */
  email: string;
  /** 8 to 256 characters (Unicode code points). */
  password: string;
  /** Excluded beside `email`. */
  phone?: undefined;
}
/** Registration by phone number. */
export interface RegisterPhoneParams {
  /** Phone number in E.164 form: a plus sign and 7 to 15 digits. */
  phone: string;
  /** 8 to 256 characters (Unicode code points). */
  password: string;
  /** Excluded beside `phone`. */
  email?: undefined;
}
/** A new account with an e-mail address or a phone number. */
export type RegisterParams = RegisterEmailParams | RegisterPhoneParams;
/** The account to sign in to, and its password. */
export type LoginParams = RegisterParams;
