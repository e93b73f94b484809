import { MnemaError } from '../errors.ts';
import type { CallOptions, ChangeOptions } from '../options.ts';
import type { APIPromise, APIResponse } from '../response.ts';
import { connectionError } from './attempt.ts';
import {
  type ContractClient,
  createContractClient,
  type PathOf,
  type RequestOf,
  type ValueOf,
  type Verb,
} from './contract-call.ts';
import { checkIdempotencyKey, readHeaders, versionTag } from './headers.ts';
import { invalidArgument } from './invalid-argument.ts';
import { randomUuid } from './random-uuid.ts';
import type { Repeatable } from './retry-rule.ts';
import { fillScope, narrowScope, type ScopeName } from './scope.ts';
import { type Outgoing, send } from './send.ts';
import { checkMaxRetries, checkTimeout, type Settings } from './settings.ts';
import { checkWaitSeconds } from './wait-seconds.ts';
import { warnOnce } from './warn-once.ts';
import { writeJson } from './write-json.ts';
import { writePath, writeQuery } from './write-url.ts';

/** The properties of a call besides its path, query and body. */
export interface CallKind {
  /** The credential: that of the account if there is one (`account`), that of the agent (`agent`), or none. */
  as?: 'agent' | 'account' | 'nobody';
  /** True for a write that an idempotency key makes safe to repeat. */
  write?: boolean;
  /** The failures after which the call may be repeated. */
  repeatable?: Repeatable;
  /** True for a call without a response body. */
  silent?: boolean;
  /** True for a write that has to prefer a response without a body. */
  minimal?: boolean;
  /** True for a call whose response is a list, in `results`. */
  listed?: boolean;
  /** True for a call whose response is read piece by piece. */
  streamed?: boolean;
  /** Lines of JSON, in place of a body. */
  lines?: string;
  /** The seconds for which the service may wait. */
  waitSeconds?: number | undefined;
  deadlineMs?: number;
}

/** A request before it is written: the names in its path, its query, its body and its kind. */
interface Request extends CallKind {
  path?: Record<string, unknown>;
  query?: object;
  body?: unknown;
  scope?: readonly ScopeName[];
}

/** Writes the requests of typed calls and passes them to {@link send}. */
export class Connection {
  readonly #settings: Settings;
  readonly #client: ContractClient;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#client = createContractClient(settings.baseUrl);
  }

  /**
   * Returns a connection of the same settings for one user, agent or run.
   * @throws {MnemaError} `invalid_argument`
   */
  narrow(name: ScopeName, id: string): Connection {
    return new Connection({ ...this.#settings, scope: narrowScope(this.#settings.scope, name, id) });
  }

  /**
   * Returns the fields at `path` with those of the scope.
   * @throws {MnemaError} `invalid_argument` for a field with another value
   */
  fill<Fields>(fields: Fields, names: readonly ScopeName[], path: string): Fields {
    return fillScope(this.#settings.scope, names, fields, path);
  }

  /** @throws {MnemaError} `invalid_argument` on a connection for one user, agent or run */
  rejectScope(): void {
    const [name] = Object.keys(this.#settings.scope);
    if (name !== undefined) {
      throw invalidArgument(
        `/${name}`,
        'is set on this client, but each line of an import has its own: use another client',
      );
    }
  }

  /**
   * Makes a call and returns its value.
   * @throws {MnemaError}
   */
  call<Method extends Verb, Path extends PathOf<Method>>(
    method: Method,
    path: Path,
    request: RequestOf<Method, Path> & CallKind,
    options?: CallOptions,
  ): APIPromise<ValueOf<Method, Path>> {
    const sent = this.#send<ValueOf<Method, Path>>(method, path, request, options);
    const value = sent.then(({ data }) => data);
    // It continues the promise of the value, which would have an unhandled rejection otherwise.
    return Object.assign(value, { withResponse: () => value.then(() => sent) });
  }

  async #send<Value>(
    method: Verb,
    path: string,
    request: Request,
    options: CallOptions | undefined,
  ): Promise<APIResponse<Value>> {
    const outgoing = this.#write(method, path, request, options ?? {});
    const { value, status, attempts, headers } = await send(this.#settings, outgoing);
    if (request.listed && !Array.isArray((value as { results?: unknown }).results)) {
      throw connectionError(`the response (${status}) has no list of results`, attempts, outgoing);
    }
    warnOnce(value, this.#settings.log, outgoing.where);
    return {
      data: (request.silent ? undefined : value) as Value,
      status,
      headers,
      requestId: headers.get('x-request-id'),
      attempts,
      replayed: headers.get('idempotency-replayed') === 'true',
    };
  }

  /** @throws {MnemaError} `configuration` without a credential, `invalid_argument` for what a request cannot carry */
  #write(method: Verb, path: string, request: Request, options: CallOptions): Outgoing {
    const { baseUrl, timeoutMs, maxRetries } = this.#settings;
    const { path: names, query, body, scope = [], repeatable = 'always', silent = false, deadlineMs } = request;
    const { lines, streamed = false } = request;
    try {
      return {
        client: this.#client,
        baseUrl,
        method,
        path,
        names,
        query: writeQuery(body === undefined ? this.fill(query, scope, '/query') : query),
        body: body === undefined ? lines : writeJson(this.fill(body, scope, '/body')),
        headers: this.#headers(request, options),
        where: `${method} ${writePath(path, names)}`,
        signal: options.signal,
        timeoutMs: checkTimeout(options.timeoutMs ?? timeoutMs, 'invalid_argument'),
        maxRetries: checkMaxRetries(options.maxRetries ?? maxRetries, 'invalid_argument'),
        repeatable,
        silent,
        streamed,
        deadlineMs: deadlineMs ?? Number.POSITIVE_INFINITY,
      };
    } catch (error) {
      if (error instanceof MnemaError) throw error;
      // Only a circle and half a surrogate pair are left here.
      const reason = error instanceof Error ? error.message : String(error);
      throw new MnemaError(`the call cannot be sent: ${reason}`, { code: 'invalid_argument', cause: error });
    }
  }

  #headers(
    { as = 'agent', write, minimal, waitSeconds, lines }: CallKind,
    options: ChangeOptions,
  ): Record<string, string> {
    return {
      ...(lines === undefined ? undefined : { 'content-type': 'application/x-ndjson' }),
      ...this.#credential(as),
      ...(write ? { 'idempotency-key': checkIdempotencyKey(options.idempotencyKey ?? randomUuid()) } : undefined),
      ...(write && options.ifVersion !== undefined ? { 'if-match': versionTag(options.ifVersion) } : undefined),
      ...(minimal ? { prefer: 'return=minimal' } : undefined),
      ...(waitSeconds === undefined ? undefined : { prefer: `wait=${checkWaitSeconds(waitSeconds)}` }),
      ...this.#settings.headers,
      ...readHeaders(options.headers, 'invalid_argument'),
    };
  }

  #credential(as: 'agent' | 'account' | 'nobody'): Record<string, string> {
    const { apiKey, accessToken } = this.#settings;
    if (as === 'nobody') return {};
    const prefersToken = as === 'account' || apiKey === undefined;
    if (accessToken !== undefined && prefersToken) return { authorization: `Bearer ${accessToken}` };
    if (apiKey !== undefined) return { 'x-api-key': apiKey };
    const fix = 'pass apiKey or set MNEMA_API_KEY, or pass accessToken';
    throw new MnemaError(`no credential: ${fix}. Without one, only auth.register and auth.login work`, {
      code: 'configuration',
    });
  }
}
