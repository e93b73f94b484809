import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { serverVersion } from '../server-version.ts';

const app = useTestApp();

describe.each([
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2026-07-28, negotiated', 'auto'],
  ['a handshake', 'legacy'],
] as const)('the official client, with %s', (_version, mode) => {
  let client: Client;

  async function connect(headers: Record<string, string>): Promise<Client> {
    const connected = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { requestInit: { headers } });
    await connected.connect(transport);
    return connected;
  }

  beforeEach(async () => {
    client = await connect((await app.register()).api.headers);
  });
  afterEach(() => client.close());

  /** The client itself holds the result against the tool's output schema. */
  async function call(name: string, args: Record<string, unknown>) {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    // biome-ignore lint/suspicious/noExplicitAny: the client has checked it
    return structuredContent as any;
  }

  it('sees who it talks to, and drives all six tools', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'mnema', version: serverVersion });
    expect(client.getInstructions()).toContain('service_search');
    const kinds = ['add', 'search', 'profile', 'list', 'update', 'delete'];
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(kinds.map((kind) => `service_${kind}`));
    const memory = 'Tea (Ada):\n1) Ada prefers tea without sugar.';
    const { memory_id, status } = await call('service_add', { memory, metadata: { tags: ['tea'] }, wait: 10 });
    expect(status).toBe('ready');
    const found = await call('service_search', { query: 'How does she like her hot drinks?' });
    expect(found.results).toMatchObject([{ id: memory_id, memory, metadata: { source: 'mcp' } }]);
    expect((await call('service_list', { tag: 'tea' })).results).toMatchObject([{ id: memory_id }]);
    expect((await call('service_profile', {})).memory_count).toBe(1);
    expect((await call('service_update', { memory_id, metadata: { seen: true } })).version).toBe(2);
    expect((await call('service_delete', { memory_id })).memory_id).toBe(memory_id);
  });

  it('runs many calls at once, each with its own result', async () => {
    const queries = Array.from({ length: 20 }, (_, number) => `bad ${number}`);
    const responses = await Promise.all(
      queries.map((name) => client.callTool({ name: 'service_list', arguments: { [name]: 1 } })),
    );
    for (const [at, { content }] of responses.entries()) {
      expect(JSON.stringify(content)).toContain(`${queries[at]} is not a field`);
    }
  });

  it('gets an error for an unknown tool, and is rejected without a key, as it says', async () => {
    await expect(client.callTool({ name: 'service_burn', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await expect(connect({})).rejects.toThrow(/No credential was sent|HTTP 401/);
  });
});
