import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse as parseToml } from 'smol-toml';
import { describe, expect } from 'vitest';
import { clientsOn } from '../../src/cli/mcp/clients.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';

const folder = fileURLToPath(new URL('../../../examples/mcp/', import.meta.url));
const bridgePackage = fileURLToPath(new URL('../../../packages/mcp/', import.meta.url));
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const baseUrl = 'http://127.0.0.1:8787';
const key = 'mnk_…';
const connections = {
  remote: { kind: 'remote', url: `${baseUrl}/mcp`, headers: { 'X-API-Key': key } },
  bridge: {
    kind: 'bridge',
    command: 'npx',
    args: ['-y', '@mnema/mcp'],
    env: { MNEMA_BASE_URL: baseUrl, MNEMA_API_KEY: key },
  },
} as const;

const clients = clientsOn({ platform: 'linux', home: '/home/ada', environment: {} });
const examples = clients.flatMap(({ name, needsBridge, configuration }) =>
  (['remote', 'bridge'] as const)
    .filter((kind) => kind === 'bridge' || !needsBridge)
    .map((kind) => ({
      file: `${name}.${kind}.${name === 'codex' ? 'toml' : 'json'}`,
      client: name,
      kind,
      text: configuration(connections[kind]).text,
    })),
);

const { app, account } = useAccount();

// biome-ignore lint/suspicious/noExplicitAny: each client has a form of its own
type Entry = any;

/** Where each client looks, written here once more, independently of the code that writes it. */
const forms: Record<string, { under: string; url?: string; headers?: string; type?: string }> = {
  'claude-desktop': { under: 'mcpServers' },
  'claude-code': { under: 'mcpServers', url: 'url', headers: 'headers', type: 'http' },
  cline: { under: 'mcpServers', url: 'url', headers: 'headers', type: 'streamableHttp' },
  codex: { under: 'mcp_servers', url: 'url', headers: 'http_headers' },
  cursor: { under: 'mcpServers', url: 'url', headers: 'headers' },
  gemini: { under: 'mcpServers', url: 'httpUrl', headers: 'headers' },
  vscode: { under: 'servers', url: 'url', headers: 'headers', type: 'http' },
  windsurf: { under: 'mcpServers', url: 'serverUrl', headers: 'headers' },
  zed: { under: 'context_servers', url: 'url', headers: 'headers' },
};

describe.each(examples)('examples/mcp/$file', ({ file, client, kind, text }) => {
  it('is what mnema mcp install prints', async () => {
    await expect(text).toMatchFileSnapshot(join(folder, file));
  });

  it('is in the table of the README', () => {
    expect(readme).toContain(`(${file})`);
  });

  it('connects its client to a server', async () => {
    const own = readFileSync(join(folder, file), 'utf8').replaceAll(baseUrl, app.url).replaceAll(key, account.key);
    const whole: Entry = file.endsWith('.toml') ? parseToml(own) : JSON.parse(own);
    const entry = whole[forms[client]?.under ?? ''].mnema;
    if (kind === 'bridge') return expectBridge(entry);
    const { url = '', headers = '', type } = forms[client] ?? {};
    expect(entry.type).toBe(type);
    await expectSixTools(
      new StreamableHTTPClientTransport(new URL(entry[url]), { requestInit: { headers: entry[headers] } }),
    );
  });
});

/** All examples start the same bridge, of which one does it. */
function expectBridge({ command, args, env }: Entry): void {
  expect({ command, args }).toEqual({ command: 'npx', args: ['-y', '@mnema/mcp'] });
  expect(env).toEqual({ MNEMA_BASE_URL: app.url, MNEMA_API_KEY: account.key });
}

it('npx starts the bridge where its package is installed', async () => {
  const project = temporaryDirectory();
  const installed = join(project, 'node_modules/@mnema/mcp');
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  cpSync(bridgePackage, installed, {
    recursive: true,
    filter: (path) => !path.includes('node_modules/', project.length),
  });
  symlinkSync(join(installed, 'bin/mnema-mcp.js'), join(project, 'node_modules/.bin/mnema-mcp'));
  const { command, args } = connections.bridge;
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const settings = { MNEMA_BASE_URL: app.url, MNEMA_API_KEY: account.key };
  const started = { command, args: [...args], env: { ...env, ...settings }, cwd: project };
  await expectSixTools(new StdioClientTransport({ ...started, stderr: 'ignore' }));
});

async function expectSixTools(transport: Transport): Promise<void> {
  const connected = new Client({ name: 'test', version: '1' });
  await connected.connect(transport);
  expect((await connected.listTools()).tools).toHaveLength(6);
  await connected.close();
}

it('examples/mcp holds nothing else', () => {
  const expected = [...examples.map(({ file }) => file), 'README.md'].sort();
  expect(readdirSync(folder).sort()).toEqual(expected);
});
