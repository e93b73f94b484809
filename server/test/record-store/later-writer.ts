import { serveWrites } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import { laterCommands } from './later-library.ts';

serveWrites(laterCommands);
