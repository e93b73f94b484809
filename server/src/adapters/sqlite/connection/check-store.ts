import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Finding, ok, problem, problemOf, warning } from '../../../lib/finding.ts';
import { readableBytes } from '../../../lib/readable-bytes.ts';
import type { ServerState, StoreDiagnosis } from '../../store-kit/store-diagnosis.ts';
import { storeFormat } from '../../store-kit/store-format.ts';
import { DataDirectoryError } from './data-directory-error.ts';
import { readValue } from './prepare.ts';
import { findServer, openReadOnly } from './read-only-store.ts';
import { checkFormat, checkPages, hasStore, markerName, storeFileName, withCondition } from './store-file.ts';

type Examined = Pick<StoreDiagnosis, 'contents' | 'newestMemoryAt' | 'disabledWebhooks'>;

const nothingRead = { newestMemoryAt: null, disabledWebhooks: 0 };

/**
 * Examines a data directory, even while a server uses it. It has a lock no longer than a read takes. It neither creates
 * nor changes a file, not even SQLite's own files next to the store.
 */
export function checkSqliteStore(directory: string): StoreDiagnosis {
  const path = resolve(directory);
  const { isUsable, disk, location } = checkDirectory(path);
  if (disk !== path) {
    const unusable = problem('its parent directory does not exist', 'see the data directory');
    const contents = isUsable ? noStoreYet : unusable;
    return { disk, location, contents, server: { kind: 'none' }, ...nothingRead };
  }
  let server = findServer(path);
  let examined = examineStore(path, server);
  const afterwards = findServer(path);
  // A server that started or stopped in the meantime may have changed the files during the first check.
  if (afterwards.kind !== server.kind || examined.contents.status === 'problem') {
    server = afterwards;
    examined = examineStore(path, server);
  }
  return { disk, location: location.status === 'ok' ? describeServer(path, server) : location, server, ...examined };
}

/** Checks the directory itself, or the nearest existing parent directory, which is on the same disk. */
function checkDirectory(path: string): { isUsable: boolean; disk: string; location: Finding } {
  const orElse = 'or set MNEMA_DATA_DIR to another directory';
  for (let disk = path; ; disk = dirname(disk)) {
    const unusable = (reason: string) => {
      const location = problem(`${path}: ${reason}`, `make it a directory, ${orElse}`);
      return { isUsable: false, disk: dirname(disk), location };
    };
    try {
      if (!statSync(disk).isDirectory()) return unusable(`${disk} is not a directory`);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if ((code === 'ENOENT' || code === 'ENOTDIR') && dirname(disk) !== disk) continue;
      return unusable(message);
    }
    const absent = disk === path ? null : `${path} does not exist`;
    const location = mayUse(disk, constants.R_OK | constants.W_OK | constants.X_OK)
      ? ok(absent ? `${absent}; the first start creates it` : path)
      : problem(
          `${absent ? `${absent} and ` : ''}${disk} is not writable`,
          `make it writable for this user, ${orElse}`,
        );
    return { isUsable: true, disk, location };
  }
}

function describeServer(path: string, server: ServerState): Finding {
  if (server.kind === 'unknown') {
    return warning(
      `${path} is writable, but it is unknown whether a server uses it: ${server.reason}`,
      'make sure that no server uses the directory, then delete that file; the next start creates it again',
    );
  }
  if (server.kind === 'none') return ok(`${path} is writable; no server is running in it`);
  return ok(`${path} is writable; a server is running in it${server.pid === null ? '' : ` (pid ${server.pid})`}`);
}

const noStoreYet = ok('there is none; the first start creates it');

function examineStore(path: string, server: ServerState): Examined {
  let db: DatabaseSync | 'unrecovered' | undefined;
  try {
    if (!hasStore(path)) return { contents: noStoreYet, ...nothingRead };
    const file = join(path, storeFileName);
    return withCondition(file, () => {
      db = openReadOnly(path, server);
      if (db !== 'unrecovered') return examinePages(db, path, file);
      const finding = 'the store was not closed and its -shm file is gone, so it can only be checked after a start';
      const fix = 'start the server, which recovers it automatically, and run this again';
      return { contents: warning(finding, fix), ...nothingRead };
    });
  } catch (error) {
    const isForeseen = error instanceof DataDirectoryError || (error instanceof Error && 'syscall' in error);
    if (!isForeseen) throw error;
    const otherwise = 'make all files in the data directory readable and writable for this user';
    return { contents: problemOf(error, otherwise), ...nothingRead };
  } finally {
    if (typeof db === 'object') db.close();
  }
}

const disabledWebhooks = "SELECT count(*) FROM webhooks WHERE disabledReason <> 'by_request'";

function examinePages(db: DatabaseSync, path: string, file: string): Examined {
  checkFormat(db);
  const startedAt = performance.now();
  checkPages(db, file);
  const checkMs = Math.round(performance.now() - startedAt);
  const size = readableBytes(statSync(file).size);
  const finding = `${file} is sound (${size}, format ${storeFormat}, read in ${checkMs} ms)`;
  // Rows are inserted in nearly the order of time, so the newest memory is among the last rows.
  const newest = 'SELECT max(createdAt) FROM (SELECT createdAt FROM memories ORDER BY seq DESC LIMIT 1000)';
  return {
    contents: describeSound(finding, path, file),
    newestMemoryAt: readValue<number | null>(db, newest) ?? null,
    disabledWebhooks: readValue<number>(db, disabledWebhooks) ?? 0,
  };
}

function describeSound(finding: string, path: string, file: string): Finding {
  const isWritable = ['', '-wal', '-shm'].every(
    (suffix) => !existsSync(file + suffix) || mayUse(file + suffix, constants.R_OK | constants.W_OK),
  );
  if (!isWritable) return problem(`${finding}, but it may not be written`, `make ${file}* writable for this user`);
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
