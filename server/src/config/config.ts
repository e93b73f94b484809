import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { closestName } from '../lib/closest-name.ts';
import { messageOf } from '../lib/message-of.ts';
import { isLoopbackName } from '../lib/public-host.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { type EnvironmentValues, environmentSchema, problemsOf, roles } from './environment-schema.ts';
import { providerProblems, toEmbedderConfig, toExtractorConfig, toRerankerConfig } from './provider-config.ts';
import { toTracingConfig, tracingProblems } from './tracing-config.ts';

/** All problems of the environment, one on each line. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

export type Config = ReturnType<typeof toConfig>;

type Environment = Record<string, string | undefined>;

const { shape } = environmentSchema;

/** Clients and tests, which share the environment with the server, use these names. */
const foreignNames = ['MNEMA_API_KEY', 'MNEMA_BASE_URL', 'MNEMA_LOG'];
const foreignPrefix = 'MNEMA_TEST_';

/** Settings whose value may be in a file. The environment has the path under the same name with `_FILE`. */
export const secretNames = [
  'MNEMA_MONGODB_URI',
  'MNEMA_BOOTSTRAP_PASSWORD',
  'MNEMA_METRICS_TOKEN',
  'MNEMA_REDIS_URL',
  'COHERE_API_KEY',
  'OPENAI_API_KEY',
] as const;

/** The longest secret is the URI of a database. A longer file is probably the wrong one. */
const maxSecretLength = 16_384;

