import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverVersion } from '../server-version.ts';
import { createClient } from './client.ts';
import { runMnema, spawnMnema, spawnServer, temporaryDirectory, until } from './spawn-server.ts';
import { useServer } from './use-server.ts';

const email = 'admin@mnema.local';
const firstPassword = 'the first password';
/** The promise: what the command line changes is true for a running server within this time. */
const noticedMs = 1_000;

describe('the command line beside a running server', { timeout: 120_000 }, () => {
  const { directory, server } = useServer();

  /** Registers an account for one test. */
  async function register(): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    const body = { email, password: firstPassword };
    expect((await createClient(server().url, null).send('POST', '/auth/register', body)).status).toBe(201);
    return email;
  }

  it('prints the version of its package', async () => {
    const printed = await runMnema(['--version'], { directory });
    expect(printed).toMatchObject({ code: 0, stdout: `${serverVersion}\n`, stderr: '' });
  });

  it('creates a key that works at once, alone on standard output', async () => {
    const email = await register();
    const created = await runMnema(['key', 'create', email, '--label', 'from a script', '--scopes', 'read'], {
      directory,
    });
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mnk_\w+\n$/) });
    const key = created.stdout.trim();
    expect(created.stderr).toContain('shown once');
    expect(created.stderr).not.toContain(key);
    const client = createClient(server().url, key);
    await until(async () => (await client.send('GET', '/memories')).status === 200, {
      limitMs: noticedMs,
      what: 'the key',
    });
    const rejected = await client.send('POST', '/memories', { text: 'The key may only read.' });
    expect(rejected).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  it('sets a password that works at once, and ends the sessions of the old one', async () => {
    const email = await register();
    const anonymous = createClient(server().url, null);
    const login = (password: string) => anonymous.send('POST', '/auth/login', { email, password });
    const session = await login(firstPassword);
    expect(session.status).toBe(200);
    const bearer = { Authorization: `Bearer ${session.body.access_token}` };
    expect((await anonymous.send('GET', '/auth/me', undefined, bearer)).status).toBe(200);

    const changed = await runMnema(['account', 'password', email], { directory });
    expect(changed.code, changed.stderr).toBe(0);
    const password = changed.stdout.trim();
    expect(password.length).toBeGreaterThanOrEqual(16);
    await until(async () => (await anonymous.send('GET', '/auth/me', undefined, bearer)).status === 401, {
      limitMs: noticedMs,
      what: 'the old session to end',
    });
    expect((await login(firstPassword)).status).toBe(401);
    expect((await login(password)).status).toBe(200);
  });

  it('lists the accounts, also those registered a moment ago', async () => {
    const directory = temporaryDirectory();
    const server = await spawnServer({ directory });
    const registered = await createClient(server.url, null).send('POST', '/auth/register', {
      email: 'Grace@example.com',
      password: 'a long enough password',
    });
    expect(registered.status).toBe(201);
    const table = await runMnema(['account', 'list'], { directory });
    expect(table).toMatchObject({ code: 0, stderr: `Store: ${join(directory, 'mnema.db')}\n` });
    expect(table.stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ACCOUNT /),
      expect.stringMatching(/^admin@mnema\.local +enterprise /),
      expect.stringMatching(/^Grace@example\.com +free /),
    ]);
    const json = await runMnema(['account', 'list', '--json'], { directory });
    expect(JSON.parse(json.stdout)).toEqual([
      expect.objectContaining({ email, plan: 'enterprise' }),
      {
        ...registered.body,
        limits: { memory_write: 100, memory_search: 1_000, end_users: 1 },
        suspended_at: null,
      },
    ]);
  });

  it('changes the plan of an account that is signed in, without a restart', async () => {
    const email = await register();
    const anonymous = createClient(server().url, null);
    const session = await anonymous.send('POST', '/auth/login', { email, password: firstPassword });
    const planNow = async () =>
      (await anonymous.send('GET', '/auth/me', undefined, { Authorization: `Bearer ${session.body.access_token}` }))
        .body.plan;
    expect(await planNow()).toBe('free');
    for (const plan of ['growth', 'enterprise', 'free']) {
      const changed = await runMnema(['account', 'plan', email.toUpperCase(), plan], { directory });
      expect(changed, changed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining(plan) });
      await until(async () => (await planNow()) === plan, { limitMs: noticedMs, what: plan });
    }
  });

  it('suspends, resumes and signs out an account that is signed in, without a restart', async () => {
    const email = await register();
    const anonymous = createClient(server().url, null);
    const session = await anonymous.send('POST', '/auth/login', { email, password: firstPassword });
    const authorization = { Authorization: `Bearer ${session.body.access_token}` };
    const statusNow = async () => (await anonymous.send('GET', '/auth/me', undefined, authorization)).status;
    for (const [command, status] of [
      ['suspend', 403],
      ['resume', 200],
      ['sign-out', 401],
    ] as const) {
      const changed = await runMnema(['account', command, email], { directory });
      expect(changed, changed.stderr).toMatchObject({ code: 0, stdout: '' });
      await until(async () => (await statusNow()) === status, { limitMs: noticedMs, what: command });
    }
  });

  it('sets limits beside the server, and only on the plan that has them', async () => {
    const email = await register();
    const limits = (...options: string[]) => runMnema(['account', 'limits', email, ...options], { directory });
    const rejected = await limits('--writes', '5');
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain(`account plan ${email} enterprise`);

    await runMnema(['account', 'plan', email, 'enterprise'], { directory });
    const set = await limits('--writes', '10000', '--searches', 'null', '--end-users', '50');
    expect(set.code, set.stderr).toBe(0);
    // The log of a command that no terminal shows has what the operator changed.
    expect(JSON.parse(set.stderr.replace(/^Store: .*\n/, ''))).toMatchObject({
      event: 'security',
      action: 'account_changed',
      changed: ['limits'],
    });
    expect(set.stdout).toMatch(/memory_write +10000 a month\nmemory_search +unlimited\nend_users +50\n/);
    expect((await limits()).stdout).toBe(set.stdout);
    const negative = await limits('--writes', '-1');
    expect(negative).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--writes') });
  });

  it('keeps out of the way of writes that are under way', async () => {
    const client = createClient(server().url, server().key);
    const commands = Array.from({ length: 3 }, () => spawnMnema(['key', 'create', email], { directory }));
    let running = commands.length;
    for (const { ended } of commands) ended.then(() => running--);
    const statuses = new Set<number>();
    while (running > 0) statuses.add((await client.send('POST', '/memories', { text: 'meanwhile' })).status);
    expect([...statuses]).toEqual([202]);
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual(
      commands.map(() => ({ code: 0, signal: null })),
    );
  });
});

