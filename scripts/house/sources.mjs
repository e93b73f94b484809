import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFiles } from '../bootstrap/list-files.mjs';

/** Reads the hand-written TypeScript files of the server; without a suffix those that are neither tests nor contracts. */
export function readSources(root, { suffix } = {}) {
  const isWanted = (path) =>
    suffix === undefined ? path.endsWith('.ts') && !/\.(test|contract|d)\.ts$/.test(path) : path.endsWith(suffix);
  return listFiles(join(root, 'server/src'))
    .filter((file) => isWanted(file) && !file.includes('/generated/'))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return { path: relative(root, file), text, lines: text.trimEnd().split('\n').length };
    });
}
