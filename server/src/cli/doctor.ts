import { statfs } from 'node:fs/promises';
import { Command } from 'commander';
import { metricsAccess, metricsOff } from '../api/metrics-access.ts';
import type { StoreDiagnosis } from '../app/services/doctor.ts';
import type { Config } from '../config/config.ts';
import { type Finding, ok, problem, warning } from '../lib/finding.ts';
import { messageOf } from '../lib/message-of.ts';
import { type CommandContext, type Doctor, ReportedFailure } from './command-context.ts';
import { checkConfiguration, usableConfig } from './doctor/check-configuration.ts';
import { checkClock, checkDiskSpace, checkMemory, checkNodeVersion, memoryOfMachine } from './doctor/check-machine.ts';
import { checkPort, probePort } from './doctor/check-port.ts';
import { exposureOf } from './exposure.ts';

interface Check extends Finding {
  name: string;
}

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .summary('check the installation')
    .description(
      'Checks configuration, machine, store, port, and the other configured services (Redis, the embedder, the extractor, the reranker, the trace collector), and suggests fixes. It changes nothing in a data directory, writes one probe to MongoDB, and can run next to servers. Exits with 1 when there is a problem.',
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
  const doctor = await context.loadDoctor();
  const store = doctor.checkStore(config);
  // Checking a store file and loading a model keep this thread busy, so neither runs while other checks are timed.
  if (config.store === 'sqlite') await store.catch(() => {});
  const newestMemoryAt = async () => (await store.catch(() => null))?.newestMemoryAt ?? null;
  const checks = await runAll([
    ['configuration', async () => checkConfiguration(environment, faults)],
    ...(config.isReachable && config.roles.api ? [['exposure', async () => checkExposure(config)] as const] : []),
    ['Node.js', async () => checkNodeVersion(process.versions.node)],
    ['machine', async () => checkMemory(memoryOfMachine())],
    ['clock', async () => checkClock({ now: context.now(), newestMemoryAt: await newestMemoryAt() })],
    ...storeChecks(config, store),
    ...(metricsAccess({ ...config, reachable: config.isReachable }) === 'off' ? [metricsCheck] : []),
    ['port', async () => checkPort({ host, port, facts: await probePort(host, port), server: (await store).server })],
    ...(config.redis ? redisChecks(doctor.checkRedis(config)) : []),
    ...providerChecks(doctor, config),
  ]);
  const disabled = (await store.catch(() => null))?.disabledWebhooks ?? 0;
  const later: Named[] = config.embedder.kind === 'local' ? [['model', () => doctor.checkModel(config)]] : [];
  return [...checks, ...(await runAll([...webhookChecks(disabled), ...later]))];
}

/** Checks what strangers can reach. */
function checkExposure(config: Config): Finding {
  const found = exposureOf(config);
  const [first, ...others] = found;
  if (!first) return ok('other machines can reach the server, and its settings are safe for that');
  return { ...first, lines: others.map(({ finding, fix }) => `${finding}; ${fix}`) };
}

/** Runs checks concurrently. A failed check does not end the others. */
function runAll(checks: readonly Named[]): Promise<Check[]> {
  return Promise.all(checks.map(async ([name, check]) => ({ name, ...(await check().catch(notChecked)) })));
}

type Named = readonly [name: string, check: () => Promise<Finding>];

function storeChecks(config: Config, store: Promise<StoreDiagnosis>): Named[] {
  const [location, contents] = config.store === 'mongodb' ? ['MongoDB', 'search indexes'] : ['data directory', 'store'];
  const checks: Named[] = [
    [location, async () => (await store).location],
    [contents, async () => (await store).contents],
  ];
  const checkDisk = async () => {
    const directory = (await store).disk ?? config.dataDirectory;
    const { bavail, bsize } = await statfs(directory);
    return checkDiskSpace({ free: bavail * bsize, directory });
  };
  return config.store === 'mongodb' ? checks : [...checks, ['disk space', checkDisk]];
}

function webhookChecks(disabled: number): Named[] {
  if (disabled === 0) return [];
  const [they, are] = disabled === 1 ? ['1 webhook', 'is'] : [`${disabled} webhooks`, 'are'];
  const finding = `${they} ${are} disabled, since the receiver failed for 24 hours or responded with 410`;
  const fix = 'the log lists the accounts; their users enable a webhook again when its receiver works';
  return [['webhooks', async () => warning(finding, fix)]];
}

function redisChecks(found: ReturnType<Doctor['checkRedis']>): Named[] {
  return [
    ['Redis', async () => (await found).redis],
    ['Redis settings', async () => (await found).settings],
    ['queue', async () => (await found).queue],
  ];
}

function providerChecks(doctor: Doctor, config: Config): Named[] {
  const { embedder, extractor, reranker, tracing } = config;
  const checks: Named[] = [];
  if (embedder.kind !== 'local') checks.push(['embedder', () => doctor.checkEmbedder(config)]);
  if (extractor.kind !== 'none') checks.push(['extractor', () => doctor.checkExtractor(config)]);
  if (reranker.kind !== 'none') checks.push(['reranker', () => doctor.checkReranker(config)]);
  if (tracing) checks.push(['traces', () => doctor.checkCollector()]);
  return checks;
}

const metricsCheck: Named = [
  'metrics',
  async () => warning(metricsOff, 'set MNEMA_METRICS_TOKEN to at least 16 characters, and give it to Prometheus'),
];

function notChecked(error: unknown): Finding {
  return problem(
    `could not be checked: ${messageOf(error)}`,
    'fix the cause in the message; if it is unclear, report the problem',
  );
}

/** Renders a line for each check, and one for its fix. */
function report(checks: readonly Check[]): string {
  const statusWidth = 'problem'.length;
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(statusWidth + 2);
  const text = checks.flatMap(({ name, status, finding, fix, lines = [] }) => [
    `${status.padEnd(statusWidth)}  ${name.padEnd(nameWidth)}  ${finding}`,
    ...lines.map((line) => `${indent}  ${line}`),
    ...(fix === null ? [] : [`${indent}to fix: ${fix}`]),
  ]);
  return `${[...text, '', verdict(checks)].join('\n')}\n`;
}

function verdict(checks: readonly Check[]): string {
  const counted = (status: Check['status']) => {
    const count = checks.filter((check) => check.status === status).length;
    return count === 0 ? [] : [`${count} ${status}${count === 1 ? '' : 's'}`];
  };
  const found = [...counted('problem'), ...counted('warning')];
  return found.length === 0 ? 'All is well.' : `Found ${found.join(' and ')}.`;
}
