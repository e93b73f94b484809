import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { openSqliteRecordReader, openSqliteRecordStore } from '../../adapters/sqlite/transfer/open-records.ts';
import { type CopySource, type CopyTarget, copyCommands, copyQueries } from '../../domain/transfer/copy-records.ts';
import { kinds } from '../store-commands.ts';

interface Open {
  close(): Promise<void>;
}

const copyDomain = { kinds, commands: copyCommands, queries: copyQueries };

/** The location of a store. A URI contains a password. */
export type StoreLocation = { kind: 'sqlite'; directory: string } | { kind: 'mongodb'; uri: string };

/** Opens a store to read from it, without changing anything. */
export async function openCopySource(location: StoreLocation): Promise<CopySource & Open> {
  if (location.kind === 'sqlite') return openSqliteRecordReader(location.directory, copyDomain);
  const { openMongodbRecordReader } = await import('../../adapters/mongodb/open-store.ts');
  const { records, close } = await openMongodbRecordReader(location.uri, copyDomain);
  return { ...records, close };
}

/** Opens a store to write to it. It is created if it is missing. */
export async function openCopyTarget(location: StoreLocation): Promise<CopyTarget & Open> {
  if (location.kind === 'sqlite') return openSqliteRecordStore(location.directory, copyDomain);
  const { openMongodbRecordStore } = await import('../../adapters/mongodb/open-store.ts');
  const { records, close } = await openMongodbRecordStore(location.uri, copyDomain);
  return { ...records, close };
}

/** Compares two locations without opening the stores. */
export function isSameStore(one: StoreLocation, other: StoreLocation): boolean {
  return one.kind === other.kind && addressOf(one) === addressOf(other);
}

/** Returns the real path of a directory, or the part of a URI without its password and its options. */
function addressOf(location: StoreLocation): string | undefined {
  if (location.kind === 'mongodb') return /^[^:]*:\/\/(?:[^@/]*@)?([^?]*)/.exec(location.uri)?.[1];
  const { directory } = location;
  return existsSync(directory) ? realpathSync(directory) : resolve(directory);
}
