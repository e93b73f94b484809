import createClient, { type Client } from 'openapi-fetch';
import { MnemaError } from '../errors.ts';
import type { paths } from '../generated/contract.ts';
import type { CallOptions, WriteOptions } from '../options.ts';
import { connectionError } from './attempt.ts';
import { checkIdempotencyKey, readHeaders } from './headers.ts';
import { randomUuid } from './random-uuid.ts';
import type { Repeatable } from './retry-rule.ts';
import { send } from './send.ts';
import { checkMaxRetries, checkTimeout, type Settings } from './settings.ts';
import { checkWaitSeconds } from './wait-seconds.ts';
import { writeJson } from './write-json.ts';

/** The properties of a call besides its path and body. */
export interface CallKind {
  /** The credential: that of the account if there is one (`account`), that of the agent (`agent`), or none. */
  as?: 'agent' | 'account' | 'nobody';
  /** True for a write of a memory, which an idempotency key makes safe to repeat. */
  write?: boolean;
  /** The failures after which the call may be repeated. */
  repeatable?: Repeatable;
  /** True for a call without a response body. A write of a memory has to prefer that. */
  silent?: boolean;
  /** True for a call whose response is a list, in `results`. */
  listed?: boolean;
  /** The seconds for which the service may wait. */
  waitSeconds?: number | undefined;
  deadlineMs?: number;
}

/** Replaces the standard Request, which would copy everything once more for each call. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, { method, headers, body }: { method: string; headers: Headers; body?: string }) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}

/** The settings of openapi-fetch besides path and body. */
type PerCall = {
  headers: Record<string, string>;
  fetch: (request: Request) => Promise<Response>;
};

/** The only user of openapi-fetch: it builds URL and body of a typed call and passes them to {@link send}. */
export class Connection {
  readonly #settings: Settings;
  readonly #client: Client<paths>;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#client = createClient<paths>({
      baseUrl: settings.baseUrl,
      bodySerializer: writeJson,
      Request: PlainRequest as unknown as typeof Request,
    });
  }

  /**
   * Makes a call and returns its value.
   * @throws {MnemaError}
   */
  async call<Value>(
    kind: CallKind,
    options: CallOptions | undefined,
    run: (client: Client<paths>, perCall: PerCall) => Promise<{ data?: Value }>,
  ): Promise<Value> {
    try {
      const { data } = await run(this.#client, this.#perCall(kind, options ?? {}));
      return data as Value;
    } catch (error) {
      if (error instanceof MnemaError) throw error;
      // Only building URL and body can fail in another way: a BigInt, a circle, half a surrogate pair.
      const reason = error instanceof Error ? error.message : String(error);
      throw new MnemaError(`the call can not be sent: ${reason}`, { code: 'invalid_argument', cause: error });
    }
  }

  #perCall(kind: CallKind, options: WriteOptions): PerCall {
    const settings = this.#settings;
    const { signal } = options;
    const timeoutMs =
      options.timeoutMs === undefined ? settings.timeoutMs : checkTimeout(options.timeoutMs, 'invalid_argument');
    const maxRetries =
      options.maxRetries === undefined ? settings.maxRetries : checkMaxRetries(options.maxRetries, 'invalid_argument');
    const deadlineMs = kind.deadlineMs ?? Number.POSITIVE_INFINITY;
    return {
      headers: {
        ...this.#credential(kind.as ?? 'agent'),
        ...(kind.write
          ? { 'idempotency-key': checkIdempotencyKey(options.idempotencyKey ?? randomUuid()) }
          : undefined),
        ...(kind.write && kind.silent ? { prefer: 'return=minimal' } : undefined),
        ...(kind.waitSeconds === undefined ? undefined : { prefer: `wait=${checkWaitSeconds(kind.waitSeconds)}` }),
        ...settings.headers,
        ...readHeaders(options.headers, 'invalid_argument'),
      },
      fetch: async (request) => {
        const { url, method, headers, body } = request as unknown as PlainRequest;
        const where = `${method} ${url.slice(settings.baseUrl.length).split('?', 1)[0]}`;
        const { repeatable = 'always', silent = false } = kind;
        const { status, value, attempts } = await send(settings, {
          url,
          method,
          headers,
          body,
          signal,
          timeoutMs,
          maxRetries,
          repeatable,
          silent,
          deadlineMs,
          where,
        });
        if (kind.listed && !Array.isArray((value as { results?: unknown }).results)) {
          throw connectionError(`the answer (${status}) has no list of results`, attempts, where);
        }
        // openapi-fetch reads the length before the body: every response but 204 has one.
        return { status, ok: true, headers: { get: () => '1' }, json: async () => value } as unknown as Response;
      },
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

/** @throws {MnemaError} when the id would change the path */
export function checkId(name: string, id: string): string {
  if (typeof id === 'string' && id !== '' && id !== '.' && id !== '..') return id;
  const shown = typeof id === 'string' ? JSON.stringify(id) : `(${typeof id})`;
  throw new MnemaError(`${name} ${shown} can not be an id`, { code: 'invalid_argument' });
}
