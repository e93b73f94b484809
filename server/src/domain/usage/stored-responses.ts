import { endedStatus, type IdempotencyRecord, type StoredResponse } from '../../ports/memory-rows.ts';
import type { Reader, Transaction } from '../../ports/record-store.ts';
import { webhooks } from '../events/kinds.ts';
import { memories } from '../memories/kinds.ts';
import { type KeptResponse, keptResponses } from './kinds.ts';

/** The maximum of stored responses that are read at once. */
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

/**
 * Runs the work of a write once for each Idempotency-Key, and keeps its response in the same transaction.
 * @param work returns the result, and whether it has written; without a write no response is kept
 */
export async function once<Result>(
  tx: Transaction,
  accountId: string,
  record: IdempotencyRecord | undefined,
  work: () => Promise<{ result: Result; written: boolean }>,
): Promise<Result | { replayed: StoredResponse }> {
  const replayed = record && (await findResponse(tx, accountId, record.key));
  if (replayed) return { replayed };
  const { result, written } = await work();
  if (written && record) keepResponse(tx, accountId, record);
  return result;
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
