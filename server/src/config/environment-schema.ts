import { z } from 'zod';
import { emailProblem } from '../domain/accounts/account-identifier.ts';
import { passwordProblem } from '../domain/accounts/passwords.ts';
import {
  band,
  choice,
  isHostName,
  isProxy,
  isRedisUrl,
  itemsOf,
  list,
  matching,
  roles,
  rule,
  setting,
  webUrl,
  wholeNumber,
  withInput,
} from './variable-types.ts';

/** The maximum of texts in a request. Cohere rejects more, and larger requests gain nothing elsewhere. */
export const maxTextsPerCall = 96;

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const text = z.string().optional();
/** A key is sent in a header, where a line break in it would fail each call with a misleading message. */
const providerKey = z
  .string()
  .regex(/^[\x21-\x7e][\x20-\x7e]*$/, 'must be one line of ASCII characters: copy the key again')
  .optional();

/** Every variable of the environment, in the order of the documentation. */
export const environmentSchema = z.object({
  MNEMA_HOST: setting(
    'Address to listen on. `127.0.0.1` is reachable from this machine only, `0.0.0.0` from everywhere.',
    matching(/^[^\s/]+$/, 'must be an address or host name to listen on, like 127.0.0.1 or 0.0.0.0').default(
      '127.0.0.1',
    ),
  ),
  MNEMA_PORT: setting('Port to listen on. `0` takes any free one and prints it.', wholeNumber(0, 65_535).default(8787)),
  MNEMA_DATA_DIR: setting(
    'Directory that holds everything that is kept. Created when missing. One server per directory.',
    z.string().default('./.mnema'),
  ),
  MNEMA_STORE: setting(
    'What keeps memories, accounts and logs: a file in the data directory, or MongoDB with Atlas Search, which any number of servers share.',
    choice(['sqlite', 'mongodb']).default('sqlite'),
  ),
  MNEMA_MONGODB_URI: setting(
    'Connection string of MongoDB, for `MNEMA_STORE=mongodb`. The name of the database stands in it; without one it is `mnema`.',
    z
      .string()
      .regex(
        /^mongodb(\+srv)?:\/\/\S+$/,
        'must be a connection string like mongodb+srv://user:password@cluster.example.mongodb.net/mnema',
      )
      .optional(),
  ),
  MNEMA_BOOTSTRAP_EMAIL: setting(
    'E-mail of the account that the first start creates. Without effect once there is an account.',
    z.string().superRefine(rule(emailProblem)).default('admin@mnema.local'),
  ),
  MNEMA_BOOTSTRAP_PASSWORD: setting(
    'Password of that account, 8–256 characters. When unset, one is made up and printed once.',
    z.string().superRefine(rule(passwordProblem)).optional(),
  ),
  MNEMA_REGISTRATION: setting(
    '`closed` refuses `POST /auth/register` with 403. When unset, `open` while the server listens on loopback, `closed` beyond it.',
    choice(['open', 'closed']).optional(),
  ),
  MNEMA_DEFAULT_PLAN: setting(
    'Plan of accounts that register. The account of the first start is on `enterprise`, without limits.',
    choice(['free', 'starter', 'growth', 'enterprise']).default('free'),
  ),
  MNEMA_REST_USER_ID: setting(
    '`account`: memories written over REST carry the id of the account as `user_id`, and the `user_id` of the request as `end_user_id`. `request`: the request sets `user_id` itself. Either finds the memory.',
    choice(['account', 'request']).default('account'),
  ),
  MNEMA_WEBHOOK_ALLOW_PRIVATE: setting(
    '`true` lets webhooks post to private and loopback addresses and over `http`, for a private deployment. Otherwise anybody with an account could reach the network of the server.',
    choice(['true', 'false']).default('false'),
  ),
  MNEMA_CONTENT_POLICY: setting(
    'What becomes of a write that carries a credential or an identity number: refused with 422, or stored with `[redacted: kind]` in its place.',
    choice(['reject', 'redact']).default('reject'),
  ),
  MNEMA_MCP_TOOL_PREFIX: setting(
    'What the names of the MCP tools begin with: `service` makes `service_add`, `service_search` and so on.',
    matching(
      /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/,
      'must have 1 to 40 letters, digits, _, . or -, beginning with a letter or digit',
    ).default('service'),
  ),
  MNEMA_SESSION_DAYS: setting('Days until an access token expires.', wholeNumber(1, 3_650).default(30)),
  MNEMA_RATE_LIMITS: setting(
    '`off` lets an account send requests as fast and as many at once as it likes, for a private deployment. Failed log-ins and registrations are limited all the same.',
    choice(['plan', 'off']).default('plan'),
  ),
  MNEMA_PUBLIC_URL: setting(
    'URL that users reach the server at, when it is not the one it listens on. The server then answers to its host and to loopback names only, and its web pages may call the MCP endpoint; with `https`, browsers are told to insist on HTTPS.',
    webUrl('https://memory.example.com'),
  ),
  MNEMA_ALLOWED_HOSTS: setting(
    'Further host names that the server answers to, and whose web pages may call the MCP endpoint, separated by commas. While the server listens on loopback, or when this or `MNEMA_PUBLIC_URL` is set, other names are refused with 403, so that web pages can not reach it through names of their own. Beyond loopback, `/healthz`, `/readyz` and `/metrics` answer to all names.',
    list(isHostName, 'host names without a port, like memory.example.com'),
  ),
  MNEMA_TRUSTED_PROXIES: setting(
    'Proxies in front of the server whose `X-Forwarded-For` is believed: addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`, separated by commas. Without it, everybody behind a proxy counts as one client when failed log-ins and registrations are limited.',
    list(isProxy, 'addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal'),
  ),
  MNEMA_MAX_CONNECTIONS_PER_ADDRESS: setting(
    'Connections from one address at once; further ones are closed. It does not hold for this machine and for `MNEMA_TRUSTED_PROXIES`.',
    wholeNumber(1, 1_000_000).default(256),
  ),
  MNEMA_LOG_RETENTION_DAYS: setting(
    'Days that rows of the request log are kept, a million of an account at most. Daily sums are kept for 400 days.',
    wholeNumber(1, 3_650).default(400),
  ),
  MNEMA_METRICS_TOKEN: setting(
    'Bearer token for `GET /metrics`, at least 16 characters. When unset, metrics are served only while the server listens on loopback, without `MNEMA_PUBLIC_URL` and `MNEMA_TRUSTED_PROXIES`.',
    z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters; `openssl rand -hex 16` makes some')
      .optional(),
  ),
  MNEMA_LOG_LEVEL: setting(
    'How much is logged. Texts, keys and bodies never are.',
    choice(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  MNEMA_WATCHDOG: setting(
    '`on` ends the process with a message when its event loop has stood still for 30 seconds, so that its supervisor starts it again.',
    choice(['on', 'off']).default('off'),
  ),
  MNEMA_ROLES: setting(
    'What this process does, separated by commas. `api` answers requests, `worker` makes accepted memories findable by meaning. A worker alone answers `/healthz`, `/readyz` and `/metrics` only.',
    z
      .string()
      .refine((text) => itemsOf(text).every((role) => roles.includes(role)), {
        error: withInput('must be api, worker or api,worker'),
      })
      .default('api,worker'),
  ),
  MNEMA_QUEUE: setting(
    'How workers hear of new memories. `in-process`: directly, in the same process. `bull`: over Redis, which also keeps the counts of the rate limits, for any number of processes. Nothing that was accepted depends on it.',
    choice(['in-process', 'bull']).default('in-process'),
  ),
  MNEMA_REDIS_URL: setting(
    'URL of the Redis that `MNEMA_QUEUE=bull` uses: one address, behind which a failover may happen. Sentinel and the nodes of a cluster are not asked.',
    z
      .string()
      .refine(
        isRedisUrl,
        'must be a redis or rediss URL, like redis://127.0.0.1:6379 or rediss://user:password@host:6380/0',
      )
      .optional(),
  ),
  MNEMA_REDIS_PREFIX: setting(
    'What the keys in Redis begin with, `mnema` when unset. Sets several installations in one Redis apart.',
    matching(/^[A-Za-z0-9_.-]{1,64}$/, 'must have 1 to 64 letters, digits, _, . or -').optional(),
  ),
  MNEMA_CACHE_MB: setting(
    'Memory for the vectors, words and metadata of the accounts that searched last, in MB. A memory takes about 700 bytes, one of several pages some times as much. What does not fit is found all the same, more slowly.',
    wholeNumber(1, 1_000_000).default(512),
  ),
  MNEMA_LOCAL_RUNTIME: setting(
    'What runs the local encoder. `auto` takes the native library where it loads, else WebAssembly; the others insist on one.',
    choice(['auto', 'native', 'wasm']).default('auto'),
  ),
  MNEMA_EMBEDDER: setting(
    'What makes the vectors that search by meaning compares: the encoder that comes with the server, Cohere, or a server that speaks the API of OpenAI. Vectors of different embedders are never compared: what was embedded by another is found by its words only until it has been moved.',
    choice(['local', 'cohere', 'openai']).default('local'),
  ),
  MNEMA_EMBEDDING_MODEL: setting(
    'Model for vectors, by its name at the provider. When unset, `embed-v4.0` or `text-embedding-3-small`.',
    text,
  ),
  MNEMA_EMBEDDING_DIMENSIONS: setting(
    'How many numbers a vector has. When unset, 1024 for `embed-v4.0`, 1536 for `text-embedding-3-small`.',
    wholeNumber(16, 8_192).optional(),
  ),
  MNEMA_EMBEDDING_COSINES: setting(
    'Two cosines, separated by a comma, like 0.2,0.65: what texts that have nothing to do with each other have at most, and from where on a match is certain. When unset, what is known of the model.',
    band(),
  ),
  MNEMA_EMBEDDING_BATCH: setting(
    'Texts in one request to the provider at most, 96 when unset. Some servers take no more than 32.',
    wholeNumber(1, maxTextsPerCall).optional(),
  ),
  MNEMA_EMBEDDING_PARALLEL: setting(
    'Requests with texts of memories that a worker has under way at the provider at once, 4 when unset. Fewer for a server of your own that works on one at a time.',
    wholeNumber(1, 64).optional(),
  ),
  MNEMA_REEMBED_RATE: setting(
    'Texts a minute that a worker embeds anew after `MNEMA_EMBEDDER` or its model was changed, at most; new writes come first. `0`: none, only `mnema reembed` does.',
    wholeNumber(0, 1_000_000).default(1_000),
  ),
  MNEMA_EXTRACTOR: setting(
    'Which language model extracts facts from what is written with `infer`: none, one of Cohere, or one of a server that speaks the API of OpenAI. With `none` the text is stored as it is.',
    choice(['none', 'cohere', 'openai']).default('none'),
  ),
  MNEMA_EXTRACTION_MODEL: setting(
    'Language model, by its name at the provider. When unset, `command-a-03-2025` or `gpt-5-mini`.',
    text,
  ),
  MNEMA_RERANKER: setting(
    'What reads the best memories once more for a search with `rerank`. With `none`, or while it does not answer, such a search answers from our own ranking and says so in `degraded`.',
    choice(['none', 'cohere']).default('none'),
  ),
  MNEMA_RERANK_MODEL: setting('Model for reranking, by its name at the provider. When unset, `rerank-v3.5`.', text),
  MNEMA_COHERE_BASE_URL: setting(
    'URL of the API of Cohere, when it is reached elsewhere than at its own.',
    webUrl('https://api.cohere.com'),
  ),
  MNEMA_OPENAI_BASE_URL: setting(
    'URL of a server that speaks the API of OpenAI, such as Ollama or vLLM, with its path. When unset, that of OpenAI.',
    webUrl('http://127.0.0.1:11434/v1'),
  ),
  COHERE_API_KEY: setting('Key of Cohere.', providerKey),
  OPENAI_API_KEY: setting(
    'Key of OpenAI, or of the server at `MNEMA_OPENAI_BASE_URL` if it asks for one.',
    providerKey,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'URL of an OpenTelemetry collector that takes OTLP over HTTP, like `http://127.0.0.1:4318`. When set, requests, and what workers do for them, are traced. The other variables of the standard for it, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`, hold too.',
    text,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    'The same for traces alone, with its path, like `http://127.0.0.1:4318/v1/traces`.',
    text,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting('Must be `http/protobuf` when traces are sent.', text),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: setting('The same for traces alone.', text),
  OTEL_TRACES_EXPORTER: setting('`none` sends no traces, whatever else is set.', text),
  OTEL_SDK_DISABLED: setting('`true` sends no traces, whatever else is set.', text),
  OTEL_SERVICE_NAME: setting('What traces call the server.', z.string().default('mnema')),
  OTEL_TRACES_SAMPLER: setting(
    `Which traces are kept: one of ${samplerNames.map((name) => `\`${name}\``).join(', ')}.`,
    z.string().default('parentbased_always_on'),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'The share of traces that the samplers with `traceidratio` keep, from 0 to 1. When unset, all.',
    text,
  ),
});

export type EnvironmentValues = z.output<typeof environmentSchema>;
