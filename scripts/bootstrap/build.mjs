import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';

const server = join(root, 'server');
const source = join(server, 'src');
const output = join(server, 'dist');
const stamp = join(root, '.cache/build');

const listSources = () =>
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

function digest() {
  const hash = createHash('sha256');
  const settings = [join(root, 'tsconfig.json'), join(server, 'tsconfig.json'), join(server, 'tsconfig.build.json')];
  for (const file of [...settings, ...listSources()]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Whatever the compiler leaves behind: the bundled contract, pages, styles. */
function copyAssets() {
  for (const file of listSources()) {
    if (file.endsWith('.ts')) continue;
    const target = file.replace(source, output);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

/** Compiles the server into server/dist, unless the sources are those of the last build. Answers an exit code. */
export async function build({ force = false } = {}) {
  const wanted = digest();
  if (!force && existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  rmSync(stamp, { force: true });
  rmSync(output, { recursive: true, force: true });
  const code = await runTool('node_modules/typescript/bin/tsc', ['-p', 'server/tsconfig.build.json']);
  if (code !== 0) return code;
  copyAssets();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return 0;
}
