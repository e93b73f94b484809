import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useTestApp } from '../http/shared-apps.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';
import { runProgram } from '../run-program.ts';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const suite = fileURLToPath(new URL('./dist/index.js', `file://${manifest}`));
const app = useTestApp();

/** The suite can send no key: this server takes each of its requests as sent with one. */
async function withKey(): Promise<string> {
  const { accounts } = app.services.http;
  const authenticate: typeof accounts.authenticate = (input) =>
    accounts.authenticate({ ...input, apiKey: app.first.key });
  return `${(await app.withServices({ accounts: { ...accounts, authenticate } })).url}/mcp`;
}

const named = (prefix: string, ...names: string[]) => names.map((name) => `${prefix}-${name}`);

/**
 * Scenarios that do not apply to a server of tools that answers in JSON, with the reason. All others pass; one of these
 * that passes fails the run.
 */
const excluded = [
  // There are no prompts or resources to complete.
  'completion-complete',
  // These call tools that only the server of the suite has.
  ...named('tools-call', 'simple-text', 'image', 'audio', 'embedded-resource', 'mixed-content', 'error'),
  'tools-call-with-progress',
  // The server has no resources and no prompts.
  ...named('resources', 'list', 'read-text', 'read-binary', 'templates-read'),
  ...named('prompts', 'list', 'get-simple', 'get-with-args', 'get-embedded-resource', 'get-with-image'),
];
const excludedIn = {
  '2025-11-25': [
    // Nothing is sent but answers: there is no logging, and there are no streams.
    ...['logging-set-level', 'tools-call-with-logging', 'server-sse-multiple-streams'],
    // The server asks clients for nothing.
    ...named('tools-call', 'sampling', 'elicitation'),
    ...named('elicitation', 'sep1034-defaults', 'sep1330-enums'),
    ...named('resources', 'subscribe', 'unsubscribe'),
  ],
  '2026-07-28': [
    // No tool needs a capability of the client.
    ...named('server-stateless:sep-2575', 'server-rejects-undeclared-capability', 'missing-capability-http-400'),
    // Nothing is sent but answers: there is no logging, and there are no streams.
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
    'sep-2164-resource-not-found',
    ...named('caching:sep-2549', 'prompts-list-caching-hints', 'resources-list-caching-hints'),
    'caching:sep-2549-resources-templates-list-caching-hints',
    // The server asks clients for nothing.
    ...named('input-required-result-basic', 'elicitation', 'sampling', 'list-roots'),
    ...named('input-required-result', 'request-state', 'multiple-input-requests', 'multi-round', 'result-type'),
    ...named('input-required-result', 'missing-input-response', 'non-tool-request', 'tampered-state'),
    ...named('input-required-result', 'capability-check', 'ignore-extra-params'),
  ],
} as const;

it.each(['2025-11-25', '2026-07-28'] as const)(
  'the official conformance suite passes %s except for the checks that do not apply',
  { timeout: 120_000 },
  async (version) => {
    const baseline = join(temporaryDirectory(), 'baseline.yml');
    writeFileSync(baseline, JSON.stringify({ server: [...excluded, ...excludedIn[version]] }));
    const words = ['--requirements', version, '--expected-failures', baseline, '--url', await withKey()];
    const { code, stdout } = await runProgram(process.execPath, [suite, 'server', ...words]);
    expect(code, stdout).toBe(0);
  },
);