/** Returns the name of the variable that holds the path of a secret's file. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;

/** An empty value counts as unset. @throws {ConfigError} lists every problem: the variable, its fault and the fix */
export function parseConfig(environment: Environment): Config {
  const secrets = readSecretFiles(environment);
  const set = Object.entries(secrets.environment).filter(([, value]) => value);
  const given = Object.fromEntries(set.filter(([name]) => name.startsWith('MNEMA_') || name in shape));
  const parsed = environmentSchema.safeParse(given);
  const isForeign = (name: string) => foreignNames.includes(name) || name.startsWith(foreignPrefix);
  const unknown = Object.keys(given).filter((name) => !(name in shape) && !isForeign(name));
  const problems = [...secrets.problems, ...unknown.map(unknownProblem)];
  if (!parsed.success)
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`));
  // Otherwise a secret that could not be read would seem to be missing.
  else if (secrets.problems.length === 0) {
    const { data } = parsed;
    problems.push(...contradictions(data), ...providerProblems(data), ...tracingProblems(data));
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return toConfig(parsed.data);
}

export function readConfig(): Config {
  return parseConfig(readEnvironment());
}

export function readEnvironment(): Environment {
  return process.env;
}

/** Every variable of the server, in the order of the schema. Without a default its `defaultValue` is null. */
export const configVariables = Object.entries(shape).map(([name, field]) => ({
  name,
  defaultValue: field instanceof z.ZodDefault ? String(field.def.defaultValue) : null,
  description: field.description ?? '',
}));

/** Returns the problems of settings that are valid alone but contradict each other. */
function contradictions(values: EnvironmentValues): string[] {
  const isMongodb = values.MNEMA_STORE === 'mongodb';
  const hasUri = values.MNEMA_MONGODB_URI !== undefined;
  const isBull = values.MNEMA_QUEUE === 'bull';
  const isOneRole = !roles.every((role) => values.MNEMA_ROLES.includes(role));
  const isAlone = isOneRole && isMongodb && !isBull;
  const lacksRedis = isBull && values.MNEMA_REDIS_URL === undefined;
  const redisSettings = ['MNEMA_REDIS_URL', 'MNEMA_REDIS_PREFIX'] as const;
  const unused = isBull ? [] : redisSettings.filter((name) => values[name] !== undefined);
  return problemsOf(
    isMongodb && !hasUri && 'MNEMA_STORE is mongodb: set MNEMA_MONGODB_URI to its connection string.',
    hasUri &&
      !isMongodb &&
      'MNEMA_MONGODB_URI is set, but MNEMA_STORE is not mongodb: set MNEMA_STORE=mongodb, or unset the URI.',
    isOneRole &&
      !isMongodb &&
      'MNEMA_ROLES must be api,worker with SQLite, because only one process can use a data directory.',
    isAlone && 'MNEMA_ROLES with only api or only worker requires MNEMA_QUEUE=bull, which connects the processes.',
    lacksRedis && 'MNEMA_QUEUE=bull needs MNEMA_REDIS_URL, like redis://127.0.0.1:6379.',
    ...unused.map((name) => `${name} has no effect without MNEMA_QUEUE=bull: set that too, or unset ${name}.`),
  );
}

function toConfig(values: EnvironmentValues) {
  const isLoopback = isLoopbackName(values.MNEMA_HOST.toLowerCase());
  // A proxy on this machine makes a server on loopback reachable. Each of these settings indicates one.
  const { MNEMA_PUBLIC_URL, MNEMA_ALLOWED_HOSTS, MNEMA_TRUSTED_PROXIES } = values;
  const hasProxy = [MNEMA_PUBLIC_URL, MNEMA_ALLOWED_HOSTS, MNEMA_TRUSTED_PROXIES].some((value) => value !== undefined);
  const isReachable = !isLoopback || hasProxy;
  return {
    host: values.MNEMA_HOST,
    isLoopback,
    /** Whether other machines may reach the server, directly or through a proxy. */
    isReachable,
    /** 0 takes any free port. */
    port: values.MNEMA_PORT,
    dataDirectory: values.MNEMA_DATA_DIR,
    store: values.MNEMA_STORE,
    /** The URI, which is defined if and only if the store is MongoDB. It contains a password. */
    mongodbUri: values.MNEMA_MONGODB_URI,
    bootstrapEmail: values.MNEMA_BOOTSTRAP_EMAIL,
    /** undefined means a random password. */
    bootstrapPassword: values.MNEMA_BOOTSTRAP_PASSWORD,
    registration: values.MNEMA_REGISTRATION ?? (isReachable ? 'closed' : 'open'),
    defaultPlan: values.MNEMA_DEFAULT_PLAN,
    restUserId: values.MNEMA_REST_USER_ID,
    webhooksAllowPrivate: values.MNEMA_WEBHOOK_ALLOW_PRIVATE === 'true',
    contentPolicy: values.MNEMA_CONTENT_POLICY,
    mcpToolPrefix: values.MNEMA_MCP_TOOL_PREFIX,
    sessionDays: values.MNEMA_SESSION_DAYS,
    rateLimits: values.MNEMA_RATE_LIMITS,
    publicUrl: values.MNEMA_PUBLIC_URL,
    allowedHosts: values.MNEMA_ALLOWED_HOSTS ?? [],
    trustedProxies: values.MNEMA_TRUSTED_PROXIES ?? [],
    maxConnectionsPerAddress: values.MNEMA_MAX_CONNECTIONS_PER_ADDRESS,
    logRetentionDays: values.MNEMA_LOG_RETENTION_DAYS,
    metricsToken: values.MNEMA_METRICS_TOKEN,
    logLevel: values.MNEMA_LOG_LEVEL,
    watchdog: values.MNEMA_WATCHDOG === 'on',
    roles: { api: values.MNEMA_ROLES.includes('api'), worker: values.MNEMA_ROLES.includes('worker') },
    /** null if workers run in this process and need no announcements from others. */
    redis:
      values.MNEMA_QUEUE === 'bull'
        ? { url: values.MNEMA_REDIS_URL ?? '', prefix: values.MNEMA_REDIS_PREFIX ?? 'mnema' }
        : null,
    cacheMegabytes: values.MNEMA_CACHE_MB,
    localRuntime: values.MNEMA_LOCAL_RUNTIME,
    embedder: toEmbedderConfig(values),
    /** The maximum of texts a minute. 0 replaces no stale embeddings in the background. */
    reembedRate: values.MNEMA_REEMBED_RATE,
    extractor: toExtractorConfig(values),
    tracing: toTracingConfig(values),
    reranker: toRerankerConfig(values),
  };
}

function unknownProblem(name: string): string {
  const meant = closestName(name, [...Object.keys(shape), ...secretNames.map(fileVariableOf)]);
  const fix = meant ? `did you mean ${meant}?` : `unset it. Valid settings are ${Object.keys(shape).join(', ')}.`;
  return `${name} is not a setting of the server: ${fix}`;
}

/** Replaces the variables by the contents of the files. The problems repeat no content. */
function readSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const read = { ...environment };
  const problems: string[] = [];
  for (const name of secretNames) {
    const variable = fileVariableOf(name);
    const path = environment[variable];
    delete read[variable];
    if (!path) continue;
    if (environment[name]) {
      problems.push(`${name} and ${variable} are both set: unset one of them.`);
      continue;
    }
    const addFault = (fault: string) => problems.push(`${variable} names ${path}, which ${fault}.`);
    try {
      const secret = readFileSync(path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/\r?\n$/, '');
      if (secret === '') addFault('is empty: write the value to it');
      if (secret.length <= maxSecretLength) read[name] = secret;
      else addFault(`is longer than ${maxSecretLength} characters: choose another file`);
    } catch (error) {
      addFault(`can't be read: ${messageOf(error)}`);
    }
  }
  return { environment: read, problems };
}
