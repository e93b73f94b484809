import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../../lib/thread-messages.ts';
import { openDatabase } from '../connection/open-database.ts';
import { rollBack } from '../connection/roll-back.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';
import { toErrorReply } from './to-error-reply.ts';
import { writes } from './writer-operations.ts';

type Write = (db: DatabaseSync, argument: never) => unknown;

const writeOf = new Map<string, Write>(Object.entries(writes));
/**
 * The maximum of requests in a group, so that the first one does not wait long. Far fewer arrive during one flush of
 * the disk.
 */
const groupLimit = 512;

const { file, maxPages } = workerData as { file: string; maxPages?: number };
const port = parentPort;
if (!port) throw new Error('writer-thread runs as a worker only');
const db = openDatabase(file);
if (maxPages) db.exec(`PRAGMA max_page_count = ${maxPages}`);
/** The requests that did not fit into the last group. */
let backlog: ThreadRequest[] = [];
let closing = false;

port.on('message', (message: ThreadMessage) => {
  take(message);
  do {
    commitGroup();
  } while (backlog.length > 0);
  if (closing) {
    db.close();
    port.close();
  }
});

function take(message: ThreadMessage): void {
  if (message === 'close') closing = true;
  else backlog.push(...message);
}

/** Runs all requests that have arrived in one transaction, and so with one flush of the disk. */
function commitGroup(): void {
  while (backlog.length < groupLimit) {
    const next = receiveMessageOnPort(port as NonNullable<typeof port>);
    if (!next) break;
    take(next.message);
  }
  const group = backlog.slice(0, groupLimit);
  backlog = backlog.slice(groupLimit);
  if (group.length > 0) port?.postMessage(runGroup(group));
}

function runGroup(group: ThreadRequest[]): ThreadReply[] {
  try {
    db.exec('BEGIN IMMEDIATE');
    const replies = group.map(runOne);
    db.exec('COMMIT');
    return replies;
  } catch (error) {
    rollBack(db);
    return group.map(({ id }) => toErrorReply(id, error));
  }
}

function runOne({ id, operation, argument }: ThreadRequest): ThreadReply {
  const write = writeOf.get(operation);
  if (!write) return toErrorReply(id, new Error(`the store has no operation ${operation}`));
  db.exec('SAVEPOINT one');
  try {
    const result = write(db, argument as never);
    db.exec('RELEASE one');
    return { id, result };
  } catch (error) {
    // A full or failing disk ends the whole group, because SQLite may have rolled back everything.
    if (storeCondition(error) || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO one; RELEASE one');
    return toErrorReply(id, error);
  }
}
