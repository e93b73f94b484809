import type { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { accountWrites } from '../accounts/account-writes.ts';
import { openDatabase } from '../connection/open-database.ts';
import { rollBack } from '../connection/roll-back.ts';
import { storeCondition } from '../connection/sqlite-errors.ts';
import { claimWrites } from '../memories/claims.ts';
import { commitWrites } from '../memories/commit.ts';
import { requestLogWrites } from '../requests/request-log-writes.ts';
import { usageWrites } from '../usage/usage-writes.ts';
import type { WorkerReply, WorkerRequest } from './worker-client.ts';
import { toErrorReply } from './worker-server.ts';

type Write = (db: DatabaseSync, argument: never) => unknown;

const writes: Record<string, Write> = {
  ...accountWrites,
  ...claimWrites,
  ...commitWrites,
  ...requestLogWrites,
  ...usageWrites,
};
/** Bounds how long the first of a group waits for the last; far above what arrives during one flush of the disk. */
const groupLimit = 512;

const { file, maxPages } = workerData as { file: string; maxPages?: number };
const port = parentPort;
if (!port) throw new Error('writer-thread runs as a worker only');
const db = openDatabase(file);
if (maxPages) db.exec(`PRAGMA max_page_count = ${maxPages}`);
/** Requests of a message that did not fit into its group any more. */
let backlog: WorkerRequest[] = [];
let closing = false;

port.on('message', (message: WorkerRequest[] | 'close') => {
  take(message);
  do {
    commitGroup();
  } while (backlog.length > 0);
  if (closing) {
    db.close();
    port.close();
  }
});

function take(message: WorkerRequest[] | 'close'): void {
  if (message === 'close') closing = true;
  else backlog.push(...message);
}

/** Whatever has arrived by now shares one transaction, and so one flush of the disk. */
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

function runGroup(group: WorkerRequest[]): WorkerReply[] {
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

function runOne({ id, operation, argument }: WorkerRequest): WorkerReply {
  const write = writes[operation];
  if (!write) return toErrorReply(id, new Error(`the store has no operation ${operation}`));
  db.exec('SAVEPOINT one');
  try {
    const result = write(db, argument as never);
    db.exec('RELEASE one');
    return { id, result };
  } catch (error) {
    // A full or failing disk ends the whole group: SQLite may have rolled everything back already.
    if (storeCondition(error) || !db.isTransaction) throw error;
    db.exec('ROLLBACK TO one; RELEASE one');
    return toErrorReply(id, error);
  }
}
