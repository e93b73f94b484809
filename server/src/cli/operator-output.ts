import { presentAccount } from '../api/present-account.ts';
import { toOptionalDateTime } from '../api/present-fields.ts';
import type { Account } from '../domain/accounts/kinds.ts';
import { limitsOf } from '../domain/usage/quota.ts';
import { escapeInvisible } from '../lib/visible-text.ts';
import type { CommandContext } from './command-context.ts';

type Output = Pick<CommandContext, 'isOutputTerminal' | 'now' | 'style'>;

/** Renders an account for the operator. The operator sees more of it than the owner of the account. */
export function presentForOperator(account: Account) {
  const { created_at, ...fields } = presentAccount(account);
  const { memoryWrites, memorySearches, endUsers } = limitsOf(account);
  const limits = { memory_write: memoryWrites, memory_search: memorySearches, end_users: endUsers };
  const suspended_at = toOptionalDateTime(account.suspendedAt);
  return { ...fields, limits, created_at, suspended_at };
}

/** Keeps the lines of a text. Other invisible characters are escaped, because a terminal would obey them. */
export function escapeLines(text: string): string {
  const lines = text.split('\n').map((line) => `${escapeInvisible(line)}\n`);
  return lines.join('');
}

/** Renders indented JSON. Strangers choose emails and labels. */
export function toJson(value: unknown): string {
  return escapeLines(JSON.stringify(value, null, 2));
}

/** Renders rows below their head, if they have one. */
export function toTable(output: Output, rows: readonly (readonly string[])[], head: readonly string[] = []): string {
  const cells = [head, ...rows].map((row) => row.map(escapeInvisible));
  const widths = (rows[0] ?? head)
    .slice(0, -1)
    .map((_, column) => cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0));
  const [title = '', ...lines] = cells.map((row) =>
    row.map((cell, column) => inColour(output, cell, cell.padEnd(widths[column] ?? 0))).join('  '),
  );
  return (head.length === 0 ? lines : [output.style('bold', title), ...lines]).map((line) => `${line}\n`).join('');
}

const colours = {
  green: ['ok', 'ready', 'live'],
  yellow: ['warning', 'pending'],
  red: ['problem', 'failed', 'revoked'],
};

/** Returns the text in the colour of the state. */
export function inColour({ style }: Pick<Output, 'style'>, state: string, text: string): string {
  const [colour] = Object.entries(colours).find(([, states]) => states.includes(state)) ?? [];
  return colour ? style(colour as keyof typeof colours, text) : text;
}

const relative = new Intl.RelativeTimeFormat('en');
const units = Object.entries({ year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3_600, minute: 60, second: 1 });

/** Returns a past time as people read it in a terminal, such as `3 hours ago`. Programs get it unchanged. */
export function toTime({ isOutputTerminal, now }: Output, time: string): string {
  if (!isOutputTerminal) return time;
  const seconds = Math.max(0, now() - Date.parse(time)) / 1_000;
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return relative.format(-Math.floor(seconds / length), unit as Intl.RelativeTimeFormatUnit);
}
