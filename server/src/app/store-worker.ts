import { serveWrites } from '../adapters/sqlite/threads/serve-writes.ts';
import { commands, isDeletion } from './store-commands.ts';

// The thread of SQLite that makes every change of the store.
serveWrites(commands, isDeletion);
