import type { Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import type { CallOptions } from './options.ts';
import type { Pages } from './pages.ts';
import type { AuditEvent, AuditList, AuditListParams } from './types.ts';

/** The audit log of the account, as `mnema.audit`. Needs an access token. */
export class Audit {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists the events of the account and its credentials, newest first: `await` gives a page, `for await` all events.
   * @throws {MnemaError} a `BadRequestError` for a wrong limit or cursor
   */
  list(params: AuditListParams = {}, options?: CallOptions): Pages<AuditList, AuditEvent> {
    return cursorPages('/audit', params, (query) =>
      this.#connection.call('GET', '/audit', { query, as: 'account', listed: true }, options),
    );
  }
}
