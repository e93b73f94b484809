import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Finding, ok, problem, problemOf, warning } from '../../../lib/finding.ts';
import { readableBytes } from '../../../lib/readable-bytes.ts';
import type { ServerState, StoreDiagnosis } from '../../store-kit/store-diagnosis.ts';
import { storeFormat } from '../../store-kit/store-format.ts';
import { findServer, openReadOnly } from './data-directory.ts';
import { readCompactionDue } from './erasures.ts';
import { readValue } from './open-database.ts';
import { DataDirectoryError } from './sqlite-errors.ts';
import { checkPages, hasStore, markerName, storeFileName, withCondition } from './store-file.ts';

type Contents = Pick<StoreDiagnosis, 'contents'> & Partial<StoreDiagnosis>;

/** Examines a data directory, even while a server uses it. It changes no file, not even SQLite's own ones. */
export function checkSqliteStore(directory: string): StoreDiagnosis {
  const path = resolve(directory);
  // The nearest directory that exists is on the same disk.
  let disk = path;
  while (!existsSync(disk) && dirname(disk) !== disk) disk = dirname(disk);
  const server = findServer(path);
  const location = describeDirectory(path, disk, server);
  const found = { disk, server, location, disabledWebhooks: 0 };
  if (!statSync(disk).isDirectory()) {
    return { ...found, contents: problem('could not be checked', 'see the data directory') };
  }
  const examined = examine(path, server);
  // A server that started or stopped in the meantime may have changed the files during the first check.
  return { ...found, ...(examined.contents.status === 'problem' ? examine(path, findServer(path)) : examined) };
}

function describeDirectory(path: string, disk: string, server: ServerState): Finding {
  const orElse = 'or set MNEMA_DATA_DIR to another directory';
  const absent = disk === path ? null : `${path} does not exist`;
  if (!statSync(disk).isDirectory()) {
    return problem(`${path}: ${disk} is not a directory`, `make it a directory, ${orElse}`);
  }
  if (!mayUse(disk, constants.R_OK | constants.W_OK | constants.X_OK)) {
    const finding = `${absent ? `${absent} and ` : ''}${disk} is not writable`;
    return problem(finding, `make it writable for this user, ${orElse}`);
  }
  if (absent) return ok(`${absent}; the first start creates it`);
  if (server.kind === 'unknown') {
    return warning(
      `${path} is writable, but it is unknown whether a server uses it: ${server.reason}`,
      'make sure that no server uses the directory, then delete that file; the next start creates it again',
    );
  }
  if (server.kind === 'none') return ok(`${path} is writable; no server is running in it`);
  return ok(`${path} is writable; a server is running in it${server.pid === null ? '' : ` (pid ${server.pid})`}`);
}

function examine(path: string, server: ServerState): Contents {
  const file = join(path, storeFileName);
  try {
    if (!hasStore(path)) return { contents: ok(`${file} does not exist; the first start creates it`) };
    using db = openReadOnly(path, server);
    if (db) return examinePages(db, path, file);
    const finding = 'the store was not closed and its -shm file is gone, so it can only be checked after a start';
    return { contents: warning(finding, 'start the server, which recovers it automatically, and run this again') };
  } catch (error) {
    const isForeseen = error instanceof DataDirectoryError || (error instanceof Error && 'syscall' in error);
    if (!isForeseen) throw error;
    return { contents: problemOf(error, 'make all files in the data directory readable and writable for this user') };
  }
}

function examinePages(db: DatabaseSync, path: string, file: string): Contents {
  return withCondition(file, () => {
    checkPages(db, file);
    const due = readCompactionDue(db);
    const compaction = due === null ? '' : `; mnema compact is due since ${new Date(due).toISOString()}`;
    const finding = `${file} is sound (${readableBytes(statSync(file).size)}, format ${storeFormat})${compaction}`;
    return {
      contents: describeSound(finding, path, file),
      disabledWebhooks: readValue(db, "SELECT count(*) FROM webhooks WHERE disabledReason <> 'by_request'") ?? 0,
    };
  });
}

function describeSound(finding: string, path: string, file: string): Finding {
  const files = ['', '-wal', '-shm'].map((suffix) => file + suffix).filter((one) => existsSync(one));
  if (!files.every((one) => mayUse(one, constants.R_OK | constants.W_OK))) {
    return problem(`${finding}, but it may not be written`, `make ${file}* writable for this user`);
  }
  if (existsSync(join(path, markerName))) return ok(finding);
  return warning(
    `${finding}, but the file that marks its creation is missing`,
    'start the server once: it creates the file, without which a lost store would go unnoticed',
  );
}

function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
