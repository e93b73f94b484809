import { createServer } from 'node:net';
import { Command } from 'commander';
import { metricsAccess, metricsOff } from '../api/metrics.ts';
import { listen } from '../app/listen.ts';
import type { StoreDiagnosis } from '../app/services/doctor.ts';
import { type Config, ConfigError, configVariables, fileVariableOf, parseConfig } from '../config/config.ts';
import { type Finding, ok, problem, problemOf, warning } from '../lib/finding.ts';
import { freeBytesOf } from '../lib/free-bytes.ts';
import { localUrl } from '../lib/local-url.ts';
import { messageOf } from '../lib/message-of.ts';
import { readableBytes } from '../lib/readable-bytes.ts';
import { type CommandContext, type Doctor, ReportedFailure } from './command-context.ts';
import { exposureOf } from './exposure.ts';
import { inColour, toJson } from './operator-output.ts';

interface Check extends Finding {
  name: string;
}

export function doctorCommand(context: CommandContext): Command {
  return new Command('doctor')
    .summary('check the installation')
    .description(
      'Checks configuration, store, port, and the other configured services (Redis, the embedder, the extractor, the reranker, the trace collector), and suggests fixes. It changes nothing in a data directory, writes one probe to MongoDB, and can run next to servers. Exits with 1 when there is a problem.',
    )
    .option('--json', 'print a JSON object instead of a list')
    .action(async ({ json }: { json?: true }) => {
      const checks = await examine(context);
      const healthy = checks.every(({ status }) => status !== 'problem');
      context.print(json ? toJson({ healthy, checks }) : report(context, checks));
      if (!healthy) throw new ReportedFailure();
    });
}

async function examine({ readEnvironment, loadDoctor }: CommandContext): Promise<Check[]> {
  const environment = readEnvironment();
  const lines = settingsOf(environment);
  try {
    const config = parseConfig(environment);
    const configuration = { ...ok(`the settings are valid (Node.js ${process.versions.node})`), lines };
    const checks = await Promise.all(checksOf(config, await loadDoctor()).map(runCheck));
    return [{ name: 'configuration', ...configuration }, ...checks.filter((check) => check !== null)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = problem(
      'the server would not start with these settings',
      'correct or unset them, and run this again',
    );
    return [{ name: 'configuration', ...wrong, lines: [...error.message.split('\n'), ...lines] }];
  }
}

/** A check. One without a finding resolves to null. */
type Named = readonly [name: string, check: () => Finding | Promise<Finding | null>, isWanted?: boolean];

function checksOf(config: Config, doctor: Doctor): Named[] {
  const { store, redis, embedder, extractor, reranker } = config;
  const isMongodb = store === 'mongodb';
  const checking = doctor.checkStore(config);
  checking.catch(() => {});
  const checks: Named[] = [
    ['exposure', () => checkExposure(config), config.isReachable && config.roles.api],
    [isMongodb ? 'MongoDB' : 'data directory', async () => (await checking).location],
    [isMongodb ? 'search indexes' : 'store', async () => (await checking).contents],
    ['disk space', async () => checkDiskSpace((await checking).disk ?? config.dataDirectory), !isMongodb],
    ['webhooks', async () => describeDisabled((await checking).disabledWebhooks)],
    ['metrics', () => warning(metricsOff, metricsFix), metricsAccess(config) === 'off'],
    ['port', async () => checkPort(config, (await checking).server)],
    ['Redis', () => doctor.checkRedis(redis as NonNullable<typeof redis>), redis !== null],
    ['embedder', () => doctor.checkEmbedder(config), embedder.kind !== 'local'],
    ['extractor', () => doctor.checkExtractor(config), extractor.kind !== 'none'],
    ['reranker', () => doctor.checkReranker(config), reranker.kind !== 'none'],
    ['traces', () => doctor.checkCollector(), config.tracing !== null],
    ['model', () => doctor.checkModel(config), embedder.kind === 'local'],
  ];
  return checks.filter(([, , isWanted = true]) => isWanted);
}

/** Runs a check. One that fails does not end the others. */
async function runCheck([name, check]: Named): Promise<Check | null> {
  try {
    const found = await check();
    return found && { name, ...found };
  } catch (error) {
    const fix = 'fix the cause in the message; if it is unclear, report the problem';
    return { name, ...problem(`could not be checked: ${messageOf(error)}`, fix) };
  }
}

/** Returns the settings that are set, without secrets. */
export function settingsOf(environment: Record<string, string | undefined>): string[] {
  return configVariables.flatMap(({ name }) => {
    const given = environment[name];
    const file = environment[fileVariableOf(name)];
    if (!given) return file ? `${name}=(hidden)   (set by the file ${file})` : [];
    const isSecret = /PASSWORD|TOKEN|SECRET|KEY/.test(name);
    return `${name}=${isSecret ? '(hidden)' : given.replace(/\/\/[^/]*@/, '//(hidden)@')}`;
  });
}

const metricsFix = 'set MNEMA_METRICS_TOKEN to at least 16 characters, and give it to Prometheus';

function checkExposure(config: Config): Finding {
  const [first, ...others] = exposureOf(config);
  if (!first) return ok('other machines can reach the server, and its settings are safe for that');
  return { ...first, lines: others.map(({ finding, fix }) => `${finding}; ${fix}`) };
}

function describeDisabled(count: number): Finding | null {
  if (count === 0) return null;
  const they = count === 1 ? '1 webhook is' : `${count} webhooks are`;
  return warning(
    `${they} disabled, since the receiver failed for 24 hours or responded with 410`,
    'the log lists the accounts; their users enable a webhook again when its receiver works',
  );
}

const fewBytes = 1024 ** 3;
const tooFewBytes = 100 * 1024 ** 2;

export function checkDiskSpace(directory: string, free = freeBytesOf(directory)): Finding {
  const finding = `${readableBytes(free)} free where ${directory} is`;
  const fix = 'free some space, or move the data directory to a larger disk: writes are rejected when it is full';
  if (free < tooFewBytes) return problem(finding, fix);
  return free < fewBytes ? warning(finding, fix) : ok(finding);
}

/** Opens the port for a moment, unless a server responds there. */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { kind }: Pick<StoreDiagnosis['server'], 'kind'>,
): Promise<Finding> {
  const address = `port ${port} on ${host}`;
  if (port > 0 && kind !== 'none' && (await respondsAsMnema(host, port)))
    return ok(`a Mnema server responds at ${address}`);
  const server = createServer();
  try {
    await listen(server, { host, port });
    return ok(port === 0 ? `any free port on ${host} is chosen at the start` : `${address} is free`);
  } catch (error) {
    return problemOf(error as Error, 'set MNEMA_PORT to another port');
  } finally {
    server.close();
  }
}

