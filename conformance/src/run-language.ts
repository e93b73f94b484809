import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from './case.ts';
import { checkCase, type Reported } from './check-case.ts';
import { makeCredentials } from './credentials.ts';
import type { Language } from './languages.ts';
import { startProxy } from './proxy.ts';
import type { Variables } from './resolve.ts';
import { bareEnvironment, startServer } from './server.ts';

const runnerLimitMs = 10 * 60_000;

interface Result {
  language: string;
  version: string;
  cases: Reported[];
}

export interface LanguageOutcome {
  name: string;
  version: string;
  /** The problems of each case by its id; empty when there are none. */
  problems: Map<string, string[]>;
}

/** Resolves when the runner ends; its output goes to stderr. */
function run({ command, cwd }: Language, files: string[]): Promise<number | null> {
  const [program, ...words] = command as [string, ...string[]];
  const child = spawn(program, [...words, ...files], {
    cwd,
    // The time zone is not UTC, so that reading a date in local time fails.
    env: { ...bareEnvironment(), TZ: 'Asia/Kolkata' },
    stdio: ['ignore', 2, 2],
    timeout: runnerLimitMs,
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve(code)));
}

/** Runs the cases with one SDK, against its own server, and checks the results. */
export async function runLanguage(language: Language, cases: Case[]): Promise<LanguageOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mnema-conformance-plan-'));
  const server = await startServer();
  const proxy = await startProxy(server.url, cases);
  try {
    const credentials = await makeCredentials(server);
    const variables: Variables = {
      api_key: credentials.api_key,
      access_token: credentials.access_token,
      email: server.email,
      password: server.password,
    };
    const [plan, result] = [join(folder, 'plan.json'), join(folder, 'result.json')];
    writeFileSync(plan, JSON.stringify({ base_url: proxy.url, credentials, variables, cases }));
    const code = await run(language, [plan, result]);
    if (code !== 0) throw new Error(`the runner of ${language.name} ended with ${code}; what it printed stands above`);
    const { version, cases: reported } = JSON.parse(readFileSync(result, 'utf8')) as Result;
    const byId = new Map(reported.map((one) => [one.id, one]));
    const problems = new Map<string, string[]>();
    for (const one of cases) {
      const known = { ...variables, base_url: `${proxy.url}/${one.id}` };
      problems.set(one.id, checkCase(one, byId.get(one.id), proxy.seen(one.id), known));
    }
    return { name: language.name, version, problems };
  } finally {
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
