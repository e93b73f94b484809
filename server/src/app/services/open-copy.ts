import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { storeFileName } from '../../adapters/sqlite/connection/store-file.ts';
import { openSqliteStore } from '../../adapters/sqlite/open-store.ts';
import { openSqliteSource } from '../../adapters/sqlite/transfer/open-source.ts';
import { systemClock } from '../../adapters/system/clock-and-identifiers.ts';
import type { Config } from '../../config/config.ts';
import type { CopyTarget } from '../../domain/transfer/copy-store.ts';
import type { Reader } from '../../ports/record-store.ts';
import { sqliteDomain, storeDomain } from '../store-commands.ts';

interface Opened<Records> {
  records: Records;
  close(): Promise<void>;
}

const { now } = systemClock;

/** The location of a store: that of MongoDB if there is a URI, which contains a password. */
export type StoreLocation = Pick<Config, 'mongodbUri' | 'dataDirectory'>;

export async function openCopySource({ mongodbUri, dataDirectory }: StoreLocation): Promise<Opened<Reader>> {
  if (mongodbUri === undefined) return openSqliteSource(dataDirectory, now);
  const { openMongodbRecords, requireStore } = await import('../../adapters/mongodb/open-store.ts');
  return openMongodbRecords(mongodbUri, storeDomain, now, requireStore);
}

/** Opens a store to write to it. It is created if it is missing. */
export async function openCopyTarget({ mongodbUri, dataDirectory }: StoreLocation): Promise<Opened<CopyTarget>> {
  if (mongodbUri === undefined) return openSqliteStore(dataDirectory, { ...sqliteDomain, now });
  const { openMongodbRecords, createCollections } = await import('../../adapters/mongodb/open-store.ts');
  return openMongodbRecords(mongodbUri, storeDomain, now, (db) => createCollections(db, storeDomain.kinds));
}

/** Names a store for the operator: the path of its file, or its database and hosts without a password. */
export function describeStore({ mongodbUri, dataDirectory }: StoreLocation): string {
  if (mongodbUri === undefined) return join(resolve(dataDirectory), storeFileName);
  const [, , hosts, database] = addressOf({ mongodbUri, dataDirectory }).split('/');
  return `database ${database || 'mnema'} of MongoDB on ${hosts}`;
}

export function isSameStore(one: StoreLocation, other: StoreLocation): boolean {
  return addressOf(one) === addressOf(other);
}

/** Returns the real path of a directory, or a URI without its password and its options. */
function addressOf({ mongodbUri, dataDirectory }: StoreLocation): string {
  if (mongodbUri !== undefined) return mongodbUri.replace(/^[^:]*:\/\/(?:[^@/]*@)?([^?]*).*/, 'mongodb://$1');
  return existsSync(dataDirectory) ? realpathSync(dataDirectory) : resolve(dataDirectory);
}
