import type { Document } from 'mongodb';

/** An error response of the server, as the wire carries it. */
export class AtlasError extends Error {
  override readonly name = 'AtlasError';
  readonly reply: Document;

  constructor(code: number, codeName: string, message: string) {
    super(message);
    this.reply = { ok: 0, errmsg: message, code, codeName };
  }
}

/** An error of the search process arrives as a failure of the whole aggregation. */
export function searchError(message: string): AtlasError {
  return new AtlasError(8, 'UnknownError', `PlanExecutor error during aggregation :: caused by :: ${message}`);
}

/** Throws a search error with the message of the first rule that is broken. */
export function rejectIf(...rules: readonly [isBroken: boolean, message: string][]): void {
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw searchError(broken[1]);
}
