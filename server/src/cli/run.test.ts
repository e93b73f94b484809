import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCountingIdentifiers } from '../../test/counting-identifiers.ts';
import { createTestStore } from '../../test/create-test-store.ts';
import type { SqliteStores } from '../../test/open-stores.ts';
import { createInProcessRateLimiter } from '../adapters/in-process/create-rate-limiter.ts';
import { backUpStore, compactStore, restoreStore } from '../adapters/sqlite/transfer/back-up.ts';
import type { StoreDiagnosis } from '../app/services/doctor.ts';
import {
  describeStore,
  isSameStore,
  openCopySource,
  openCopyTarget,
  openReembedding,
} from '../app/services/open-store.ts';
import { ConfigError, parseConfig } from '../config/config.ts';
import { listAccounts } from '../domain/accounts/account-records.ts';
import { createAccountService } from '../domain/accounts/account-service.ts';
import type { FirstAccount } from '../domain/accounts/register-account.ts';
import { type Finding, ok, problem } from '../lib/finding.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import type { Doctor, StoreServices } from './command-context.ts';
import { run } from './run.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);
const email = 'ada@example.com';
const address = '192.0.2.7';
const storeFile = '/var/lib/mnema/mnema.db';
const password = 'correct horse';

type World = ReturnType<typeof createWorld>;

interface Installation {
  store: StoreDiagnosis;
  mongodb: StoreDiagnosis;
  provider: Finding;
  inspectionFails: Error | null;
}

const ready = { kind: 'unknown', reason: 'many may use it' } as const;
const sound: Installation = {
  store: {
    ...{ location: ok('/var/lib/mnema is writable'), contents: ok('/var/lib/mnema/mnema.db is sound') },
    ...{ server: { kind: 'none' }, disabledWebhooks: 0, disk: '/' },
  },
  mongodb: {
    ...{ location: ok('MongoDB 8.0.4 responds in 1 ms'), contents: ok('memory_words is ready') },
    ...{ server: ready, disabledWebhooks: 2, disk: null },
  },
  provider: problem('Cohere responded with 401', 'check COHERE_API_KEY'),
  inspectionFails: null,
};

/** Stays empty: a test without an account writes nothing. */
let emptyStore: SqliteStores;
beforeAll(async () => {
  emptyStore = await createTestStore();
});
afterAll(async () => {
  const accounts = await listAccounts(emptyStore.records);
  await emptyStore.close();
  expect(accounts).toEqual([]);
});

interface Options {
  /** Whether the result goes to a terminal with colours. */
  isForPerson?: boolean;
  /** The time of the commands, if it is not that of the store. */
  commandAt?: number;
  store?: SqliteStores;
  environment?: Record<string, string>;
  input?: string;
  firstAccount?: FirstAccount;
  startFails?: Error;
  storeFails?: Error;
  /** Whether a migration creates the store. */
  isNew?: boolean;
  installation?: Partial<Installation>;
}

/** Shows a style as a word around the text. */
const styleOf =
  ({ isForPerson }: Options) =>
  (format: unknown, text: string) =>
    isForPerson ? `<${format}>${text}</>` : text;

