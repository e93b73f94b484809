import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { runProgram } from '../run-program.ts';

const require = createRequire(import.meta.url);
const manifestPath = require.resolve('@modelcontextprotocol/inspector/package.json');
const inspector = fileURLToPath(new URL(require(manifestPath).bin['mcp-inspector'], `file://${manifestPath}`));
const app = useTestApp();

const inspect = (...words: string[]) =>
  runProgram(process.execPath, [inspector, '--cli', ...words, '--format', 'json'], {
    environment: { NO_COLOR: '1', CI: 'true' },
  });
/** The official client, on which it is built, is tested with each era of the protocol. */
const overHttp = (key = app.first.key) => [
  ...[`${app.url}/mcp`, '--transport', 'http', '--protocol-era', 'auto', '--stored-auth-only'],
  ...(key === '' ? [] : ['--header', `X-API-Key: ${key}`]),
];

it("the inspector's command line lists six tools whose schemas every client can read", async () => {
  const { code, stdout, stderr } = await inspect(...overHttp(), '--method', 'tools/list', '--strict');
  expect(code, stdout + stderr).toBe(0);
  expect(stdout.match(/"name": ?"service_\w+"/g)).toHaveLength(6);
});

it("the inspector's command line calls a tool, and ends with 5 for one that fails and with 3 without a key", async () => {
  const call = (name: string, args: object, key?: string) =>
    inspect(
      ...overHttp(key),
      ...['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)],
    );
  const found = await call('service_search', { query: 'harbour' });
  expect([found.code, found.stdout], found.stderr).toEqual([0, expect.stringContaining('structuredContent')]);
  expect((await call('service_delete', { memory_id: 'mem_x' })).code).toBe(5);
  expect((await call('service_list', {}, '')).code).toBe(3);
});
