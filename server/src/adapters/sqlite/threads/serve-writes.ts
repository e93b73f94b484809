import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../../lib/thread-messages.ts';
import type { Commands } from '../../../ports/record-store.ts';
import type { Write as RecordWrite } from '../../store-kit/transaction.ts';
import { endErasing, eraseDeleted, noteErasure } from '../connection/erasures.ts';
import { openDatabase } from '../connection/open-database.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';
import { applyWrites } from '../records/apply-writes.ts';
import { type Call, runCommand } from '../records/run-command.ts';
import { toErrorReply } from './to-error-reply.ts';
import { createWriteGroups } from './write-groups.ts';
import type { WriterOptions } from './writer.ts';

/** Runs the commands of the store on this worker thread until it is closed. */
export function serveWrites(commands: Commands): void {
  const port = parentPort;
  if (!port) throw new Error('writes are served by a worker thread only');
  const { file, maxPages, erases } = workerData as WriterOptions;
  const db = openDatabase(file);
  if (maxPages) db.exec(`PRAGMA max_page_count = ${maxPages}`);
  if (erases) noteErasure(db);
  const groups = createWriteGroups();
  let isWorking = false;
  let closing = false;

  port.on('message', (message: ThreadMessage) => {
    take(message);
    if (!isWorking) void work();
  });

  async function work(): Promise<void> {
    isWorking = true;
    do {
      await commitGroup();
    } while (groups.size > 0);
    isWorking = false;
    if (!closing) return;
    db.close();
    endErasing(db);
    port?.close();
  }

  function take(message: ThreadMessage): void {
    if (message === 'close') closing = true;
    else {
      groups.add(message.filter(({ operation }) => operation === 'command'));
      const erasing = message.filter(({ operation }) => operation === 'eraseDeleted');
      if (erasing.length > 0) port?.postMessage(erasing.map(({ id }) => erase(db, id)));
    }
  }

  /** Runs a group of the received requests in one transaction, and therefore with one flush of the disk. */
  async function commitGroup(): Promise<void> {
    for (let next = receive(); next; next = receive()) take(next.message);
    if (groups.size > 0) port?.postMessage(await runGroup());
  }

  function receive(): { message: ThreadMessage } | undefined {
    return receiveMessageOnPort(port as NonNullable<typeof port>);
  }

  async function runGroup(): Promise<ThreadReply[]> {
    const begun: ThreadRequest[] = [];
    try {
      return await runTogether(groups.next(), begun);
    } catch (error) {
      // A fault of one request must not make the others fail, so each gets its own transaction.
      if (begun.length > 1 && !storeCondition(error)) return runEach(begun);
      // If a group cannot begin, it fails as a whole, so that no request waits forever.
      if (begun.length === 0) begun.push(...groups.next());
      return begun.map(({ id }) => toErrorReply(id, error));
    }
  }

  async function runEach(requests: readonly ThreadRequest[]): Promise<ThreadReply[]> {
    const replies: ThreadReply[] = [];
    for (const request of requests) {
      try {
        replies.push(...(await runTogether([request], [])));
      } catch (error) {
        replies.push(toErrorReply(request.id, error));
      }
    }
    return replies;
  }

  /** Runs requests in one transaction. @param begun receives each request before it runs */
  async function runTogether(requests: Iterable<ThreadRequest>, begun: ThreadRequest[]): Promise<ThreadReply[]> {
    const replies: ThreadReply[] = [];
    try {
      prepare(db, 'BEGIN IMMEDIATE').run();
      for (const request of requests) {
        begun.push(request);
        replies.push(await run(request));
      }
      prepare(db, 'COMMIT').run();
      return replies;
    } catch (error) {
      rollBack(db);
      throw error;
    }
  }

  /** Runs a command. A command that throws has written nothing, so the others of its group go on. */
  async function run({ id, argument }: ThreadRequest): Promise<ThreadReply> {
    let decided: { result: unknown; writes: readonly RecordWrite[] };
    try {
      decided = await runCommand(db, commands, argument as Call);
    } catch (error) {
      if (storeCondition(error)) throw error;
      return toErrorReply(id, error);
    }
    applyWrites(db, decided.writes);
    return { id, result: decided.result };
  }
}

/** Erases deleted content outside of transactions, which is possible between messages. */
function erase(db: DatabaseSync, id: number): ThreadReply {
  try {
    return { id, result: eraseDeleted(db) };
  } catch (error) {
    return toErrorReply(id, error);
  }
}
