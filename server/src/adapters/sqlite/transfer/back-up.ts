import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncPath } from '../../../lib/sync-path.ts';
import { DataDirectoryError } from '../connection/data-directory-error.ts';
import { openDatabase } from '../connection/open-database.ts';
import { readValue } from '../connection/prepare.ts';
import {
  checkFormat,
  checkHeader,
  checkPages,
  findStoreFile,
  markerName,
  storeFileName,
  withCondition,
} from '../connection/store-file.ts';

export interface BackedUp {
  directory: string;
  bytes: number;
  memories: number;
}

/** Called when a step of a copy begins, which may take minutes for a large store. */
type OnStep = (step: 'copying' | 'verifying', bytes: number) => void;

/**
 * Copies the store of a directory into an empty one while a server uses it. The copy is the store at one moment, has no
 * deleted texts, and is verified.
 * @throws {DataDirectoryError}
 */
export function backUpStore(directory: string, target: string, onStep: OnStep): BackedUp {
  const file = findStoreFile(resolve(directory));
  return fill(target, onStep, (draft) => {
    onStep('copying', statSync(file).size);
    const db = openDatabase(file, { readOnly: true });
    try {
      db.prepare('VACUUM INTO ?').run(draft);
    } finally {
      db.close();
    }
    // Servers need this mode, and a copy made this way does not preserve it.
    const copy = new DatabaseSync(draft);
    copy.exec('PRAGMA journal_mode = WAL');
    copy.close();
  });
}

/** Copies a backup into an empty directory, where a server can start with it. @throws {DataDirectoryError} */
export function restoreStore(backup: string, directory: string, onStep: OnStep): BackedUp {
  const source = join(resolve(backup), storeFileName);
  if (!existsSync(source)) throw new DataDirectoryError(`There is no ${storeFileName} in ${resolve(backup)}.`);
  if (existsSync(`${source}-wal`)) {
    throw new DataDirectoryError(
      `${resolve(backup)} is a data directory that was not closed, and not a backup. Make one with mnema backup.`,
    );
  }
  checkHeader(source);
  return fill(directory, onStep, (draft) => {
    onStep('copying', statSync(source).size);
    copyFileSync(source, draft);
  });
}

/** Makes a store file under another name, verifies it, and gives it its name at the end. */
function fill(directory: string, onStep: OnStep, make: (draft: string) => void): BackedUp {
  const path = resolve(directory);
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new DataDirectoryError(`${path} is not empty. Choose a directory that is empty or does not exist.`);
  }
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const file = join(path, storeFileName);
  const draft = `${file}.new`;
  try {
    withCondition(draft, () => make(draft));
    onStep('verifying', statSync(draft).size);
    const memories = verified(draft);
    chmodSync(draft, 0o600);
    syncPath(draft);
    // A lost store is reported, and never replaced by an empty one.
    writeFileSync(join(path, markerName), '');
    renameSync(draft, file);
    syncPath(path);
    syncPath(dirname(path));
    return { directory: path, bytes: statSync(file).size, memories };
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
    throw error;
  }
}

/** Reads every page of a copy, and returns the number of its memories. @throws {DataDirectoryError} */
function verified(file: string): number {
  return withCondition(file, () => {
    const db = new DatabaseSync(file);
    try {
      checkFormat(db);
      checkPages(db, file);
      return readValue<number>(db, 'SELECT count(*) FROM memories') as number;
    } finally {
      db.close();
    }
  });
}
