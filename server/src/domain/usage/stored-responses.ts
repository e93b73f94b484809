import type { DomainError } from '../../ports/errors.ts';
import { endedStatus, type IdempotencyRecord, type StoredResponse } from '../../ports/memory-rows.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { webhooks } from '../events/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { type Idempotency, keptMs, responseKeyOf, toReplay } from './idempotency.ts';
import { type KeptResponse, keptResponses } from './kinds.ts';

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
  return subject ? response : { ...response, status: endedStatus, body: '' };
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
  const key = responseKeyOf(idempotency);
  const found = await findResponse(tx, accountId, key);
  if (found) {
    const { response } = toReplay(idempotency, found, missing);
    return { value: JSON.parse(response.body) as Value, isReplay: true };
  }
  const value = await work();
  tx.put(keptResponses, {
    ...{ accountId, key, fingerprint: idempotency.fingerprint, expiresAt: tx.now + keptMs },
    ...{ status: 200, location: null, etag: null, subjectId: subjectOf?.(value) ?? null },
    body: JSON.stringify(kept(value)),
  });
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
  const shown: KeptResponse[] = [];
  for (const selection of [
    { of: [accountId], where },
    { of: [accountId], where, expired: true as const },
  ]) {
    let page: KeptResponse[] = [];
    do {
      page = await tx.scan(keptResponses, 'subject', { ...selection, after: positionOf(page), limit: maxAtOnce });
      shown.push(...page);
    } while (page.length === maxAtOnce);
  }
  // A later read of the command need not read what is put.
  for (const response of shown) tx.put(keptResponses, { ...response, status: endedStatus, body: '' });
  return shown.length;
}

function positionOf(page: readonly KeptResponse[]) {
  const last = page.at(-1);
  return last && { subjectId: last.subjectId, key: last.key };
}
