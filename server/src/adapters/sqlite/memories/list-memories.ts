import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ListPage, ListQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { type MemoryRow, memoryColumns, toMemory } from './memory-row.ts';

export function listMemories(db: DatabaseSync, query: ListQuery): ListPage {
  const { scope } = query;
  const owner = findOwner(db, scope.ownerId);
  if (owner === undefined) return { memories: [], more: false };
  const { conditions, values } = toConditions(owner, query);
  const sql = `SELECT ${memoryColumns} FROM memory WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
  const page: ListPage = { memories: [], more: false };
  const size = limitListPage(query.limit);
  for (const row of prepare(db, sql).iterate(...values, query.limit + 1)) {
    if (size.isFull()) return { ...page, more: true };
    const memory = row as unknown as MemoryRow;
    size.add(memory.text.length + memory.metadata.length + (memory.messages?.length ?? 0));
    page.memories.push(toMemory(scope.ownerId, memory));
  }
  return page;
}

/** What the rows of `memory` that a query may see have in common, as SQL and the values it takes. */
export function toConditions(
  owner: number,
  { scope, status, beforeId }: Pick<ListQuery, 'scope' | 'status' | 'beforeId'>,
): { conditions: string; values: SQLInputValue[] } {
  const conditions = ['owner = ?', 'aside = 0'];
  const values: SQLInputValue[] = [owner];
  const where = (condition: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where('user_id = ?', scope.userId);
  where('agent_id = ?', scope.agentId);
  where('run_id = ?', scope.runId);
  where('status = ?', status);
  where('id < ?', beforeId);
  for (const alternatives of scope.labels ?? []) {
    conditions.push(
      'seq IN (SELECT seq FROM memory_label WHERE owner = ? AND label IN (SELECT value FROM json_each(?)))',
    );
    values.push(owner, JSON.stringify(alternatives));
  }
  return { conditions: conditions.join(' AND '), values };
}
