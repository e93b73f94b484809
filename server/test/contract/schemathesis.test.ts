import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { spawnServer, temporaryDirectory } from '../process/spawn-server.ts';
import { runProgram } from '../run-program.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const configFile = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const schemathesis = fileURLToPath(new URL('../../../.venv/bin/schemathesis', import.meta.url));
/** Bounded here; a long run takes hundreds. */
const examples = process.env.MNEMA_TEST_FUZZ_EXAMPLES ?? '10';
const seed = process.env.MNEMA_TEST_SEED ?? '1';
const contract = JSON.parse(readFileSync(new URL('../../src/generated/openapi.json', import.meta.url), 'utf8'));
const operations = Object.values<object>(contract.paths).flatMap((item) =>
  Object.keys(item).filter((key) => ['get', 'put', 'post', 'delete', 'patch'].includes(key)),
);
const password = 'correct-horse-battery';

/** These would end the session that all other operations are tested with. */
const endSessions = ['logout', 'deleteSession', 'endSession'];

it('responds to whatever fits or breaks the contract with a documented status and body, never with a 5xx', {
  timeout: 60 * 60_000,
}, async () => {
  const directory = temporaryDirectory();
  const { url, key } = await spawnServer({ directory, environment: { MNEMA_BOOTSTRAP_PASSWORD: password } });
  const words = [
    ...['--config-file', configFile, 'run', `${url}/openapi.json`, '--url', url, '--no-color', '--continue-on-failure'],
    ...['-H', `X-API-Key: ${key}`, '-H', `Authorization: Bearer ${await signIn(url)}`],
    // Rules that no schema can state reject requests too: blank text, a cursor of another list, dates in the past.
    ...['--checks', 'all', '--exclude-checks', 'positive_data_acceptance'],
    ...endSessions.flatMap((id) => ['--exclude-operation-id', id]),
    ...['--max-examples', examples, '--seed', seed],
  ];
  const environment = { PYTHONPATH: folder, SCHEMATHESIS_HOOKS: 'serialize_lines' };
  const { code, stdout, stderr } = await runProgram(schemathesis, words, { environment });
  const output = stdout + stderr;
  expect(code, output).toBe(0);
  const tested = operations.length - endSessions.length;
  expect(output).toContain(`Selected: ${tested}/${operations.length}\n  Tested: ${tested}`);
});

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@mnema.local', password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
