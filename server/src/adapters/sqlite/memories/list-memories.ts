import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ListPage, ListQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import { type MemoryRow, memoryColumns, toMemory } from './stored-memory.ts';

export function listMemories(db: DatabaseSync, query: ListQuery): ListPage {
  const { scope } = query;
  const accountNumber = findAccountNumber(db, scope.accountId);
  if (accountNumber === undefined) return { memories: [], more: false };
  const { conditions, values } = toConditions(accountNumber, query);
  const sql = `SELECT ${memoryColumns} FROM memory WHERE ${conditions} ORDER BY id DESC LIMIT ?`;
  const page: ListPage = { memories: [], more: false };
  const size = limitListPage(query.limit);
  for (const memory of prepare<MemoryRow>(db, sql).iterate(...values, query.limit + 1)) {
    if (size.isFull()) return { ...page, more: true };
    size.add(memory.text.length + memory.metadata.length + (memory.messages?.length ?? 0));
    page.memories.push(toMemory(scope.accountId, memory));
  }
  return page;
}

/** Builds the condition that selects the rows of `memory` which a query may see, with its values. */
export function toConditions(
  accountNumber: number,
  { scope, status, beforeId }: Pick<ListQuery, 'scope' | 'status' | 'beforeId'>,
): { conditions: string; values: SQLInputValue[] } {
  const conditions = ['owner = ?', 'aside = 0'];
  const values: SQLInputValue[] = [accountNumber];
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
  for (const alternatives of scope.filterKeys ?? []) {
    conditions.push(
      'seq IN (SELECT seq FROM memory_label WHERE owner = ? AND label IN (SELECT value FROM json_each(?)))',
    );
    values.push(accountNumber, JSON.stringify(alternatives));
  }
  return { conditions: conditions.join(' AND '), values };
}
