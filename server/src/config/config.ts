import { z } from 'zod';
import { closestName } from '../lib/closest-name.ts';
import { OperatorError } from '../ports/operator-error.ts';
import { type EnvironmentValues, environmentSchema } from './environment-schema.ts';
import {
  type EmbedderConfig,
  type ExtractorConfig,
  providerProblems,
  type RerankerConfig,
  toEmbedderConfig,
  toExtractorConfig,
  toRerankerConfig,
} from './provider-config.ts';
import { type TracingConfig, toTracingConfig, tracingProblems } from './tracing-config.ts';
import { roles } from './variable-types.ts';

/** All that is wrong with the environment, one problem a line. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

type VariableName = keyof typeof environmentSchema.shape;

/** Names of clients and tests, which share the environment with the server. */
const foreignNames = ['MNEMA_API_KEY', 'MNEMA_BASE_URL', 'MNEMA_LOG'];
const foreignPrefix = 'MNEMA_TEST_';

export interface Config {
  host: string;
  /** 0: any free one. */
  port: number;
  dataDirectory: string;
  store: 'sqlite' | 'mongodb';
  /** Set exactly when the store is MongoDB. Holds a password. */
  mongodbUri: string | undefined;
  bootstrapEmail: string;
  /** undefined: make one up. */
  bootstrapPassword: string | undefined;
  registration: 'open' | 'closed';
  restUserId: 'account' | 'request';
  contentPolicy: 'reject' | 'redact';
  mcpToolPrefix: string;
  sessionDays: number;
  rateLimits: 'plan' | 'off';
  publicUrl: string | undefined;
  allowedHosts: string[];
  trustedProxies: string[];
  logRetentionDays: number;
  metricsToken: string | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  roles: { api: boolean; worker: boolean };
  /** null: workers hear of new memories in this process. */
  redis: { url: string; prefix: string } | null;
  cacheMegabytes: number;
  localRuntime: 'auto' | 'native' | 'wasm';
  embedder: EmbedderConfig;
  /** Texts a minute; 0: no memory is moved to another embedder in the background. */
  reembedRate: number;
  extractor: ExtractorConfig;
  tracing: TracingConfig;
  reranker: RerankerConfig;
}

/**
 * An empty value counts as unset.
 * @throws {ConfigError} listing every problem, each with the variable, what is wrong and how to put it right
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) =>
        (name.startsWith('MNEMA_') || name in environmentSchema.shape) && value !== undefined && value !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = Object.keys(given).filter(isUnknown).map(unknownProblem);
  if (parsed.success) {
    const { data } = parsed;
    problems.push(...contradictions(data), ...providerProblems(data), ...tracingProblems(data));
  } else problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'));
  return toConfig(parsed.data);
}

/** The configuration of this process. @throws {ConfigError} */
export function readConfig(): Config {
  return parseConfig(readEnvironment());
}

/** The environment of this process, as {@link parseConfig} takes it. */
export function readEnvironment(): Record<string, string | undefined> {
  return process.env;
}

/** Every variable the server reads, in the order of the schema. `defaultValue` is null when unset means unset. */
export const configVariables: readonly { name: VariableName; defaultValue: string | null; description: string }[] =
  Object.entries(environmentSchema.shape).map(([name, field]) => ({
    name: name as VariableName,
    defaultValue: field instanceof z.ZodDefault ? String(field.def.defaultValue) : null,
    description: field.description ?? '',
  }));