function createWorld(options: Options = {}) {
  const { records } = options.store ?? emptyStore;
  const clock = { now: () => now };
  const identifiers = createCountingIdentifiers();
  const accounts = createAccountService({
    ...{ records, clock, identifiers, sessionDays: 30, registration: 'open', limiter: createInProcessRateLimiter() },
    onBackgroundError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => accounts.stop());
  const log: string[] = [];
  const note = (event: string) => async () => void log.push(event);
  let output = '';
  let explanation = '';
  const services: StoreServices = {
    ...{
      describeStore,
      openReembedding,
      openCopySource,
      openCopyTarget,
      isSameStore,
      backUpStore,
      compactStore,
      restoreStore,
    },
    async migrateStore(_, onProgress) {
      if (options.storeFails) throw options.storeFails;
      onProgress('waiting for an index');
      log.push('migrated');
      return { storeName: storeFile, isNew: options.isNew ?? false };
    },
    async openAccountStore() {
      if (options.storeFails) throw options.storeFails;
      return { records, clock, identifiers, storeName: storeFile, close: note('closed') };
    },
  };
  const context = {
    readConfig: () => parseConfig(options.environment ?? {}),
    readEnvironment: () => options.environment ?? {},
    now: () => options.commandAt ?? now,
    loadSdk: () => import('@mnema/sdk'),
    loadDoctor: async () => doctorOf({ ...sound, ...options.installation }),
    async startServer() {
      if (options.startFails) throw options.startFails;
      log.push('started');
      return { url: 'http://127.0.0.1:8787', firstAccount: options.firstAccount ?? null, stop: note('stopped') };
    },
    loadServices: async () => services,
    print: (text: string) => {
      output += text;
    },
    explain: (text: string) => {
      explanation += text;
    },
    readInput: async () => options.input ?? '',
    stopRequest() {
      log.push('waiting');
      return AbortSignal.abort();
    },
    machine: { platform: 'linux', home: '/home/ada' } as const,
    bridge: { command: 'npx', args: ['-y', '@mnema/mcp'] },
    marketplace: { source: 'github', repo: 'mnema/mnema' } as const,
    ...{ isTerminal: false, isOutputTerminal: options.isForPerson ?? false, style: styleOf(options) },
    ...{ version: '1.2.3', programName: 'mnema' },
  };
  return {
    type: (...words: string[]) => run(words, context),
    /** Types words, and reads only what they print. */
    async read(...words: string[]) {
      const before = output.length;
      await run(words, context);
      return JSON.parse(output.slice(before));
    },
    ...{ accounts, records, log, output: () => output, explanation: () => explanation },
  };
}

function doctorOf({ store, mongodb, provider, inspectionFails }: Installation): Doctor {
  const askProvider = async () => provider;
  return {
    async checkStore(config) {
      if (inspectionFails) throw inspectionFails;
      return config.store === 'mongodb' ? mongodb : store;
    },
    checkRedis: async () => ok('Redis 7.0.15'),
    checkModel: async () => ok('the files are right'),
    ...{ checkEmbedder: askProvider, checkExtractor: askProvider, checkReranker: askProvider },
    checkCollector: askProvider,
  };
}

async function createWorldWithAccount(options: Options = {}): Promise<World> {
  const store = await createTestStore();
  onTestFinished(store.close);
  const world = createWorld({ ...options, store });
  await world.accounts.registerAccount({ address, email, password });
  return world;
}

it.each([
  [['--help'], /start[\s\S]*account[\s\S]*key[\s\S]*doctor/],
  [['start', '--help'], /SIGTERM/],
  [
    ['account', '--help'],
    /list[\s\S]*password[\s\S]*plan[\s\S]*limits[\s\S]*show[\s\S]*suspend[\s\S]*resume[\s\S]*sign-out[\s\S]*delete/,
  ],
  [['key', '--help'], /create[\s\S]*list[\s\S]*revoke/],
  [['account', 'list', '--help'], /--json/],
  [['doctor', '--help'], /--json/],
  [['account', 'plan', '--help'], /free.*starter.*growth.*enterprise/],
  [['account', 'limits', '--help'], /--writes[\s\S]*--searches[\s\S]*--end-users/],
  [['account', 'password', '--help'], /--stdin[\s\S]*--revoke-keys/],
  [['key', 'create', '--help'], /--label[\s\S]*--scopes[\s\S]*--expires/],
])('%j prints its help on standard output', async (words, text) => {
  const world = createWorld();
  expect(await world.type(...words)).toBe(0);
  expect(world.output()).toMatch(text);
  expect(world.explanation()).toBe('');
});

it.each([
  [['strat'], 'Did you mean start?'],
  [['acount', 'list'], 'account'],
  [['key', 'create'], "missing required argument 'email'"],
  [['key', 'create', email, '--scope', 'read'], '--scopes'],
  [['key', 'create', email, '--scopes', 'admin'], 'read,write'],
  [['key', 'create', email, '--scopes', ''], 'read,write'],
  [['key', 'create', email, '--expires', 'tomorrow'], '2027-01-31'],
  [['key', 'create', email, '--expires', '2027-02-30'], '2027-01-31'],
  [['key', 'create', email, '--expires', '2027-01-31T09:30'], '2027-01-31'],
  [['account', 'list', 'extra'], 'too many arguments'],
  [['account', 'plan', email], "missing required argument 'plan'"],
  [['account', 'plan', email, 'gold'], 'free, starter, growth, enterprise'],
  [['account', 'plan', email, 'Growth'], 'free, starter, growth, enterprise'],
  ...['-1', '1.5', '1e3', '1000000000001', '', ' ', 'NULL'].map((limit): [string[], string] => {
    return [['account', 'limits', email, '--writes', limit], '--writes'];
  }),
  [['account', 'limits', email, '--searches', '99999999999999999999'], 'from 0 to 1000000000000, or null'],
  [['account', 'limits', email, '--end-users'], '--end-users'],
  [['account', 'limits', email, '--projects', '1'], 'unknown option'],
  [['doctor', '--jsn'], '--json'],
  [['start', '--port', '1'], 'unknown option'],
])('%j ends with 2 and a hint on its use, and changes nothing', async (words, hint) => {
  const world = createWorld();
  expect(await world.type(...words)).toBe(2);
  expect(world.explanation()).toContain(hint);
  expect(world.explanation()).toContain('--help');
  expect(world.output()).toBe('');
  expect(world.log).toEqual([]);
});

it('shows every problem of the configuration and no stack', async () => {
  const world = createWorld({ environment: { MNEMA_PORT: 'x', MNEMA_PROT: '1' } });
  expect(await world.type('start')).toBe(1);
  expect(world.explanation()).toContain('MNEMA_PORT must be');
  expect(world.explanation()).toContain('did you mean MNEMA_PORT?');
  expect(world.explanation()).not.toContain('    at ');
  expect(world.log).toEqual([]);
});

it('shows the message of an expected error, and the stack of any other', async () => {
  for (const [options, word, message] of [
    [
      { storeFails: new StoreUnavailableError('the disk is full; free some space') },
      'migrate',
      'the disk is full; free',
    ],
    [{ startFails: new ConfigError('Port 8787 is in use.') }, 'start', 'Port 8787 is in use.'],
  ] as const) {
    const foreseen = createWorld(options);
    expect(await foreseen.type(word)).toBe(1);
    expect(foreseen.explanation()).toMatch(new RegExp(`^mnema: ${message}.*\n$`));
    expect(foreseen.output()).toBe('');
  }
  const fault = createWorld({ storeFails: new TypeError('x is undefined') });
  expect(await fault.type('account', 'list')).toBe(1);
  expect(fault.explanation()).toContain('TypeError: x is undefined\n    at ');
});

describe('mnema start', () => {
  const firstAccount = { email, password: 'made up', key: 'mnk_key', code: 'mno_code' };

  it('prints the address, stops on request and ends with 0', async () => {
    const world = createWorld({ environment: { MNEMA_DATA_DIR: '/var/lib/mnema' } });
    expect(await world.type('start')).toBe(0);
    expect(world.output()).toContain('Mnema is ready at http://127.0.0.1:8787\n');
    expect(world.output()).toContain('/var/lib/mnema\n');
    expect(world.output()).toContain('Dashboard: http://127.0.0.1:8787/app/\n');
    expect(world.output()).toContain('mnema key create <email>');
    expect(world.output()).not.toContain('try:');
    expect(world.log).toEqual(['waiting', 'started', 'stopped']);
  });

  it('beyond loopback says how to open registration, and what is left to set', async () => {
    const [world, onLoopback] = [createWorld({ environment: { MNEMA_HOST: '0.0.0.0' } }), createWorld()];
    expect(await world.type('start')).toBe(0);
    expect(world.output()).toMatch(/^Registration is closed\. MNEMA_REGISTRATION=open /m);
    expect(world.output()).toMatch(/^Note: .*MNEMA_PUBLIC_URL or MNEMA_ALLOWED_HOSTS/m);
    expect(await onLoopback.type('start')).toBe(0);
    expect(onLoopback.output()).not.toMatch(/Registration|Note/);
  });

  it('shows the first account and a request to try', async () => {
    const world = createWorld({ firstAccount });
    expect(await world.type('start')).toBe(0);
    const { code, ...secrets } = firstAccount;
    for (const secret of Object.values(secrets)) expect(world.output()).toContain(`${secret}   (shown once)`);
    expect(world.output()).toContain(`http://127.0.0.1:8787/app/sign-in#${code}   (signs in once`);
    expect(world.output()).toMatch(
      /^try: curl .*http:\/\/127\.0\.0\.1:8787\/memories .*X-API-Key: mnk_key'.*-d '\{.*\}'$/m,
    );
  });

  it('does not print a password that the operator chose', async () => {
    const environment = { MNEMA_BOOTSTRAP_PASSWORD: 'operators own' };
    const world = createWorld({ environment, firstAccount: { ...firstAccount, password: 'operators own' } });
    await world.type('start');
    expect(world.output()).not.toContain('operators own');
    expect(world.output()).toContain('MNEMA_BOOTSTRAP_PASSWORD');
  });
});

describe('mnema migrate', () => {
  it.each([
    [false, `The store is up to date: ${storeFile}\n`],
    [true, `There was no store yet. Created ${storeFile}.\n`],
  ])('brings the store up to date, and prints waits and the end; it is new: %j', async (isNew, end) => {
    const world = createWorld({ isNew });
    expect(await world.type('migrate')).toBe(0);
    expect(world.log).toEqual(['migrated']);
    expect([world.explanation(), world.output()]).toEqual(['waiting for an index\n', end]);
  });

  it.each([
    ['/data', undefined, '/data/mnema.db'],
    ['', 'mongodb://ada:p%40ss@db1:27017,db2/memories?replicaSet=a@b', 'database memories of MongoDB on db1:27017,db2'],
    ['', 'mongodb+srv://ada:pass@cluster.example.com', 'database mnema of MongoDB on cluster.example.com'],
  ])('the store of %j and %j is named without a password', (dataDirectory, mongodbUri, name) => {
    expect(describeStore({ dataDirectory, mongodbUri })).toBe(name);
  });
});

describe('mnema account', () => {
  it('list shows every account, with --json as JSON', async () => {
    const world = await createWorldWithAccount();
    await world.accounts.registerAccount({ address, phone: '+46701234567', password: 'correct horse' });
    expect(await world.type('account', 'list')).toBe(0);
    const lines = world.output().trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^ada@example\.com +free +2026-11-21T09:30:00\.000Z +acct_\d+$/);
    expect(lines[2]).toMatch(/^\+46701234567 +free/);
    expect(world.log).toEqual(['closed']);
    expect(await listed(world)).toEqual({
      ...{ id: 'acct_0001', email, phone: null, plan: 'free' },
      limits: { memory_write: 100, memory_search: 1_000, end_users: 1 },
      ...{ created_at: '2026-11-21T09:30:00.000Z', suspended_at: null },
    });
  });

  it('list shows a person in a terminal how long ago an account was created', async () => {
    const world = await createWorldWithAccount({ isForPerson: true, commandAt: now + 3 * 3_600_000 });
    expect(await world.type('account', 'list')).toBe(0);
    expect(world.output()).toMatch(/^<bold>ACCOUNT +PLAN +CREATED +ID<\/>\n.* 3 hours ago +acct_\d+\n$/);
  });

  const sessionOf = ({ accounts }: World) =>
    accounts
      .logIn({ address, email, password })
      .then(({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }));
  const keyOf = async (world: World) => {
    await world.type('key', 'create', email);
    return { apiKey: world.output().trim() };
  };
  const use = (world: World, credential: object) => world.accounts.authenticate({ ...credential, keysAllowed: true });
  const ended = { code: 'unauthenticated' };

  it('password prints a new one, alone on standard output, and ends the sessions, with --revoke-keys the keys too', async () => {
    const world = await createWorldWithAccount();
    const session = await sessionOf(world);
    expect(await world.type('account', 'password', 'ADA@example.com')).toBe(0);
    await world.accounts.logIn({ address, email, password: world.output().trimEnd() });
    await expect(use(world, session)).rejects.toMatchObject(ended);
    expect(world.explanation()).toContain('shown once');
    const key = await world.read('key', 'create', email, '--json');
    expect(await world.type('account', 'password', email, '--revoke-keys')).toBe(0);
    expect(world.explanation()).toContain('All sessions and API keys');
    await expect(use(world, { apiKey: key.key })).rejects.toMatchObject(ended);
  });

  it('password --stdin takes the line that was sent and prints no password', async () => {
    const world = await createWorldWithAccount({ input: ' battery staple \n' });
    expect(await world.type('account', 'password', email, '--stdin')).toBe(0);
    expect([world.output(), world.explanation().includes('battery')]).toEqual(['', false]);
    await world.accounts.logIn({ address, email, password: ' battery staple ' });
  });

  it('password --stdin rejects an invalid password, and the old one stays', async () => {
    const world = await createWorldWithAccount({ input: 'short\n' });
    expect(await world.type('account', 'password', email, '--stdin')).toBe(1);
    expect(world.explanation()).toBe(`Store: ${storeFile}\nmnema: password must have 8 to 256 characters; it has 5.\n`);
    await sessionOf(world);
    expect(world.log).toEqual(['closed']);
  });

  it.each([
    ['password', []],
    ['plan', ['growth']],
    ['show', []],
  ])('%s of an unknown account names the command that lists the known ones', async (command, more) => {
    const world = await createWorldWithAccount();
    expect(await world.type('account', command, 'eve@example.com', ...more)).toBe(1);
    expect(world.explanation()).toContain('There is no account eve@example.com');
    expect(world.explanation()).toContain('mnema account list');
    expect(world.output()).toBe('');
  });

  it('plan puts the account on the plan and prints its new limits, and changes nothing the second time', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('account', 'plan', 'ADA@example.com', 'growth')).toBe(0);
    expect(world.output()).toMatch(
      /^plan +growth\nmemory_write +2000 a month\nmemory_search +20000 a month\nend_users +unlimited\n$/,
    );
    expect(world.explanation()).toContain('was on free before');
    expect(await listed(world)).toMatchObject({ plan: 'growth', limits: { memory_write: 2_000, end_users: null } });
    expect(world.log).toEqual(['closed', 'closed']);
    expect(await world.type('account', 'plan', email, 'growth')).toBe(0);
    expect(world.explanation()).toContain('was already on growth');
  });

  it('suspend rejects sessions and keys of the account until resume', async () => {
    const world = await createWorldWithAccount();
    const credentials = [await keyOf(world), await sessionOf(world)];
    expect(await world.type('account', 'suspend', email)).toBe(0);
    expect(world.explanation()).toContain(`mnema account resume ${email}`);
    const suspended = { code: 'account_suspended' };
    for (const credential of credentials) await expect(use(world, credential)).rejects.toMatchObject(suspended);
    await expect(sessionOf(world)).rejects.toMatchObject(suspended);
    expect(await listed(world)).toMatchObject({ suspended_at: '2026-11-21T09:30:00.000Z' });
    await world.type('account', 'suspend', email);
    expect(world.explanation()).toContain('was already suspended');
    expect(await world.type('account', 'resume', email)).toBe(0);
    for (const credential of credentials) await use(world, credential);
    await world.type('account', 'resume', email);
    expect(world.explanation()).toContain('was not suspended');
  });

  it('sign-out ends the sessions and no key', async () => {
    const world = await createWorldWithAccount();
    const [key, session] = [await keyOf(world), await sessionOf(world)];
    expect(await world.type('account', 'sign-out', email)).toBe(0);
    await expect(use(world, session)).rejects.toMatchObject(ended);
    await use(world, key);
  });

  it('delete ends every credential, and asks for --yes before', async () => {
    const world = await createWorldWithAccount();
    const key = await keyOf(world);
    expect(await world.type('account', 'delete', email)).toBe(1);
    expect(world.explanation()).toContain('Add --yes');
    await use(world, key);
    expect(await world.type('account', 'delete', email, '--yes')).toBe(0);
    expect(world.output()).toMatch(/del_\d+\n$/);
    await expect(use(world, key)).rejects.toMatchObject(ended);
    expect(await world.type('account', 'show', email)).toBe(1);
  });

  it('show prints plan, state and keys, with --json also for the id of an account', async () => {
    const world = await createWorldWithAccount();
    await world.accounts.createApiKey({ accountId: 'acct_0001', label: 'one' });
    expect(await world.type('account', 'show', email)).toBe(0);
    expect(world.output()).toMatch(/^account +ada@example\.com\nid +acct_0001\n/);
    expect(world.output()).toMatch(/\nstate +active\nplan +free\n[\s\S]*\nAPI keys +1 live, 0 revoked or expired\n$/);
    const account = { id: 'acct_0001', email, plan: 'free', suspended_at: null };
    const shown = await world.read('account', 'show', 'acct_0001', '--json');
    expect(shown).toMatchObject({ ...account, api_keys: { live: 1, ended: 0 } });
  });

  it('limits sets the given ones and keeps the others, including zero and null, also after another plan', async () => {
    const world = await createWorldWithAccount();
    await world.type('account', 'plan', email, 'enterprise');
    const set = (...options: string[]) => world.type('account', 'limits', email, ...options);
    expect(await set('--writes', '10000', '--searches', 'null', '--end-users', '50')).toBe(0);
    expect(world.output()).toMatch(/memory_write +10000 a month\nmemory_search +unlimited\nend_users +50\n$/);
    expect((await listed(world)).limits).toEqual({ memory_write: 10_000, memory_search: null, end_users: 50 });
    await set('--writes', 'null', '--searches', '0');
    expect((await listed(world)).limits).toEqual({ memory_write: null, memory_search: 0, end_users: 50 });
    await set('--searches', '1000000000000');
    await world.type('account', 'plan', email, 'starter');
    expect((await listed(world)).limits).toEqual({ memory_write: 500, memory_search: 5_000, end_users: 3 });
    await world.type('account', 'plan', email, 'enterprise');
    expect((await listed(world)).limits).toEqual({ memory_write: null, memory_search: 1e12, end_users: 50 });
  });

  it('limits of an account on another plan are printed, but rejected with the command that changes the plan', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('account', 'limits', email, '--writes', '5')).toBe(1);
    expect(world.explanation()).toBe(
      `Store: ${storeFile}\nmnema: Only the enterprise plan has custom limits. This account is on the free plan, whose limits are fixed. Change the plan first: mnema account plan ${email} enterprise\n`,
    );
    expect(world.output()).toBe('');
    expect(await world.type('account', 'limits', email)).toBe(0);
    expect(world.output()).toMatch(
      /^plan +free\nmemory_write +100 a month\nmemory_search +1000 a month\nend_users +1\n$/,
    );
    await world.type('account', 'plan', email, 'enterprise');
    expect((await listed(world)).limits).toMatchObject({ memory_write: null });
  });
});

