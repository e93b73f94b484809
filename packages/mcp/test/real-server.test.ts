import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient, listAll } from '../../../server/test/process/client.ts';
import { type SpawnedServer, spawnServer, temporaryDirectory } from '../../../server/test/process/spawn-server.ts';
import { freePort } from './scripted-server.ts';
import { type Bridge, bridgeProgram, type Message, startBridge } from './start-bridge.ts';

interface Memory {
  server: SpawnedServer;
  key: string;
  environment: { MNEMA_BASE_URL: string; MNEMA_API_KEY: string };
  restart(): Promise<void>;
}

async function startMemory(): Promise<Memory> {
  const directory = temporaryDirectory();
  const environment = { MNEMA_PORT: String(await freePort()), MNEMA_LOG_LEVEL: 'error', MNEMA_SESSION_DAYS: '1' };
  const server = await spawnServer({ directory, environment });
  const memory = {
    server,
    key: server.key as string,
    environment: { MNEMA_BASE_URL: `${server.url}/`, MNEMA_API_KEY: server.key as string },
    async restart() {
      memory.server.kill('SIGKILL');
      await memory.server.ended;
      memory.server = await spawnServer({ directory, environment });
    },
  };
  return memory;
}

let memory: Memory;
let bridge: Bridge;
beforeEach(async () => {
  memory = await startMemory();
  // A busy machine may need long to start the server again.
  bridge = startBridge({ ...memory.environment, MNEMA_TIMEOUT_SECONDS: '120' });
});

/** Another account of the server, signed in. */
async function register() {
  const anyone = createClient(memory.server.url, null);
  const credentials = { email: 'ada@example.com', password: 'a long enough password' };
  await anyone.send('POST', '/auth/register', credentials);
  const token = (await anyone.send('POST', '/auth/login', credentials)).body.access_token;
  return {
    session: (method: string, path: string, body?: object) =>
      anyone.send(method, path, body, { Authorization: `Bearer ${token}` }),
  };
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
    const env = { ...memory.environment, PATH: process.env['PATH'] ?? '' };
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

it('sends the version of the handshake with what follows, and lets notifications pass without an answer', async () => {
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  expect((await bridge.ask(0, 'initialize', hello)).result.protocolVersion).toBe('2025-06-18');
  bridge.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  expect((await bridge.ask(1, 'tools/list')).result.tools).toHaveLength(6);
  expect(await bridge.ask(2, 'memories/burn')).toMatchObject({ error: { code: -32601 } });
  expect(bridge.messages().map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(bridge.stderr()).toBe('');
});

it('a server that is killed in the middle of writes and starts again has every one of them, once', async () => {
  const texts = Array.from({ length: 60 }, (_, number) => `Note ${number}:\n1) It is number ${number}.`);
  const answers = texts.map((text, number) => bridge.callTool(number, 'service_add', { memory: text, wait: 0 }));
  await answers[5];
  await memory.restart();
  for (const answer of await Promise.all(answers))
    expect(structured(answer)?.memory_id, JSON.stringify(answer)).toMatch(/^mem_/);
  const kept = await listAll(createClient(memory.server.url, memory.key));
  expect(kept.map(({ memory: text }) => text).sort()).toEqual(texts.sort());
}, 60_000);

it('a server that is killed while it answers and stays away is an error for each request, and none once it is back', async () => {
  const impatient = startBridge({ ...memory.environment, MNEMA_TIMEOUT_SECONDS: '8' });
  const search = (id: string | number) => impatient.callTool(id, 'service_search', { query: 'ice' });
  const asked = Array.from({ length: 30 }, (_, number) => search(number));
  memory.server.kill('SIGKILL');
  for (const { result, error } of await Promise.all(asked)) {
    expect(result !== undefined || error.data.code === 'unreachable').toBe(true);
  }
  await memory.restart();
  expect(structured(await search('back')).results).toEqual([]);
}, 60_000);

it('a wrong key is refused in the words of the server, and so is one that was revoked meanwhile', async () => {
  const wrong = startBridge({ ...memory.environment, MNEMA_API_KEY: `mnk_${'0'.repeat(33)}` });
  expect(await wrong.ask(1, 'initialize')).toMatchObject({
    error: { code: -32603, message: expect.stringContaining('Check MNEMA_API_KEY'), data: { status: 401 } },
  });
  const { session } = await register();
  const made = (await session('POST', '/api-keys', { label: 'to be revoked' })).body;
  const revoked = startBridge({ ...memory.environment, MNEMA_API_KEY: made.key });
  expect(await revoked.ask(1, 'ping')).toMatchObject({ result: {} });
  await session('DELETE', `/api-keys/${made.id}`);
  expect(await revoked.ask(2, 'ping')).toMatchObject({ error: { data: { code: 'unauthenticated' } } });
});

it('keeps two accounts apart, each with a bridge of its own', async () => {
  const { session } = await register();
  const { key } = (await session('POST', '/api-keys', { label: 'of another' })).body;
  const other = startBridge({ ...memory.environment, MNEMA_API_KEY: key });
  const { memory_id } = structured(await bridge.callTool(1, 'service_add', { memory: harbour }));
  expect(structured(await other.callTool(1, 'service_search', { query: 'ice' })).results).toEqual([]);
  const stolen = await other.callTool(2, 'service_delete', { memory_id });
  expect(stolen.result.content[0].text).toMatch(/^not_found: /);
  expect(structured(await bridge.callTool(2, 'service_list')).results).toMatchObject([{ id: memory_id }]);
});

it('passes the largest message the server takes, and text of any kind unchanged', async () => {
  const text = `Odd text:\n1) ${'Grüße 👩‍👩‍👧 \u2028 "\\" __proto__ '.repeat(50)}`;
  const added = await bridge.callTool(1, 'service_add', {
    memory: text,
    metadata: { ['__proto__']: 1, constructor: 'x' },
  });
  expect(structured(added)?.memory_id, JSON.stringify(added)).toMatch(/^mem_/);
  const [kept] = await listAll(createClient(memory.server.url, memory.key));
  expect([kept?.memory, JSON.stringify(kept?.metadata)]).toEqual([text, expect.stringContaining('"constructor":"x"')]);
  const frame = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping', params: { pad: '' } });
  const fill = (bytes: number) => frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  bridge.write(`${fill(1024 * 1024)}\n`);
  expect(await bridge.answer(2)).toMatchObject({ result: {} });
  bridge.write(`${fill(1024 * 1024 + 1).replace('"id":2', '"id":3')}\n`);
  expect(await bridge.answer(3)).toMatchObject({ error: { data: { code: 'payload_too_large' } } });
});

it('--check says what it found, on standard error, and ends with 0 or 1', async () => {
  const good = startBridge(memory.environment, ['--check']);
  expect([await good.ended, good.stderr()]).toEqual([0, expect.stringContaining('service_add')]);
  const bad = startBridge({ ...memory.environment, MNEMA_API_KEY: '' }, ['--check']);
  expect([await bad.ended, bad.stderr()]).toEqual([1, expect.stringContaining('MNEMA_API_KEY is not set')]);
});

it.each([
  [['--version'], 0, version],
  [['--help'], 0, 'MNEMA_BASE_URL'],
  [['--key', 'mnk_x'], 1, 'Settings are environment variables'],
])('%j ends with %i and says %s', async (words, code, said) => {
  const run = startBridge({}, words);
  expect([await run.ended, run.stderr()]).toEqual([code, expect.stringContaining(said)]);
});
