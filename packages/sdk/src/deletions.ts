import type { Connection } from './internal/connection.ts';
import { cursorPages } from './internal/cursor-pages.ts';
import { memoryScope } from './internal/scope.ts';
import type { CallOptions } from './options.ts';
import type { Pages } from './pages.ts';
import type { APIPromise } from './response.ts';
import type { Deletion, DeletionList, DeletionListParams } from './types.ts';

/** The receipts of deletions, as `mnema.deletions`. */
export class Deletions {
  readonly #connection: Connection;

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Lists receipts, newest first: `await` gives a page, `for await` all of them. They are stored for 400 days.
   * @throws {MnemaError} a `BadRequestError` for a wrong filter
   */
  list(params: DeletionListParams = {}, options?: CallOptions): Pages<DeletionList, Deletion> {
    return cursorPages('/deletions', params, (query) =>
      this.#connection.call('GET', '/deletions', { query, scope: memoryScope, listed: true }, options),
    );
  }

  /**
   * Reads a receipt: the scope, the counts of removed rows, and `verified_at` when a scan has found nothing left.
   * @throws {MnemaError} a `NotFoundError` when there is no such deletion
   */
  get(deletionId: string, options?: CallOptions): APIPromise<Deletion> {
    const path = { deletion_id: deletionId };
    return this.#connection.call('GET', '/deletions/{deletion_id}', { path }, options);
  }
}
