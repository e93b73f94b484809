import { describe, expect, it, onTestFinished } from 'vitest';
import { createCountingIdentifiers } from '../../test/counting-identifiers.ts';
import { createTestStore } from '../../test/create-test-store.ts';
import { type AccountService, createAccountService } from '../account/account-service.ts';
import type { FirstAccount } from '../account/bootstrap-account.ts';
import { ConfigError, parseConfig } from '../config.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { run } from './run.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);
const email = 'ada@example.com';

interface World {
  type(...words: string[]): Promise<number>;
  accounts: AccountService;
  output(): string;
  explanation(): string;
  log: string[];
}

async function createWorld(
  options: {
    environment?: Record<string, string>;
    input?: string;
    firstAccount?: FirstAccount;
    startFails?: Error;
    storeFails?: Error;
  } = {},
): Promise<World> {
  const { accounts: store, close } = await createTestStore();
  onTestFinished(close);
  const clock = { now: () => now };
  const identifiers = createCountingIdentifiers();
  const accounts = createAccountService({
    store,
    clock,
    identifiers,
    sessionDays: 30,
    registration: 'open',
    onBackgroundError: (error) => {
      throw error;
    },
  });
  const log: string[] = [];
  let output = '';
  let explanation = '';
  const context = {
    readConfig: () => parseConfig(options.environment ?? {}),
    async startServer() {
      if (options.startFails) throw options.startFails;
      log.push('started');
      return {
        url: 'http://127.0.0.1:8787',
        firstAccount: options.firstAccount ?? null,
        async stop() {
          log.push('stopped');
        },
      };
    },
    async openAccountStore() {
      if (options.storeFails) throw options.storeFails;
      return { store, clock, identifiers, close: async () => void log.push('closed') };
    },
    print: (text: string) => {
      output += text;
    },
    explain: (text: string) => {
      explanation += text;
    },
    readInput: async () => options.input ?? '',
    stopRequest: async () => void log.push('waiting'),
    programName: 'mnema',
  };
  return {
    type: (...words) => run(words, context),
    accounts,
    output: () => output,
    explanation: () => explanation,
    log,
  };
}

async function createWorldWithAccount(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = await createWorld(options);
  await world.accounts.registerAccount({ email, password: 'correct horse' });
  return world;
}

describe('mnema', () => {
  it.each([
    [['--help'], /start[\s\S]*account[\s\S]*key/],
    [['start', '--help'], /SIGTERM/],
    [['account', '--help'], /list[\s\S]*password/],
    [['account', 'password', '--help'], /--stdin/],
    [['key', 'create', '--help'], /--label[\s\S]*--scopes[\s\S]*--expires/],
  ])('%j explains itself on standard output', async (words, text) => {
    const world = await createWorld();
    expect(await world.type(...words)).toBe(0);
    expect(world.output()).toMatch(text);
    expect(world.explanation()).toBe('');
  });

  it.each([
    [['acount', 'list'], 'account'],
    [['key', 'create'], "missing required argument 'e-mail'"],
    [['key', 'create', email, '--scope', 'read'], '--scopes'],
    [['key', 'create', email, '--scopes', 'admin'], 'read,write'],
    [['key', 'create', email, '--scopes', ''], 'read,write'],
    [['key', 'create', email, '--expires', 'tomorrow'], '2027-01-31'],
    [['key', 'create', email, '--expires', '2027-02-30'], '2027-01-31'],
    [['key', 'create', email, '--expires', '2027-01-31T09:30'], '2027-01-31'],
    [['account', 'list', 'extra'], 'too many arguments'],
    [['start', '--port', '1'], 'unknown option'],
  ])('%j fails, says how it is meant and touches nothing', async (words, hint) => {
    const world = await createWorldWithAccount();
    expect(await world.type(...words)).toBe(1);
    expect(world.explanation()).toContain(hint);
    expect(world.explanation()).toContain('--help');
    expect(world.output()).toBe('');
    expect(world.log).toEqual([]);
  });

  it('shows every problem of the configuration and no stack', async () => {
    const world = await createWorld({ environment: { MNEMA_PORT: 'x', MNEMA_PROT: '1' } });
    expect(await world.type('start')).toBe(1);
    expect(world.explanation()).toContain('MNEMA_PORT must be');
    expect(world.explanation()).toContain('did you mean MNEMA_PORT?');
    expect(world.explanation()).not.toContain('    at ');
    expect(world.log).toEqual([]);
  });

  it('shows the message of a foreseen error, and the stack of any other', async () => {
    const foreseen = await createWorld({ storeFails: new StoreUnavailableError('the disk is full; free some space') });
    expect(await foreseen.type('account', 'list')).toBe(1);
    expect(foreseen.explanation()).toBe('mnema: the disk is full; free some space\n');

    const fault = await createWorld({ storeFails: new TypeError('x is undefined') });
    expect(await fault.type('account', 'list')).toBe(1);
    expect(fault.explanation()).toContain('TypeError: x is undefined\n    at ');
  });
});

