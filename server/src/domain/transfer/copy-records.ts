import { isDeepStrictEqual } from 'node:util';
import type { AnyKind, Filter, Page, Reader, RecordOf, RecordStore, Transaction } from '../../ports/record-store.ts';
import { accountCommands } from '../accounts/commands.ts';
import { apiKeys, auditEvents, type StoredAccount } from '../accounts/kinds.ts';
import { deliveries, webhooks } from '../events/kinds.ts';
import { type DeletionItem, deletionItems, deletions } from '../memories/deletion-kinds.ts';
import { memories, type StoredMemory } from '../memories/kinds.ts';
import { type LoggedRequest, requestDays, requests, usageMonths } from '../usage/kinds.ts';
import { isSameMemory, type MemoryCopy, putMemory, readCopies } from './copy-memories.ts';

/** How the records of a kind are copied. */
interface CopyRule<T extends AnyKind> {
  kind: T;
  /** Selects the records that are copied. */
  where?: Filter<RecordOf<T>>;
  /** The fields that belong to a store, with their values in a copy. */
  own?: Partial<RecordOf<T>>;
  /** Workers at the target continue with the record, so that a copy may have any state. */
  isContinued?: true;
}

const rule = <T extends AnyKind>(kind: T, how: Omit<CopyRule<T>, 'kind'> = {}): CopyRule<T> => ({ kind, ...how });

/**
 * The rules in the order of copying. A server verifies a deletion without items, so they come before it. Webhooks come
 * before their deliveries.
 */
const rules = {
  memories: rule(memories),
  deletion_items: rule(deletionItems, { isContinued: true }),
  deletions: rule(deletions, { where: { state: { not: 'preparing' } }, isContinued: true }),
  requests: rule(requests, { own: { order: 0, limitedMinute: null } }),
  months: rule(usageMonths),
  days: rule(requestDays),
  audit_events: rule(auditEvents),
  webhooks: rule(webhooks, { own: { leasedUntil: 0, lease: null } }),
  deliveries: rule(deliveries, { where: { pendingOf: { not: null } }, isContinued: true }),
  keys: rule(apiKeys),
};

export type CopyName = keyof typeof rules;
export const copyNames = Object.keys(rules) as CopyName[];
export const ruleOf = (name: CopyName) => rules[name] as CopyRule<AnyKind>;

/** Whether a copy has the data of its original. */
export function isSame(name: CopyName, original: object, copy: object): boolean {
  const { own, isContinued } = ruleOf(name);
  if (isContinued) return true;
  if (name === 'memories') return isSameMemory(original as MemoryCopy, copy as MemoryCopy);
  return isDeepStrictEqual({ ...original, ...own }, { ...copy, ...own });
}

function withoutKey({ key }: AnyKind, record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !key.includes(field as never)));
}

interface Records<R extends object = object> {
  name: CopyName;
  records: readonly R[];
}

export const copyCommands = {
  /** Creates an account whose records have been copied. @returns `taken` if another account has its email or phone */
  copyAccount: (tx: Transaction, account: StoredAccount) =>
    accountCommands.createAccount(tx, { account, passwordHash: account.passwordHash }),

  /**
   * Writes the records that are missing or different.
   * @param input.now the present time
   * @returns how many, and those that are to be put again
   */
  async copyRecords<R extends object>(tx: Transaction, { name, records, now }: Records<R> & { now: number }) {
    const { kind } = ruleOf(name);
    const wanted = name === 'deletion_items' ? await withNumbers(tx, records as never) : records;
    const stored = await findStored(tx, { name, records: wanted });
    const copies = await toCopies(tx, name, stored);
    const result = { written: 0, unfinished: [] as R[] };
    for (const [at, record] of (wanted as readonly R[]).entries()) {
      const copy = copies[at];
      if (copy && isSame(name, record, copy)) continue;
      if (name === 'memories') {
        if (!(await putMemory({ ...tx, now }, record as never, stored[at] as never))) {
          result.unfinished.push(record);
          continue;
        }
      } else if (kind.counter) {
        // Counters can only be added to, so a sum replaces all parts of the present one.
        if (copy) tx.delete(kind, record);
        tx.add(kind, record, withoutKey(kind, record));
      } else if (kind.sequence && copy) tx.patch(kind, copy, withoutKey(kind, record));
      else if (kind.sequence) tx.insert(kind, record);
      else tx.put(kind, record);
      result.written++;
    }
    return result;
  },
};

