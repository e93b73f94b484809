import type { components, operations } from './generated/contract.ts';

// Interfaces, not aliases: an editor then shows `Memory` and not the path to it.
type Schemas = components['schemas'];
type SchemaOf<Name extends keyof Schemas> = Schemas[Name];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** A memory with its state. */
export interface Memory extends SchemaOf<'Memory'> {}
/** Where a memory is on its way: `pending`, `ready` or `failed`. */
export type MemoryStatus = Schemas['MemoryStatus'];
/** Free-form data of a memory. Keys and values go through as they are; whole numbers up to ±(2^53 − 1). */
export interface Metadata extends SchemaOf<'Metadata'> {}
/** One message of a conversation. */
export interface Message extends SchemaOf<'Message'> {}
/** Who wrote a message: `user`, `assistant`, `system` or `tool`. */
export type MessageRole = Schemas['MessageRole'];
/** Something that a memory names. */
export interface Entity extends SchemaOf<'Entity'> {}
/** Why the ingest of a memory gave up. */
export interface Failure extends SchemaOf<'Failure'> {}
/** Where the server replaced a secret. */
export interface Redaction extends SchemaOf<'Redaction'> {}
/** The answer to a write: the memory is on disk. */
export interface WriteAccepted extends SchemaOf<'WriteAccepted'> {}
/** The receipt of a deletion. */
export interface DeletedMemory extends SchemaOf<'DeletedMemory'> {}
/** A page of memories, newest first; `next_cursor` leads to the next one. */
export interface MemoryList extends SchemaOf<'MemoryList'> {}
/** What to search for, and among which memories. */
export interface SearchParams extends SchemaOf<'SearchRequest'> {}
/** A value of a search filter: the exact value, or several of which any will do. */
export type FilterValue = Schemas['FilterValue'];
/** What a search found. */
export interface SearchResponse extends SchemaOf<'SearchResponse'> {}
/** A memory that a search found, with its score. */
export interface SearchResult extends SchemaOf<'SearchResult'> {}
/** How a score came about. */
export interface Explanation extends SchemaOf<'Explanation'> {}
/** Why the memory named in `expect` is among the results or not. */
export interface ExpectedMemory extends SchemaOf<'ExpectedMemory'> {}
/** What the memories say, condensed. */
export interface Profile extends SchemaOf<'Profile'> {}
/** A statement of a profile and where it comes from. */
export interface ProfileEntry extends SchemaOf<'ProfileEntry'> {}
/** A project of a profile. */
export interface ProfileProject extends SchemaOf<'ProfileProject'> {}
/** Something that the memories of a profile name. */
export interface ProfileEntity extends SchemaOf<'ProfileEntity'> {}
/** What the account has used of its plan this month. */
export interface Usage extends SchemaOf<'Usage'> {}
/** One count of the usage against its limit. */
export interface UsageCount extends SchemaOf<'UsageCount'> {}
/** Places taken, against the limit of the plan. */
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
/** All API keys of the account, newest first. */
export interface ApiKeyList extends SchemaOf<'ApiKeyList'> {}
/** What a key may do: `read` or `write`. */
export type Scope = Schemas['Scope'];
/** A new API key: the only answer that holds its secret, in `key`. */
export interface CreatedApiKey extends SchemaOf<'CreatedApiKey'> {}
/** A key that is rejected from now on. */
export interface RevokedApiKey extends SchemaOf<'RevokedApiKey'> {}
/** How to name and bound a new key. */
export interface CreateApiKeyParams extends SchemaOf<'CreateApiKeyRequest'> {}
/** The password of now and the one to come. */
export interface ChangePasswordParams extends SchemaOf<'ChangePasswordRequest'> {}

/** What every memory may carry, whether it comes as a text or as messages. */
export interface AddCommonParams extends Omit<SchemaOf<'CreateMemoryRequest'>, 'text' | 'messages'> {}
/** A memory as a text. */
export interface AddTextParams extends AddCommonParams {
  /** The memory, at most 100,000 characters (Unicode code points), kept exactly as it is. */
  text: string;
  /** Never beside `text`. */
  messages?: undefined;
}
/** A memory as a conversation. */
export interface AddMessagesParams extends AddCommonParams {
  /** The messages, joined to one text of at most 100,000 characters (Unicode code points). */
  messages: Message[];
  /** Never beside `messages`. */
  text?: undefined;
}
/** A memory to write: either `text` or `messages`. */
export type AddParams = AddTextParams | AddMessagesParams;
/** What to change: `text` replaces the text; `metadata` is merged, and null removes a key. At least one of them. */
export interface UpdateParams extends SchemaOf<'UpdateMemoryRequest'> {}
/** Which memories to list; all conditions that are given must hold. */
export interface ListParams extends Query<'listMemories'> {}
/** Whose profile, and how long its summary may be. */
export interface ProfileParams extends Query<'getProfile'> {}
/** Which requests to list. */
export interface RequestListParams extends Query<'listRequests'> {}
/** Which days to count. */
export interface RequestStatsParams extends Query<'getRequestStats'> {}

/** Registration by e-mail address. */
export interface RegisterEmailParams {
  /** E-mail address; one that differs only in case counts as the same. */
  email: string;
  /** 8 to 256 characters (Unicode code points). */
  password: string;
  /** Never beside `email`. */
  phone?: undefined;
}
/** Registration by phone number. */
export interface RegisterPhoneParams {
  /** Phone number in E.164 form: a plus sign and 7 to 15 digits. */
  phone: string;
  /** 8 to 256 characters (Unicode code points). */
  password: string;
  /** Never beside `phone`. */
  email?: undefined;
}
/** A new account: named by an e-mail address or by a phone number. */
export type RegisterParams = RegisterEmailParams | RegisterPhoneParams;
/** The account to sign in to, and its password. */
export type LoginParams = RegisterParams;