describe('the keys of an account', () => {
  it('list shows live, revoked and expired keys, newest first, with --json in the fields of the API', async () => {
    const world = await createWorldWithAccount();
    const create = (label: string) => world.accounts.createApiKey({ accountId: 'acct_0001', label });
    const [first, second] = [await create('first'), await create('sec\u202eond')];
    await world.records.run('acct_0001', 'revokeKey', { accountId: 'acct_0001', keyId: first.key.id });
    expect(await world.type('key', 'list', email)).toBe(0);
    const [head, ...rows] = world.output().trimEnd().split('\n');
    expect(head).toMatch(/^PREFIX +STATE +SCOPES +CREATED +LAST USED +ID +LABEL$/);
    expect(rows[0]).toContain(second.key.id);
    expect(rows[0]).toMatch(/ live +read,write .* never .*sec\\u202eond$/);
    expect(rows[1]).toMatch(/ revoked .*first$/);
    expect(world.output()).not.toContain(first.secret);
    const [, json] = await world.read('key', 'list', email, '--json');
    expect(json).toMatchObject({ label: 'first', scopes: ['read', 'write'], state: 'revoked' });
  });

  it('list has colours for the states in a terminal', async () => {
    const world = await createWorldWithAccount({ isForPerson: true });
    const create = (label: string) => world.accounts.createApiKey({ accountId: 'acct_0001', label });
    const [{ key }] = [await create('first'), await create('second')];
    await world.records.run('acct_0001', 'revokeKey', { accountId: 'acct_0001', keyId: key.id });
    await world.type('key', 'list', email);
    expect(world.output()).toMatch(/<green>live +<\/> .*\n.* <red>revoked<\/> /);
  });

  it('revoke ends one key, and names the way out for an unknown one', async () => {
    const world = await createWorldWithAccount();
    const { key, secret } = await world.accounts.createApiKey({ accountId: 'acct_0001', label: 'one' });
    expect(await world.type('key', 'revoke', email, key.id)).toBe(0);
    const use = world.accounts.authenticate({ apiKey: secret as string, keysAllowed: true });
    await expect(use).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await world.type('key', 'revoke', email, 'key_9')).toBe(1);
    expect(world.explanation()).toContain(`mnema key list ${email}`);
  });
});