interface PageOfRecords {
  accountId: string;
  name: CopyName;
  /** The record before the first one. */
  after: unknown;
}

export const copyQueries = {
  /** Reads the records of an account that are copied, in the order of their keys. */
  async copyPage(reader: Reader, { accountId, name, after }: PageOfRecords): Promise<Page<object>> {
    const { kind, where = {}, own } = ruleOf(name);
    // Memories are large, because they include their vectors.
    const limit = name === 'memories' ? 100 : 500;
    const found = await reader.scan(kind, 'key', { of: [accountId], where, after: after as never, limit });
    const next = found.length < limit ? null : found.at(-1);
    if (name === 'memories') return { page: await readCopies(reader, found as never), next };
    if (name !== 'deletion_items') return { page: found.map((record) => ({ ...record, ...own })), next };
    const begun = await reader.getMany(deletions, (found as DeletionItem[]).map(deletionOf));
    return { page: found.filter((_, at) => begun[at] && begun[at].state !== 'preparing'), next };
  },

  /** Finds the copies of records, in their order. */
  async findCopies(reader: Reader, { name, records }: Records): Promise<(object | undefined)[]> {
    return toCopies(reader, name, await findStored(reader, { name, records }));
  },
};

/** Finds the stored records of copies, in their order. */
async function findStored(reader: Reader, { name, records }: Records): Promise<(object | undefined)[]> {
  if (name === 'memories')
    return reader.getMany(
      memories,
      (records as MemoryCopy[]).map(({ memory }) => memory),
    );
  if (name !== 'requests') return reader.getMany(ruleOf(name).kind, records as never);
  const rows = records as readonly LoggedRequest[];
  // The numbers of rows differ between stores.
  const times = rows.map(({ createdAt }) => createdAt);
  const createdAt = { from: Math.min(...times), to: Math.max(...times) + 1 };
  const where = { createdAt, id: { any: rows.map(({ id }) => id) } };
  const of = rows.slice(0, 1).map(({ accountId }) => accountId);
  const found = await reader.scan(requests, 'time', { of, where, limit: rows.length });
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id));
}

async function toCopies(reader: Reader, name: CopyName, stored: (object | undefined)[]): Promise<typeof stored> {
  if (name !== 'memories') return stored;
  const present = stored.flatMap((memory) => (memory as StoredMemory | undefined) ?? []);
  const copies = (await readCopies(reader, present)).values();
  return stored.map((memory) => (memory ? copies.next().value : undefined));
}

const deletionOf = ({ accountId, deletionId: id }: DeletionItem) => ({ accountId, id });

/**
 * Gives items the numbers of their memories at the target. A memory that is not there need not be deleted, and a
 * deletion that is there has its items.
 */
async function withNumbers(tx: Transaction, items: readonly DeletionItem[]): Promise<DeletionItem[]> {
  const found = await tx.getMany(memories, items);
  const begun = await tx.getMany(deletions, items.map(deletionOf));
  return items.flatMap((item, at) => (found[at] && !begun[at] ? { ...item, seq: found[at].seq } : []));
}

/** A store with all records, even those that have expired. */
type CopyRecords = RecordStore<typeof copyCommands, typeof copyQueries>;
export type CopySource = Omit<CopyRecords, 'run' | 'openPages'>;
export type CopyTarget = Omit<CopyRecords, 'openPages'>;
