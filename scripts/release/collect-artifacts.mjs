import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { python } from '../bootstrap/ensure-python.mjs';
import { run } from './artifacts.mjs';

/** Returns the files that an archive must contain. A wheel has no place for a changelog, so PyPI links it. */
const mustHold = (file) => (file.endsWith('.whl') ? ['LICENSE'] : ['LICENSE', 'CHANGELOG.md']);

const listZip = 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")';

/** Lists the files of a tarball, a wheel or a Go module. */
const listContents = (file) =>
  /[.](whl|zip)$/.test(file) ? run(python, ['-c', listZip, file]) : run('tar', ['-tzf', file]);

/** @throws if the folder contains a file that could be mistaken for an artifact */
export function requireEmpty(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} must be empty or missing`);
}

async function writeContents(file, target) {
  const contents = await listContents(file);
  const names = new Set(contents.split('\n').map((path) => basename(path.trim())));
  const missing = mustHold(file).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`${basename(file)} lacks ${missing.join(' and ')}`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, contents);
}

/**
 * Copies the artifacts of each kind into a folder, with lists of the contents of all archives and the checksums.
 * Returns a line for each file.
 * @throws when an archive lacks the licence or the changelog
 */
export async function collectArtifacts(artifacts, target) {
  const sums = [];
  const lines = [];
  for (const [kind, file] of Object.entries(artifacts).flatMap(([key, files]) => files.map((file) => [key, file]))) {
    const name = `${kind}/${basename(file)}`;
    mkdirSync(join(target, kind), { recursive: true });
    copyFileSync(file, join(target, name));
    sums.push(`${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`);
    lines.push(`${name}: ${Math.ceil(statSync(file).size / 1024)} KiB`);
    if (kind !== 'sbom') await writeContents(file, join(target, 'contents', `${name}.txt`));
  }
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  return lines.join('\n');
}
