import { createHash } from 'node:crypto';
import { invalidRequest } from '../../ports/errors.ts';
import type { Memory, MemoryStatus, MemoryStore, Scope } from '../../ports/memory-store.ts';
import { type Filters, toFilterAlternatives } from '../text/filter-keys.ts';

export interface ListInput {
  accountId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  /** Exact metadata matches. */
  filters: Record<string, string>;
  status?: MemoryStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The metadata that a list can be narrowed by, as callers name it. */
export function toListFilters(query: {
  project?: string | undefined;
  source?: string | undefined;
  memory_type?: string | undefined;
  tag?: string | undefined;
}): Record<string, string> {
  const { project, source, memory_type, tag: tags } = query;
  return Object.fromEntries(
    Object.entries({ project, source, memory_type, tags }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
}

/** Newest first. The cursor names the last memory seen, so writes and deletes meanwhile neither repeat nor skip any. */
export async function listMemories(
  store: MemoryStore,
  input: ListInput,
): Promise<{ memories: Memory[]; nextCursor: string | null }> {
  const { limit, cursor, status } = input;
  const question = questionOf(input);
  const page = await store.list({
    scope: toScope(input),
    limit,
    ...(status ? { status } : {}),
    ...(cursor === undefined ? {} : { beforeId: readCursor(cursor, question) }),
  });
  const last = page.memories.at(-1);
  return { memories: page.memories, nextCursor: page.more && last ? writeCursor(last.id, question) : null };
}

/** Who and what a list or search is limited to. */
export function toScope(input: {
  accountId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  filters: Filters;
}): Scope {
  const filterKeys = toFilterAlternatives(input.filters);
  return {
    accountId: input.accountId,
    ...(input.userId === undefined ? {} : { userId: input.userId }),
    ...(input.agentId === undefined ? {} : { agentId: input.agentId }),
    ...(input.runId === undefined ? {} : { runId: input.runId }),
    ...(filterKeys.length > 0 ? { filterKeys } : {}),
  };
}

/** Ties a cursor to the filters it was made for: with others it would quietly skip memories. */
function questionOf({ accountId, userId, agentId, runId, filters, status }: ListInput): string {
  const parts = [accountId, userId, agentId, runId, Object.entries(filters).sort(), status];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}

function writeCursor(id: string, question: string): string {
  return Buffer.from(`${question}${id}`).toString('base64url');
}

function readCursor(cursor: string, question: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^.{8}mem_[0-9A-Z]{26}$/.test(text)) {
    throw invalidRequest({
      path: '/cursor',
      message: 'is not one of ours: use next_cursor of the page before, unchanged',
    });
  }
  if (!text.startsWith(question)) {
    throw invalidRequest({
      path: '/cursor',
      message: 'belongs to a list with other filters: repeat the filters it came with, or leave it out',
    });
  }
  return text.slice(8);
}
