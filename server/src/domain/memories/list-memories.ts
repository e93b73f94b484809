import { createHash } from 'node:crypto';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, MemoryStatus, MemoryStore, Scope } from '../../ports/memory-store.ts';
import { type Filters, toFilterAlternatives } from '../text/filter-keys.ts';
import { countWithin, waitForRoundIfLong } from './long-responses.ts';

export interface ListInput extends Omit<Scope, 'filterKeys'> {
  /** Exact metadata matches. */
  filters: Record<string, string>;
  status?: MemoryStatus | undefined;
  limit: number;
  /** The length of texts after which the page ends, in UTF-16 units. @default that of the store */
  maxLength?: number;
  cursor?: string | undefined;
}

/** The metadata filters of a list, from the query parameters. */
export function toListFilters({
  project,
  source,
  memory_type,
  tag: tags,
}: Partial<Record<'project' | 'source' | 'memory_type' | 'tag', string | undefined>>): Record<string, string> {
  const given = Object.entries({ project, source, memory_type, tags });
  return Object.fromEntries(given.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

/** Lists memories, newest first. The cursor names the last one seen, so that writes and deletes skip and repeat none. */
export async function listMemories(
  store: MemoryStore,
  input: ListInput,
): Promise<{ memories: Memory[]; nextCursor: string | null }> {
  const { accountId, limit, maxLength = Infinity, cursor, status } = input;
  const tag = filterTagOf(input);
  const beforeId = cursor === undefined ? undefined : readCursor(cursor, tag);
  const page = await store.list({ scope: toScope(input), limit, status, beforeId });
  const lengths = page.memories.map(lengthOf);
  const memories = page.memories.slice(0, countWithin(maxLength, lengths));
  const more = page.more || memories.length < page.memories.length;
  const last = memories.at(-1);
  await waitForRoundIfLong(accountId, lengths);
  return { memories, nextCursor: more && last ? writeCursor(last.id, tag) : null };
}

/** Estimates the length of a memory in a response. Its messages repeat its text. */
function lengthOf({ text, messages }: Memory): number {
  return messages === null ? text.length : 2 * text.length;
}

/** The maximum of values of all filters together, each of which the stores look up by itself. */
const maxFilterValues = 2_000;

/**
 * Returns the scope of a list or search.
 * @throws {DomainError} `invalid_request` when the filters have too many values
 */
export function toScope({ filters, ...ids }: Omit<Scope, 'filterKeys'> & { filters: Filters }): Scope {
  const { accountId, userId, agentId, runId } = ids;
  const values = Object.values(filters).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  );
  if (values > maxFilterValues) {
    const message = `have ${values} values in all; send at most ${maxFilterValues}`;
    throw invalidRequest({ path: '/filters', message });
  }
  const filterKeys = toFilterAlternatives(filters);
  return { accountId, userId, agentId, runId, filterKeys: filterKeys.length > 0 ? filterKeys : undefined };
}

/** Ties a cursor to its filters: with others it would skip memories without notice. */
function filterTagOf({ accountId, userId, agentId, runId, filters, status }: ListInput): string {
  const parts = [accountId, userId, agentId, runId, Object.entries(filters).sort(), status];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

function writeCursor(id: string, tag: string): string {
  return Buffer.from(`${tag}${id}`).toString('base64url');
}

function readCursor(cursor: string, tag: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^.{8}mem_[0-9A-Z]{26}$/.test(text)) {
    const message = 'is not one of ours: use next_cursor of the page before, unchanged';
    throw invalidRequest({ path: '/cursor', message });
  }
  if (!text.startsWith(tag)) {
    const message = 'belongs to a list with other filters: repeat the filters it came with, or leave it out';
    throw invalidRequest({ path: '/cursor', message });
  }
  return text.slice(8);
}
