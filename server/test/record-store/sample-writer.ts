import { serveWrites } from '../../src/adapters/sqlite/threads/serve-writes.ts';
import { commands } from '../../src/app/store-commands.ts';
import { sampleCommands } from './sample-records.ts';

serveWrites({ ...commands, ...sampleCommands });
