import type { Connection } from './internal/connection.ts';
import type { CallOptions } from './options.ts';
import { Pages } from './pages.ts';
import type { LoggedRequest, RequestList, RequestListParams, RequestStats, RequestStatsParams } from './types.ts';

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
    const fetchPage = (query: RequestListParams): Promise<RequestList> =>
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
   * Reads counts and latencies over whole UTC days, both ends included; by default the 365 days that end today.
   * @throws {MnemaError} a `BadRequestError` for a wrong day
   */
  stats(params: RequestStatsParams = {}, options?: CallOptions): Promise<RequestStats> {
    return this.#connection.call('GET', '/requests/stats', { query: params }, options);
  }
}
