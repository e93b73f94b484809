import { ApiKeys } from './api-keys.ts';
import { Auth } from './auth.ts';
import { type CallKind, Connection, checkId } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import { readSettings } from './internal/settings.ts';
import { waitUntilReady } from './internal/wait-until-ready.ts';
import type { AddOptions, CallOptions, MinimalOptions, MnemaOptions, WaitOptions, WriteOptions } from './options.ts';
import type { Pages } from './pages.ts';
import { Requests } from './requests.ts';
import type {
  AddParams,
  DeletedMemory,
  ListParams,
  Memory,
  MemoryList,
  Profile,
  ProfileParams,
  SearchParams,
  SearchResponse,
  UpdateParams,
  Usage,
  WriteAccepted,
} from './types.ts';

const write: CallKind = { write: true };
const listed: CallKind = { listed: true };

/**
 * A client of Mnema, long-term memory for AI agents.
 *
 * Every call rejects with a {@link MnemaError}: an {@link APIError} of the class of its code when the service rejects
 * it, an {@link APIConnectionError} without a response. Temporary failures are retried first; a repeated write is done
 * once.
 */
export class Mnema {
  /** The request log and its statistics. */
  readonly requests: Requests;
  /** The API keys of the account. */
  readonly apiKeys: ApiKeys;
  /** The account itself: registering, signing in and out. */
  readonly auth: Auth;
  readonly #connection: Connection;

  /**
   * Creates a client and sends nothing. Without a credential it can only register and sign in.
   * @throws {MnemaError} `configuration`, with the name of the wrong option
   */
  constructor(options: MnemaOptions = {}) {
    this.#connection = new Connection(readSettings(options));
    this.requests = new Requests(this.#connection);
    this.apiKeys = new ApiKeys(this.#connection);
    this.auth = new Auth(this.#connection);
  }

  /**
   * Writes a memory. When this resolves, it is on disk and found by its words; it is found by its meaning when its
   * status is `ready`.
   * @throws {MnemaError} an `InvalidRequestError`, a `SensitiveContentError` for a text that contains a secret, a
   * `QuotaExceededError` when the month's writes are used up
   */
  add(params: AddParams, options?: AddOptions): Promise<WriteAccepted> {
    const kind: CallKind = { write: true, waitSeconds: options?.waitSeconds };
    return this.#connection.call(kind, options, (client, perCall) =>
      client.POST('/memories', { body: params as never, ...perCall }),
    );
  }

  /**
   * Finds memories by words and by meaning, best first.
   * @throws {MnemaError} an `InvalidRequestError`, a `QuotaExceededError` when the month's searches are used up
   */
  search(params: SearchParams, options?: CallOptions): Promise<SearchResponse> {
    return this.#connection.call(listed, options, (client, perCall) =>
      client.POST('/search', { body: params, ...perCall }),
    );
  }

  /**
   * Reads a memory, as soon as its write has a response.
   * @throws {MnemaError} a `NotFoundError` when it does not exist
   */
  get(memoryId: string, options?: CallOptions): Promise<Memory> {
    return this.#get(memoryId, options, {});
  }

  /**
   * Lists memories, newest first: `await` gives a page, `for await` all of them.
   * @throws {MnemaError} an `InvalidRequestError` for a wrong filter
   */
  list(params: ListParams = {}, options?: CallOptions): Pages<MemoryList, Memory> {
    return cursorPages('/memories', params, (query) =>
      this.#connection.call(listed, options, (client, perCall) =>
        client.GET('/memories', { params: { query }, ...perCall }),
      ),
    );
  }

  /**
   * Replaces the text of a memory, merges metadata (null removes a key), or both. With `return: 'minimal'` it returns
   * nothing.
   * @throws {MnemaError} a `NotFoundError` when it does not exist, and the errors of {@link Mnema.add}
   */
  update(memoryId: string, params: UpdateParams, options: MinimalOptions): Promise<void>;
  update(memoryId: string, params: UpdateParams, options?: WriteOptions): Promise<Memory>;
  async update(
    memoryId: string,
    params: UpdateParams,
    options?: WriteOptions & Partial<MinimalOptions>,
  ): Promise<unknown> {
    const path = { memory_id: checkId('memoryId', memoryId) };
    const silent = options?.return === 'minimal';
    const memory = await this.#connection.call<Memory | undefined>({ ...write, silent }, options, (client, perCall) =>
      client.PUT('/memories/{memory_id}', { params: { path }, body: params, ...perCall }),
    );
    return silent ? undefined : memory;
  }

  /**
   * Removes a memory and its index entries, permanently.
   * @throws {MnemaError} a `NotFoundError` when it does not exist
   */
  async delete(memoryId: string, options?: WriteOptions): Promise<DeletedMemory> {
    const path = { memory_id: checkId('memoryId', memoryId) };
    return this.#connection.call(write, options, (client, perCall) =>
      client.DELETE('/memories/{memory_id}', { params: { path }, ...perCall }),
    );
  }

  /**
   * Repeats the ingest of a memory whose status is `failed`.
   * @throws {MnemaError} a `ConflictError` in any other state, a `NotFoundError` when it does not exist
   */
  async retry(memoryId: string, options?: WriteOptions): Promise<WriteAccepted> {
    const path = { memory_id: checkId('memoryId', memoryId) };
    return this.#connection.call(write, options, (client, perCall) =>
      client.POST('/memories/{memory_id}/retry', { params: { path }, ...perCall }),
    );
  }

  /**
   * Waits until a memory is ready, that is, found by its meaning. `timeoutMs` limits the whole wait, 60,000 by default.
   * @throws {MnemaError} a `MemoryFailedError` when its ingest has failed, a `WaitTimeoutError` after `timeoutMs`
   */
  wait(memoryId: string, options?: WaitOptions): Promise<Memory> {
    return waitUntilReady(
      (perAttempt, deadlineMs) => this.#get(memoryId, perAttempt, { deadlineMs }),
      memoryId,
      options,
    );
  }

  /**
   * Reads a profile, which condenses memories, with a `summary` to paste into a prompt.
   * @throws {MnemaError}
   */
  profile(params: ProfileParams = {}, options?: CallOptions): Promise<Profile> {
    return this.#connection.call({}, options, (client, perCall) =>
      client.GET('/profile', { params: { query: params }, ...perCall }),
    );
  }

  /**
   * Reads how much of its plan the account has used this month.
   * @throws {MnemaError}
   */
  usage(options?: CallOptions): Promise<Usage> {
    return this.#connection.call({}, options, (client, perCall) => client.GET('/usage', perCall));
  }

  async #get(memoryId: string, options: CallOptions | undefined, kind: CallKind): Promise<Memory> {
    const path = { memory_id: checkId('memoryId', memoryId) };
    return this.#connection.call(kind, options, (client, perCall) =>
      client.GET('/memories/{memory_id}', { params: { path }, ...perCall }),
    );
  }
}
