import type { DomainError } from '../../ports/errors.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { scanAll } from '../../ports/scan-pages.ts';
import { webhooks } from '../events/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { type Idempotency, readReplay, responseKeyOf, toIdempotencyRecord } from './idempotency.ts';
import { type IdempotencyRecord, keptResponses, type StoredResponse } from './kinds.ts';

const maxAtOnce = 1_000;

/** Finds a response that has not expired. It has ended if the memory or webhook that it shows is gone. */
export async function findResponse(
  reader: Pick<Reader, 'get'>,
  accountId: string,
  key: string,
): Promise<StoredResponse | undefined> {
  const found = await reader.get(keptResponses, { accountId, key });
  if (!found) return undefined;
  const { accountId: _, key: __, expiresAt: ___, ...response } = found;
  const id = response.subjectId;
  if (id === null) return response;
  const subject = (await reader.get(memories, { accountId, id })) ?? (await reader.get(webhooks, { accountId, id }));
  return subject ? response : { ...response, body: '' };
}

export interface Once<Value> {
  value: Value;
  /** Whether an earlier request with the same Idempotency-Key has written it. */
  isReplay: boolean;
}

interface KeptValue<Value> {
  /** Returns the value without what must not be kept, such as secrets. @default the whole value */
  kept?: (value: Value) => Value;
  /** Returns the id of the memory or webhook that the value shows, and with which it ends. @default none */
  subjectOf?: (value: Value) => string;
  missing?: () => DomainError;
}

/**
 * Runs the work of a write once for each Idempotency-Key, and keeps its result in the same transaction. Nothing is kept
 * if the work throws.
 * @throws {DomainError} `idempotency_key_reused`; that of `missing`
 */
export async function once<Value>(
  tx: Transaction,
  accountId: string,
  idempotency: Idempotency | undefined,
  work: () => Promise<Value>,
  { kept = (value) => value, subjectOf, missing }: KeptValue<Value> = {},
): Promise<Once<Value>> {
  if (!idempotency) return { value: await work(), isReplay: false };
  const found = await findResponse(tx, accountId, responseKeyOf(idempotency));
  if (found) return { value: readReplay(idempotency, found, missing), isReplay: true };
  const value = await work();
  const subjectId = subjectOf?.(value) ?? null;
  keepResponse(tx, accountId, toIdempotencyRecord(idempotency, kept(value), subjectId, tx.now));
  return { value, isReplay: false };
}

export function keepResponse(tx: Transaction, accountId: string, record: IdempotencyRecord): void {
  const { key, expiresAt, response } = record;
  tx.put(keptResponses, { accountId, key, expiresAt, ...response });
}

/**
 * Removes the bodies that show memories or webhooks.
 * @returns how many there were
 */
export async function endResponses(tx: Transaction, accountId: string, subjectIds: readonly string[]): Promise<number> {
  const where = { subjectId: { any: subjectIds }, body: { not: '' } };
  const scan = { of: [accountId], where, limit: maxAtOnce };
  const shown = [
    ...(await scanAll(tx, keptResponses, 'subject', scan)),
    ...(await scanAll(tx, keptResponses, 'subject', { ...scan, expired: true })),
  ];
  // A later read of the command need not read what is put.
  for (const response of shown) tx.put(keptResponses, { ...response, body: '' });
  return shown.length;
}
