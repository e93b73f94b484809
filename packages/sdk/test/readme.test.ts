import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment, type RunningServer, startServer } from '../../../conformance/src/server.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const modules = join(root, '../../node_modules');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text: text as string,
}));
const programs = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);

let server: RunningServer;
let project: string;

/** Creates an empty project with the package, like that of a reader. */
function makeProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-readme-'));
  mkdirSync(join(folder, 'node_modules/@mnema'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/@mnema/sdk'), 'dir');
  symlinkSync(join(modules, '@types'), join(folder, 'node_modules/@types'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [index, program] of programs.entries()) writeFileSync(join(folder, `block-${index + 1}.ts`), program);
  return folder;
}

beforeAll(async () => {
  project = makeProject();
  server = await startServer();
}, 90_000);

afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true, force: true });
});

describe('the README', () => {
  it('installs the package by its name, and has no other blocks than that and TypeScript', () => {
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(blocks.filter(({ language }) => language !== 'ts')).toEqual([
      { language: 'sh', text: `npm install ${name}\n` },
    ]);
    expect(programs.length).toBeGreaterThanOrEqual(7);
  });

  it.each(programs.map((_program, index) => index + 1))('has a block %d that runs as printed', (number) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, `block-${number}.ts`)], {
      cwd: project,
      env: { ...bareEnvironment(), MNEMA_API_KEY: server.apiKey, MNEMA_BASE_URL: server.url },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([status, stderr]).toEqual([0, '']);
    if (number === 1) expect(stdout).toMatch(/^Ada takes her tea without sugar[.] mem_/);
    if (number === 4) expect(stdout).toBe('never heard of it\n');
  });

  it('has blocks that the strictest compiler accepts', { timeout: 60_000 }, () => {
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = [
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      '--noPropertyAccessFromIndexSignature',
    ];
    const files = programs.map((_program, index) => `block-${index + 1}.ts`);
    const compiler = join(modules, 'typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...target, ...files], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});
