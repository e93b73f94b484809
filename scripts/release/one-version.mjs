import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { npmPackages } from './npm-packages.mjs';

const inManifest = (folder) => ({ file: `${folder}/package.json`, pattern: /("version": ")([^"]+)(")/ });

/** The version's positions in the files that changesets writes. */
const manifests = [...npmPackages, 'sdks/python', 'sdks/go'].map(inManifest);

/** The version's positions in the files that follow the manifests. */
const copies = [
  { file: 'packages/sdk/src/version.ts', pattern: /(version = ')([^']+)(')/ },
  { file: 'sdks/python/src/mnema_sdk/_version.py', pattern: /(__version__ = ")([^"]+)(")/ },
  { file: 'sdks/go/version.go', pattern: /(const Version = ")([^"]+)(")/ },
  { file: 'packages/mcp/server.json', pattern: /(^ {2}"version": ")([^"]+)(")/m },
  { file: 'packages/mcp/server.json', pattern: /(^ {6}"version": ")([^"]+)(")/m },
  // The server reports this one to MCP clients.
  { file: 'openapi/openapi.yaml', pattern: /^(info:\n(?: {2}.*\n)*? {2}version: )(\S+)()$/m },
  { file: 'deploy/helm/mnema/Chart.yaml', pattern: /^(version: )(\S+)()$/m },
  { file: 'deploy/helm/mnema/Chart.yaml', pattern: /^(appVersion: )(\S+)()$/m },
];

function read({ file, pattern }) {
  const version = pattern.exec(readFileSync(join(root, file), 'utf8'))?.[2];
  if (version === undefined) throw new Error(`${file} has no version where one is expected: ${pattern}`);
  return version;
}

/**
 * Reads the one version of all published packages.
 * @throws when two files differ
 */
export function readVersion() {
  const versions = [...manifests, ...copies].map((position) => ({ file: position.file, version: read(position) }));
  if (new Set(versions.map(({ version }) => version)).size === 1) return versions[0].version;
  const list = versions.map(({ file, version }) => `${file}: ${version}`).join('\n');
  throw new Error(`all packages must have one version; npm run version-packages sets it everywhere\n${list}`);
}

/**
 * Copies the version that changesets wrote into the manifests to all other files.
 * @throws when changesets gave two packages different versions, because .changeset/config.json does not fix both
 */
export function spreadVersion() {
  const version = read(inManifest('server'));
  for (const { file, pattern } of copies) {
    const source = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), source.replace(pattern, `$1${version}$3`));
  }
  return readVersion();
}
