import { APIConnectionError } from './errors.ts';
import type { Connection } from './internal/connection.ts';
import { pause } from './internal/pause.ts';
import type { CallOptions } from './options.ts';
import { Pages } from './pages.ts';
import type { APIPromise } from './response.ts';
import type {
  LoggedRequest,
  RequestList,
  RequestListParams,
  RequestStats,
  RequestStatsParams,
  RequestTailParams,
} from './types.ts';

/** The seconds for which the service holds a call that follows the log. */
const maxWaitSeconds = 10;
/** The minimum of time from one call without requests to the next. */
const minPauseMs = 1_000;

/** The request log of the account, as `mnema.requests`. */
export class Requests {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists requests, newest first: `await` gives a page with `total`, `for await` all of them. New requests shift the
   * pages meanwhile, but no request is returned twice.
   * @throws {MnemaError} a `BadRequestError` for a wrong filter
   */
  list(params: RequestListParams = {}, options?: CallOptions): Pages<RequestList, LoggedRequest> {
    const fetchPage = (query: RequestListParams): APIPromise<RequestList> =>
      this.#connection.call('GET', '/requests', { query, listed: true }, options);
    return new Pages<RequestList, LoggedRequest>(
      (last, { count }) => {
        if (!last) return fetchPage(params);
        const offset = (params?.offset ?? 0) + count;
        return last.results.length > 0 && offset < last.total ? fetchPage({ ...params, offset }) : undefined;
      },
      ({ id }) => id,
    );
  }

  /**
   * Follows the log. `for await` returns each request soon after it was logged, until the loop ends or `signal` aborts.
   * It begins now, or after the `newer_cursor` of a list. The service holds each call for up to 10 seconds, so
   * `timeoutMs` must be longer.
   * @throws {MnemaError} while it is read: a `BadRequestError` for a wrong filter or cursor
   */
  async *tail(params: RequestTailParams = {}, options?: CallOptions): AsyncGenerator<LoggedRequest, void, undefined> {
    const fetchPage = async (query: RequestListParams, waitSeconds?: number): Promise<RequestList> => {
      const page = await this.#connection.call('GET', '/requests', { query, listed: true, waitSeconds }, options);
      // Without a cursor, an older server would return the same requests for ever.
      if (page.newer_cursor) return page;
      const message = 'this server cannot follow the log (GET /requests)';
      throw new APIConnectionError(message, { code: 'connection_error', attempts: 1 });
    };
    let after = params?.after ?? (await fetchPage({ ...params, limit: 1 })).newer_cursor;
    for (;;) {
      const soonest = performance.now() + minPauseMs;
      const page = await fetchPage({ ...params, after }, maxWaitSeconds);
      yield* page.results;
      after = page.newer_cursor;
      // The service does not hold the call while it stops, and for many followers of one account.
      if (page.results.length === 0) await pause(soonest - performance.now(), options?.signal);
    }
  }

  /**
   * Reads counts and latencies over whole UTC days, both ends included; by default the 365 days that end today.
   * @throws {MnemaError} a `BadRequestError` for a wrong day
   */
  stats(params: RequestStatsParams = {}, options?: CallOptions): APIPromise<RequestStats> {
    return this.#connection.call('GET', '/requests/stats', { query: params }, options);
  }
}