describe('mnema doctor', () => {
  const freePort = { MNEMA_PORT: '0' };

  it('ends with 0 and one line a check when there is no problem', async () => {
    const world = createWorld({ environment: freePort });
    expect(await world.type('doctor'), world.output()).toBe(0);
    for (const name of ['configuration', 'data directory', 'store', 'disk space', 'model', 'port'])
      expect(world.output()).toMatch(new RegExp(`^(ok|warning) +${name} `, 'm'));
    expect(world.output()).toContain('/var/lib/mnema/mnema.db is sound');
    expect(world.output()).not.toContain('problem');
    expect(world.explanation()).toBe('');
  });

  it.each([
    ['exposure', { MNEMA_HOST: '0.0.0.0', MNEMA_REGISTRATION: 'open' }, 'MNEMA_REGISTRATION=closed'],
    ['exposure', { MNEMA_PUBLIC_URL: 'https://memory.example.com' }, 'set MNEMA_TRUSTED_PROXIES to the address'],
    ['metrics', { MNEMA_TRUSTED_PROXIES: 'loopback' }, 'set MNEMA_METRICS_TOKEN'],
  ])('warns in %s of %j, with the way out', async (name, environment, fix) => {
    const world = createWorld({ environment: { ...freePort, ...environment } });
    expect(await world.type('doctor', '--json')).toBe(0);
    const { checks } = JSON.parse(world.output());
    const found = checks.filter((check: { name: string }) => check.name === name);
    expect(JSON.stringify(found)).toContain(fix);
    expect(found).toMatchObject([{ status: 'warning' }]);
  });

  it('does not warn of a proxy that is trusted, nor of metrics that need a token', async () => {
    const proxied = { MNEMA_PUBLIC_URL: 'https://memory.example.com', MNEMA_TRUSTED_PROXIES: 'loopback' };
    const world = createWorld({ environment: { ...freePort, ...proxied, MNEMA_METRICS_TOKEN: 'a-token-for-metrics' } });
    expect(await world.type('doctor')).toBe(0);
    expect(world.output()).not.toMatch(/set MNEMA_TRUSTED_PROXIES|^\w+ +metrics/m);
  });

  it('ends with 1 when there is a problem, and prints the way out', async () => {
    const contents = problem('the store file is damaged: page 7', 'restore a backup');
    const installation = { store: { ...sound.store, contents } };
    const world = createWorld({ environment: freePort, installation });
    expect(await world.type('doctor')).toBe(1);
    expect(world.output()).toMatch(/^problem +store +the store file is damaged: page 7\n +to fix: .*backup.*\nok /);
    expect(world.output()).toMatch(/\nFound 1 problem.*\.\n$/);
    expect(world.explanation()).toBe('');
  });

  it('names each wrong setting, and checks nothing else with them', async () => {
    const world = createWorld({ environment: { MNEMA_PORT: '0', MNEMA_SESSION_DAYS: 'x', MNEMA_PROT: '1' } });
    const { healthy, checks } = await world.read('doctor', '--json');
    expect([healthy, checks]).toMatchObject([false, [{ name: 'configuration', status: 'problem' }]]);
    expect(checks[0].lines).toContainEqual(expect.stringMatching(/MNEMA_PROT .*did you mean MNEMA_PORT\?/));
    expect(checks[0].lines).toContainEqual(expect.stringMatching(/MNEMA_SESSION_DAYS must be/));
  });

  it('shows the settings and hides secrets, including rejected ones', async () => {
    const secrets = { MNEMA_BOOTSTRAP_PASSWORD: 'open sesame', MNEMA_METRICS_TOKEN: 'too short' };
    const world = createWorld({ environment: { ...freePort, MNEMA_HOST: '127.0.0.1', ...secrets } });
    expect(await world.type('doctor')).toBe(1);
    expect(world.output()).toContain('MNEMA_HOST=127.0.0.1\n');
    expect(world.output()).toContain('MNEMA_BOOTSTRAP_PASSWORD=(hidden)\n');
    expect(world.output()).not.toContain('MNEMA_BOOTSTRAP_EMAIL');
    expect(world.output()).not.toMatch(/sesame|too short/);
  });

  it('checks MongoDB and providers instead of the data directory and the model when they are configured', async () => {
    const environment = {
      ...{ ...freePort, MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: 'mongodb://me:hush@db.example.com/mnema' },
      ...{ MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: 'redis://:hush@redis.example.com' },
      ...{ MNEMA_EMBEDDER: 'cohere', MNEMA_EXTRACTOR: 'cohere', COHERE_API_KEY: 'hush-hush' },
    };
    const world = createWorld({ environment });
    expect(await world.type('doctor', '--json')).toBe(1);
    const { checks } = JSON.parse(world.output());
    expect(checks.map(({ name, status }: { name: string; status: string }) => `${name}: ${status}`)).toEqual([
      ...['configuration: ok', 'MongoDB: ok', 'search indexes: ok', 'webhooks: warning', 'port: ok', 'Redis: ok'],
      ...['embedder: problem', 'extractor: problem'],
    ]);
    expect(checks[3].finding).toMatch(/^2 webhooks are disabled/);
    expect(world.output()).toContain('COHERE_API_KEY');
    expect(world.output()).not.toContain('hush');
  });

  it('has colours in a terminal', async () => {
    const world = createWorld({ environment: { MNEMA_PORT: 'x' }, isForPerson: true });
    await world.type('doctor');
    expect(world.output()).toMatch(/^<red>problem<\/> /);
  });

  it('goes on when a check itself fails', async () => {
    const installation = { inspectionFails: new Error('no such machine') };
    const world = createWorld({ environment: freePort, installation });
    const { healthy, checks } = await world.read('doctor', '--json');
    expect([healthy, checks.length]).toEqual([false, 7]);
    const failed = { name: 'store', status: 'problem', finding: 'could not be checked: no such machine' };
    expect(checks).toContainEqual(expect.objectContaining(failed));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'model', status: 'ok' }));
  });
});

