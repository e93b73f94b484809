import { unknownCursor } from '../../ports/errors.ts';

/** The position of an item in a list that is ordered by time and id. */
export interface Position {
  at: number;
  id: string;
}

export function writePosition({ at, id }: Position): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @param prefix that of the ids in the list @throws {DomainError} `invalid_request` for a cursor that no page had */
export function readPosition(cursor: string, prefix: string): Position {
  const [, at, id] = /^(\d{1,15}) (\w{1,50})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || !id?.startsWith(`${prefix}_`)) throw unknownCursor();
  return { at: Number(at), id };
}
