import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment, type RunningServer, startServer } from '../../../conformance/src/server.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const modules = join(root, '../../node_modules');
const blocks = blocksOf(join(root, 'README.md'));
const programs = blocks.filter(({ language }) => language === 'ts').map(({ text }) => text);
const guideFolder = join(root, '../../docs/guides');
const guides = [
  ...readdirSync(guideFolder).filter((name) => name !== 'README.md'),
  ...readdirSync(join(guideFolder, '../how-to'))
    .map((name) => `../how-to/${name}`)
    .filter((name) => readFileSync(join(guideFolder, name), 'utf8').includes('```ts')),
  '../../README.md',
];

let server: RunningServer;
let project: string;

function blocksOf(path: string): { language: string; text: string }[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].map(([, language = '', text = '']) => ({ language, text }));
}

/** The README of the repository and the how-to pages have examples as the guides do. */
const fileOf = (guide: string) => `${basename(guide)}.ts`;

/** Returns the example of a guide, with the output that the guide shows for it. */
function exampleOf(guide: string): { program: string; output: string } {
  const inGuide = blocksOf(join(guideFolder, guide));
  const programs = inGuide.filter(({ language }) => language === 'ts');
  const output = inGuide.find(({ language }) => language === 'text');
  if (programs.length !== 1 || !output) throw new Error(`${guide} needs one block of TypeScript and its output`);
  return { program: programs[0]?.text ?? '', output: output.text };
}

/** Creates an empty project with the package, like that of a reader. */
function makeProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-readme-'));
  mkdirSync(join(folder, 'node_modules/@mnema'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/@mnema/sdk'), 'dir');
  symlinkSync(join(modules, '@types'), join(folder, 'node_modules/@types'), 'dir');
  const library = join(root, 'node_modules/standardwebhooks');
  symlinkSync(realpathSync(library), join(folder, 'node_modules/standardwebhooks'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [index, program] of programs.entries()) writeFileSync(join(folder, `block-${index + 1}.ts`), program);
  for (const guide of guides) writeFileSync(join(folder, fileOf(guide)), exampleOf(guide).program);
  return folder;
}

function run(file: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(project, file)], {
    cwd: project,
    env: {
      ...bareEnvironment(),
      MNEMA_API_KEY: server.apiKey,
      MNEMA_BASE_URL: server.url,
      EMAIL: server.email,
      PASSWORD: server.password,
    },
    encoding: 'utf8',
    timeout: 20_000,
  });
}

beforeAll(async () => {
  project = makeProject();
  server = await startServer({ MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true' });
}, 90_000);

afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true, force: true });
});

describe('the README', () => {
  it('installs the package from a clone, and names it', () => {
    const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { scripts } = JSON.parse(readFileSync(join(root, '../../package.json'), 'utf8'));
    const command = 'npm install "$(npm run --silent --prefix ../mnema pack-sdk)"\n';
    expect(blocks.filter(({ language }) => language !== 'ts')).toEqual([{ language: 'sh', text: command }]);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`\`npm install ${name}\``);
    expect(scripts).toHaveProperty('pack-sdk');
    expect(programs.length).toBeGreaterThanOrEqual(7);
  });

  it.each(programs.map((_program, index) => index + 1))('has a block %d that runs as printed', (number) => {
    const { status, stdout, stderr } = run(`block-${number}.ts`);
    expect([status, stderr]).toEqual([0, '']);
    if (number === 1) expect(stdout).toMatch(/^Ada takes her tea without sugar[.] mem_/);
    if (number === 2) expect(stdout).toBe("[ 'I drink tea, never coffee.' ]\n");
    if (number === 4) expect(stdout).toMatch(/^2 1 .*blank/);
    if (number === 7) expect(stdout).toBe('never heard of it\n');
  });

  it.each(guides)('is followed by %s, whose example prints what it shows', (guide) => {
    const { status, stdout, stderr } = run(fileOf(guide));
    expect([status, stdout], stderr).toEqual([0, exampleOf(guide).output]);
  });

  it('has, like the guides, blocks that the strictest compiler accepts', { timeout: 60_000 }, () => {
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
    const files = [...programs.map((_program, index) => `block-${index + 1}.ts`), ...guides.map(fileOf)];
    const compiler = join(modules, 'typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...target, ...files], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});
