import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSqliteRecordReader, openSqliteRecordStore } from '../../adapters/sqlite/transfer/open-records.ts';
import { toIdentifiers } from '../../domain/text/identifiers.ts';
import type { RecordReader, RecordStore } from '../../ports/records.ts';

/** The location of a store. A URI contains a password. */
export type StoreLocation = { kind: 'sqlite'; directory: string } | { kind: 'mongodb'; uri: string };

/** Opens a store to read from it, without changing anything. */
export async function openCopySource(location: StoreLocation): Promise<RecordReader> {
  if (location.kind === 'sqlite') return openSqliteRecordReader(location.directory);
  return (await import('../../adapters/mongodb/transfer/open-records.ts')).openMongodbRecordReader(location.uri);
}

/** Opens a store to write to it. It is created if it is missing. */
export async function openCopyTarget(location: StoreLocation): Promise<RecordStore> {
  if (location.kind === 'sqlite') return openSqliteRecordStore(location.directory, { identifiersOf: toIdentifiers });
  return (await import('../../adapters/mongodb/transfer/open-records.ts')).openMongodbRecordStore(location.uri, {
    identifiersOf: toIdentifiers,
  });
}

/** Compares two locations without opening the stores. */
export function isSameStore(one: StoreLocation, other: StoreLocation): boolean {
  if (one.kind === 'sqlite') return other.kind === 'sqlite' && realPath(one.directory) === realPath(other.directory);
  if (other.kind === 'sqlite') return false;
  const [first, second] = [one, other].map(({ uri }) => /^[^:]*:\/\/(?:[^@/]*@)?([^?]*)/.exec(uri)?.[1]);
  return first === second;
}

function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return resolve(directory);
    throw error;
  }
}
