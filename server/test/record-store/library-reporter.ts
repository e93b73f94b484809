import { serveQueries } from '../../src/adapters/sqlite/threads/serve-reads.ts';
import { libraryQueries } from './library.ts';

serveQueries(libraryQueries);
