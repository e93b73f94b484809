import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lists all files below a folder, in a fixed order. */
export const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
