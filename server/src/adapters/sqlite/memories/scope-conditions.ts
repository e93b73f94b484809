import type { SQLInputValue } from 'node:sqlite';
import type { ListQuery, Scope } from '../../../ports/memory-store.ts';
import { isLive, type ReadAt } from './expiry.ts';

/** A condition on the rows of `memory`, with its values. */
export interface Conditions {
  conditions: string;
  values: SQLInputValue[];
}

/** The columns that order a list. */
export const orderColumns = { createdAt: 'created_at', occurredAt: 'occurred_at' } as const;

/** Builds the condition for the rows that a list may contain. */
export function toListConditions(
  accountNumber: number,
  { scope, status, order = 'createdAt', direction = 'desc', after, readAt }: Omit<ListQuery, 'limit'> & ReadAt,
): Conditions {
  const { conditions, values } = toScopeConditions(accountNumber, scope);
  const all = [conditions, 'aside = 0', isLive];
  values.push(readAt);
  if (status !== undefined) {
    all.push('status = ?');
    values.push(status);
  }
  if (after) {
    all.push(`(${orderColumns[order]}, id) ${direction === 'desc' ? '<' : '>'} (?, ?)`);
    values.push(after.at, after.id);
  }
  return { conditions: all.join(' AND '), values };
}

/** Builds the condition for the rows in a scope, including archived ones. */
export function toScopeConditions(accountNumber: number, scope: Scope): Conditions {
  const conditions = ['owner = ?'];
  const values: SQLInputValue[] = [accountNumber];
  const where = (condition: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  if (scope.withoutEndUsers) conditions.push('is_end_user = 0');
  const includesEndUsers = scope.userId === scope.accountId && !scope.withoutEndUsers;
  where(includesEndUsers ? '(user_id = ? OR is_end_user = 1)' : 'user_id = ?', scope.userId);
  where('agent_id = ?', scope.agentId);
  where('run_id = ?', scope.runId);
  where('occurred_at >= ?', scope.occurred?.from);
  where('occurred_at < ?', scope.occurred?.to);
  where('created_at >= ?', scope.created?.from);
  where('created_at < ?', scope.created?.to);
  for (const alternatives of scope.filterKeys ?? []) {
    conditions.push(
      'seq IN (SELECT seq FROM memory_label WHERE owner = ? AND label IN (SELECT value FROM json_each(?)))',
    );
    values.push(accountNumber, JSON.stringify(alternatives));
  }
  return { conditions: conditions.join(' AND '), values };
}
