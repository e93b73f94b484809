import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSqliteRecordReader, openSqliteRecordStore } from '../../adapters/sqlite/transfer/open-records.ts';
import type { RecordReader, RecordStore } from '../../ports/records.ts';

/** A store, wherever it is configured. A URI holds a password. */
export type StorePlace = { kind: 'sqlite'; directory: string } | { kind: 'mongodb'; uri: string };

/** To read; changes nothing. */
export async function openCopySource(place: StorePlace): Promise<RecordReader> {
  if (place.kind === 'sqlite') return openSqliteRecordReader(place.directory);
  return (await import('../../adapters/mongodb/transfer/open-records.ts')).openMongodbRecordReader(place.uri);
}

/** To write; creates what is missing. */
export async function openCopyTarget(place: StorePlace): Promise<RecordStore> {
  if (place.kind === 'sqlite') return openSqliteRecordStore(place.directory);
  return (await import('../../adapters/mongodb/transfer/open-records.ts')).openMongodbRecordStore(place.uri);
}

/** As far as can be told without opening them. */
export function isSamePlace(one: StorePlace, other: StorePlace): boolean {
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
