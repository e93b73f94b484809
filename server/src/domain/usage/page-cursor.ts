import { type DomainError, unknownCursor } from '../../ports/errors.ts';

/** The position of an item in a list that is ordered by time and id. */
export interface Position {
  at: number;
  id: string;
}

export function writePosition({ at, id }: Position): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/**
 * @param prefix that of the ids in the list
 * @param unknown creates the error for a cursor that no page had
 * @throws {DomainError} `invalid_request`
 */
export function readPosition(cursor: string, prefix: string, unknown: () => DomainError = unknownCursor): Position {
  const [, at, id] = /^(\d{1,15}) (\w{1,50})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || !id?.startsWith(`${prefix}_`)) throw unknown();
  return { at: Number(at), id };
}
