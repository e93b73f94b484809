import { serveWrites } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import { eventCommands } from './event-commands.ts';

serveWrites(eventCommands);
