import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';
import { serverVersion } from '../server-version.ts';
import { createClient } from './client.ts';
import { runMnema, spawnMnema, spawnServer, temporaryDirectory, until, withoutEncoder } from './spawn-server.ts';
import { useServer } from './use-server.ts';

const email = 'admin@mnema.local';
/** The promise: what the command line changes is true for a running server within this time. */
const noticedMs = 1_000;

describe('the command line beside a running server', { timeout: 120_000 }, () => {
  const { directory, server } = useServer(withoutEncoder);
  const mnema = (...words: string[]) => runCommand(words, { MNEMA_DATA_DIR: directory });

  it('prints the version of its package', async () => {
    const printed = await runMnema(['--version'], { directory });
    expect(printed).toMatchObject({ code: 0, stdout: `${serverVersion}\n`, stderr: '' });
  });

  it('creates a key that works at once, alone on standard output', async () => {
    const words = ['key', 'create', email, '--label', 'from a script', '--scopes', 'read'];
    const created = await runMnema(words, { directory });
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mnk_\w+\n$/) });
    const key = created.stdout.trim();
    expect(created.stderr).toContain('shown once');
    expect(created.stderr).not.toContain(key);
    // It is for people. A collector of logs gets the event.
    expect(created.stderr).toMatch(/^Store: .*\nAPI key key_\w+ for .*\n$/);
    const { stderr } = await runMnema(words, { directory, environment: { MNEMA_LOG_LEVEL: 'info' } });
    expect(stderr).toContain('"event":"security","action":"key_created"');
    const client = createClient(server().url, key);
    await until(async () => (await client.send('GET', '/memories')).status === 200, 'the key', noticedMs);
    const rejected = await client.send('POST', '/memories', { text: 'The key may only read.' });
    expect(rejected).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  it('changes password, plan and state of an account that is signed in, without a restart', async () => {
    const credentials = { email: 'Grace@example.com', password: 'the first password' };
    const anonymous = createClient(server().url, null);
    const post = (path: string, body: object) => anonymous.send('POST', path, body);
    const { body: account } = await post('/auth/register', credentials);
    // It is listed although it was registered a moment ago.
    const { stdout, stderr } = await mnema('account', 'list', '--json');
    expect(stderr).toBe(`Store: ${join(directory, 'mnema.db')}\n`);
    const limits = { memory_write: 100, memory_search: 1_000, end_users: 1 };
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ email, plan: 'enterprise' }),
      { ...account, limits, suspended_at: null },
    ]);
    const logIn = async () => {
      const { access_token } = (await post('/auth/login', credentials)).body;
      return () => anonymous.send('GET', '/auth/me', undefined, { Authorization: `Bearer ${access_token}` });
    };
    let me = await logIn();
    const notices = async (words: string[], expected: object) => {
      const changed = await mnema('account', words[0] as string, credentials.email.toUpperCase(), ...words.slice(1));
      expect(changed.code, changed.stderr).toBe(0);
      await expect.poll(me, { timeout: noticedMs }).toMatchObject(expected);
      return changed.stdout.trim();
    };
    for (const plan of ['growth', 'enterprise']) await notices(['plan', plan], { body: { plan } });
    await notices(['suspend'], { status: 403 });
    await notices(['resume'], { status: 200 });
    credentials.password = await notices(['password'], { status: 401 });
    expect(credentials.password.length).toBeGreaterThanOrEqual(16);
    me = await logIn();
    expect((await me()).status).toBe(200);
    await notices(['sign-out'], { status: 401 });
  });

  it('keeps out of the way of writes that are under way', async () => {
    const commands = Array.from({ length: 3 }, () => spawnMnema(['key', 'create', email], { directory }));
    let running = commands.length;
    for (const { ended } of commands) ended.then(() => running--);
    const statuses = new Set<number>();
    while (running > 0) statuses.add((await server().client.send('POST', '/memories', { text: 'meanwhile' })).status);
    expect([...statuses]).toEqual([202]);
    for (const { ended } of commands) expect(await ended).toEqual({ code: 0, signal: null });
  });
});

describe('the command line alone', () => {
  it('works on a store whose server was killed', async () => {
    const directory = temporaryDirectory();
    const server = await spawnServer({ directory, environment: withoutEncoder });
    await server.end('SIGKILL');
    const created = await runMnema(['key', 'create', email], { directory });
    expect(created.code, created.stderr).toBe(0);
    const next = await spawnServer({ directory, environment: withoutEncoder });
    expect((await createClient(next.url, created.stdout.trim()).send('GET', '/memories')).status).toBe(200);
  });

  it.each([[['account', 'list']], [['key', 'create', email]], [['reembed']]])(
    '%j reports that there is no store, and makes none',
    async (words) => {
      const directory = temporaryDirectory();
      const { code, stdout, stderr } = await runCommand(words, { MNEMA_DATA_DIR: directory });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toBe(
        `mnema: There is no store in ${directory}. Start the server once, or set MNEMA_DATA_DIR to the directory it uses.\n`,
      );
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it('has colours only where they are shown', async () => {
    const titleOf = async (environment: Record<string, string>) =>
      (await runMnema(['--help'], { environment })).stdout.split('\n').find((line) => line.includes('Commands'));
    expect(await titleOf({})).toBe('Commands:');
    expect(await titleOf({ FORCE_COLOR: '1' })).toBe('\u001b[1mCommands:\u001b[22m');
    expect(await titleOf({ FORCE_COLOR: '0' })).toBe('Commands:');
  });
});
