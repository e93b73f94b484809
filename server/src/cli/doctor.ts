import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { Command } from 'commander';
import type { DataDirectoryFacts } from '../app/services.ts';
import type { Config } from '../config/config.ts';
import { type CommandContext, ReportedFailure } from './command-context.ts';
import { type Check, type Finding, problem } from './doctor/check.ts';
import { checkClock } from './doctor/check-clock.ts';
import { checkConfiguration } from './doctor/check-configuration.ts';
import { checkDataDirectory } from './doctor/check-data-directory.ts';
import { checkDiskSpace } from './doctor/check-disk-space.ts';
import { checkMemory } from './doctor/check-memory.ts';
import { checkModel } from './doctor/check-model.ts';
import { checkMongodb, checkSearchIndexes } from './doctor/check-mongodb.ts';
import { checkNodeVersion } from './doctor/check-node-version.ts';
import { checkPort } from './doctor/check-port.ts';
import { checkEmbedder, checkExtractor, checkReranker } from './doctor/check-provider.ts';
import { checkQueue, checkRedis, checkRedisSettings } from './doctor/check-redis.ts';
import { checkStore } from './doctor/check-store.ts';
import { checkTraces } from './doctor/check-traces.ts';
import { probePort } from './doctor/probe-port.ts';
import { report } from './doctor/report.ts';
import { usableConfig } from './doctor/usable-config.ts';

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .summary('check the installation')
    .description(
      'Checks configuration, machine, store, port, and whatever else is configured (Redis, the embedder, the extractor, the reranker, the collector of traces), and says what to fix. Changes nothing in a data directory and writes one probe into a store in MongoDB; works beside running servers. Ends with 1 when there is a problem.',
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
  const { host, port } = config;
  const store = config.store === 'mongodb' ? mongodbChecks(context, config) : dataDirectoryChecks(context, config);
  // Looking at a store file keeps this thread busy, and loading a model does: neither may run while others are timed.
  await store.begun;
  const checks = await runAll([
    ['configuration', async () => checkConfiguration(environment, faults)],
    ['Node.js', async () => checkNodeVersion(process.versions.node)],
    ['machine', async () => checkMemory(machineMemory())],
    ['clock', async () => checkClock({ now: context.now(), newestMemoryAt: await store.newestMemoryAt })],
    ...store.checks,
    ['port', async () => checkPort({ host, port, facts: await probePort(host, port), server: await store.server })],
    ...(config.redis ? redisChecks(context, config) : []),
    ...providerChecks(context, config),
  ]);
  if (config.embedder.kind !== 'local') return checks;
  return [...checks, ...(await runAll([['model', async () => checkModel(await context.inspectModel(config))]]))];
}

/** At the same time: what asks others takes no longer than the slowest. One check that breaks does not silence the others. */
function runAll(checks: readonly Named[]): Promise<Check[]> {
  return Promise.all(checks.map(async ([name, check]) => ({ name, ...(await check().catch(notChecked)) })));
}

type Named = readonly [name: string, check: () => Promise<Finding>];

interface StoreChecks {
  /** From here on the look at the store leaves time for others. */
  begun: Promise<unknown>;
  /** null when there is none, or none can be read. */
  newestMemoryAt: Promise<number | null>;
  /** Whether a server with this store runs on this machine. */
  server: Promise<DataDirectoryFacts['server']>;
  checks: Named[];
}

function dataDirectoryChecks(context: CommandContext, config: Config): StoreChecks {
  const directory = context.inspectDataDirectory(config);
  const server = directory.then((found) => found.server);
  // Whoever needs it waits for it.
  server.catch(() => {});
  return {
    begun: directory.catch(() => {}),
    newestMemoryAt: directory.then(
      ({ store }) => (store.kind === 'sound' ? store.newestMemoryAt : null),
      () => null,
    ),
    server,
    checks: [
      ['data directory', async () => checkDataDirectory(await directory)],
      ['store', async () => checkStore(await directory)],
      [
        'disk space',
        async () => {
          const { nearest } = await directory;
          const { bavail, bsize } = await statfs(nearest);
          return checkDiskSpace({ free: bavail * bsize, directory: nearest });
        },
      ],
    ],
  };
}

function mongodbChecks(context: CommandContext, config: Config): StoreChecks {
  const facts = context.inspectMongodb(config);
  return {
    begun: Promise.resolve(),
    newestMemoryAt: facts.then(
      (found) => (found.kind === 'connected' ? found.newestMemoryAt : null),
      () => null,
    ),
    server: Promise.resolve({ kind: 'unknown', reason: 'any number of servers share MongoDB' }),
    checks: [
      ['MongoDB', async () => checkMongodb(await facts)],
      ['search indexes', async () => checkSearchIndexes(await facts)],
    ],
  };
}

function redisChecks(context: CommandContext, config: Config): Named[] {
  const facts = context.inspectRedis(config);
  return [
    ['Redis', async () => checkRedis(await facts)],
    ['Redis settings', async () => checkRedisSettings(await facts)],
    ['queue', async () => checkQueue(await facts, { isWorker: config.roles.worker })],
  ];
}

function providerChecks(context: CommandContext, config: Config): Named[] {
  const { embedder, extractor, reranker, tracing } = config;
  const checks: Named[] = [];
  if (embedder.kind !== 'local') {
    const settings = { ...embedder, provider: embedder.kind };
    checks.push(['embedder', async () => checkEmbedder(await context.tryEmbedder(config), settings)]);
  }
  if (extractor.kind !== 'none') {
    const settings = { ...extractor, provider: extractor.kind };
    checks.push(['extractor', async () => checkExtractor(await context.tryExtractor(config), settings)]);
  }
  if (reranker.kind !== 'none') {
    const settings = { ...reranker, provider: reranker.kind };
    checks.push(['reranker', async () => checkReranker(await context.tryReranker(config), settings)]);
  }
  if (tracing) checks.push(['traces', async () => checkTraces(await context.tryCollector())]);
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
