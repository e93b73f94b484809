import { isIP } from 'node:net';
import { z } from 'zod';
import { emailProblem } from '../domain/accounts/account-identifier.ts';
import { passwordProblem } from '../domain/accounts/password-rules.ts';
import { closestName } from '../lib/closest-name.ts';
import {
  type EmbedderConfig,
  type ExtractorConfig,
  providerProblems,
  type RerankerConfig,
  textsPerCallMost,
  toEmbedderConfig,
  toExtractorConfig,
  toRerankerConfig,
} from './provider-config.ts';
import { samplerNames, type TracingConfig, toTracingConfig, tracingProblems } from './tracing-config.ts';

/** All that is wrong with the environment, one problem a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const schema = z.object({
  MNEMA_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: says('must be an address or host name to listen on, like 127.0.0.1 or 0.0.0.0') })
    .default('127.0.0.1')
    .describe('Address to listen on. `127.0.0.1` is reachable from this machine only, `0.0.0.0` from everywhere.'),
  MNEMA_PORT: wholeNumber(0, 65_535).default(8787).describe('Port to listen on. `0` takes any free one and prints it.'),
  MNEMA_DATA_DIR: z
    .string()
    .default('./.mnema')
    .describe('Directory that holds everything that is kept. Created when missing. One server per directory.'),
  MNEMA_STORE: choice(['sqlite', 'mongodb'])
    .default('sqlite')
    .describe(
      'What keeps memories, accounts and logs: a file in the data directory, or MongoDB with Atlas Search, which any number of servers share.',
    ),
  MNEMA_MONGODB_URI: z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/\S+$/,
      'must be a connection string like mongodb+srv://user:password@cluster.example.mongodb.net/mnema',
    )
    .optional()
    .describe(
      'Connection string of MongoDB, for `MNEMA_STORE=mongodb`. The name of the database stands in it; without one it is `mnema`.',
    ),
  MNEMA_BOOTSTRAP_EMAIL: z
    .string()
    .superRefine(rule(emailProblem))
    .default('admin@mnema.local')
    .describe('E-mail of the account that the first start creates. Without effect once there is an account.'),
  MNEMA_BOOTSTRAP_PASSWORD: z
    .string()
    .superRefine(rule(passwordProblem))
    .optional()
    .describe('Password of that account, 8–256 characters. When unset, one is made up and printed once.'),
  MNEMA_REGISTRATION: choice(['open', 'closed'])
    .default('open')
    .describe('`closed` refuses `POST /auth/register` with 403.'),
  MNEMA_REST_USER_ID: choice(['account', 'request'])
    .default('account')
    .describe(
      '`account`: memories written over REST carry the id of the account as `user_id`. `request`: the request may set it, for a private deployment that writes for many users.',
    ),
  MNEMA_CONTENT_POLICY: choice(['reject', 'redact'])
    .default('reject')
    .describe(
      'What becomes of a write that carries a credential or an identity number: refused with 422, or stored with `[redacted: kind]` in its place.',
    ),
  MNEMA_MCP_TOOL_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, {
      error: says('must have 1 to 40 letters, digits, _, . or -, beginning with a letter or digit'),
    })
    .default('service')
    .describe('What the names of the MCP tools begin with: `service` makes `service_add`, `service_search` and so on.'),
  MNEMA_SESSION_DAYS: wholeNumber(1, 3_650).default(30).describe('Days until an access token expires.'),
  MNEMA_RATE_LIMITS: choice(['plan', 'off'])
    .default('plan')
    .describe(
      '`off` lets an account send requests as fast and as many at once as it likes, for a private deployment. Failed log-ins and registrations are limited all the same.',
    ),
  MNEMA_PUBLIC_URL: z
    .string()
    .refine(isWebUrl, 'must be an http or https URL without a password, like https://memory.example.com')
    .optional()
    .describe(
      'URL that users reach the server at, when it is not the one it listens on. Its host is let in while the server listens on loopback, and its web pages may call the MCP endpoint; with `https`, browsers are told to insist on HTTPS.',
    ),
  MNEMA_ALLOWED_HOSTS: list(isHostName, 'host names without a port, like memory.example.com').describe(
    'Further host names that the server answers to while it listens on loopback, and whose web pages may call the MCP endpoint, separated by commas. Others are refused with 403, so that web pages can not reach it through names of their own.',
  ),
  MNEMA_TRUSTED_PROXIES: list(
    isProxy,
    'addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal',
  ).describe(
    'Proxies in front of the server whose `X-Forwarded-For` is believed: addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`, separated by commas. Without it, everybody behind a proxy counts as one client when failed log-ins and registrations are limited.',
  ),
  MNEMA_LOG_RETENTION_DAYS: wholeNumber(1, 3_650)
    .default(400)
    .describe('Days that rows of the request log are kept. Daily sums are kept for 400 days.'),
  MNEMA_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters; `openssl rand -hex 16` makes some')
    .optional()
    .describe(
      'Bearer token for `GET /metrics`, at least 16 characters. When unset, metrics are served only while the server listens on loopback.',
    ),
  MNEMA_LOG_LEVEL: choice(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged. Texts, keys and bodies never are.'),
  MNEMA_ROLES: z
    .string()
    .refine((text) => itemsOf(text).every(isRole), { error: says('must be api, worker or api,worker') })
    .default('api,worker')
    .describe(
      'What this process does, separated by commas. `api` answers requests, `worker` makes accepted memories findable by meaning. A worker alone answers `/healthz`, `/readyz` and `/metrics` only.',
    ),
  MNEMA_QUEUE: choice(['in-process', 'bull'])
    .default('in-process')
    .describe(
      'How workers hear of new memories. `in-process`: directly, in the same process. `bull`: over Redis, which also keeps the counts of the rate limits, for any number of processes. Nothing that was accepted depends on it.',
    ),
  MNEMA_REDIS_URL: z
    .string()
    .refine(
      isRedisUrl,
      'must be a redis or rediss URL, like redis://127.0.0.1:6379 or rediss://user:password@host:6380/0',
    )
    .optional()
    .describe(
      'URL of the Redis that `MNEMA_QUEUE=bull` uses: one address, behind which a failover may happen. Sentinel and the nodes of a cluster are not asked.',
    ),
  MNEMA_REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: says('must have 1 to 64 letters, digits, _, . or -') })
    .optional()
    .describe('What the keys in Redis begin with, `mnema` when unset. Sets several installations in one Redis apart.'),
  MNEMA_CACHE_MB: wholeNumber(1, 1_000_000)
    .default(512)
    .describe(
      'Memory for the vectors of the accounts that searched last, in MB. A memory takes about 450 bytes, one of several pages some times as much. What does not fit is found all the same, more slowly.',
    ),
  MNEMA_LOCAL_RUNTIME: choice(['auto', 'native', 'wasm'])
    .default('auto')
    .describe(
      'What runs the local encoder. `auto` takes the native library where it loads, else WebAssembly; the others insist on one.',
    ),
  MNEMA_EMBEDDER: choice(['local', 'cohere', 'openai'])
    .default('local')
    .describe(
      'What makes the vectors that search by meaning compares: the encoder that comes with the server, Cohere, or a server that speaks the API of OpenAI. Vectors of different embedders are never compared: what was embedded by another is found by its words only until it has been moved.',
    ),
  MNEMA_EMBEDDING_MODEL: z
    .string()
    .optional()
    .describe('Model for vectors, by its name at the provider. When unset, `embed-v4.0` or `text-embedding-3-small`.'),
  MNEMA_EMBEDDING_DIMENSIONS: wholeNumber(16, 8_192)
    .optional()
    .describe('How many numbers a vector has. When unset, 1024 for `embed-v4.0`, 1536 for `text-embedding-3-small`.'),
  MNEMA_EMBEDDING_COSINES: band().describe(
    'Two cosines, separated by a comma, like 0.2,0.65: what texts that have nothing to do with each other have at most, and from where on a match is certain. When unset, what is known of the model.',
  ),
  MNEMA_EMBEDDING_BATCH: wholeNumber(1, textsPerCallMost)
    .optional()
    .describe('Texts in one request to the provider at most, 96 when unset. Some servers take no more than 32.'),
  MNEMA_EMBEDDING_PARALLEL: wholeNumber(1, 64)
    .optional()
    .describe(
      'Requests with texts of memories that a worker has under way at the provider at once, 4 when unset. Fewer for a server of your own that works on one at a time.',
    ),
  MNEMA_REEMBED_RATE: wholeNumber(0, 1_000_000)
    .default(1_000)
    .describe(
      'Texts a minute that a worker embeds anew after `MNEMA_EMBEDDER` or its model was changed, at most; new writes come first. `0`: none, only `mnema reembed` does.',
    ),
  MNEMA_EXTRACTOR: choice(['none', 'cohere', 'openai'])
    .default('none')
    .describe(
      'Which language model extracts facts from what is written with `infer`: none, one of Cohere, or one of a server that speaks the API of OpenAI. With `none` the text is stored as it is.',
    ),
  MNEMA_EXTRACTION_MODEL: z
    .string()
    .optional()
    .describe('Language model, by its name at the provider. When unset, `command-a-03-2025` or `gpt-5-mini`.'),
  MNEMA_RERANKER: choice(['none', 'cohere'])
    .default('none')
    .describe(
      'What reads the best memories once more for a search with `rerank`. With `none`, or while it does not answer, such a search answers from our own ranking and says so in `degraded`.',
    ),
  MNEMA_RERANK_MODEL: z
    .string()
    .optional()
    .describe('Model for reranking, by its name at the provider. When unset, `rerank-v3.5`.'),
  MNEMA_COHERE_BASE_URL: webUrl('https://api.cohere.com').describe(
    'URL of the API of Cohere, when it is reached elsewhere than at its own.',
  ),
  MNEMA_OPENAI_BASE_URL: webUrl('http://127.0.0.1:11434/v1').describe(
    'URL of a server that speaks the API of OpenAI, such as Ollama or vLLM, with its path. When unset, that of OpenAI.',
  ),
  COHERE_API_KEY: z.string().optional().describe('Key of Cohere.'),
  OPENAI_API_KEY: z
    .string()
    .optional()
    .describe('Key of OpenAI, or of the server at `MNEMA_OPENAI_BASE_URL` if it asks for one.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe(
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, like `http://127.0.0.1:4318`. When set, requests, and what workers do for them, are traced. The other variables of the standard for it, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`, hold too.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('The same for traces alone, with its path, like `http://127.0.0.1:4318/v1/traces`.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional().describe('Must be `http/protobuf` when traces are sent.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional().describe('The same for traces alone.'),
  OTEL_TRACES_EXPORTER: z.string().optional().describe('`none` sends no traces, whatever else is set.'),
  OTEL_SDK_DISABLED: z.string().optional().describe('`true` sends no traces, whatever else is set.'),
  OTEL_SERVICE_NAME: z.string().default('mnema').describe('What traces call the server.'),
  OTEL_TRACES_SAMPLER: z
    .string()
    .default('parentbased_always_on')
    .describe(`Which traces are kept: one of ${samplerNames.map((name) => `\`${name}\``).join(', ')}.`),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .optional()
    .describe('The share of traces that the samplers with `traceidratio` keep, from 0 to 1. When unset, all.'),
});

const roles = ['api', 'worker'];

type VariableName = keyof typeof schema.shape;

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
      ([name, value]) => (name.startsWith('MNEMA_') || name in schema.shape) && value !== undefined && value !== '',
    ),
  );
  const parsed = schema.safeParse(given);
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
  Object.entries(schema.shape).map(([name, field]) => ({
    name: name as VariableName,
    defaultValue: field instanceof z.ZodDefault ? String(field.def.defaultValue) : null,
    description: field.description ?? '',
  }));

/** Settings that are right by themselves and not together. */
function contradictions(values: z.output<typeof schema>): string[] {
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

function toConfig(values: z.output<typeof schema>): Config {
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
  return !(name in schema.shape) && !foreignNames.includes(name) && !name.startsWith(foreignPrefix);
}

function unknownProblem(name: string): string {
  const meant = closestName(name, Object.keys(schema.shape));
  const fix = meant ? `did you mean ${meant}?` : `unset it; the server knows ${Object.keys(schema.shape).join(', ')}.`;
  return `${name} is not a setting of the server: ${fix}`;
}

/** Repeats the value, so never for secrets. */
function says(requirement: string) {
  return ({ input }: { input?: unknown }) => `${requirement}; it is ${JSON.stringify(input)}`;
}

function wholeNumber(least: number, most: number) {
  const message = says(`must be a whole number from ${least} to ${most}`);
  const within = (text: string) => Number(text) >= least && Number(text) <= most;
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && within(text), { error: message })
    .transform(Number);
}

/** Separated by commas, blanks around them allowed. */
function list(isItem: (text: string) => boolean, what: string) {
  return z
    .string()
    .refine((text) => itemsOf(text).every(isItem), { error: says(`must list ${what}, separated by commas`) })
    .transform(itemsOf)
    .optional();
}

function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function webUrl(example: string) {
  return z.string().refine(isWebUrl, `must be an http or https URL without a password, like ${example}`).optional();
}

/** Two numbers from -1 to 1, the smaller first. */
function band() {
  return z
    .string()
    .transform((text, context) => {
      const [low, high, ...more] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
      if (low !== undefined && high !== undefined && more.length === 0 && low >= -1 && low < high && high <= 1) {
        return { low, high };
      }
      const message = `must be two numbers from -1 to 1, the smaller first, like 0.2,0.65; it is ${JSON.stringify(text)}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional();
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function isRole(text: string): boolean {
  return roles.includes(text);
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
}

function isHostName(text: string): boolean {
  return (
    isIP(text) !== 0 ||
    /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i.test(text)
  );
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: says(`must be one of ${values.join(', ')}`) });
}

/** A rule of the domain. Does not repeat the value. */
function rule(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}