async function respondsAsMnema(host: string, port: number): Promise<boolean> {
  try {
    const options = { redirect: 'manual', signal: AbortSignal.timeout(2_000) } as const;
    const response = await fetch(`${localUrl(host, port)}/healthz`, options);
    const health = (await response.json()) as { status?: unknown } | null;
    return response.headers.get('x-request-id')?.startsWith('req_') === true && health?.status === 'ok';
  } catch {
    // The port is closed, or another program uses it.
    return false;
  }
}

const statuses = ['problem', 'warning', 'ok'] as const;

/** Renders the checks for people, problems first. */
function report(context: CommandContext, checks: readonly Check[]): string {
  const statusWidth = 'problem'.length;
  const nameWidth = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat(statusWidth + 2);
  const sorted = statuses.flatMap((status) => checks.filter((check) => check.status === status));
  const text = sorted.flatMap(({ name, status, finding, fix, lines = [] }) => [
    `${inColour(context, status, status.padEnd(statusWidth))}  ${name.padEnd(nameWidth)}  ${finding}`,
    ...lines.map((line) => `${indent}  ${line}`),
    ...(fix === null ? [] : [`${indent}to fix: ${fix}`]),
  ]);
  return `${[...text, '', verdict(checks)].join('\n')}\n`;
}

function verdict(checks: readonly Check[]): string {
  const counted = statuses.slice(0, 2).flatMap((status) => {
    const { length } = checks.filter((check) => check.status === status);
    return length === 0 ? [] : `${length} ${status}${length === 1 ? '' : 's'}`;
  });
  return counted.length === 0 ? 'All is well.' : `Found ${counted.join(' and ')}.`;
}
