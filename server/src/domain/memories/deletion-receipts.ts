import { createHmac } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Filter, Reader } from '../../ports/record-store.ts';
import { readPage } from '../usage/page-cursor.ts';
import type { MemoryRecords } from './commands.ts';
import { deletions, type NewDeletion, noCodes, type StoredDeletion } from './deletion-kinds.ts';

/** The parameters with a user, an agent or a run. Once a deletion is verified, only their codes are stored. */
const codeFields = { user_id: 'userCode', agent_id: 'agentCode', run_id: 'runCode' } as const;
export type NamingParameter = keyof typeof codeFields;
const named = Object.entries(codeFields) as [NamingParameter, (typeof codeFields)[NamingParameter]][];

/** The maximum of secrets of an account. Only deletions that began at the same time have different ones. */
const maxSecrets = 100;

type SecretReader = Pick<Reader, 'distinct'>;

async function secretsOf(records: SecretReader, accountId: string): Promise<string[]> {
  return (await records.distinct(deletions, 'secret', { of: [accountId], limit: maxSecrets })) as string[];
}

function codeOf(secret: string, name: NamingParameter, value: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${name}\n${value}`).digest('hex');
}

/** Computes the codes of parameters. The deletions of an account share a secret, so that a code finds all of them. */
export async function toCodes(
  { records, identifiers }: { records: SecretReader; identifiers: Pick<Identifiers, 'secret'> },
  accountId: string,
  parameters: NewDeletion['parameters'],
): Promise<Pick<NewDeletion, keyof typeof noCodes>> {
  const given = named.filter(([name]) => typeof parameters[name] === 'string');
  if (given.length === 0) return noCodes;
  const [known] = await secretsOf(records, accountId);
  const secret = known ?? identifiers.secret(32).toString('hex');
  const codes = given.map(([name, field]) => [field, codeOf(secret, name, String(parameters[name]))]);
  return { ...noCodes, ...Object.fromEntries(codes), secret };
}

/** Computes the filter that finds receipts. Deletions that began at the same time may have different secrets. */
async function toCodesFilter(
  records: SecretReader,
  accountId: string,
  parameters: Partial<Record<NamingParameter, string | undefined>>,
): Promise<Filter<StoredDeletion> | undefined> {
  const given = named.filter(([name]) => parameters[name] !== undefined);
  if (given.length === 0) return undefined;
  const secrets = await secretsOf(records, accountId);
  const codesOf = (name: NamingParameter) => secrets.map((one) => codeOf(one, name, parameters[name] as string));
  return Object.fromEntries(given.map(([name, field]) => [field, { any: codesOf(name) }]));
}

export function withoutNames(deletion: StoredDeletion): NewDeletion['parameters'] {
  const coded = named.flatMap(([name, field]) => {
    const code = deletion[field];
    return code === null ? [] : [[name, `hmac-sha256:${code}`]];
  });
  return { ...deletion.parameters, ...Object.fromEntries(coded) };
}

const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

export interface DeletionListInput {
  accountId: string;
  kind: StoredDeletion['kind'] | undefined;
  /** The users, agents and runs in the scopes of the deletions. */
  named: Partial<Record<NamingParameter, string | undefined>>;
  limit: number;
  cursor: string | undefined;
}

/** Lists receipts, newest first. @throws {DomainError} `invalid_request` for a cursor that no page had */
export async function listDeletions(records: MemoryRecords, { accountId, kind, named, ...page }: DeletionListInput) {
  const codes = await toCodesFilter(records, accountId, named);
  // Only deletions by scope have users, and an index contains only these.
  const query = { accountId, kind: kind ?? (codes ? 'scope' : undefined), codes };
  return readPage<StoredDeletion>(page, 'del', 'startedAt', (limit, after) =>
    records.query(accountId, 'listMemoryDeletions', { ...query, limit, after }),
  );
}

/** @throws {DomainError} `not_found` */
export async function getDeletion(records: MemoryRecords, accountId: string, id: string): Promise<StoredDeletion> {
  const found = await records.get(deletions, { accountId, id });
  if (found && found.state !== 'preparing') return found;
  const message = 'Unknown deletion. GET /deletions lists the deletions of this account.';
  throw new DomainError('not_found', message);
}

/** A verified deletion may erase the IDs in its receipt this much later. */
const erasedWithinMs = 60_000;

/**
 * Returns the time since which the file may have copies of deleted texts; null if it was compacted after the deletion.
 * @param due the time of the first erasure since the last compaction; null without one
 */
export function compactionDueFor(
  { startedAt, verifiedAt }: Pick<StoredDeletion, 'startedAt' | 'verifiedAt'>,
  due: number | null,
): number | null {
  if (due === null || (verifiedAt !== null && due > verifiedAt + erasedWithinMs)) return null;
  // The first erasure may be that of another account.
  return Math.max(due, startedAt);
}

/** Deletes receipts beyond their retention time, a limited number at a time. */
export function purgeDeletions(records: MemoryRecords, clock: Clock): Promise<number> {
  return records.run('', 'purgeMemoryDeletions', clock.now() - keptDays * dayMs);
}
