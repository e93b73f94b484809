import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment, type RunningServer, startServer } from '../../conformance/src/server.ts';

const agent = fileURLToPath(new URL('agent.ts', import.meta.url));
const folders: string[] = [];
let server: RunningServer;

function makeProject(manifest: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-example-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

async function run(folder: string): Promise<string[]> {
  const env = { ...bareEnvironment(), MNEMA_API_KEY: server.apiKey, MNEMA_BASE_URL: server.url };
  const { stdout } = await promisify(execFile)(process.execPath, [agent, folder], { env });
  return stdout.trimEnd().split('\n');
}

beforeAll(async () => {
  server = await startServer();
}, 90_000);

afterAll(async () => {
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the agent', { timeout: 60_000 }, () => {
  const manifest = { name: 'apollo', scripts: { test: 'vitest run' }, engines: { node: '>=22' }, license: 'MIT' };
  const answers = [
    'How do I start the tests?',
    '  The tests of apollo are run with npm test, which calls vitest run.',
    'Which Node.js must be installed?',
    '  apollo runs on Node.js >=22.',
    'May I build a product on it?',
    '  The licence of apollo, which says what others may do with it, is MIT.',
  ];

  it('reads the project in its first run, and remembers it in the next', async () => {
    const folder = makeProject(manifest);
    const first = await run(folder);
    expect(first[0]).toBe('I have not met apollo before, and look around.');
    expect(first.slice(1, 4).every((line) => line.startsWith('  learned: '))).toBe(true);
    expect(first.slice(4)).toEqual(answers);
    // Only the name is left to read.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'apollo' }));
    expect(await run(folder)).toEqual(['I know apollo: 3 memories.', ...answers]);
  });

  it('has no memories of another project', async () => {
    await run(makeProject(manifest));
    const lines = await run(makeProject({ name: 'zeus' }));
    expect(lines[0]).toBe('I have not met zeus before, and look around.');
    expect(lines.filter((line) => line === '  I do not know.')).toHaveLength(3);
  });

  it('describes a missing package.json in one sentence', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'mnema-example-'));
    folders.push(empty);
    const env = { ...bareEnvironment(), INIT_CWD: empty };
    const failed = promisify(execFile)(process.execPath, [agent], { env });
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^.*package[.]json.*\n$/) });
  });
});
