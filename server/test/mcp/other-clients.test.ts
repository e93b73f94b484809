import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { runProgram } from '../run-program.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const bridge = JSON.stringify([process.execPath, pathOf('../../../packages/mcp/bin/mnema-mcp.js')]);
const buildLimitMs = 300_000;
const app = useTestApp();
const tools = ['add', 'search', 'profile', 'list', 'update', 'delete'].map((kind) => `service_${kind}`);

/** What every client sees, in whatever language, version and way. */
async function expectSixTools(command: string, words: string[], version: string, through: 'HTTP' | 'bridge') {
  const environment = {
    MNEMA_BASE_URL: app.url,
    MNEMA_API_KEY: (await app.register()).key,
    ...(through === 'bridge' ? { MNEMA_BRIDGE: bridge } : {}),
  };
  const { code, stdout, stderr } = await runProgram(command, words, { environment });
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    version,
    server: 'mnema',
    tools,
    found: [true],
    listed: 1,
    profiled: 1,
    updated: 2,
    deleted: true,
    again: [true, 'not_found'],
    unknown: -32602,
  });
}

describe.each(['HTTP', 'bridge'] as const)('over %s', (through) => {
  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('the official Python client, %s, drives all six tools', { timeout: 60_000 }, async (mode, version) => {
    const words = [pathOf('./python-client/drive_six_tools.py'), mode];
    await expectSixTools(pathOf('../../../.venv/bin/python'), words, version, through);
  });
});

it.each(['auto', 'legacy'])('the official Python client, %s, shows why a wrong key is rejected', async (mode) => {
  const words = [pathOf('./python-client/drive_six_tools.py'), mode];
  const environment = { MNEMA_BASE_URL: app.url, MNEMA_API_KEY: 'mnk_wrong' };
  const { stdout, stderr } = await runProgram(pathOf('../../../.venv/bin/python'), words, { environment });
  expect(JSON.parse(stdout || '{}'), stderr).toMatchObject({
    code: -32010,
    message: expect.stringContaining('API key'),
    data: { code: 'unauthenticated', status: 401 },
  });
});

describe('the official Go client', () => {
  let program: string;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mnema-go-client-'));
    program = join(folder, 'go-client');
    const built = await runProgram('go', ['build', '-o', program, '.'], {
      cwd: pathOf('./go-client'),
      environment: { GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' },
    });
    expect(built.code, built.stderr).toBe(0);
    return () => rmSync(folder, { recursive: true });
  }, buildLimitMs);

  it.each([
    ['', '2026-07-28', 'HTTP'],
    ['2025-11-25', '2025-11-25', 'HTTP'],
    ['2025-06-18', '2025-06-18', 'HTTP'],
    ['', '2026-07-28', 'bridge'],
    ['2025-11-25', '2025-11-25', 'bridge'],
  ] as const)(
    'asking for "%s" speaks %s over %s and drives all six tools',
    { timeout: 60_000 },
    async (requested, version, through) => {
      await expectSixTools(program, [requested], version, through);
    },
  );
});
