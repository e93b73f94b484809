import { type DomainError, unknownCursor } from '../../ports/errors.ts';

/** The position of an item in a list that is ordered by time and id. */
export interface Position {
  at: number;
  id: string;
}

export function writeCursor(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Returns the groups of a cursor. @throws {DomainError} `invalid_request` for a cursor that no page had */
export function readCursor(cursor: string, form: RegExp, unknown: () => DomainError = unknownCursor): string[] {
  const [, ...groups] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (groups.length === 0) throw unknown();
  return groups;
}

/** Reads a page of records in the order of `time` and id. @param prefix that of the ids @throws {DomainError} */
export async function readPage<One extends { id: string }>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  prefix: string,
  time: keyof One & string,
  read: (limit: number, after: Partial<One> | undefined) => Promise<One[]>,
): Promise<{ found: One[]; nextCursor: string | null }> {
  const [at, id = ''] = cursor === undefined ? [] : readCursor(cursor, /^(\d{1,15}) (\w{1,50})$/);
  if (id !== '' && !id.startsWith(`${prefix}_`)) throw unknownCursor();
  const after = at === undefined ? undefined : ({ [time]: Number(at), id } as Partial<One>);
  // One more shows whether there is a next page.
  const found = await read(limit + 1, after);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    found: found.slice(0, limit),
    nextCursor: last ? writeCursor(`${last[time]} ${last.id}`) : null,
  };
}
