import { openDatabase } from '../../src/adapters/sqlite/connection/open-database.ts';
import { rollBack } from '../../src/adapters/sqlite/connection/snapshot.ts';
import { applyWrites } from '../../src/adapters/sqlite/records/apply-writes.ts';
import { createTables } from '../../src/adapters/sqlite/records/create-tables.ts';
import { createRecordReader } from '../../src/adapters/sqlite/records/read-records.ts';
import { forgetAccountNumbers } from '../../src/adapters/sqlite/records/stored-values.ts';
import type { Fields } from '../../src/adapters/store-kit/record-order.ts';
import { inTransaction } from '../../src/adapters/store-kit/transaction.ts';
import type { AnyKind, Commands, OpenPages, Page, Queries, RecordStore } from '../../src/ports/record-store.ts';

export interface InMemoryOptions<C extends Commands, Q extends Queries> {
  kinds: readonly AnyKind[];
  commands: C;
  queries: Q;
  /** The time in milliseconds since the epoch. */
  now(): number;
}

/** Keeps records in a SQLite database in memory, for unit tests. It has neither threads nor files. */
export function createRecordsInMemory<C extends Commands, Q extends Queries>({
  kinds,
  commands,
  queries,
  now,
}: InMemoryOptions<C, Q>): RecordStore<C, Q> {
  const db = openDatabase(':memory:');
  createTables(db, kinds);
  /** Works run one after the other, so that locks need nothing, and none sees what another has not committed. */
  let running: Promise<unknown> = Promise.resolve();
  let isWriting = false;
  function inSequence<Result>(work: () => Result): Promise<Awaited<Result>> {
    const ended = running.then(work);
    running = ended.catch(() => {});
    return ended as Promise<Awaited<Result>>;
  }
  const readerAt = (at: number) => createRecordReader(db, () => at);

  async function run(name: string, input: unknown): Promise<unknown> {
    const command = named(commands, 'command', name);
    const at = now();
    const reader = readerAt(at);
    const options = {
      ...{ now: at, forSearch: false, apply: applyWrites.bind(null, db) },
      lock: (kind: AnyKind, key: Fields) => reader.get(kind, key as never) as Promise<Fields | undefined>,
    };
    isWriting = true;
    db.exec('BEGIN');
    try {
      const result = await inTransaction(reader, options, (transaction) => command(transaction, input));
      db.exec('COMMIT');
      return result;
    } catch (error) {
      forgetAccountNumbers(db);
      rollBack(db);
      throw error;
    } finally {
      isWriting = false;
    }
  }

  /** Reads all pages at once, which are then those of one state. */
  async function openPages(name: string, input: unknown): Promise<OpenPages<unknown>> {
    const query = named(queries, 'query', name);
    const reader = readerAt(now());
    const pages: unknown[][] = [];
    for (let rest = input; rest !== null; ) {
      const { page, next } = (await query(reader, rest)) as Page<unknown>;
      pages.push(page);
      rest = next;
    }
    return { next: async () => pages.shift() ?? [], close: async () => {} };
  }

  const store = {
    ...createRecordReader(db, now, (read) => (isWriting ? inSequence(read) : (async () => read())())),
    run: (_accountId: string, name: string, input: unknown) => inSequence(() => run(name, input)),
    query: (_accountId: string, name: string, input: unknown) =>
      inSequence(async () => named(queries, 'query', name)(readerAt(now()), input)),
    openPages: (_accountId: string, name: string, input: unknown) => inSequence(() => openPages(name, input)),
  };
  return store as unknown as RecordStore<C, Q>;
}

function named<T>(all: Readonly<Record<string, T>>, type: string, name: string): T {
  const found = all[name];
  if (found === undefined) throw new Error(`the store has no ${type} ${name}`);
  return found;
}
