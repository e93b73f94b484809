import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';

/** Every file that says the version of the SDKs, and where in it. Changesets writes those in JSON, we the others. */
const places = [
  { file: 'packages/sdk/package.json', pattern: /("version": ")([^"]+)(")/ },
  { file: 'packages/sdk/src/version.ts', pattern: /(version = ')([^']+)(')/ },
  { file: 'sdks/python/package.json', pattern: /("version": ")([^"]+)(")/ },
  { file: 'sdks/python/src/mnema_sdk/_version.py', pattern: /(__version__ = ")([^"]+)(")/ },
  { file: 'sdks/go/package.json', pattern: /("version": ")([^"]+)(")/ },
  { file: 'sdks/go/version.go', pattern: /(const Version = ")([^"]+)(")/ },
];

function read({ file, pattern }) {
  const version = pattern.exec(readFileSync(join(root, file), 'utf8'))?.[2];
  if (version === undefined) throw new Error(`${file} does not say a version where it should: ${pattern}`);
  return version;
}

/**
 * The one version of the three SDKs.
 * @throws when two files differ
 */
export function readSdkVersion() {
  const versions = places.map((place) => ({ file: place.file, version: read(place) }));
  if (new Set(versions.map(({ version }) => version)).size === 1) return versions[0].version;
  const said = versions.map(({ file, version }) => `${file}: ${version}`).join('\n');
  throw new Error(`the SDKs must have one version; npm run version-packages sets it everywhere\n${said}`);
}

/** Copies the version that changesets gave the TypeScript SDK to everything else. */
export function spreadSdkVersion() {
  const version = read(places[0]);
  for (const { file, pattern } of places) {
    const source = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), source.replace(pattern, `$1${version}$3`));
  }
  return version;
}
