import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Runs `work` unless `files` are those of its last success and `output` still exists.
 * @param {{ name: string, files: string[], output: string, force?: boolean }} what
 * @param {() => Promise<number>} work returns an exit code
 */
export async function whenChanged({ name, files, output, force = false }, work) {
  const stamp = join(root, '.cache', name);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  const wanted = hash.digest('hex');
  if (!force && existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  rmSync(stamp, { force: true });
  rmSync(output, { recursive: true, force: true });
  const code = await work();
  if (code !== 0) return code;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return 0;
}
