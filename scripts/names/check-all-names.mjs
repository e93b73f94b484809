import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFlaggedNames } from './find-flagged-names.mjs';
import { namesThatStay } from './names-that-stay.mjs';

const folders = ['server', 'bench', 'packages', 'conformance', 'scripts', 'examples'];

/** Finds the flagged names of a checkout's hand-written code, and the exceptions that are no longer used. */
export function checkAllNames(root) {
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
  return { flagged, unused: [...unused] };
}
