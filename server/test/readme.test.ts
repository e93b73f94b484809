import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory, until } from './process/spawn-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const blocksOf = (text: string) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text: text as string }));
/** The last line of the first block, after the clone. */
const start = blocksOf(readme)[0]?.text.trim().split('\n').at(-1) as string;

/** Pages whose commands run one after the other, against a server that the first command of the README started. */
const pages = ['docs/start.md', 'docs/concepts/search.md', 'docs/concepts/mcp.md', 'docs/concepts/accounts.md'].map(
  (name) => ({ name, blocks: blocksOf(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) }),
);

interface Shell {
  run(command: string): Promise<{ code: number | null; stdout: string }>;
}

/** Sends the signal and resolves to the exit code. */
type End = (signal: NodeJS.Signals) => Promise<number | null>;

/** The README's server, on a free port and in a directory that goes with the test. */
async function startAsDocumented(): Promise<{ shell: Shell; url: string; key: string; end: End }> {
  const settings = { MNEMA_PORT: '0', MNEMA_DATA_DIR: temporaryDirectory(), MNEMA_LOG_LEVEL: 'error' };
  const inherited = Object.entries(process.env).filter(([name]) => !/^(MNEMA_|npm_)/.test(name));
  const environment = { ...Object.fromEntries(inherited), ...settings };
  const server = spawn('bash', ['-c', `exec ${start}`], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const end: End = (signal) => {
    server.kill(signal);
    return ended;
  };
  onTestFinished(async () => void (await end('SIGTERM')));
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(() => /^try: .*\n/m.test(output), { limitMs: 60_000, what: () => `the banner; so far: ${output}` });
  const url = /http:\/\/[\d.:]+/.exec(output)?.[0] as string;
  const key = /mnk_\w+/.exec(output)?.[0] as string;
  const shell: Shell = {
    async run(command) {
      const child = spawn('bash', ['-ec', command], {
        cwd: root,
        env: { ...environment, MNEMA_API_KEY: key, MNEMA_BASE_URL: url },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let stdout = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      return { code, stdout };
    },
  };
  return { shell, url, key, end };
}

/** What changes from run to run becomes a word, so that the rest can be compared exactly. */
function withoutAccidents(json: string): unknown {
  return JSON.parse(json, (name, value) => {
    if (name === 'score') return Math.round(value * 10) / 10;
    if (typeof value !== 'string') return value;
    return value.replace(/(mem|acct)_[0-9A-Z]{26}/, '$1_…').replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time');
  });
}

async function hasPending(url: string, key: string): Promise<boolean> {
  const response = await fetch(`${url}/memories?status=pending`, { headers: { 'X-API-Key': key } });
  const { results } = (await response.json()) as { results: unknown[] };
  return results.length > 0;
}

describe('the README', () => {
  it('and its pages show commands that work as printed, with the output they really have', {
    timeout: 180_000,
  }, async () => {
    const { shell, url, key, end } = await startAsDocumented();
    expect(start).toBe('npm start');
    for (const { name, blocks } of pages) {
      for (const [at, { language, text }] of blocks.entries()) {
        if (language !== 'sh' || text === 'npm start\n') continue;
        const command = text.replaceAll('http://127.0.0.1:8787', url).replace('mnk_…', key);
        const { code, stdout } = await shell.run(command);
        expect(code, `${name}: ${command}\n${stdout}`).toBe(0);
        expect(stdout, command).not.toContain('errors.md#');
        if (command.includes('/search')) expect(stdout, command).not.toContain('"results":[]');
        // A person takes longer for the next command than the server for the vector of a memory.
        await expect.poll(() => hasPending(url, key), { timeout: 20_000 }).toBe(false);
        const next = blocks[at + 1];
        if (next?.language === 'json') expect(withoutAccidents(stdout)).toEqual(withoutAccidents(next.text));
        if (text.includes('load-and-ask')) {
          expect(stdout).toMatch(/^10 questions, (9|10) answered by the first result, 10 within three$/m);
        }
        if (text.includes('key create')) expect(stdout).toMatch(/^mnk_\w{33}$/m);
      }
    }
    expect(await end('SIGTERM'), 'the exit code of a server that was told to stop').toBe(0);
    await expect(fetch(`${url}/healthz`), 'the server itself is gone').rejects.toThrow();
  });

  it('has a start that gives back the exit code of the server', { timeout: 120_000 }, async () => {
    const rejected = spawn('bash', ['-c', `exec ${start}`], {
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
    const { url, end } = await startAsDocumented();
    expect(await end('SIGINT')).toBe(0);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/`?npm (?:run )?(?:--silent )?(?:--prefix \S+ )?([a-z:-]+)`?/g)].map(
      ([, name]) => name as string,
    );
    expect(named).toContain('pack-sdk');
    expect(named.filter((name) => name !== 'install' && !(name in manifest.scripts))).toEqual([]);
  });

  it('has at most 900 words', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
  });
});
