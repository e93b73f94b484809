import type { OperationMap } from '../../../lib/create-thread.ts';
import type { Commands, OpenPages, Queries, RecordStore } from '../../../ports/record-store.ts';
import { openDatabase } from '../connection/open-database.ts';
import { createSnapshot } from '../connection/snapshot.ts';
import type { ReaderOptions, ReportOperations } from '../threads/serve-reads.ts';
import type { WriterOperations, WriterOptions } from '../threads/serve-writes.ts';
import { createStoreThread } from '../threads/store-thread.ts';
import { createRecordReader } from './read-records.ts';
import type { Call } from './run-command.ts';

/** Opens the connections to a store file. Short reads run on the calling thread. Others start with their first call. */
export function openRecordStore<C extends Commands, Q extends Queries>(
  options: WriterOptions,
  workers: { writer: URL; reporter: URL },
  now: () => number,
) {
  const { file } = options;
  const db = openDatabase(file, { readOnly: true });
  const snapshot = createSnapshot(db);
  const writer = createStoreThread<WriterOperations>('writer-thread', workers.writer, options, snapshot.end, {
    waitsForReply: true,
  });
  const createReader = <Operations extends OperationMap<Operations>>(name: string, entry: URL, cacheBytes = 0) =>
    createStoreThread<Operations>(name, entry, { file, cacheBytes } satisfies ReaderOptions, snapshot.end);
  const reporter = createReader<ReportOperations>('report-thread', workers.reporter);
  const opened = new Set<() => Promise<void>>();

  async function openPages(call: Call): Promise<OpenPages<unknown>> {
    const { accountId } = call;
    const number = await reporter.run(accountId, 'beginPages', call);
    const close = async () => {
      if (opened.delete(close)) await reporter.run(accountId, 'endPages', number);
    };
    opened.add(close);
    return { next: () => reporter.run(accountId, 'readPage', number), close };
  }

  const records = {
    ...createRecordReader(db, now, snapshot.read),
    run: (accountId, name, input) => writer.run(accountId, 'command', { accountId, name, input, now: now() }),
    query: (accountId, name, input) => reporter.run(accountId, 'query', { accountId, name, input, now: now() }),
    openPages: (accountId, name, input) => openPages({ accountId, name, input, now: now() }),
  } as RecordStore<C, Q>;
  return {
    records,
    snapshot,
    writer,
    createReader,
    /** The log of a store can be emptied only without open pages, and only by a connection that writes. */
    async close(): Promise<void> {
      await Promise.all([...opened].map((close) => close()));
      await reporter.close();
      snapshot.close();
      await writer.close();
    },
  };
}
