import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { createClient, listAll, type ReceivedResponse } from '../../../server/test/process/client.ts';
import { spawnServer, temporaryDirectory } from '../../../server/test/process/spawn-server.ts';
import { useServer } from '../../../server/test/process/use-server.ts';
import { freePort } from './scripted-server.ts';
import { bridgeProgram, type Message, startBridge } from './start-bridge.ts';

const { server } = useServer({ MNEMA_LOG_LEVEL: 'error', MNEMA_RATE_LIMITS: 'off' });

interface Account {
  url: string;
  key: string;
  /** The settings of a bridge. */
  environment: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string };
  session(method: string, path: string, body?: object): Promise<ReceivedResponse>;
}

/** Signs in to a new account of the server that all tests share. */
async function register(): Promise<Account> {
  const { url } = server();
  const anyone = createClient(url, null);
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a long enough password' };
  await anyone.send('POST', '/auth/register', credentials);
  const token = (await anyone.send('POST', '/auth/login', credentials)).body.access_token;
  const session: Account['session'] = (method, path, body) =>
    anyone.send(method, path, body, { Authorization: `Bearer ${token}` });
  const { key } = (await session('POST', '/api-keys', { label: 'of a test' })).body;
  return { url, key, environment: { MNEMA_BASE_URL: `${url}/`, MNEMA_API_KEY: key }, session };
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const harbour = 'Harbour (winter):\n1) It freezes over in January.';
const structured = ({ result }: Message) => result.structuredContent;

describe.each([
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2026-07-28, negotiated', 'auto'],
  ['a handshake', 'legacy'],
] as const)('the official client, with %s', (_version, mode) => {
  it('drives all six tools as if there were no bridge', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const { environment } = await register();
    const env = { ...environment, PATH: process.env['PATH'] ?? '' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [bridgeProgram], env }));
    const call = async (name: string, args: Record<string, unknown>) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
      expect(isError ?? false, JSON.stringify(content)).toBe(false);
      return structuredContent as Message;
    };
    expect(client.getInstructions()).toContain('service_search');
    expect((await client.listTools()).tools).toHaveLength(6);
    const { memory_id } = await call('service_add', { memory: harbour, metadata: { tags: ['ice'] }, wait: 10 });
    expect((await call('service_search', { query: 'when is there ice?' })).results[0].id).toBe(memory_id);
    expect((await call('service_list', { tag: 'ice' })).results).toHaveLength(1);
    expect((await call('service_profile', {})).memory_count).toBe(1);
    expect((await call('service_update', { memory_id, metadata: { seen: true } })).version).toBe(2);
    expect((await call('service_delete', { memory_id })).memory_id).toBe(memory_id);
    const again = await client.callTool({ name: 'service_delete', arguments: { memory_id } });
    expect(again).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^not_found: /) }] });
    await expect(client.callTool({ name: 'service_burn', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});

it('sends the version of the handshake with later requests, and passes notifications without a response', async () => {
  const bridge = startBridge((await register()).environment);
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect((await bridge.request(0, 'initialize', hello)).result.protocolVersion).toBe('2025-06-18');
  bridge.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  expect((await bridge.request(1, 'tools/list')).result.tools).toHaveLength(6);
  expect(await bridge.request(2, 'memories/burn')).toMatchObject({ error: { code: -32601 } });
  expect(bridge.messages().map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(bridge.stderr()).toBe('');
});

describe('a server that is killed', () => {
  /** Starts a server for one test, on a port that it keeps after a restart. */
  async function startMemory() {
    const directory = temporaryDirectory();
    const environment = { MNEMA_PORT: String(await freePort()), MNEMA_LOG_LEVEL: 'error' };
    let running = await spawnServer({ directory, environment });
    const key = running.key as string;
    return {
      url: running.url,
      key,
      environment: { MNEMA_BASE_URL: `${running.url}/`, MNEMA_API_KEY: key },
      kill: () => running.kill('SIGKILL'),
      async restart() {
        running.kill('SIGKILL');
        await running.ended;
        running = await spawnServer({ directory, environment });
      },
    };
  }

  it('in the middle of writes and starts again has every one of them, once', async () => {
    const memory = await startMemory();
    // A busy machine may need long to restart the server.
    const bridge = startBridge({ ...memory.environment, MNEMA_TIMEOUT_SECONDS: '120' });
    const texts = Array.from({ length: 60 }, (_, number) => `Note ${number}:\n1) It is number ${number}.`);
    const responses = texts.map((text, number) => bridge.callTool(number, 'service_add', { memory: text, wait: 0 }));
    await responses[5];
    await memory.restart();
    for (const response of await Promise.all(responses))
      expect(structured(response)?.memory_id, JSON.stringify(response)).toMatch(/^mem_/);
    const kept = await listAll(createClient(memory.url, memory.key));
    expect(kept.map(({ memory: text }) => text).sort()).toEqual(texts.sort());
  });

  it('during requests is an error for each of them, and for none once it is back', async () => {
    const memory = await startMemory();
    // A quarter of it is for attempts while nothing listens, a half for the search afterwards.
    const impatient = startBridge({ ...memory.environment, MNEMA_TIMEOUT_SECONDS: '12' });
    const search = (id: string | number) => impatient.callTool(id, 'service_search', { query: 'ice' });
    const pending = Array.from({ length: 30 }, (_, number) => search(number));
    memory.kill();
    for (const { result, error } of await Promise.all(pending)) {
      expect(result !== undefined || error.data.code === 'unreachable').toBe(true);
    }
    await memory.restart();
    // The first search loads the encoder, which takes longer on a busy machine than the bridge may wait.
    await createClient(memory.url, memory.key).send('POST', '/search', { query: 'ice' });
    expect(structured(await search('back')).results).toEqual([]);
  });
});

it('a wrong key is rejected with the message of the server, and so is a revoked one', async () => {
  const { environment, session } = await register();
  const wrong = startBridge({ ...environment, MNEMA_API_KEY: `mnk_${'0'.repeat(33)}` });
  expect(await wrong.request(1, 'initialize')).toMatchObject({
    error: { code: -32603, message: expect.stringContaining('Check MNEMA_API_KEY'), data: { status: 401 } },
  });
  const made = (await session('POST', '/api-keys', { label: 'to be revoked' })).body;
  const revoked = startBridge({ ...environment, MNEMA_API_KEY: made.key });
  expect(await revoked.request(1, 'ping')).toMatchObject({ result: {} });
  await session('DELETE', `/api-keys/${made.id}`);
  expect(await revoked.request(2, 'ping')).toMatchObject({ error: { data: { code: 'unauthenticated' } } });
});

it('keeps two accounts apart, each with a bridge of its own', async () => {
  const [bridge, other] = [startBridge((await register()).environment), startBridge((await register()).environment)];
  const { memory_id } = structured(await bridge.callTool(1, 'service_add', { memory: harbour }));
  expect(structured(await other.callTool(1, 'service_search', { query: 'ice' })).results).toEqual([]);
  const stolen = await other.callTool(2, 'service_delete', { memory_id });
  expect(stolen.result.content[0].text).toMatch(/^not_found: /);
  expect(structured(await bridge.callTool(2, 'service_list')).results).toMatchObject([{ id: memory_id }]);
});

it('passes the largest message that the server accepts, and text of any kind unchanged', async () => {
  const { url, key, environment } = await register();
  const bridge = startBridge(environment);
  const text = `Odd text:\n1) ${'Grüße 👩‍👩‍👧 \u2028 "\\" __proto__ '.repeat(50)}`;
  const added = await bridge.callTool(1, 'service_add', {
    memory: text,
    metadata: { ['__proto__']: 1, constructor: 'x' },
  });
  expect(structured(added)?.memory_id, JSON.stringify(added)).toMatch(/^mem_/);
  const [kept] = await listAll(createClient(url, key));
  expect([kept?.memory, JSON.stringify(kept?.metadata)]).toEqual([text, expect.stringContaining('"constructor":"x"')]);
  const frame = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping', params: { pad: '' } });
  const fill = (bytes: number) => frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  bridge.write(`${fill(1024 * 1024)}\n`);
  expect(await bridge.response(2)).toMatchObject({ result: {} });
  bridge.write(`${fill(1024 * 1024 + 1).replace('"id":2', '"id":3')}\n`);
  expect(await bridge.response(3)).toMatchObject({ error: { data: { code: 'payload_too_large' } } });
});

it('--check reports its result on standard error and ends with 0 or 1', async () => {
  const { environment } = await register();
  const good = startBridge(environment, ['--check']);
  expect([await good.ended, good.stderr()]).toEqual([0, expect.stringContaining('service_add')]);
  const bad = startBridge({ ...environment, MNEMA_API_KEY: '' }, ['--check']);
  expect([await bad.ended, bad.stderr()]).toEqual([1, expect.stringContaining('MNEMA_API_KEY is not set')]);
});

it.each([
  [['--version'], 0, version],
  [['--help'], 0, 'MNEMA_BASE_URL'],
  [['--key', 'mnk_x'], 2, 'Settings are environment variables'],
])('%j ends with %i and says %s', async (words, code, output) => {
  const run = startBridge({}, words);
  expect([await run.ended, run.stderr()]).toEqual([code, expect.stringContaining(output)]);
});
