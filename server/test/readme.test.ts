import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './code-blocks/read-pages.ts';
import { startAsDocumented, startCommand } from './code-blocks/start-as-documented.ts';
import { temporaryDirectory } from './process/spawn-server.ts';
import { runProgram } from './run-program.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('has a start that gives back the exit code of the server', { timeout: 120_000 }, async () => {
    const words = ['-c', `exec ${startCommand}`];
    const { code, stderr } = await runProgram('bash', words, { cwd: root, environment: { MNEMA_PORT: 'eighty' } });
    expect([code, stderr]).toEqual([1, expect.stringContaining('MNEMA_PORT must be a whole number')]);
  });

  it('has a start that stops with Ctrl+C and exit code 0', { timeout: 120_000 }, async () => {
    const { url, end } = await startAsDocumented(temporaryDirectory());
    expect(await end('SIGINT')).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('has at most 900 words', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
  });
});
