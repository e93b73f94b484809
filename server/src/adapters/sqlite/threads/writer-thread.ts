import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../../lib/thread-messages.ts';
import { endErasing, noteErasure } from '../connection/erasures.ts';
import { openDatabase } from '../connection/open-database.ts';
import { prepare } from '../connection/prepare.ts';
import { rollBack } from '../connection/roll-back.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';
import { toErrorReply } from './to-error-reply.ts';
import { createWriteGroups } from './write-groups.ts';
import type { WriterOptions } from './writer.ts';
import { ownTransaction, writes } from './writer-operations.ts';

type Write = (db: DatabaseSync, argument: never) => unknown;

const writeOf = new Map<string, Write>(Object.entries(writes));

const { file, maxPages, erases } = workerData as WriterOptions;
const port = parentPort;
if (!port) throw new Error('writer-thread runs as a worker only');
const db = openDatabase(file);
if (maxPages) db.exec(`PRAGMA max_page_count = ${maxPages}`);
if (erases) noteErasure(db);
const groups = createWriteGroups();
let closing = false;

port.on('message', (message: ThreadMessage) => {
  take(message);
  do {
    commitGroup();
  } while (groups.size > 0);
  if (closing) {
    db.close();
    endErasing(db);
    port.close();
  }
});

function take(message: ThreadMessage): void {
  if (message === 'close') closing = true;
  else {
    groups.add(message.filter(({ operation }) => !ownTransaction.has(operation)));
    const alone = message.filter(({ operation }) => ownTransaction.has(operation));
    if (alone.length > 0) port?.postMessage(alone.map(runAlone));
  }
}

/** Runs an operation outside of transactions, which is possible between messages. */
function runAlone({ id, operation }: ThreadRequest): ThreadReply {
  try {
    return { id, result: writeOf.get(operation)?.(db, undefined as never) };
  } catch (error) {
    return toErrorReply(id, error);
  }
}

/** Runs a group of the received requests in one transaction, and therefore with one flush of the disk. */
function commitGroup(): void {
  for (let next = receive(); next; next = receive()) take(next.message);
  if (groups.size > 0) port?.postMessage(runGroup());
}

function receive(): { message: ThreadMessage } | undefined {
  return receiveMessageOnPort(port as NonNullable<typeof port>);
}

function runGroup(): ThreadReply[] {
  const begun: ThreadRequest[] = [];
  try {
    return runTogether(groups.next(), begun);
  } catch (error) {
    // A fault of one request must not make the others fail, so each gets its own transaction.
    if (begun.length > 1 && !storeCondition(error)) return begun.flatMap(runOne);
    // If a group cannot begin, it fails as a whole, so that no request waits forever.
    if (begun.length === 0) begun.push(...groups.next());
    return begun.map(({ id }) => toErrorReply(id, error));
  }
}

function runOne(request: ThreadRequest): ThreadReply[] {
  try {
    return runTogether([request], []);
  } catch (error) {
    return [toErrorReply(request.id, error)];
  }
}

/** Runs requests in one transaction. @param begun receives each request before it runs */
function runTogether(requests: Iterable<ThreadRequest>, begun: ThreadRequest[]): ThreadReply[] {
  const replies: ThreadReply[] = [];
  try {
    prepare(db, 'BEGIN IMMEDIATE').run();
    for (const request of requests) {
      begun.push(request);
      const { id, operation, argument } = request;
      const write = writeOf.get(operation);
      if (!write) throw new Error(`the store has no operation ${operation}`);
      replies.push({ id, result: write(db, argument as never) });
    }
    prepare(db, 'COMMIT').run();
    return replies;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}