describe('the command line alone', () => {
  it('works on a store whose server was killed, and names the account that does not exist', async () => {
    const directory = temporaryDirectory();
    const server = await spawnServer({ directory });
    server.kill('SIGKILL');
    await server.ended;
    const created = await runMnema(['key', 'create', email], { directory });
    expect(created.code, created.stderr).toBe(0);
    const rejected = await runMnema(['key', 'create', 'nobody@example.com'], { directory });
    expect(rejected).toMatchObject({ code: 1, stdout: '' });
    expect(rejected.stderr).toContain('There is no account nobody@example.com');
    const next = await spawnServer({ directory });
    expect((await createClient(next.url, created.stdout.trim()).send('GET', '/memories')).status).toBe(200);
  });

  it.each([[['account', 'list']], [['key', 'create', email]]])(
    '%j reports that there is no store, and makes none',
    async (words) => {
      const directory = temporaryDirectory();
      const rejected = await runMnema(words, { directory });
      expect(rejected).toMatchObject({ code: 1, stdout: '' });
      expect(rejected.stderr).toContain(
        `There is no store in ${directory}. Start the server once, or set MNEMA_DATA_DIR`,
      );
      expect(rejected.stderr).not.toContain('    at ');
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  const commands = [
    'start',
    'account',
    'key',
    'mcp',
    'migrate',
    'reembed',
    'copy',
    'export',
    'import',
    'backup',
    'compact',
    'doctor',
  ];
  it.each([[['--help'], new RegExp(commands.join('[^]*\\n  '))]])('%j explains itself', async (words, expected) => {
    const help = await runMnema(words, { directory: temporaryDirectory() });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Usage: mnema/);
    expect(help.stdout).toMatch(expected);
  });

  it.each([
    [['strat'], /Did you mean start\?/],
    [['key', 'create', email, '--expires', '2027-02-31'], /Use a day like/],
  ])('%j is rejected with what to do instead', async (words, expected) => {
    const rejected = await runMnema(words, { directory: temporaryDirectory() });
    expect(rejected).toMatchObject({ code: 2, stdout: '' });
    expect(rejected.stderr).toMatch(expected);
  });
});
