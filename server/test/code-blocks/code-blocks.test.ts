import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error The script has no declarations.
import { buildSdk } from '../../../scripts/bootstrap/build-sdk.mjs';
// @ts-expect-error The script has no declarations.
import { goIsMissing } from '../../../scripts/bootstrap/go.mjs';
import { checkDataBlock, unknownSettings } from './check-data-block.ts';
import { expectOutput } from './compare-output.ts';
import { type CodeBlock, readPages, root } from './read-pages.ts';
import * as runners from './run-blocks.ts';
import { type DocumentedServer, startAsDocumented } from './start-as-documented.ts';
import { unexecutedBlocks } from './unexecuted-blocks.ts';

const pages = readPages();
const blocks = pages.flatMap((page) => page.blocks);
const reasonOf = ({ text }: CodeBlock) => unexecutedBlocks.find(({ part }) => text.includes(part))?.reason;
const executed = (language: string) => blocks.filter((block) => block.language === language && !reasonOf(block));
const commandLine = join(root, 'server/src/cli/mnema.ts');
const canRunGo = !goIsMissing();

let folder: string;
let server: DocumentedServer;
let compilerOutput: string;
const outcomes: runners.Outcomes = new Map();

beforeAll(async () => {
  // Another block packs the SDK, which would build it while these programs use it.
  expect(await buildSdk()).toBe(0);
  folder = mkdtempSync(join(tmpdir(), 'mnema-code-blocks-'));
  server = await startAsDocumented(join(folder, 'data'), {
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
    MNEMA_RATE_LIMITS: 'off',
    MNEMA_DEFAULT_PLAN: 'enterprise',
  });
  const project = runners.makeTypeScriptProject(executed('ts'), folder);
  // Each language has an account, so that the same program in two languages does not find what the other stored.
  const [ts = {}, python = {}, go = {}] = await Promise.all(['ts', 'python', 'go'].map(openAccount));
  const results = await Promise.all([
    runners.runTypeScript(executed('ts'), { folder: project, environment: ts }),
    runners.runPython(executed('python'), { folder, environment: python }),
    canRunGo ? runners.runGo(executed('go'), { folder, environment: go }) : new Map(),
    runners.runShell(executed('sh'), { folder, environment: shellEnvironment() }, prepareCommand),
  ]);
  for (const [block, outcome] of results.flatMap((result) => [...result])) outcomes.set(block, outcome);
  compilerOutput = await runners.compileTypeScript(executed('ts'), project);
}, 180_000);

afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

describe.each(pages)('$name', ({ blocks }) => {
  it.each(blocks)('line $line, $language', (block) => {
    expect(unknownSettings(block.text)).toEqual([]);
    if (block.isOutput || reasonOf(block)) return;
    if (block.language === 'go' && !canRunGo) return;
    const outcome = outcomes.get(block);
    if (!outcome) return checkDataBlock(block);
    if (outcome.failure) throw new Error(`${outcome.failure}\n${outcome.printed}`);
    const printed = outcome.printed
      .replaceAll(server.url, 'http://127.0.0.1:8787')
      .replaceAll(`${folder}/var/`, '/var/');
    expectOutput(printed, block.shown ?? '');
  });
});

it('executes the blocks of every kind', () => {
  for (const language of ['ts', 'python', 'sh']) expect(executed(language).length).toBeGreaterThan(15);
});

it('has programs in TypeScript that the strictest compiler accepts', () => {
  expect(compilerOutput).toBe('');
});

it('leaves out nothing that no page shows any more', () => {
  const unused = unexecutedBlocks.filter(({ part }) => !blocks.some(({ text }) => text.includes(part)));
  expect(unused).toEqual([]);
});

async function openAccount(name: string): Promise<Record<string, string>> {
  const credentials = { email: `${name}@example.com`, password: 'correct horse battery staple' };
  const post = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { 'Content-Type': 'application/json', ...more };
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok, path).toBe(true);
    return (await response.json()) as Record<string, string>;
  };
  await post('/auth/register', credentials);
  const { access_token } = await post('/auth/login', credentials);
  const { key = '' } = await post('/api-keys', { label: name }, { Authorization: `Bearer ${access_token}` });
  return environmentOf({ ...credentials, key });
}

function environmentOf({ email, password, key }: { email: string; password: string; key: string }) {
  return { MNEMA_BASE_URL: server.url, MNEMA_API_KEY: key, EMAIL: email, PASSWORD: password };
}

/** The commands use the first account, with the command line of this checkout. */
function shellEnvironment(): Record<string, string> {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  const mnema = `#!/bin/sh\nexec '${process.execPath}' '${commandLine}' "$@"\n`;
  writeFileSync(join(programs, 'mnema'), mnema, { mode: 0o755 });
  symlinkSync(root, join(folder, 'mnema'), 'dir');
  mkdirSync(join(folder, 'app'));
  // Without it, npm installs into any parent folder that has packages.
  writeFileSync(join(folder, 'app/package.json'), '{}');
  const PATH = `${programs}:${process.env['PATH']}`;
  return { ...environmentOf(server), MNEMA_DATA_DIR: join(folder, 'data'), PATH };
}

const installations = new Set<string>();

/**
 * Puts the address and the secrets of this run in place of the examples. Commands that refer to a clone next to them run
 * in one project, in which each package is installed once. Folders below /var are made in the folder of the test.
 */
function prepareCommand(command: string): string {
  const prepared = command
    .replaceAll(/^(npm install|python3 -m venv|go mod init) .*$/gm, (line) => {
      const words = line.replace(/ +#.*/, '');
      if (installations.has(words)) return ':';
      installations.add(words);
      // Package managers print what they do, which differs from run to run.
      return `${words} > ${join(folder, 'installation.log')}`;
    })
    .replaceAll(/(?<= )\/var\//g, `${folder}/var/`)
    .replaceAll('http://127.0.0.1:8787', server.url)
    .replaceAll('mnk_…', server.key)
    .replaceAll('PASSWORD=…', `PASSWORD='${server.password}'`);
  return `cd '${command.includes('../mnema') ? join(folder, 'app') : root}'\n${prepared}`;
}
