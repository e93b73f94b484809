import { toTables } from './tables.ts';

process.stdout.write(`${toTables()}\n`);
