import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';

/** Writes a generated page of the documentation. With `--check` it changes nothing, and fails on a difference. */
export function writePage(path, text) {
  const file = join(root, path);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} differs from its source: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
