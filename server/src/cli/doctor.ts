import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { Command } from 'commander';
import { type CommandContext, ReportedFailure } from './command-context.ts';
import { type Check, type Finding, problem } from './doctor/check.ts';
import { checkClock } from './doctor/check-clock.ts';
import { checkConfiguration } from './doctor/check-configuration.ts';
import { checkDataDirectory } from './doctor/check-data-directory.ts';
import { checkDiskSpace } from './doctor/check-disk-space.ts';
import { checkMemory } from './doctor/check-memory.ts';
import { checkModel } from './doctor/check-model.ts';
import { checkNodeVersion } from './doctor/check-node-version.ts';
import { checkPort } from './doctor/check-port.ts';
import { checkStore } from './doctor/check-store.ts';
import { probePort } from './doctor/probe-port.ts';
import { report } from './doctor/report.ts';
import { usableConfig } from './doctor/usable-config.ts';

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .summary('check the installation')
    .description(
      'Checks configuration, machine, data directory, store, model and port, and says what to fix. Changes nothing, and works beside a running server. Ends with 1 when there is a problem.',
    )
    .option('--json', 'print a JSON object instead of a list')
    .action(async ({ json }: { json?: true }) => {
      const checks = await examine(context);
      const healthy = checks.every(({ status }) => status !== 'problem');
      context.print(json ? `${JSON.stringify({ healthy, checks }, null, 2)}\n` : report(checks));
      if (!healthy) throw new ReportedFailure();
    });
}

async function examine(context: CommandContext): Promise<Check[]> {
  const environment = context.readEnvironment();
  const { config, faults } = usableConfig(environment);
  const checks: Check[] = [];
  /** One check that breaks must not keep the others from speaking. */
  const add = async (name: string, check: () => Promise<Finding>) => {
    checks.push({ name, ...(await check().catch(notChecked)) });
  };
  const directory = context.inspectDataDirectory(config);
  const newestMemoryAt = directory.then(
    ({ store }) => (store.kind === 'sound' ? store.newestMemoryAt : null),
    () => null,
  );
  await add('configuration', async () => checkConfiguration(environment, faults));
  await add('Node.js', async () => checkNodeVersion(process.versions.node));
  await add('machine', async () => checkMemory(machineMemory()));
  await add('clock', async () => {
    const newest = await newestMemoryAt;
    return checkClock({ now: context.now(), newestMemoryAt: newest });
  });
  await add('data directory', async () => checkDataDirectory(await directory));
  await add('store', async () => checkStore(await directory));
  await add('disk space', async () => {
    const { nearest } = await directory;
    const { bavail, bsize } = await statfs(nearest);
    return checkDiskSpace({ free: bavail * bsize, directory: nearest });
  });
  await add('model', async () => checkModel(await context.inspectModel(config)));
  await add('port', async () => {
    const { host, port } = config;
    return checkPort({ host, port, facts: await probePort(host, port), server: (await directory).server });
  });
  return checks;
}

/** A container may have less than the machine. */
function machineMemory(): { total: number; available: number } {
  const limit = process.constrainedMemory();
  return { total: limit > 0 ? Math.min(limit, totalmem()) : totalmem(), available: process.availableMemory() };
}

function notChecked(error: unknown): Finding {
  const reason = error instanceof Error ? error.message : String(error);
  return problem(`could not be checked: ${reason}`, 'look after what the message names; if it says nothing, report it');
}