/** Settings that are right by themselves and not together. */
function contradictions(values: EnvironmentValues): string[] {
  const problems: string[] = [];
  if (values.MNEMA_STORE === 'mongodb' && values.MNEMA_MONGODB_URI === undefined) {
    problems.push('MNEMA_STORE is mongodb: set MNEMA_MONGODB_URI to its connection string.');
  }
  if (values.MNEMA_STORE !== 'mongodb' && values.MNEMA_MONGODB_URI !== undefined) {
    problems.push('MNEMA_MONGODB_URI is set, and MNEMA_STORE is not mongodb: set it to that, or unset the URI.');
  }
  const isApart = !roles.every((role) => values.MNEMA_ROLES.includes(role));
  if (isApart && values.MNEMA_STORE !== 'mongodb') {
    problems.push(
      'MNEMA_ROLES must be api,worker with SQLite, which belongs to one process: the api and a worker apart would need the same data directory.',
    );
  }
  if (isApart && values.MNEMA_STORE === 'mongodb' && values.MNEMA_QUEUE !== 'bull') {
    problems.push('MNEMA_ROLES without api or worker needs MNEMA_QUEUE=bull, through which they hear of each other.');
  }
  if (values.MNEMA_QUEUE === 'bull' && values.MNEMA_REDIS_URL === undefined) {
    problems.push('MNEMA_QUEUE=bull needs MNEMA_REDIS_URL, like redis://127.0.0.1:6379.');
  }
  for (const name of ['MNEMA_REDIS_URL', 'MNEMA_REDIS_PREFIX'] as const) {
    if (values.MNEMA_QUEUE !== 'bull' && values[name] !== undefined) {
      problems.push(`${name} has no effect without MNEMA_QUEUE=bull: set that too, or unset ${name}.`);
    }
  }
  return problems;
}

function toConfig(values: EnvironmentValues): Config {
  return {
    host: values.MNEMA_HOST,
    port: values.MNEMA_PORT,
    dataDirectory: values.MNEMA_DATA_DIR,
    store: values.MNEMA_STORE,
    mongodbUri: values.MNEMA_MONGODB_URI,
    bootstrapEmail: values.MNEMA_BOOTSTRAP_EMAIL,
    bootstrapPassword: values.MNEMA_BOOTSTRAP_PASSWORD,
    registration: values.MNEMA_REGISTRATION,
    restUserId: values.MNEMA_REST_USER_ID,
    contentPolicy: values.MNEMA_CONTENT_POLICY,
    mcpToolPrefix: values.MNEMA_MCP_TOOL_PREFIX,
    sessionDays: values.MNEMA_SESSION_DAYS,
    rateLimits: values.MNEMA_RATE_LIMITS,
    publicUrl: values.MNEMA_PUBLIC_URL,
    allowedHosts: values.MNEMA_ALLOWED_HOSTS ?? [],
    trustedProxies: values.MNEMA_TRUSTED_PROXIES ?? [],
    logRetentionDays: values.MNEMA_LOG_RETENTION_DAYS,
    metricsToken: values.MNEMA_METRICS_TOKEN,
    logLevel: values.MNEMA_LOG_LEVEL,
    roles: { api: values.MNEMA_ROLES.includes('api'), worker: values.MNEMA_ROLES.includes('worker') },
    redis:
      values.MNEMA_QUEUE === 'bull'
        ? { url: values.MNEMA_REDIS_URL ?? '', prefix: values.MNEMA_REDIS_PREFIX ?? 'mnema' }
        : null,
    cacheMegabytes: values.MNEMA_CACHE_MB,
    localRuntime: values.MNEMA_LOCAL_RUNTIME,
    embedder: toEmbedderConfig(values),
    reembedRate: values.MNEMA_REEMBED_RATE,
    extractor: toExtractorConfig(values),
    tracing: toTracingConfig(values),
    reranker: toRerankerConfig(values),
  };
}

function isUnknown(name: string): boolean {
  return !(name in environmentSchema.shape) && !foreignNames.includes(name) && !name.startsWith(foreignPrefix);
}

function unknownProblem(name: string): string {
  const meant = closestName(name, Object.keys(environmentSchema.shape));
  const fix = meant
    ? `did you mean ${meant}?`
    : `unset it; the server knows ${Object.keys(environmentSchema.shape).join(', ')}.`;
  return `${name} is not a setting of the server: ${fix}`;
}
