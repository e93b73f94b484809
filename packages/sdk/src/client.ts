import { ApiKeys } from './api-keys.ts';
import { Audit } from './audit.ts';
import { Auth } from './auth.ts';
import { Deletions } from './deletions.ts';
import { addInBatches } from './internal/add-in-batches.ts';
import { type CallKind, Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import { importInParts } from './internal/import-in-parts.ts';
import { readExport } from './internal/read-export.ts';
import { memoryScope, profileScope } from './internal/scope.ts';
import { readSettings } from './internal/settings.ts';
import { waitUntilReady } from './internal/wait-until-ready.ts';
import type {
  AddOptions,
  CallOptions,
  ChangeOptions,
  ForgetOptions,
  MinimalOptions,
  MnemaOptions,
  WaitOptions,
  WriteOptions,
} from './options.ts';
import type { Pages } from './pages.ts';
import { Requests } from './requests.ts';
import type { APIPromise } from './response.ts';
import type {
  AddCommonParams,
  AddManyResult,
  AddParams,
  AddTextParams,
  DeletedMemories,
  DeletedMemory,
  ExportedMemory,
  ExportParams,
  Facets,
  FacetsParams,
  ForgetParams,
  GetParams,
  ImportResult,
  ImportSource,
  ListParams,
  MapParams,
  Memory,
  MemoryList,
  MemoryMap,
  MemoryVersion,
  MemoryVersionList,
  MessageInput,
  Profile,
  ProfileParams,
  RecallParams,
  RecallResult,
  SearchCommonParams,
  SearchParams,
  SearchResponse,
  SimilarMemories,
  SimilarParams,
  UpdateParams,
  Usage,
  VersionListParams,
  WriteAccepted,
} from './types.ts';
import { Webhooks } from './webhooks.ts';

/** Reads the arguments of a call whose main field may be given first and alone, before the other fields. */
function splitArguments<Params extends object, Options extends object>(
  field: string,
  first: string | readonly MessageInput[] | Params,
  second: object | undefined,
  third: Options | undefined,
): [params: Params, options: Options | undefined] {
  const name = Array.isArray(first) ? 'messages' : typeof first === 'string' && field;
  return name ? [{ ...second, [name]: first } as Params, third] : [first as Params, second as Options | undefined];
}

/** Fails a call of plain JavaScript to a method that other services have. Its types do not have it. */
function fail(theirs: string, ours: string): never {
  throw new TypeError(`mnema.${theirs} is not a function: did you mean mnema.${ours}?`);
}

/** Returns the kind of a change that shows the memory unless its caller prefers nothing in return. */
function changeKind(options: Partial<MinimalOptions> | undefined): CallKind {
  const minimal = options?.return === 'minimal';
  return { write: true, silent: minimal, minimal };
}

/**
 * A client of Mnema, long-term memory for AI agents.
 *
 * Every failed call rejects with a {@link MnemaError}. An {@link APIError} has the class of its status; an
 * {@link APIConnectionError} means that there was no response. Temporary failures are retried first, and a retried write
 * is done once.
 */
export class Mnema {
  /** The request log and its statistics. */
  readonly requests: Requests;
  /** The API keys of the account. */
  readonly apiKeys: ApiKeys;
  /** The account itself: registering, signing in and out. */
  readonly auth: Auth;
  /** The audit log of the account. */
  readonly audit: Audit;
  /** The receipts of deletions. */
  readonly deletions: Deletions;
  /** The webhooks of the account. */
  readonly webhooks: Webhooks;
  readonly #connection: Connection;

  /**
   * Creates a client and sends nothing. Without a credential it can only register and sign in.
   * @throws {MnemaError} `configuration`, with the name of the wrong option
   */
  constructor(options?: MnemaOptions);
  /** @internal */
  constructor(options: MnemaOptions | Connection);
  constructor(options: MnemaOptions | Connection = {}) {
    this.#connection = options instanceof Connection ? options : new Connection(readSettings(options));
    this.requests = new Requests(this.#connection);
    this.apiKeys = new ApiKeys(this.#connection);
    this.auth = new Auth(this.#connection);
    this.audit = new Audit(this.#connection);
    this.deletions = new Deletions(this.#connection);
    this.webhooks = new Webhooks(this.#connection);
  }

  /**
   * Returns a client like this one that fills in the `user_id` wherever a method takes one, and rejects another value.
   * @throws {MnemaError} `invalid_argument` for an empty id, or another one than this client has already
   */
  forUser(userId: string): Mnema {
    return new Mnema(this.#connection.narrow('user_id', userId));
  }

  /**
   * Returns a client like this one that fills in the `agent_id` wherever a method takes one, and rejects another value.
   * @throws {MnemaError} `invalid_argument` for an empty id, or another one than this client has already
   */
  forAgent(agentId: string): Mnema {
    return new Mnema(this.#connection.narrow('agent_id', agentId));
  }

  /**
   * Returns a client like this one that fills in the `run_id` wherever a method takes one, and rejects another value.
   * A profile has no `run_id`.
   * @throws {MnemaError} `invalid_argument` for an empty id, or another one than this client has already
   */
  forRun(runId: string): Mnema {
    return new Mnema(this.#connection.narrow('run_id', runId));
  }

  /**
   * Writes a memory, a text or a conversation. When this resolves, the memory is on disk, and keyword search finds it.
   * Semantic search finds it when its status is `ready`.
   * @throws {MnemaError} a `BadRequestError`, a `SensitiveContentError` for a text that contains a secret, a
   * `QuotaExceededError` when the month's writes are used up
   */
  add(text: string, params?: AddCommonParams, options?: AddOptions): APIPromise<WriteAccepted>;
  add(messages: readonly MessageInput[], params?: AddCommonParams, options?: AddOptions): APIPromise<WriteAccepted>;
  add(params: AddParams, options?: AddOptions): APIPromise<WriteAccepted>;
  add(
    first: string | readonly MessageInput[] | AddParams,
    second?: AddCommonParams | AddOptions,
    third?: AddOptions,
  ): APIPromise<WriteAccepted> {
    const [params, options] = splitArguments<AddParams, AddOptions>('text', first, second, third);
    const { waitSeconds } = options ?? {};
    // The parts of a message may have any type, which that of the contract does not say.
    const body = params as AddTextParams;
    const request = { body, scope: memoryScope, write: true, waitSeconds };
    return this.#connection.call('POST', '/memories', request, options);
  }

  /**
   * Writes any number of memories, in sequential requests of up to 100 memories and 4 MB. Each memory is accepted or
   * rejected alone; `results` has one entry for each, in the order of the list.
   *
   * To continue after an error, repeat the call with the same list and idempotency key: finished requests are not done
   * twice. Rejections stay rejections with that key, so send corrected memories with a new one.
   * @throws {MnemaError} the error of a request; its `batch` has the results of the requests before it, and the key to
   * continue with. The code is `invalid_argument`, before the first request, for a memory that cannot be sent
   */
  addMany(memories: readonly AddParams[], options?: AddOptions): Promise<AddManyResult> {
    return addInBatches(this.#connection, memories, options);
  }

  /**
   * Finds memories with keyword and semantic search, best first.
   * @throws {MnemaError} a `BadRequestError`, a `QuotaExceededError` when the month's searches are used up
   */
  search(query: string, params?: SearchCommonParams, options?: CallOptions): APIPromise<SearchResponse>;
  search(params: SearchParams, options?: CallOptions): APIPromise<SearchResponse>;
  search(
    first: string | SearchParams,
    second?: SearchCommonParams | CallOptions,
    third?: CallOptions,
  ): APIPromise<SearchResponse> {
    const [params, options] = splitArguments<SearchParams, CallOptions>('query', first, second, third);
    return this.#connection.call('POST', '/search', { body: params, scope: memoryScope, listed: true }, options);
  }

  /**
   * Lists the memories most similar to a memory, most similar first. It counts as a search. For a memory without a
   * vector, such as a pending one, the list is empty and `warnings` gives the reason.
   * @throws {MnemaError} a `NotFoundError` when it does not exist, a `QuotaExceededError` when the month's searches are
   * used up
   */
  similar(memoryId: string, params: SimilarParams = {}, options?: CallOptions): APIPromise<SimilarMemories> {
    const request = { path: { memory_id: memoryId }, query: params, listed: true };
    return this.#connection.call('GET', '/memories/{memory_id}/similar', request, options);
  }

  /**
   * Reads a memory. You can read a new memory immediately after its write. With `as_of`, it is the memory as it was at that time.
   * @throws {MnemaError} a `NotFoundError` when it does not exist, did not exist then, or that version is not stored
   */
  get(memoryId: string, params: GetParams = {}, options?: CallOptions): APIPromise<Memory> {
    return this.#get(memoryId, params, options, {});
  }

  /**
   * Lists memories, newest first unless `order` and `direction` differ: `await` gives a page, `for await` all of them.
   * @throws {MnemaError} a `BadRequestError` for a wrong filter
   */
  list(params: ListParams = {}, options?: CallOptions): Pages<MemoryList, Memory> {
    return cursorPages('/memories', params, (query) =>
      this.#connection.call('GET', '/memories', { query, scope: memoryScope, listed: true }, options),
    );
  }

  /**
   * Counts the users, agents, runs, projects, sources, memory types and tags of the memories in a scope. Use these
   * values to narrow a list or a search. Each list has at most 100 values, the most frequent first.
   * @throws {MnemaError} a `BadRequestError` for a wrong filter
   */
  facets(params: FacetsParams = {}, options?: CallOptions): APIPromise<Facets> {
    return this.#connection.call('GET', '/facets', { query: params, scope: memoryScope }, options);
  }

  /**
   * Arranges memories in a plane, with similar ones close to each other. Above 2,000 memories, it is a sample. While
   * the map is computed, its `status` is `computing` and it has no points: call again after a second. `warnings` names
   * a `user_id` that no memory has.
   * @throws {MnemaError} a `BadRequestError` for a wrong filter
   */
  map(params: MapParams = {}, options?: CallOptions): APIPromise<MemoryMap> {
    return this.#connection.call('GET', '/map', { query: params, scope: memoryScope }, options);
  }

  /**
   * Replaces the text of a memory, merges metadata (null removes a key), or both. With `return: 'minimal'` it returns
   * nothing.
   * @throws {MnemaError} a `NotFoundError` when it does not exist, a `PreconditionFailedError` when it has another
   * version than `ifVersion`, and the errors of {@link Mnema.add}
   */
  update(memoryId: string, params: UpdateParams, options: MinimalOptions): APIPromise<void>;
  update(memoryId: string, params: UpdateParams, options?: ChangeOptions): APIPromise<Memory>;
  update(memoryId: string, params: UpdateParams, options?: Partial<MinimalOptions>): APIPromise<unknown> {
    const request = { path: { memory_id: memoryId }, body: params, ...changeKind(options) };
    return this.#connection.call('PUT', '/memories/{memory_id}', request, options);
  }

  /**
   * Lists the versions of a memory, newest first, beginning with the present one: `await` gives a page, `for await` all
   * of them. The newest 50 are stored.
   * @throws {MnemaError} a `NotFoundError` when the memory does not exist
   */
  versions(
    memoryId: string,
    params: VersionListParams = {},
    options?: CallOptions,
  ): Pages<MemoryVersionList, MemoryVersion> {
    const template = '/memories/{memory_id}/versions';
    const path = { memory_id: memoryId };
    return cursorPages(template, params, (query) =>
      this.#connection.call('GET', template, { path, query, listed: true }, options),
    );
  }

  /**
   * Writes the content of a version again, as a new version. With `return: 'minimal'` it returns nothing.
   * @throws {MnemaError} a `NotFoundError` when there is no such memory or version, and the errors of
   * {@link Mnema.update}
   */
  restore(memoryId: string, version: number, options: MinimalOptions): APIPromise<void>;
  restore(memoryId: string, version: number, options?: ChangeOptions): APIPromise<Memory>;
  restore(memoryId: string, version: number, options?: Partial<MinimalOptions>): APIPromise<unknown> {
    const request = { path: { memory_id: memoryId }, body: { version }, ...changeKind(options) };
    return this.#connection.call('POST', '/memories/{memory_id}/restore', request, options);
  }

  /**
   * Removes a memory and its index entries, permanently.
   * @throws {MnemaError} a `NotFoundError` when it does not exist, a `PreconditionFailedError` when it has another
   * version than `ifVersion`
   */
  delete(memoryId: string, options?: ChangeOptions): APIPromise<DeletedMemory> {
    const path = { memory_id: memoryId };
    return this.#connection.call('DELETE', '/memories/{memory_id}', { path, write: true }, options);
  }

  /**
   * Permanently deletes all memories of a scope, such as all of a user. Without `confirm` it only counts them. To
   * delete them, pass the `matched` of that response as `confirm`. `deletions.get` returns the receipt.
   * @throws {MnemaError} a `BadRequestError` without any scope, a `ConflictError` when another number than `confirm`
   * matches, with that number in `matched`
   */
  forget(scope: ForgetParams = {}, options: ForgetOptions = {}): APIPromise<DeletedMemories> {
    const { confirm, ...rest } = options;
    const request = { query: { ...scope, confirm }, scope: memoryScope, write: true };
    return this.#connection.call('DELETE', '/memories', request, rest);
  }

  /**
   * Retries the ingest of a memory whose status is `failed`.
   * @throws {MnemaError} a `ConflictError` in any other state, a `NotFoundError` when it does not exist
   */
  retry(memoryId: string, options?: WriteOptions): APIPromise<WriteAccepted> {
    const path = { memory_id: memoryId };
    return this.#connection.call('POST', '/memories/{memory_id}/retry', { path, write: true }, options);
  }

  /**
   * Waits until a memory is ready, so that semantic search finds it. `timeoutMs` limits the whole wait, 60,000 by
   * default.
   * @throws {MnemaError} a `MemoryFailedError` when its ingest has failed, a `WaitTimeoutError` after `timeoutMs`
   */
  wait(memoryId: string, options?: WaitOptions): Promise<Memory> {
    return waitUntilReady(
      (perAttempt, deadlineMs) => this.#get(memoryId, {}, perAttempt, { deadlineMs }),
      memoryId,
      options,
    );
  }

  /**
   * Exports the memories of a scope, by default all of the account, oldest first. `for await` reads them one by one, as
   * they were when the export began. `timeoutMs` applies to each piece of the response. Nothing is sent before the
   * first memory is read.
   * @throws {MnemaError} while it is read: a `BadRequestError` for a wrong filter, an `IncompleteExportError` when the
   * response ends too early
   */
  async *export(params: ExportParams = {}, options?: CallOptions): AsyncGenerator<ExportedMemory, void, undefined> {
    const request = { query: params, scope: memoryScope, streamed: true };
    yield* readExport(await this.#connection.call('GET', '/export', request, options));
  }

  /**
   * Imports any number of memories, from an export, from mem0, or as objects with a `text`. They are sent in sequential
   * requests of up to 4 MB. Each line is accepted, skipped because its memory already exists, or rejected alone, with
   * its number. After a failure, repeat the import to continue; it skips existing memories. A client of one user, agent
   * or run cannot import, because lines have their own ids.
   * @throws {MnemaError} the error of a request; its `imported` has the results of the requests before it
   */
  async importMemories(source: ImportSource, options?: WriteOptions): Promise<ImportResult> {
    this.#connection.rejectScope();
    return importInParts(this.#connection, source, options);
  }

  /**
   * Reads a profile, which condenses memories, with a `summary` to paste into a prompt.
   * @throws {MnemaError}
   */
  profile(params: ProfileParams = {}, options?: CallOptions): APIPromise<Profile> {
    return this.#connection.call('GET', '/profile', { query: params, scope: profileScope }, options);
  }

  /**
   * Reads the profile, and searches for memories that fit the query, at the same time. `formatMemories` writes the
   * results for a prompt.
   * @throws {MnemaError} the first error of the two requests, which ends the other one
   */
  async recall(query: string, params: RecallParams = {}, options?: CallOptions): Promise<RecallResult> {
    const { run_id, filters, where, top_k, threshold, rerank, ...ofProfile } = params;
    const { max_characters, ...ofSearch } = params;
    const signal = options?.signal;
    const both = new AbortController();
    const end = (): void => both.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
    const shared = { ...options, signal: both.signal };
    try {
      const [profile, search] = await Promise.all([
        this.profile(ofProfile, shared),
        this.search(query, ofSearch, shared),
      ]);
      return { profile, search };
    } finally {
      signal?.removeEventListener('abort', end);
      end(); // the request that has not failed
    }
  }

  /**
   * Reads the usage of the account's plan in this month.
   * @throws {MnemaError}
   */
  usage(options?: CallOptions): APIPromise<Usage> {
    return this.#connection.call('GET', '/usage', {}, options);
  }

  /** @internal */
  getAll(): never {
    fail('getAll', 'list');
  }

  /** @internal */
  deleteAll(): never {
    fail('deleteAll', 'forget');
  }

  /** @internal */
  history(): never {
    fail('history', 'versions');
  }

  #get(memoryId: string, query: GetParams, options: CallOptions | undefined, kind: CallKind): APIPromise<Memory> {
    const path = { memory_id: memoryId };
    return this.#connection.call('GET', '/memories/{memory_id}', { path, query, ...kind }, options);
  }
}
