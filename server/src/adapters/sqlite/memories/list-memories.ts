import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ListPage, ListQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';
import type { ReadAt } from './expiry.ts';
import { orderColumns, toListConditions } from './scope-conditions.ts';
import { type MemoryRow, memoryColumns, toMemory } from './stored-memory.ts';

export function listMemories(db: DatabaseSync, query: ListQuery & ReadAt): ListPage {
  const { scope } = query;
  const accountNumber = findAccountNumber(db, scope.accountId);
  if (accountNumber === undefined) return { memories: [], more: false };
  const { sql, values } = toListSql(accountNumber, query);
  const page: ListPage = { memories: [], more: false };
  const size = limitListPage(query.limit);
  for (const memory of prepare<MemoryRow>(db, sql).iterate(...values)) {
    if (size.isFull()) return { ...page, more: true };
    size.add(memory.text.length + memory.metadata.length + (memory.messages?.length ?? 0));
    page.memories.push(toMemory(scope.accountId, memory));
  }
  return page;
}

export function toListSql(accountNumber: number, query: ListQuery & ReadAt): { sql: string; values: SQLInputValue[] } {
  const { conditions, values } = toListConditions(accountNumber, query);
  const { order = 'createdAt', direction = 'desc', limit } = query;
  const by = `${orderColumns[order]} ${direction}, id ${direction}`;
  const sql = `SELECT ${memoryColumns} FROM memory WHERE ${conditions} ORDER BY ${by} LIMIT ?`;
  return { sql, values: [...values, limit + 1] };
}
