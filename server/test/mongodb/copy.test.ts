import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Client, createClient } from '../process/client.ts';
import { type SpawnedServer, spawnServer, temporaryDirectory, until, untilIngested } from '../process/spawn-server.ts';
import { runCommand } from '../run-command.ts';
import { useTestMongodb } from './use-test-mongodb.ts';

const limit = { timeout: 240_000 };

const mongodb = useTestMongodb();

const statements = [
  'Ada keeps her bicycle in the cellar of the library.',
  'Bo sails a blue boat on the lake every summer.',
  'The invoice for the harbour is due on Friday.',
  'Ada takes her tea without sugar.',
  'The meeting about the boat house was moved to March.',
  'Dr. Öberg prescribed glasses for Bo.',
];
const queries = ['where is the bicycle', 'boat', 'what does Ada drink', 'when is the invoice due', 'harbour friday'];
const person = { email: 'bo@example.com', password: 'a password of theirs' };

async function response(client: Client, method: string, path: string, body?: unknown) {
  const { status, body: received } = await client.send(method, path, body);
  expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 300)]);
  return received;
}

/** What a client sees, read in the same order from either store, without what differs from run to run. */
async function observe(server: SpawnedServer, key: string) {
  const client = createClient(server.url, key);
  // First, before these requests themselves are in the log.
  const { newer_cursor: _, ...requests } = await response(client, 'GET', '/requests?limit=100');
  const usage = await response(client, 'GET', '/usage');
  const lists = await Promise.all(
    ['', '&status=ready', '&agent_id=helper'].map((query) => response(client, 'GET', `/memories?limit=50${query}`)),
  );
  const search = (body: object) => response(client, 'POST', '/search', body);
  await until(async () => (await search({ query: 'tea' })).degraded.length === 0, 'the encoder', 60_000);
  const searches = [];
  for (const query of [...queries.map((text) => ({ query: text })), { query: 'boat', filters: { project: 'sea' } }]) {
    const { results } = await search(query);
    searches.push(results.map(({ id, score }: { id: string; score: number }) => ({ id, score })));
  }
  const { summary } = await response(client, 'GET', '/profile');
  // All but the first line, which has the time: what one store exports, the other imports.
  const exported = (await response(client, 'GET', '/export?versions=true')).split('\n').slice(1);
  return { requests, usage, lists, searches, summary, exported };
}

async function stop(server: SpawnedServer): Promise<void> {
  expect((await server.end('SIGTERM')).code).toBe(0);
}

it('SQLite to MongoDB and back to SQLite: every response stays the same', limit, async () => {
  const [first, last] = [temporaryDirectory(), join(temporaryDirectory(), 'last')];
  const written = await spawnServer({ directory: first });
  const { client } = written;
  const key = written.key as string;
  for (const [at, text] of statements.entries()) {
    const metadata = { project: at % 2 ? 'sea' : 'land', at, tags: ['x', 'y'] };
    await response(client, 'POST', '/memories', { text, metadata, agent_id: at % 3 ? 'helper' : 'other' });
  }
  const { results } = await response(client, 'GET', '/memories');
  await response(client, 'PUT', `/memories/${results[0].id}`, { text: 'Dr. Öberg prescribed no glasses.' });
  await client.send('DELETE', `/memories/${results[5].id}`);
  await createClient(written.url, null).send('POST', '/auth/register', person);
  await untilIngested(client);
  await stop(written);

  const environment = { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodb.uri };
  for (const words of [
    ['--from', first, '--to', 'configured'],
    ['--from', mongodb.uri, '--to', last],
  ]) {
    const { code, stdout, stderr } = await runCommand(['copy', ...words], environment);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/2 accounts copied and compared/)]);
    expect(stdout).toMatch(/admin@mnema\.local: complete; 5 memories, \d+ records with them/);
  }
  const seen = [];
  for (const options of [{ directory: first }, { directory: first, environment }, { directory: last }]) {
    const server = await spawnServer(options);
    seen.push(await observe(server, key));
    await stop(server);
  }
  const [before, onMongodb, back] = seen;
  expect(before?.searches.flat().length).toBeGreaterThan(5);
  // SQLite compares bytes with bytes, MongoDB's adapter bytes with the query as it is.
  const nearly = before?.searches.map((hits: { id: string; score: number }[]) =>
    hits.map(({ id, score }) => ({ id, score: expect.closeTo(score, 4) })),
  );
  expect(onMongodb).toEqual({ ...before, searches: nearly });
  expect(back).toEqual(before);
});

it('prints no password, and names the option that is wrong', limit, async () => {
  const directory = join(temporaryDirectory(), 'none');
  const wrong = 'mongodb://me:hushhush@127.0.0.1:1/mnema';
  for (const [words, exitCode, message] of [
    [
      ['--from', wrong, '--to', directory],
      1,
      /^mnema: --from database mnema of MongoDB on 127.*cannot be reached.*Check --from/,
    ],
    [['--from', directory, '--to', mongodb.uri], 1, /^mnema: --from \S+none\S*: There is no store in/],
    [
      ['--from', mongodb.uri.replace(/\/mnema_test_[^?]*/, '/nothing_here'), '--to', directory],
      1,
      /--from .*There is no store in the database nothing_here/,
    ],
    [['--from', mongodb.uri, '--to', 'postgres://x'], 2, /^mnema: --to must be a data directory, sqlite:/],
    [['--from', mongodb.uri, '--to', mongodb.uri], 2, /^mnema: --from and --to are the same store/],
    [['--from', mongodb.uri, '--to', directory, '--account', 'nobody@x.y'], 1, /The source has no account nobody@x\.y/],
    [['--from', mongodb.uri], 2, /--to <store>/],
  ] as const) {
    const { code, stderr, stdout } = await runCommand(['copy', ...words]);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hushhush');
  }
});
