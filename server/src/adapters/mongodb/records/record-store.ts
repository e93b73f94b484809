import type { ClientSession, UpdateFilter } from 'mongodb';
import pLimit from 'p-limit';
import { convertErrors, wrapMethods } from '../../../lib/wrap-methods.ts';
import type { AnyKind, Commands, OpenPages, Page, Queries, Reader, RecordStore } from '../../../ports/record-store.ts';
import { type Fields, isLive, keyText } from '../../store-kit/record-order.ts';
import { inTransaction, type Write } from '../../store-kit/transaction.ts';
import type { Connection } from '../connection/connect.ts';
import { toStoreError } from '../connection/mongo-errors.ts';
import { inSnapshot, openSnapshot } from '../connection/sessions.ts';
import { applyWrites } from './apply-writes.ts';
import { createCounterShares } from './counter-shares.ts';
import { createRecordReader } from './read-records.ts';
import { collectionOf, type RecordDocument, toRecord } from './stored-documents.ts';

/** Changes the document, so that transactions which lock it conflict. */
const countLock: UpdateFilter<RecordDocument> = { $inc: { locks: 1 } as never };

type RecordDatabase<C = Commands, Q = Queries> = Connection & { commands: C; queries: Q; now(): number };

/** A command runs in a transaction, and again after a conflict with another one. A query reads in a snapshot. */
export function createRecordStore<C extends Commands, Q extends Queries>(database: RecordDatabase<C, Q>) {
  const reader = createRecordReader(database.db, database.now);
  const store = { ...reader, run: createRun(database), ...createQueries(database) };
  return convertErrors(store, toStoreError) as RecordStore<C, Q>;
}

function createRun({ client, snapshots, commands, now }: RecordDatabase) {
  const enter = createQueues();
  const beginShare = createCounterShares();

  return async (accountId: string, name: string, input: unknown): Promise<unknown> => {
    const command = commands[name];
    if (!command) throw new Error(`the store has no command ${name}`);
    using ended = new DisposableStack();
    let lockedKey: string | undefined;
    let counters: ReturnType<typeof beginShare> | undefined;
    ended.defer(() => counters?.end());
    const runOnce = async (session: ClientSession) => {
      // A repetition sees what others have written meanwhile.
      counters?.end();
      counters = beginShare(accountId);
      const lock = async (kind: AnyKind, key: Fields) => {
        const id = keyText(kind, key);
        const lockKey = `${kind.name}/${id}`;
        if (lockedKey === undefined) ended.defer(await enter(lockKey));
        lockedKey ??= lockKey;
        if (lockedKey !== lockKey) throw new Error(`${name} locks a second record`);
        const found = await collectionOf(snapshots, kind).findOneAndUpdate({ _id: id }, countLock, { session });
        const record = found ? toRecord(kind, found) : undefined;
        return record && isLive(kind, record, time) ? record : undefined;
      };
      const time = now();
      const { share } = counters;
      const limit = pLimit(1);
      const reader = oneByOne(
        createRecordReader(snapshots, () => time, session),
        limit,
      );
      const apply = (writes: readonly Write[]) => limit(() => applyWrites(snapshots, session, writes, share));
      const options = { now: time, forSearch: true, lock, apply };
      return inTransaction(reader, options, (transaction) => command(transaction, input));
    };
    const options = { readConcern: { level: 'snapshot' } } as const;
    return await client.withSession((session) => session.withTransaction(() => runOnce(session), options));
  };
}

function createQueries({ client, snapshots, queries, now }: RecordDatabase) {
  async function runQuery(session: ClientSession, name: string, input: unknown, time = now): Promise<unknown> {
    const read = queries[name];
    if (!read) throw new Error(`the store has no query ${name}`);
    return read(oneByOne(createRecordReader(snapshots, time, session)), input);
  }

  const query = (_: string, name: string, input: unknown) =>
    inSnapshot(client, (session) => runQuery(session, name, input));

  async function openPages(_: string, name: string, input: unknown): Promise<OpenPages<unknown>> {
    const openedAt = now();
    let call = input;
    async function readPage(session: ClientSession): Promise<unknown[]> {
      if (call === null) return [];
      const { page, next } = (await runQuery(session, name, call, () => openedAt)) as Page<unknown>;
      call = next;
      return page;
    }
    // The first read begins the snapshot, which the server keeps for some minutes (see docs/operate/backup.md).
    const { session, result } = await openSnapshot(client, readPage);
    const first = [result];
    const pages = { next: async () => first.pop() ?? readPage(session), close: () => session.endSession() };
    return convertErrors(pages, toStoreError);
  }

  return { query, openPages };
}

/** Runs reads one after the other, because a session permits no others. */
function oneByOne(reader: Reader, limit = pLimit(1)): Reader {
  return wrapMethods(reader, (call) => limit(call));
}

/** Lets commands that lock the same record wait for each other. They would conflict otherwise, and be repeated. */
function createQueues() {
  const last = new Map<string, Promise<void>>();
  return async (key: string): Promise<() => void> => {
    const before = last.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    last.set(key, promise);
    await before;
    return () => {
      if (last.get(key) === promise) last.delete(key);
      resolve();
    };
  };
}
