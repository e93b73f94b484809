import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pnpmVersion } from '../bootstrap/installation.mjs';
import { root } from '../bootstrap/paths.mjs';
import { run } from './artifacts.mjs';
import { readManifest } from './npm-packages.mjs';

/** The package of the server contains this file. */
const file = join(root, 'server/sbom.cdx.json');

/** Lists all packages of a production installation of the server in CycloneDX. Returns the file. */
export async function makeBillOfMaterials() {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--out', file];
  await run('npx', ['--yes', pnpmVersion, '--filter', '@mnema/server', 'sbom', ...options]);
  return file;
}

/**
 * Checks that the bill contains each direct dependency with its exact version and no tool of development.
 * @throws when it does not
 */
export function tryBillOfMaterials(bill) {
  const { bomFormat, specVersion, metadata, components } = JSON.parse(readFileSync(bill, 'utf8'));
  const { name, version, dependencies, optionalDependencies, devDependencies } = readManifest('server');
  if (bomFormat !== 'CycloneDX' || metadata.component.version !== version) throw new Error(`${bill} is not of ${name}`);
  const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const fromRegistry = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([, wanted]) => !wanted.startsWith('workspace:'),
  );
  const missing = fromRegistry.filter(([one, wanted]) => !listed.has(`pkg:npm/${one}@${wanted}`));
  if (missing.length > 0) throw new Error(`${bill} lacks ${missing.map(([one]) => one).join(', ')}`);
  const surplus = ['vitest', 'supertest'].filter((one) => listed.has(`pkg:npm/${one}@${devDependencies[one]}`));
  if (surplus.length > 0) throw new Error(`${bill} lists tools of development: ${surplus.join(', ')}`);
  return `CycloneDX ${specVersion} with ${components.length} components`;
}
