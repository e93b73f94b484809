import type { AnyKind, RecordStore, Transaction } from '../../ports/record-store.ts';
import { accountCommands } from '../accounts/commands.ts';
import { accounts, type StoredAccount } from '../accounts/kinds.ts';
import { copyDeletionItems } from './copy-deletions.ts';
import { copyMemories, memoryCopyQueries } from './copy-memories.ts';
import { type CopyName, findCopies, ruleOf } from './copy-rules.ts';

export const copyCommands = {
  /**
   * Creates an account. One with the same id stays as it is.
   * @returns `taken` if another account has its email or phone
   */
  async copyAccount(tx: Transaction, account: StoredAccount) {
    if (await tx.get(accounts, { id: account.id })) return 'present';
    return accountCommands.createAccount(tx, { account, passwordHash: account.passwordHash });
  },

  /** Writes the records of a kind that are missing or older. @returns those that are to be written again */
  async copyRecords<R extends object>(tx: Transaction, { name, records }: { name: CopyName; records: readonly R[] }) {
    const { kind, merge, prepare } = ruleOf(name);
    const present = await findCopies(tx, name, records);
    const result = { written: 0, unfinished: [] as R[] };
    for (const [at, record] of records.entries()) {
      const stored = present[at];
      const merged = stored ? merge?.(record, stored) : record;
      if (!merged) continue;
      if (stored && prepare && !(await prepare(tx, record))) {
        result.unfinished.push(record);
        continue;
      }
      result.written++;
      if (kind.counter) {
        // Counters can only be added to, so a larger sum replaces all parts of the present one.
        if (stored) tx.delete(kind, record);
        tx.add(kind, record, numbersOf(kind, merged));
      } else if (kind.sequence) tx.insert(kind, merged);
      else tx.put(kind, merged);
    }
    return result;
  },

  copyMemories,
  copyDeletionItems,
};

export const copyQueries = memoryCopyQueries;

type CopyRecords = RecordStore<typeof copyCommands, typeof copyQueries>;
/** A store with all records, even those that have expired. */
export type CopySource = Omit<CopyRecords, 'run' | 'openPages'>;
export type CopyTarget = Omit<CopyRecords, 'openPages'>;

/** Returns the numbers of a counter. */
function numbersOf({ key }: AnyKind, record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !key.includes(field as never)));
}
