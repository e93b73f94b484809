import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { runProgram } from '../run-program.ts';

const suite = fileURLToPath(new URL('./dist/index.js', packageOf('@modelcontextprotocol/conformance')));
const baselineOf = (version: string) => fileURLToPath(new URL(`./conformance-${version}.yml`, import.meta.url));

function packageOf(name: string): URL {
  return new URL(`file://${createRequire(import.meta.url).resolve(`${name}/package.json`)}`);
}

const app = useTestApp();

/** The suite can send no key: this server takes each of its requests as sent with one. */
async function withKey(): Promise<string> {
  const { accounts } = app.services.http;
  const authenticate: typeof accounts.authenticate = (input) =>
    accounts.authenticate({ ...input, apiKey: app.first.key });
  return `${(await app.withServices({ accounts: { ...accounts, authenticate } })).url}/mcp`;
}

describe('the official conformance suite', () => {
  it.each(['2025-11-25', '2026-07-28'])(
    'passes %s except for the checks that the list beside this test excludes',
    { timeout: 120_000 },
    async (version) => {
      const words = ['--requirements', version, '--expected-failures', baselineOf(version)];
      const { code, stdout } = await runProgram(process.execPath, [
        suite,
        'server',
        '--url',
        await withKey(),
        ...words,
      ]);
      expect(code, stdout).toBe(0);
    },
  );

  it('has a reason for each entry of these lists', () => {
    for (const version of ['2025-11-25', '2026-07-28']) {
      const lines = readFileSync(baselineOf(version), 'utf8').split('\n');
      const entries = lines.filter((line) => /^\s+- /.test(line));
      expect(entries.length).toBeGreaterThan(10);
      for (const entry of entries) expect(entry).toMatch(/ # \w/);
    }
  });
});
