import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { runProgram } from '../run-program.ts';

const require = createRequire(import.meta.url);
const manifestPath = require.resolve('@modelcontextprotocol/inspector/package.json');
const inspector = fileURLToPath(new URL(require(manifestPath).bin['mcp-inspector'], `file://${manifestPath}`));
const app = useTestApp();

/** The official client, on which it is built, is tested with each era of the protocol. */
it("the inspector's command line lists six tools whose schemas every client can read", async () => {
  const words = [`${app.url}/mcp`, '--transport', 'http', '--protocol-era', 'auto', '--stored-auth-only'];
  const listing = ['--header', `X-API-Key: ${app.first.key}`, '--method', 'tools/list', '--strict', '--format', 'json'];
  const { code, stdout, stderr } = await runProgram(process.execPath, [inspector, '--cli', ...words, ...listing], {
    environment: { NO_COLOR: '1', CI: 'true' },
  });
  expect(code, stdout + stderr).toBe(0);
  expect(stdout.match(/"name": ?"service_\w+"/g)).toHaveLength(6);
});
