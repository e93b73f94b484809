import { serveWrites } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import { libraryCommands } from './library.ts';

serveWrites(libraryCommands);
