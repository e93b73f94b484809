import { presentAccount } from '../api/present-account.ts';
import { toOptionalDateTime } from '../api/present-fields.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import { limitsOf } from '../domain/usage/quota.ts';
import { escapeInvisible } from '../lib/visible-text.ts';

/** Renders an account for the operator. The operator sees more of it than the owner of the account. */
export function presentForOperator(account: Account) {
  const { created_at, ...fields } = presentAccount(account);
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  const limits = { memory_write: memoryWrites, memory_search: memorySearches, end_users: endUsers };
  const suspended_at = toOptionalDateTime(account.suspendedAt);
  return { ...fields, limits, created_at, suspended_at };
}

/** Renders indented JSON. Invisible characters are escaped, because strangers choose emails and labels. */
export function toJson(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split('\n');
  return lines.map((line) => `${escapeInvisible(line)}\n`).join('');
}

export function toTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escapeInvisible));
  const widths = (cells[0] ?? [])
    .slice(0, -1)
    .map((_, column) => cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  return cells.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}
