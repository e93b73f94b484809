import { expect } from 'vitest';
import { runMnema, type SpawnOptions } from './spawn-server.ts';

export interface Check {
  name: string;
  status: string;
  finding: string;
  fix: string | null;
  lines?: string[];
}

export interface Diagnosis {
  code: number | null;
  /** All that it printed. */
  stdout: string;
  /** The checks by their names. */
  checks: Record<string, Check>;
  /** Names of those that found a problem. */
  problems: string[];
}

/** Runs `mnema doctor` as a process of its own. */
export async function runDoctor(options: SpawnOptions): Promise<Diagnosis> {
  const { code, stdout, stderr } = await runMnema(['doctor', '--json'], options);
  if (stdout === '') throw new Error(`doctor ended with ${code}: ${stderr}`);
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Check[] };
  const problems = checks.filter(({ status }) => status === 'problem').map(({ name }) => name);
  expect(healthy).toBe(problems.length === 0);
  expect(code).toBe(healthy ? 0 : 1);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
  return { code, stdout, checks: Object.fromEntries(checks.map((check) => [check.name, check])), problems };
}
