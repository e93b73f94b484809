import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inRoot = (path: string) => join(root, path);
const readJson = (path: string) => JSON.parse(readFileSync(inRoot(path), 'utf8'));

/** Follows the imports of a module, static and dynamic, and with `types` also those that nothing loads. */
function reachableFrom(entry: string, { types = false } = {}) {
  const imports = types
    ? /^(?:import|export) (?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm
    : /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm;
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, named, loaded] of readFileSync(file, 'utf8').matchAll(imports)) {
      const specifier = (named ?? loaded) as string;
      const path = join(dirname(file), specifier);
      if (!specifier.startsWith('.')) packages.add(specifier);
      else if (existsSync(path)) files.add(path);
    }
  }
  return { files, packages };
}

const server = reachableFrom(inRoot('server/src/cli/mnema.ts'));
const exactVersion = /^\d+\.\d+\.\d+$/;

it.each(['express', 'express-openapi-validator', 'mongodb', 'ioredis', 'bull', 'cohere-ai'])(
  '%s is loaded by the server, at an exact version',
  (name) => {
    expect([...server.packages]).toContain(name);
    expect(readJson('server/package.json').dependencies[name]).toMatch(exactVersion);
  },
);

it('openapi-fetch is loaded by the TypeScript SDK', () => {
  expect([...reachableFrom(inRoot('packages/sdk/src/index.ts')).packages]).toContain('openapi-fetch');
});

it('pnpm has installed this workspace from its lock file, as the scripts do', () => {
  const { packageManager } = readJson('package.json');
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+$/);
  expect(readJson('node_modules/.modules.yaml').packageManager).toBe(packageManager);
  expect([...reachableFrom(inRoot('scripts/setup.mjs')).files]).toContain(inRoot('scripts/bootstrap/pnpm.mjs'));
});

it('tsup bundles the sources of the TypeScript SDK into the files that its package names', async () => {
  const file = inRoot('packages/sdk-build/tsup.config.ts');
  expect([...reachableFrom(file).packages]).toContain('tsup');
  const { default: config } = await import(file);
  const folder = inRoot('packages/sdk-build');
  expect(config.entry.map((entry: string) => join(folder, entry))).toEqual([inRoot('packages/sdk/src/index.ts')]);
  expect(inRoot(join('packages/sdk', readJson('packages/sdk/package.json').main))).toContain(
    join(folder, config.outDir),
  );
  const script = inRoot('scripts/bootstrap/build-sdk.mjs');
  expect([...reachableFrom(inRoot('scripts/build.mjs')).files]).toContain(script);
  expect(readFileSync(script, 'utf8')).toContain("'node_modules/tsup/dist/cli-default.js'");
});

it('changesets makes the versions of every published package', () => {
  expect(readFileSync(inRoot('scripts/version-packages.mjs'), 'utf8')).toContain("'changeset', ['version']");
  expect(existsSync(inRoot('node_modules/.bin/changeset'))).toBe(true);
  const published = globSync(['server/package.json', 'packages/*/package.json'], { cwd: root })
    .map(readJson)
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);
  expect(readJson('.changeset/config.json').fixed[0]).toEqual(expect.arrayContaining(published));
});

it('openapi-typescript generates the types that the server and the TypeScript SDK import', () => {
  expect(readFileSync(inRoot('scripts/generate.mjs'), 'utf8')).toContain("'scripts/generate-contract.mjs'");
  expect([...reachableFrom(inRoot('scripts/generate-contract.mjs')).packages]).toContain('openapi-typescript');
  const filesFrom = (entry: string) => [...reachableFrom(inRoot(entry), { types: true }).files];
  expect(filesFrom('server/src/cli/mnema.ts')).toContain(inRoot('server/src/generated/contract.d.ts'));
  expect(filesFrom('packages/sdk/src/index.ts')).toContain(inRoot('packages/sdk/src/generated/contract.ts'));
});

it.each(['vitest', 'supertest'])('%s is loaded by tests of the server', (name) => {
  const tests = globSync('server/test/http/**/*.test.ts', { cwd: root });
  expect(tests.some((test) => reachableFrom(inRoot(test)).packages.has(name))).toBe(true);
  expect(readJson('server/package.json').devDependencies[name]).toMatch(exactVersion);
});
