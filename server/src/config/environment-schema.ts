import { isIP } from 'node:net';
import { z } from 'zod';
import { emailProblem } from '../domain/accounts/account-records.ts';
import { passwordProblem } from '../domain/accounts/passwords.ts';

/** The maximum of texts in a request. Cohere rejects more, and larger requests are not faster elsewhere. */
export const maxTextsPerCall = 96;

const rootSamplers = ['always_on', 'always_off', 'traceidratio'] as const;
export const samplerNames = [...rootSamplers, ...rootSamplers.map((name) => `parentbased_${name}` as const)];

export const roles = ['api', 'worker'];

const text = z.string().optional();
/** A key is sent in a header, where a line break in it would fail each call with a misleading message. */
const providerKey = secret(
  (text) => /^[\x21-\x7e][\x20-\x7e]*$/.test(text),
  'must be one line of ASCII characters: copy the key again',
);

/** Every variable of the environment, in the order of the documentation. */
export const environmentSchema = z.object({
  MNEMA_HOST: matching(/^[^\s/]+$/, 'must be an address or host name to listen on, like 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe('Address to listen on. `127.0.0.1` is reachable from this machine only, `0.0.0.0` from everywhere.'),
  MNEMA_PORT: wholeNumber(0, 65_535, 8787).describe('Port to listen on. `0` takes any free one and prints it.'),
  MNEMA_DATA_DIR: z
    .string()
    .default('./.mnema')
    .describe('Directory of all stored data. It is created if it is missing. Use one directory for each server.'),
  MNEMA_STORE: choice(['sqlite', 'mongodb'], 'sqlite').describe(
    'Store for memories, accounts and logs: a file in the data directory, or MongoDB with Atlas Search, which any number of servers can share.',
  ),
  MNEMA_MONGODB_URI: secret(
    (text) => /^mongodb(\+srv)?:\/\/\S+$/.test(text),
    'must be a connection string like mongodb+srv://user:password@cluster.example.mongodb.net/mnema',
  ).describe(
    'Connection string of MongoDB, for `MNEMA_STORE=mongodb`. It contains the name of the database; without one, the name is `mnema`.',
  ),
  MNEMA_BOOTSTRAP_EMAIL: z
    .string()
    .superRefine(rule(emailProblem))
    .default('admin@mnema.local')
    .describe('Email of the account that the first start creates. It has no effect once there is an account.'),
  MNEMA_BOOTSTRAP_PASSWORD: z
    .string()
    .superRefine(rule(passwordProblem))
    .optional()
    .describe('Password of that account, 8–256 characters. When unset, a random one is created and printed once.'),
  MNEMA_REGISTRATION: optionalChoice(['open', 'closed']).describe(
    '`closed` rejects `POST /auth/register` with 403. When unset, it is `open` while the server listens on loopback, and none of `MNEMA_PUBLIC_URL`, `MNEMA_ALLOWED_HOSTS` and `MNEMA_TRUSTED_PROXIES` is set. Otherwise it is `closed`.',
  ),
  MNEMA_DEFAULT_PLAN: choice(['free', 'starter', 'growth', 'enterprise'], 'free').describe(
    'Plan of new accounts. The account of the first start has `enterprise`, without limits.',
  ),
  MNEMA_REST_USER_ID: choice(['account', 'request'], 'account').describe(
    '`account`: memories written over REST carry the id of the account as `user_id`, and the `user_id` of the request as `end_user_id`. `request`: the request sets `user_id` itself. Both find the memory.',
  ),
  MNEMA_WEBHOOK_ALLOW_PRIVATE: choice(['true', 'false'], 'false').describe(
    '`true` lets webhooks post to private and loopback addresses and over `http`, for a private deployment. Otherwise anyone with an account could reach the network of the server.',
  ),
  MNEMA_CONTENT_POLICY: choice(['reject', 'redact'], 'reject').describe(
    'Action for a write with a credential or an identity number: `reject` returns 422, `redact` stores `[redacted: kind]` instead of it.',
  ),
  MNEMA_MCP_TOOL_PREFIX: matching(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/,
    'must have 1 to 40 letters, digits, _, . or -, beginning with a letter or digit',
  )
    .default('service')
    .describe('Prefix of the names of the MCP tools: `service` results in `service_add`, `service_search` and so on.'),
  MNEMA_SESSION_DAYS: wholeNumber(1, 3_650, 30).describe('Days until an access token expires.'),
  MNEMA_RATE_LIMITS: choice(['plan', 'off'], 'plan').describe(
    '`off` removes the limits on the rate and number of parallel requests of an account, for a private deployment. Failed log-ins and registrations stay limited.',
  ),
  MNEMA_PUBLIC_URL: webUrl('https://memory.example.com').describe(
    'Public URL of the server, if it differs from the listening address. The server then accepts only its host and loopback names. Web pages of this URL may call the MCP endpoint. With `https`, browsers are instructed to require HTTPS (HSTS).',
  ),
  MNEMA_ALLOWED_HOSTS: list(isHostName, 'host names without a port, like memory.example.com').describe(
    'Further host names that the server accepts, separated by commas. Their web pages may call the MCP endpoint. Other names are rejected with 403 while the server listens on loopback, or if this or `MNEMA_PUBLIC_URL` is set. Web pages therefore cannot reach the server through their own names. Beyond loopback, `/healthz`, `/readyz` and `/metrics` accept all names.',
  ),
  MNEMA_TRUSTED_PROXIES: list(
    isProxy,
    'addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal',
  ).describe(
    'Proxies whose `X-Forwarded-For` is trusted: addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`, separated by commas. Without it, all clients behind a proxy share one limit for failed log-ins and registrations.',
  ),
  MNEMA_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 256).describe(
    'Maximum of parallel connections from one address; further ones are closed. It does not apply to this machine and to `MNEMA_TRUSTED_PROXIES`.',
  ),
  MNEMA_LOG_RETENTION_DAYS: wholeNumber(1, 3_650, 400).describe(
    'Days for which rows of the request log are stored, at most a million for each account. Daily sums are stored for 400 days.',
  ),
  MNEMA_METRICS_TOKEN: secret(
    (text) => /^[\x21-\x7e]{16,}$/.test(text),
    'must have at least 16 visible ASCII characters; `openssl rand -hex 16` makes some',
  ).describe(
    'Bearer token for `GET /metrics`, at least 16 characters. When unset, metrics are served only while the server listens on loopback, and none of `MNEMA_PUBLIC_URL`, `MNEMA_ALLOWED_HOSTS` and `MNEMA_TRUSTED_PROXIES` is set.',
  ),
  MNEMA_LOG_LEVEL: choice(['silent', 'error', 'warn', 'info', 'debug'], 'info').describe(
    'Level of the log. Texts, keys and bodies are never logged.',
  ),
  MNEMA_WATCHDOG: choice(['on', 'off'], 'off').describe(
    '`on` ends the process with a message if its event loop is blocked for 30 seconds, so that its supervisor restarts it.',
  ),
  MNEMA_ROLES: z
    .string()
    .refine((text) => itemsOf(text).every((role) => roles.includes(role)), {
      error: withInput('must be api, worker or api,worker'),
    })
    .default('api,worker')
    .describe(
      'Roles of this process, separated by commas. `api` serves requests, `worker` prepares accepted memories for semantic search. Without `api`, a worker serves only `/healthz`, `/readyz` and `/metrics`.',
    ),
  MNEMA_QUEUE: choice(['in-process', 'bull'], 'in-process').describe(
    'Announcement of new memories to workers. `in-process`: directly, in the same process. `bull`: over Redis, for any number of processes; Redis then also has the counters of the rate limits. Accepted memories do not depend on it.',
  ),
  MNEMA_REDIS_URL: secret(
    isRedisUrl,
    'must be a redis or rediss URL, like redis://127.0.0.1:6379 or rediss://user:password@host:6380/0',
  ).describe(
    'URL of the Redis for `MNEMA_QUEUE=bull`: one address, behind which a failover may happen. Sentinel and cluster discovery are not supported.',
  ),
  MNEMA_REDIS_PREFIX: matching(/^[A-Za-z0-9_.-]{1,64}$/, 'must have 1 to 64 letters, digits, _, . or -')
    .optional()
    .describe('Prefix of the keys in Redis, `mnema` when unset. It separates several installations in one Redis.'),
  MNEMA_CACHE_MB: wholeNumber(1, 1_000_000, 512).describe(
    'Memory for the vectors, words and metadata of the accounts that searched last, in MB. A memory takes about 700 bytes, and one of several pages a multiple of that. Other memories are still found, but more slowly.',
  ),
  MNEMA_LOCAL_RUNTIME: choice(['auto', 'native', 'wasm'], 'auto').describe(
    'Runtime of the local encoder. `auto` uses the native library if it loads, otherwise WebAssembly; the other values require one of them.',
  ),
  MNEMA_EMBEDDER: choice(['local', 'cohere', 'openai'], 'local').describe(
    'Source of the vectors for semantic search: the included encoder, Cohere, or a server with the API of OpenAI. Vectors of different embedders are never compared. After a change, existing memories are found by keyword search until they are embedded again.',
  ),
  MNEMA_EMBEDDING_MODEL: text.describe(
    'Model for vectors, by its name at the provider. When unset, `embed-v4.0` or `text-embedding-3-small`.',
  ),
  MNEMA_EMBEDDING_DIMENSIONS: optionalNumber(16, 8_192).describe(
    'Length of a vector. When unset, 1024 for `embed-v4.0`, 1536 for `text-embedding-3-small`.',
  ),
  MNEMA_EMBEDDING_COSINES: band().describe(
    'Two cosines, separated by a comma, like 0.2,0.65: the maximum for unrelated texts, and the minimum for a certain match. When unset, the known values of the model are used.',
  ),
  MNEMA_EMBEDDING_BATCH: optionalNumber(1, maxTextsPerCall).describe(
    'Maximum of texts in one request to the provider, 96 when unset. Some servers accept only 32.',
  ),
  MNEMA_EMBEDDING_PARALLEL: optionalNumber(1, 64).describe(
    'Maximum of parallel embedding requests of a worker, 4 when unset. Use fewer for your own server if it processes one at a time.',
  ),
  MNEMA_REEMBED_RATE: wholeNumber(0, 1_000_000, 1_000).describe(
    'Maximum of texts a minute that a worker embeds again after a change of `MNEMA_EMBEDDER` or its model. New writes come first. With `0`, only `mnema reembed` embeds again.',
  ),
  MNEMA_EXTRACTOR: choice(['none', 'cohere', 'openai'], 'none').describe(
    'Language model that extracts facts from texts with `infer`: none, one of Cohere, or one of a server with the API of OpenAI. With `none`, the text is stored unchanged.',
  ),
  MNEMA_EXTRACTION_MODEL: text.describe(
    'Language model, by its name at the provider. When unset, `command-a-03-2025` or `gpt-5-mini`.',
  ),
  MNEMA_RERANKER: choice(['none', 'cohere'], 'none').describe(
    'Reranker for searches with `rerank`. With `none`, or while it does not respond, such a search uses the default ranking and reports it in `degraded`.',
  ),
  MNEMA_RERANK_MODEL: text.describe('Model for reranking, by its name at the provider. When unset, `rerank-v3.5`.'),
  MNEMA_COHERE_BASE_URL: webUrl('https://api.cohere.com').describe(
    'URL of the API of Cohere, if it differs from the standard one.',
  ),
  MNEMA_OPENAI_BASE_URL: webUrl('http://127.0.0.1:11434/v1').describe(
    'URL of a server with the API of OpenAI, such as Ollama or vLLM, with its path. When unset, the URL of OpenAI.',
  ),
  COHERE_API_KEY: providerKey.describe('Key of Cohere.'),
  OPENAI_API_KEY: providerKey.describe(
    'Key of OpenAI, or of the server at `MNEMA_OPENAI_BASE_URL` if it requires one.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: text.describe(
    'URL of an OpenTelemetry collector that takes OTLP over HTTP, like `http://127.0.0.1:4318`. When set, requests and their work in workers are traced. Other standard variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`, apply too.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text.describe(
    'The same for traces alone, with its path, like `http://127.0.0.1:4318/v1/traces`.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: text.describe('Must be `http/protobuf` when traces are sent.'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: text.describe('The same for traces alone.'),
  OTEL_TRACES_EXPORTER: text.describe('`none` sends no traces, whatever else is set.'),
  OTEL_SDK_DISABLED: text.describe('`true` sends no traces, whatever else is set.'),
  OTEL_SERVICE_NAME: z.string().default('mnema').describe('Name of the server in traces.'),
  OTEL_TRACES_SAMPLER: z
    .string()
    .default('parentbased_always_on')
    .describe(`Sampler of traces: one of ${samplerNames.map((name) => `\`${name}\``).join(', ')}.`),
  OTEL_TRACES_SAMPLER_ARG: text.describe(
    'Share of traces that the samplers with `traceidratio` record, from 0 to 1. When unset, all.',
  ),
});

export type EnvironmentValues = z.output<typeof environmentSchema>;

// The types of variables. They are declared as functions, so that the schema above can use them.

/** Returns a message that repeats the value. It must not be used for secrets. */
function withInput(requirement: string) {
  return ({ input }: { input?: unknown }) => `${requirement}; it is ${JSON.stringify(input)}`;
}

function optionalNumber(min: number, max: number) {
  const isValid = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  const error = withInput(`must be a whole number from ${min} to ${max}`);
  return z.string().refine(isValid, { error }).transform(Number).optional();
}

function wholeNumber(min: number, max: number, initial: number) {
  return optionalNumber(min, max).default(initial);
}

/** A string of a form. Its message repeats the value. */
function matching(pattern: RegExp, requirement: string) {
  return z.string().regex(pattern, { error: withInput(requirement) });
}

/** A string that is a secret or contains one, so that its message does not repeat it. */
function secret(isValid: (text: string) => boolean, requirement: string) {
  return z.string().refine(isValid, requirement).optional();
}

/** Items that are separated by commas, with blanks around them allowed. */
function list(isItem: (text: string) => boolean, what: string) {
  return z
    .string()
    .refine((text) => itemsOf(text).every(isItem), { error: withInput(`must list ${what}, separated by commas`) })
    .transform(itemsOf)
    .optional();
}

function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

function webUrl(example: string) {
  const isWebUrl = (text: string) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  };
  return secret(isWebUrl, `must be an http or https URL without a password, like ${example}`);
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
}

function numbersOf(text: string): number[] {
  return itemsOf(text).map((item) => (item === '' ? Number.NaN : Number(item)));
}

/** Parses two numbers from -1 to 1, the smaller first. */
function band() {
  const isBand = (text: string) => {
    const [low = Number.NaN, high = Number.NaN, ...more] = numbersOf(text);
    return more.length === 0 && low >= -1 && low < high && high <= 1;
  };
  const error = withInput('must be two numbers from -1 to 1, the smaller first, like 0.2,0.65');
  const parsed = z.string().refine(isBand, { error }).transform(numbersOf);
  return parsed.transform(([low = -1, high = 1]) => ({ low, high })).optional();
}

function isHostName(text: string): boolean {
  const form = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
  return isIP(text) !== 0 || form.test(text);
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function optionalChoice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: withInput(`must be one of ${values.join(', ')}`) }).optional();
}

function choice<const Values extends readonly [string, ...string[]]>(values: Values, initial: Values[number]) {
  return optionalChoice(values)
    .unwrap()
    .default(initial as never);
}

function rule(problemOf: (text: string) => string | undefined) {
  return (text: string, context: z.RefinementCtx) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  };
}

export function problemsOf(...problems: (string | false)[]): string[] {
  return problems.filter((problem) => problem !== false);
}
