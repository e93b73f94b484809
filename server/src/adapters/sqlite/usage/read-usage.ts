import type { DatabaseSync } from 'node:sqlite';
import type { CountedUsage, Month } from '../../../ports/usage-store.ts';
import { findOwner } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { countEndUsers, countProjects } from './quota.ts';

export function readUsage(db: DatabaseSync, { ownerId, month }: { ownerId: string; month: Month }): CountedUsage {
  const owner = findOwner(db, ownerId);
  if (owner === undefined) throw new Error(`there is no account ${ownerId}`);
  const counted = prepare(
    db,
    'SELECT memory_writes AS memoryWrites, memory_searches AS memorySearches FROM usage_month WHERE owner = ? AND month = ?',
  ).get(owner, month) as { memoryWrites: number; memorySearches: number } | undefined;
  return {
    memoryWrites: counted?.memoryWrites ?? 0,
    memorySearches: counted?.memorySearches ?? 0,
    endUsers: countEndUsers(db, owner, ownerId),
    projects: countProjects(db, owner),
  };
}
