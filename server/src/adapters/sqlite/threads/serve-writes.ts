import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../../lib/create-thread.ts';
import { createFairQueue } from '../../../lib/fair-queue.ts';
import type { Commands } from '../../../ports/record-store.ts';
import type { Write } from '../../store-kit/transaction.ts';
import { eraseDeleted, noteLog } from '../connection/erasures.ts';
import { openDatabase, prepare } from '../connection/open-database.ts';
import { rollBack } from '../connection/snapshot.ts';
import { openSpaceReserve } from '../connection/space-reserve.ts';
import { diskFull, isDiskFull, storeCondition } from '../connection/sqlite-errors.ts';
import { applyWrites } from '../records/apply-writes.ts';
import { type Call, runCommand } from '../records/run-command.ts';
import { forgetAccountNumbers } from '../records/stored-values.ts';
import { toErrorReply } from './store-thread.ts';

/** Makes every change of the store. Commands that arrive together share a transaction and one flush of the disk. */
export interface WriterOperations {
  command(call: Call): unknown;
  /** Empties the log of deleted texts. Returns false if a read still needs it. */
  eraseDeleted(): boolean;
}

export interface WriterOptions {
  file: string;
  maxPages?: number;
  /** Whether the previous process may have ended before it emptied the log. */
  hasLog?: boolean;
}

/** The maximum of requests in a group. Far fewer arrive during one flush of the disk. */
const maxRequests = 512;
/** The time after which a group accepts no more requests, so that none of them waits long. */
const maxGroupMs = 20;
/** The time of an account in a group that serves several. Its further requests are left to the next group. */
const maxSharedMs = 2;

/** Whether a call deletes data or ends a credential, and may therefore use the disk space that is kept for that. */
export type IsDeletion = (call: Pick<Call, 'name' | 'input'>) => boolean;

interface Writer {
  db: DatabaseSync;
  commands: Commands;
  isDeletion: IsDeletion;
  reserve: ReturnType<typeof openSpaceReserve>;
}

/** Runs the commands of the store on this worker thread until it is closed. */
export function serveWrites(commands: Commands, isDeletion: IsDeletion = () => false): void {
  const port = parentPort;
  if (!port) throw new Error('writes are served by a worker thread only');
  const { file, maxPages, hasLog } = workerData as WriterOptions;
  const db = openDatabase(file);
  if (maxPages) db.exec(`PRAGMA max_page_count = ${maxPages}`);
  if (hasLog) noteLog(db);
  const writer: Writer = { db, commands, isDeletion, reserve: openSpaceReserve(dirname(file)) };
  const waiting = createFairQueue<ThreadRequest>();
  let isWorking = false;
  let closing = false;

  port.on('message', async (message: ThreadMessage) => {
    receive(message);
    if (isWorking) return;
    isWorking = true;
    do {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) receive(next.message);
      if (waiting.size > 0) port.postMessage(await runGroup(writer, takeGroup(waiting)));
    } while (waiting.size > 0);
    isWorking = false;
    if (!closing) return;
    // If another process still reads the log, closing would leave it.
    erase(writer, 0);
    db.close();
    if (!writer.reserve.admitsAll()) writer.reserve.keep();
    port.close();
  });

  function receive(message: ThreadMessage): void {
    closing = message === 'close';
    for (const request of message === 'close' ? [] : message) {
      if (request.operation === 'command') waiting.add(request.accountId, request);
      else {
        port?.postMessage([erase(writer, request.id)]);
        writer.reserve.keep();
      }
    }
  }
}

/** Empties the log outside of transactions, which is possible between messages. */
function erase(writer: Writer, id: number): ThreadReply {
  try {
    return { id, result: eraseDeleted(writer.db) };
  } catch (error) {
    // Emptying the log may make the store grow.
    return isDiskFull(error) && writer.reserve.release() ? erase(writer, id) : toErrorReply(id, error);
  }
}

/** Runs requests in one transaction, and therefore with one flush of the disk. */
async function runGroup(writer: Writer, requests: Iterable<ThreadRequest>): Promise<ThreadReply[]> {
  const { db, commands, reserve, isDeletion } = writer;
  const begun: ThreadRequest[] = [];
  let replies: ThreadReply[] = [];
  try {
    prepare(db, 'BEGIN IMMEDIATE').run();
    for (const request of requests) {
      begun.push(request);
      const isAdmitted = reserve.admitsAll() || isDeletion(request.argument as Call);
      replies.push(isAdmitted ? await runOne(db, commands, request) : toErrorReply(request.id, diskFull()));
    }
    prepare(db, 'COMMIT').run();
    return replies;
  } catch (error) {
    forgetAccountNumbers(db);
    rollBack(db);
    // If a group cannot begin, it fails as a whole, so that no request waits forever.
    if (begun.length === 0) begun.push(...requests);
    const [first] = begun;
    const isAlone = first !== undefined && begun.length === 1;
    const mayRelease = isAlone && isDiskFull(error) && isDeletion(first.argument as Call);
    if (mayRelease && reserve.release()) return runGroup(writer, begun);
    if (isAlone || (storeCondition(error) && !isDiskFull(error))) return begun.map(({ id }) => toErrorReply(id, error));
    // A fault of one request must not make the others fail, so each gets its own transaction.
    replies = [];
    for (const request of begun) replies.push(...(await runGroup(writer, [request])));
    return replies;
  }
}

/** Runs a command. The others of its group go on if it throws before it has written. */
async function runOne(db: DatabaseSync, commands: Commands, { id, argument }: ThreadRequest): Promise<ThreadReply> {
  let hasWritten = false;
  const apply = (writes: readonly Write[]) => {
    hasWritten = true;
    applyWrites(db, writes);
  };
  try {
    return { id, result: await runCommand(db, commands, argument as Call, apply) };
  } catch (error) {
    if (hasWritten || storeCondition(error)) throw error;
    return toErrorReply(id, error);
  }
}

/** Removes the requests of the next group one by one. Accounts are served in turn, because long memories take long. */
export function* takeGroup(
  waiting: ReturnType<typeof createFairQueue<ThreadRequest>>,
  now = () => performance.now(),
): Generator<ThreadRequest> {
  const endsAt = now() + maxGroupMs;
  const usedMs = new Map<string, number>();
  for (let count = 0; count < maxRequests && (count === 0 || now() < endsAt); count++) {
    const request = waiting.take(({ accountId }) => usedMs.size < 2 || (usedMs.get(accountId) ?? 0) < maxSharedMs);
    if (!request) return;
    const begunAt = now();
    yield request;
    const { accountId } = request;
    // The server's own requests are short, and wait for no client.
    if (accountId !== '') usedMs.set(accountId, (usedMs.get(accountId) ?? 0) + now() - begunAt);
  }
}
