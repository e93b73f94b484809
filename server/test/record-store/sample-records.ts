import { kinds } from '../../src/app/store-commands.ts';
import { queueEvents } from '../../src/domain/events/queue-events.ts';

import type { AnyKind, FieldType, RecordStore, Transaction } from '../../src/ports/record-store.ts';

/** The fields that no second memory may have with the same value. */
const noUniqueValues = { importKey: null, extractingOf: null };

export const kindsOfAccounts = kinds.filter(({ key }) => key[0] === 'accountId');

/** Commands that write samples, without the rules of the domain. */
export const sampleCommands = {
  /** Inserts records of every kind under an account, and expired ones of the kinds that expire. */
  async insertSamples(tx: Transaction, { accountId }: { accountId: string }): Promise<void> {
    for (const kind of kindsOfAccounts) {
      insert(tx, kind, makeSample(kind, accountId));
      if (!kind.expires) continue;
      const expired = { [kind.key.at(-1) as string]: 'expired', [kind.expires]: 1 };
      insert(tx, kind, makeSample(kind, accountId, { ...expired, ...noUniqueValues }));
    }
  },

  async queueUpdate(tx: Transaction, { accountId, id }: { accountId: string; id: string }): Promise<void> {
    const event = { type: 'memory.updated', memoryId: id, version: 2, detail: {}, order: 1 } as const;
    await queueEvents(tx, accountId, [event as never]);
  },
};

function insert(tx: Transaction, kind: AnyKind, record: Record<string, unknown>): void {
  const numbers = Object.entries(record).filter(([field]) => !kind.key.includes(field));
  if (kind.counter) tx.add(kind, record, Object.fromEntries(numbers) as never);
  else tx.insert(kind, record);
}

/** Makes a record with a value in every field, which does not expire. */
export function makeSample(kind: AnyKind, accountId: string, changes: object = {}): Record<string, unknown> {
  const values: Record<FieldType, (field: string) => unknown> = {
    account: () => accountId,
    text: (field) => `${accountId}_${field}`,
    integer: (field) => (field === kind.expires ? Number.MAX_SAFE_INTEGER : 1),
    real: () => 0.5,
    boolean: () => true,
    bytes: () => new Uint8Array([1]),
    vector: () => new Int8Array([1]),
    json: () => [],
    list: () => ['a', 'b'],
    counts: () => ({ a: 1 }),
  };
  const fields = Object.entries<FieldType>(kind.fields).filter(([field]) => field !== kind.sequence);
  return { ...Object.fromEntries(fields.map(([field, type]) => [field, values[type](field)])), ...changes };
}

/** Counts the records of every kind under an account, including expired ones. */
export async function countRecords(
  records: Pick<RecordStore, 'count'>,
  accountId: string,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of kindsOfAccounts) {
    counts[kind.name] = await records.count(kind, 'key', { of: [accountId], expired: 'also' });
  }
  return counts;
}
