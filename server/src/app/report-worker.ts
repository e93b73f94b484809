import { serveQueries } from '../adapters/sqlite/threads/serve-reads.ts';
import { queries } from './store-commands.ts';

// The thread of SQLite for reads that wait for no search.
serveQueries(queries);
