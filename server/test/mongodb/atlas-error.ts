import type { Document } from 'mongodb';

/** An answer of the server that says no, as the wire carries it. */
export class AtlasError extends Error {
  override readonly name = 'AtlasError';
  readonly reply: Document;

  constructor(code: number, codeName: string, message: string) {
    super(message);
    this.reply = { ok: 0, errmsg: message, code, codeName };
  }
}

/** What the search process says no to arrives as a failure of the whole aggregation. */
export function searchError(message: string): AtlasError {
  return new AtlasError(8, 'UnknownError', `PlanExecutor error during aggregation :: caused by :: ${message}`);
}
