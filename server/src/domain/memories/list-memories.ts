import { createHash } from 'node:crypto';
import { invalidRequest, unknownCursor } from '../../ports/errors.ts';
import type { Memory, MemoryStatus } from '../../ports/memory-store.ts';
import { countWithin, lengthOf, waitForRoundIfLong } from './long-responses.ts';
import type { MemoryStore } from './memory-store.ts';
import { type ScopeInput, toScope } from './scope.ts';
import type { ListOrder, ListPosition } from './scope-filter.ts';

export interface ListInput extends ScopeInput {
  status?: MemoryStatus | undefined;
  /** @default 'createdAt' */
  order?: ListOrder | undefined;
  /** @default 'desc', newest first */
  direction?: 'asc' | 'desc' | undefined;
  limit: number;
  /** The length of texts after which the page ends, in UTF-16 units. @default that of the store */
  maxLength?: number;
  cursor?: string | undefined;
}

/**
 * Lists memories. The cursor contains the position of the last one, so that writes and deletions cause no gaps or
 * repetitions.
 */
export async function listMemories(
  store: MemoryStore,
  input: ListInput,
): Promise<{ memories: Memory[]; nextCursor: string | null }> {
  const { accountId, limit, maxLength = Infinity, cursor, status, order = 'createdAt', direction = 'desc' } = input;
  const scope = toScope(input);
  const tag = toTag([scope, status, order, direction]);
  const after = cursor === undefined ? undefined : readCursor(cursor, tag);
  const page = await store.list({ scope, limit, status, order, direction, after });
  const lengths = page.memories.map(lengthOf);
  const memories = page.memories.slice(0, countWithin(maxLength, lengths));
  const more = page.more || memories.length < page.memories.length;
  const last = memories.at(-1);
  await waitForRoundIfLong(accountId, lengths);
  return { memories, nextCursor: more && last ? writeCursor({ at: last[order], id: last.id }, tag) : null };
}

/** Binds a cursor to its filters and order. With others, it would skip memories without notice. */
function toTag(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

function writeCursor({ at, id }: ListPosition, tag: string): string {
  return Buffer.from(`${tag}${at}.${id}`).toString('base64url');
}

function readCursor(cursor: string, tag: string): ListPosition {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, ownTag, at, id] = /^(.{8})(-?\d{1,15})\.(mem_[0-9A-Z]{26})$/.exec(text) ?? [];
  if (id === undefined) throw unknownCursor();
  if (ownTag !== tag) {
    const message = 'comes from a list with other filters or another order: send the original ones, or leave it out';
    throw invalidRequest({ path: '/cursor', message });
  }
  return { at: Number(at), id };
}