const listed = async (world: World) => (await world.read('account', 'list', '--json'))[0];

describe('mnema key create', () => {
  it('prints a working key, alone on standard output, also for a phone number', async () => {
    const world = await createWorldWithAccount();
    expect(await world.type('key', 'create', email)).toBe(0);
    expect(world.output()).toMatch(/^mnk_[0-9A-Za-z]{33}\n$/);
    const principal = await world.accounts.authenticate({ apiKey: world.output().trimEnd(), keysAllowed: true });
    expect(principal).toMatchObject({ account: { email }, scopes: ['read', 'write'] });
    expect(world.explanation()).toContain(principal.keyId);
    expect(world.log).toEqual(['closed']);
    await world.accounts.registerAccount({ address, phone: '+46701234567', password: 'correct horse' });
    expect(await world.type('key', 'create', '+46701234567')).toBe(0);
  });

  it('takes label, scopes, user and expiry, and prints the key with them for a program', async () => {
    const world = await createWorldWithAccount();
    const create = (...words: string[]) => world.read('key', 'create', email, '--json', ...words);
    const usual = { user_id: 'acct_0001', label: 'command line', scopes: ['read', 'write'], expires_at: null };
    expect(await create()).toMatchObject(usual);
    const created = await create('--label', 'CI', '--scopes', 'read', '--user', 'bob', '--expires', '2027-01-31');
    const expires_at = '2027-01-31T00:00:00.000Z';
    expect(created).toMatchObject({ label: 'CI', scopes: ['read'], restrict: { user_id: 'bob' }, expires_at });
    const principal = await world.accounts.authenticate({ apiKey: created.key, keysAllowed: true });
    expect(principal).toMatchObject({ account: { email }, keyId: created.id, scopes: ['read'] });
  });
});
