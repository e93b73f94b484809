import { expect } from 'vitest';
import { ok } from '../../src/lib/finding.ts';
import { runCommand } from '../run-command.ts';
import { runMnema, type SpawnOptions, temporaryDirectory } from './spawn-server.ts';

interface Check {
  name: string;
  status: string;
  finding: string;
  fix: string | null;
  lines?: string[];
}

export type Diagnosis = Awaited<ReturnType<typeof runDoctor>>;

/** Loading the encoder would take most of the time. */
const loadDoctor = async () => ({
  ...(await import('../../src/app/services/doctor.ts')),
  checkModel: async () => ok('not checked here'),
});

/** Runs `mnema doctor`, with `isProcess` as a process of its own that checks the model, too. */
export async function runDoctor({
  isProcess = false,
  directory = temporaryDirectory(),
  ...options
}: SpawnOptions & { isProcess?: boolean } = {}) {
  const words = ['doctor', '--json'];
  const settings = { MNEMA_PORT: '0', MNEMA_DATA_DIR: directory, ...options.environment };
  const ended = isProcess
    ? await runMnema(words, { ...options, directory })
    : await runCommand(words, settings, { loadDoctor });
  const { code, stdout, stderr } = ended;
  if (stdout === '') throw new Error(`doctor ended with ${code}: ${stderr}`);
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Check[] };
  /** Names of the checks that found a problem. */
  const problems = checks.filter(({ status }) => status === 'problem').map(({ name }) => name);
  expect(healthy).toBe(problems.length === 0);
  expect(code).toBe(healthy ? 0 : 1);
  for (const { status, fix } of checks) expect(fix === null).toBe(status === 'ok');
  const byName: Record<string, Check> = Object.fromEntries(checks.map((check) => [check.name, check]));
  return { code, stdout, checks: byName, problems };
}
