import { Command } from 'commander';
import { metricsAccess, metricsOff } from '../api/metrics.ts';
import type { Config } from '../config/config.ts';
import { type Finding, ok, problem, warning } from '../lib/finding.ts';
import { messageOf } from '../lib/message-of.ts';
import { type CommandContext, ReportedFailure } from './command-context.ts';
import { checkConfiguration, usableConfig } from './doctor/check-configuration.ts';
import { checkClock, checkDiskSpace, checkMemory, checkNodeVersion, memoryOfMachine } from './doctor/check-machine.ts';
import { checkPort } from './doctor/check-port.ts';
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

type Named = readonly [name: string, check: () => Promise<Finding>];

async function examine(context: CommandContext): Promise<Check[]> {
  const environment = context.readEnvironment();
  const { config, faults } = usableConfig(environment);
  const { redis } = config;
  const doctor = await context.loadDoctor();
  const checked = doctor.checkStore(config);
  // Checking a store file keeps this thread busy, so it does not run while other checks are timed.
  const store = await checked.catch(() => null);
  const disabled = store?.disabledWebhooks ?? 0;
  const metrics = metricsAccess(config);
  const checks: (Named | false | null)[] = [
    ['configuration', async () => checkConfiguration(environment, faults)],
    config.isReachable && config.roles.api && ['exposure', async () => checkExposure(config)],
    ['Node.js', async () => checkNodeVersion(process.versions.node)],
    ['machine', async () => checkMemory(memoryOfMachine())],
    ['clock', async () => checkClock({ now: context.now(), newestMemoryAt: store?.newestMemoryAt ?? null })],
    [config.store === 'mongodb' ? 'MongoDB' : 'data directory', async () => (await checked).location],
    [config.store === 'mongodb' ? 'search indexes' : 'store', async () => (await checked).contents],
    config.store === 'sqlite' && ['disk space', () => checkDiskSpace(store?.disk ?? config.dataDirectory)],
    metrics === 'off' && ['metrics', async () => warning(metricsOff, metricsFix)],
    ['port', async () => checkPort(config, (await checked).server)],
    redis && ['Redis', () => doctor.checkRedis(redis)],
    config.embedder.kind !== 'local' && ['embedder', () => doctor.checkEmbedder(config)],
    config.extractor.kind !== 'none' && ['extractor', () => doctor.checkExtractor(config)],
    config.reranker.kind !== 'none' && ['reranker', () => doctor.checkReranker(config)],
    config.tracing && ['traces', doctor.checkCollector],
    disabled > 0 && ['webhooks', async () => describeDisabled(disabled)],
    config.embedder.kind === 'local' && ['model', () => doctor.checkModel(config)],
  ];
  const wanted = checks.filter((one) => one !== false && one !== null);
  // A failed check does not end the others.
  return Promise.all(wanted.map(async ([name, check]) => ({ name, ...(await check().catch(notChecked)) })));
}

const metricsFix = 'set MNEMA_METRICS_TOKEN to at least 16 characters, and give it to Prometheus';

/** Checks what strangers can reach. */
function checkExposure(config: Config): Finding {
  const [first, ...others] = exposureOf(config);
  if (!first) return ok('other machines can reach the server, and its settings are safe for that');
  return { ...first, lines: others.map(({ finding, fix }) => `${finding}; ${fix}`) };
}

function describeDisabled(count: number): Finding {
  const they = count === 1 ? '1 webhook is' : `${count} webhooks are`;
  return warning(
    `${they} disabled, since the receiver failed for 24 hours or responded with 410`,
    'the log lists the accounts; their users enable a webhook again when its receiver works',
  );
}

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
