// Fails when hand-written code declares a name with a word that only we use; see names/flagged-words.mjs.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap/paths.mjs';
import { findFlaggedNames } from './names/find-flagged-names.mjs';
import { namesThatStay } from './names/names-that-stay.mjs';

const folders = ['server', 'bench', 'packages', 'conformance', 'scripts', 'examples'];
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
  cwd: root,
  encoding: 'utf8',
});
const paths = listed
  .split('\n')
  .filter((path) => /\.(ts|mts|js|mjs)$/.test(path) && !/(^|\/)(generated|runtime)\/|\.d\.ts$/.test(path));
const unused = new Set(namesThatStay.flatMap(({ names, within }) => names.map((name) => `${name} below ${within}`)));
const isKept = ({ path, name }) => {
  const kept = namesThatStay.find(({ names, within }) => names.includes(name) && path.startsWith(within));
  if (kept) unused.delete(`${name} below ${kept.within}`);
  return kept !== undefined;
};
const flagged = paths
  .flatMap((path) => findFlaggedNames(path, readFileSync(join(root, path), 'utf8')))
  .filter((found) => !isKept(found));
for (const { path, line, name, word, instead } of flagged) {
  console.log(`${path}:${line} ${name}: "${word}" is a word of our own; write ${instead}`);
}
for (const name of unused) console.log(`scripts/names/names-that-stay.mjs: nothing is called ${name} any more`);
process.exitCode = flagged.length + unused.size > 0 ? 1 : 0;
