import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles } from '../bootstrap/list-files.mjs';

/** Lists the YAML files in subfolders of the contract that no `$ref` reaches from its entry. */
export function findUnreferencedFiles(entry) {
  const folder = dirname(entry);
  const reached = new Set();
  const follow = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/\$ref: *['"]?([^\s'"#},]+\.yaml)/g)) {
      follow(join(dirname(file), path));
    }
  };
  follow(entry);
  return listFiles(folder)
    .filter((file) => file.endsWith('.yaml') && dirname(file) !== folder && !reached.has(file))
    .map((file) => `openapi/${relative(folder, file)}: nothing refers to this file; add it to openapi/openapi.yaml`);
}
