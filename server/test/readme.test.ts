import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './code-blocks/read-pages.ts';
import { startAsDocumented, startCommand } from './code-blocks/start-as-documented.ts';
import { temporaryDirectory } from './process/spawn-server.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('has a start that gives back the exit code of the server', { timeout: 120_000 }, async () => {
    const rejected = spawn('bash', ['-c', `exec ${startCommand}`], {
      cwd: root,
      env: { ...process.env, MNEMA_PORT: 'eighty' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    rejected.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const code = await new Promise((resolve) => rejected.once('close', resolve));
    expect([code, output]).toEqual([1, expect.stringContaining('MNEMA_PORT must be a whole number')]);
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
