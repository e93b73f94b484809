import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { reachableFrom, stringsIn } from './packages-in-use.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const inRoot = (path: string) => join(root, path);
const readJson = (path: string) => JSON.parse(readFileSync(inRoot(path), 'utf8'));

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
  expect(stringsIn(script).filter((text) => existsSync(join(folder, text)))).toContain(
    'node_modules/tsup/dist/cli-default.js',
  );
});

it('changesets makes the versions of every published package', () => {
  expect(stringsIn(inRoot('scripts/version-packages.mjs'))).toEqual(expect.arrayContaining(['changeset', 'version']));
  expect(existsSync(inRoot('node_modules/.bin/changeset'))).toBe(true);
  const published = globSync(['server/package.json', 'packages/*/package.json'], { cwd: root })
    .map(readJson)
    .filter((manifest) => manifest.private !== true)
    .map(({ name }) => name);
  expect(readJson('.changeset/config.json').fixed[0]).toEqual(expect.arrayContaining(published));
});

it('openapi-typescript generates the types that the server and the TypeScript SDK import', () => {
  const generators = stringsIn(inRoot('scripts/generate.mjs')).filter((text) => text.startsWith('scripts/'));
  const reached = generators.flatMap((generator) => [...reachableFrom(inRoot(generator)).packages]);
  expect(reached).toContain('openapi-typescript');
  const filesFrom = (entry: string) => [...reachableFrom(inRoot(entry), { types: true }).files];
  expect(filesFrom('server/src/cli/mnema.ts')).toContain(inRoot('server/src/generated/contract.d.ts'));
  expect(filesFrom('packages/sdk/src/index.ts')).toContain(inRoot('packages/sdk/src/generated/contract.ts'));
});

it.each(['vitest', 'supertest'])('%s is loaded by tests of the server', (name) => {
  const tests = globSync('server/test/http/**/*.test.ts', { cwd: root });
  expect(tests.some((test) => reachableFrom(inRoot(test)).packages.has(name))).toBe(true);
  expect(readJson('server/package.json').devDependencies[name]).toMatch(exactVersion);
});