describe('mnema start', () => {
  const firstAccount = { email, password: 'made up', key: 'mnk_key' };

  it('tells the address, stops when asked to and ends well', async () => {
    const world = await createWorld({ environment: { MNEMA_DATA_DIR: '/var/lib/mnema' } });
    expect(await world.type('start')).toBe(0);
    expect(world.output()).toContain('Mnema is ready at http://127.0.0.1:8787\n');
    expect(world.output()).toContain('/var/lib/mnema\n');
    expect(world.output()).toContain('mnema key create <e-mail>');
    expect(world.output()).not.toContain('try:');
    expect(world.log).toEqual(['waiting', 'started', 'stopped']);
  });

  it('shows the first account and a request to try', async () => {
    const world = await createWorld({ firstAccount });
    expect(await world.type('start')).toBe(0);
    for (const secret of Object.values(firstAccount)) expect(world.output()).toContain(`${secret}   (shown once)`);
    expect(world.output()).toMatch(
      /^try: curl .*http:\/\/127\.0\.0\.1:8787\/memories .*X-API-Key: mnk_key'.*-d '\{.*\}'$/m,
    );
  });

  it('does not print a password that the operator chose', async () => {
    const environment = { MNEMA_BOOTSTRAP_PASSWORD: 'operators own' };
    const world = await createWorld({ environment, firstAccount: { ...firstAccount, password: 'operators own' } });
    await world.type('start');
    expect(world.output()).not.toContain('operators own');
    expect(world.output()).toContain('MNEMA_BOOTSTRAP_PASSWORD');
  });

  it('fails when the server can not start', async () => {
    const world = await createWorld({ startFails: new ConfigError('Port 8787 is in use.') });
    expect(await world.type('start')).toBe(1);
    expect(world.explanation()).toBe('mnema: Port 8787 is in use.\n');
    expect(world.output()).toBe('');
  });
});

describe('mnema account', () => {
  it('list shows every account', async () => {
    const world = await createWorldWithAccount();
    await world.accounts.registerAccount({ phone: '+46701234567', password: 'correct horse' });
    expect(await world.type('account', 'list')).toBe(0);
    const lines = world.output().trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^ada@example\.com +free +2026-11-21T09:30:00\.000Z +acct_\d+$/);
    expect(lines[2]).toMatch(/^\+46701234567 +free/);
    expect(world.log).toEqual(['closed']);
  });

  it('list --json can be read by programs', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('account', 'list', '--json')).toBe(0);
    expect(JSON.parse(world.output())).toEqual([
      { id: 'acct_0001', email, phone: null, plan: 'free', created_at: '2026-11-21T09:30:00.000Z' },
    ]);
  });

  it('password prints a new one, alone on standard output, and ends the sessions', async () => {
    const world = await createWorldWithAccount();
    const { accessToken } = await world.accounts.logIn({ email, password: 'correct horse' });
    expect(await world.type('account', 'password', 'ADA@example.com')).toBe(0);
    await world.accounts.logIn({ email, password: world.output().trimEnd() });
    await expect(
      world.accounts.authenticate({ authorization: `Bearer ${accessToken}`, keysAllowed: false }),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(world.explanation()).toContain('shown once');
  });

  it('password --stdin takes the line that was sent and prints no password', async () => {
    const world = await createWorldWithAccount({ input: ' battery staple \n' });
    expect(await world.type('account', 'password', email, '--stdin')).toBe(0);
    expect(world.output()).toBe('');
    expect(world.explanation()).not.toContain('battery');
    await world.accounts.logIn({ email, password: ' battery staple ' });
  });

  it('password --stdin refuses what no password may be, and the old one stays', async () => {
    const world = await createWorldWithAccount({ input: 'short\n' });
    expect(await world.type('account', 'password', email, '--stdin')).toBe(1);
    expect(world.explanation()).toBe('mnema: password must have 8 to 256 characters; it has 5.\n');
    await world.accounts.logIn({ email, password: 'correct horse' });
    expect(world.log).toEqual(['closed']);
  });

  it('password of an unknown account says how to find the known ones', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('account', 'password', 'eve@example.com')).toBe(1);
    expect(world.explanation()).toContain('eve@example.com');
    expect(world.explanation()).toContain('mnema account list');
    expect(world.output()).toBe('');
  });
});

describe('mnema key create', () => {
  it('prints a working key, alone on standard output', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('key', 'create', email)).toBe(0);
    expect(world.output()).toMatch(/^mnk_[0-9A-Za-z]{33}\n$/);
    const principal = await world.accounts.authenticate({ apiKey: world.output().trimEnd(), keysAllowed: true });
    expect(principal).toMatchObject({ account: { email }, scopes: ['read', 'write'] });
    expect(world.explanation()).toContain(principal.keyId);
    expect(world.log).toEqual(['closed']);
  });

  it('takes label, scopes and expiry', async () => {
    const world = await createWorldWithAccount();
    await world.type('key', 'create', email, '--label', 'CI', '--scopes', 'read', '--expires', '2027-01-31');
    const { account } = await world.accounts.authenticate({ apiKey: world.output().trimEnd(), keysAllowed: true });
    expect(await world.accounts.listApiKeys(account.id)).toMatchObject([
      { label: 'CI', scopes: ['read'], expiresAt: Date.UTC(2027, 0, 31) },
    ]);
    expect(world.explanation()).toContain('2027-01-31T00:00:00.000Z');
  });

  it('finds an account by phone', async () => {
    const world = await createWorld();
    await world.accounts.registerAccount({ phone: '+46701234567', password: 'correct horse' });
    expect(await world.type('key', 'create', '+46701234567')).toBe(0);
  });

  it('refuses an expiry in the past', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('key', 'create', email, '--expires', '2026-11-21T09:30:00Z')).toBe(1);
    expect(world.explanation()).toContain('must be in the future');
    expect(world.output()).toBe('');
  });
});
