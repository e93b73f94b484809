import { extname } from 'node:path';
import type { SqliteDomain } from '../adapters/sqlite/open-store.ts';
import { kinds } from './store-commands.ts';

const entryOf = (name: string) => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);

/** The kinds of the domain, and the files of the threads that run its commands and searches. */
export const sqliteDomain: SqliteDomain = {
  kinds,
  workers: {
    writer: entryOf('store-worker'),
    reader: entryOf('search-worker'),
    reporter: entryOf('report-worker'),
  },
};
