import { z } from 'zod';
import { emailProblem } from '../domain/accounts/account-records.ts';
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

/** The maximum of texts in a request. Cohere rejects more, and larger requests are not faster elsewhere. */
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
    'Directory of all stored data. It is created if it is missing. Use one directory for each server.',
    z.string().default('./.mnema'),
  ),
  MNEMA_STORE: setting(
    'Store for memories, accounts and logs: a file in the data directory, or MongoDB with Atlas Search, which any number of servers can share.',
    choice(['sqlite', 'mongodb']).default('sqlite'),
  ),
  MNEMA_MONGODB_URI: setting(
    'Connection string of MongoDB, for `MNEMA_STORE=mongodb`. It contains the name of the database; without one, the name is `mnema`.',
    z
      .string()
      .regex(
        /^mongodb(\+srv)?:\/\/\S+$/,
        'must be a connection string like mongodb+srv://user:password@cluster.example.mongodb.net/mnema',
      )
      .optional(),
  ),
  MNEMA_BOOTSTRAP_EMAIL: setting(
    'Email of the account that the first start creates. It has no effect once there is an account.',
    z.string().superRefine(rule(emailProblem)).default('admin@mnema.local'),
  ),
  MNEMA_BOOTSTRAP_PASSWORD: setting(
    'Password of that account, 8–256 characters. When unset, a random one is created and printed once.',
    z.string().superRefine(rule(passwordProblem)).optional(),
  ),
  MNEMA_REGISTRATION: setting(
    '`closed` rejects `POST /auth/register` with 403. When unset, it is `open` while the server listens on loopback, and none of `MNEMA_PUBLIC_URL`, `MNEMA_ALLOWED_HOSTS` and `MNEMA_TRUSTED_PROXIES` is set. Otherwise it is `closed`.',
    choice(['open', 'closed']).optional(),
  ),
  MNEMA_DEFAULT_PLAN: setting(
    'Plan of new accounts. The account of the first start has `enterprise`, without limits.',
    choice(['free', 'starter', 'growth', 'enterprise']).default('free'),
  ),
  MNEMA_REST_USER_ID: setting(
    '`account`: memories written over REST carry the id of the account as `user_id`, and the `user_id` of the request as `end_user_id`. `request`: the request sets `user_id` itself. Both find the memory.',
    choice(['account', 'request']).default('account'),
  ),
  MNEMA_WEBHOOK_ALLOW_PRIVATE: setting(
    '`true` lets webhooks post to private and loopback addresses and over `http`, for a private deployment. Otherwise anyone with an account could reach the network of the server.',
    choice(['true', 'false']).default('false'),
  ),
  MNEMA_CONTENT_POLICY: setting(
    'Action for a write with a credential or an identity number: `reject` returns 422, `redact` stores `[redacted: kind]` instead of it.',
    choice(['reject', 'redact']).default('reject'),
  ),
  MNEMA_MCP_TOOL_PREFIX: setting(
    'Prefix of the names of the MCP tools: `service` results in `service_add`, `service_search` and so on.',
    matching(
      /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/,
      'must have 1 to 40 letters, digits, _, . or -, beginning with a letter or digit',
    ).default('service'),
  ),
  MNEMA_SESSION_DAYS: setting('Days until an access token expires.', wholeNumber(1, 3_650).default(30)),
  MNEMA_RATE_LIMITS: setting(
    '`off` removes the limits on the rate and number of parallel requests of an account, for a private deployment. Failed log-ins and registrations stay limited.',
    choice(['plan', 'off']).default('plan'),
  ),
  MNEMA_PUBLIC_URL: setting(
    'Public URL of the server, if it differs from the listening address. The server then accepts only its host and loopback names. Web pages of this URL may call the MCP endpoint. With `https`, browsers are instructed to require HTTPS (HSTS).',
    webUrl('https://memory.example.com'),
  ),
  MNEMA_ALLOWED_HOSTS: setting(
    'Further host names that the server accepts, separated by commas. Their web pages may call the MCP endpoint. Other names are rejected with 403 while the server listens on loopback, or if this or `MNEMA_PUBLIC_URL` is set. Web pages therefore cannot reach the server through their own names. Beyond loopback, `/healthz`, `/readyz` and `/metrics` accept all names.',
    list(isHostName, 'host names without a port, like memory.example.com'),
  ),
  MNEMA_TRUSTED_PROXIES: setting(
    'Proxies whose `X-Forwarded-For` is trusted: addresses, networks in CIDR form, or `loopback`, `linklocal`, `uniquelocal`, separated by commas. Without it, all clients behind a proxy share one limit for failed log-ins and registrations.',
    list(isProxy, 'addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal'),
  ),
  MNEMA_MAX_CONNECTIONS_PER_ADDRESS: setting(
    'Maximum of parallel connections from one address; further ones are closed. It does not apply to this machine and to `MNEMA_TRUSTED_PROXIES`.',
    wholeNumber(1, 1_000_000).default(256),
  ),
  MNEMA_LOG_RETENTION_DAYS: setting(
    'Days for which rows of the request log are stored, at most a million for each account. Daily sums are stored for 400 days.',
    wholeNumber(1, 3_650).default(400),
  ),
  MNEMA_METRICS_TOKEN: setting(
    'Bearer token for `GET /metrics`, at least 16 characters. When unset, metrics are served only while the server listens on loopback, and none of `MNEMA_PUBLIC_URL`, `MNEMA_ALLOWED_HOSTS` and `MNEMA_TRUSTED_PROXIES` is set.',
    z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters; `openssl rand -hex 16` makes some')
      .optional(),
  ),
  MNEMA_LOG_LEVEL: setting(
    'Level of the log. Texts, keys and bodies are never logged.',
    choice(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  MNEMA_WATCHDOG: setting(
    '`on` ends the process with a message if its event loop is blocked for 30 seconds, so that its supervisor restarts it.',
    choice(['on', 'off']).default('off'),
  ),
  MNEMA_ROLES: setting(
    'Roles of this process, separated by commas. `api` serves requests, `worker` prepares accepted memories for semantic search. Without `api`, a worker serves only `/healthz`, `/readyz` and `/metrics`.',
    z
      .string()
      .refine((text) => itemsOf(text).every((role) => roles.includes(role)), {
        error: withInput('must be api, worker or api,worker'),
      })
      .default('api,worker'),
  ),
  MNEMA_QUEUE: setting(
    'Announcement of new memories to workers. `in-process`: directly, in the same process. `bull`: over Redis, for any number of processes; Redis then also has the counters of the rate limits. Accepted memories do not depend on it.',
    choice(['in-process', 'bull']).default('in-process'),
  ),
  MNEMA_REDIS_URL: setting(
    'URL of the Redis for `MNEMA_QUEUE=bull`: one address, behind which a failover may happen. Sentinel and cluster discovery are not supported.',
    z
      .string()
      .refine(
        isRedisUrl,
        'must be a redis or rediss URL, like redis://127.0.0.1:6379 or rediss://user:password@host:6380/0',
      )
      .optional(),
  ),
  MNEMA_REDIS_PREFIX: setting(
    'Prefix of the keys in Redis, `mnema` when unset. It separates several installations in one Redis.',
    matching(/^[A-Za-z0-9_.-]{1,64}$/, 'must have 1 to 64 letters, digits, _, . or -').optional(),
  ),
  MNEMA_CACHE_MB: setting(
    'Memory for the vectors, words and metadata of the accounts that searched last, in MB. A memory takes about 700 bytes, and one of several pages a multiple of that. Other memories are still found, but more slowly.',
    wholeNumber(1, 1_000_000).default(512),
  ),
  MNEMA_LOCAL_RUNTIME: setting(
    'Runtime of the local encoder. `auto` uses the native library if it loads, otherwise WebAssembly; the other values require one of them.',
    choice(['auto', 'native', 'wasm']).default('auto'),
  ),
  MNEMA_EMBEDDER: setting(
    'Source of the vectors for semantic search: the included encoder, Cohere, or a server with the API of OpenAI. Vectors of different embedders are never compared. After a change, existing memories are found by keyword search until they are embedded again.',
    choice(['local', 'cohere', 'openai']).default('local'),
  ),
  MNEMA_EMBEDDING_MODEL: setting(
    'Model for vectors, by its name at the provider. When unset, `embed-v4.0` or `text-embedding-3-small`.',
    text,
  ),
  MNEMA_EMBEDDING_DIMENSIONS: setting(
    'Length of a vector. When unset, 1024 for `embed-v4.0`, 1536 for `text-embedding-3-small`.',
    wholeNumber(16, 8_192).optional(),
  ),
  MNEMA_EMBEDDING_COSINES: setting(
    'Two cosines, separated by a comma, like 0.2,0.65: the maximum for unrelated texts, and the minimum for a certain match. When unset, the known values of the model are used.',
    band(),
  ),
  MNEMA_EMBEDDING_BATCH: setting(
    'Maximum of texts in one request to the provider, 96 when unset. Some servers accept only 32.',
    wholeNumber(1, maxTextsPerCall).optional(),
  ),
  MNEMA_EMBEDDING_PARALLEL: setting(
    'Maximum of parallel embedding requests of a worker, 4 when unset. Use fewer for your own server if it processes one at a time.',
    wholeNumber(1, 64).optional(),
  ),
  MNEMA_REEMBED_RATE: setting(
    'Maximum of texts a minute that a worker embeds again after a change of `MNEMA_EMBEDDER` or its model. New writes come first. With `0`, only `mnema reembed` embeds again.',
    wholeNumber(0, 1_000_000).default(1_000),
  ),
  MNEMA_EXTRACTOR: setting(
    'Language model that extracts facts from texts with `infer`: none, one of Cohere, or one of a server with the API of OpenAI. With `none`, the text is stored unchanged.',
    choice(['none', 'cohere', 'openai']).default('none'),
  ),
  MNEMA_EXTRACTION_MODEL: setting(
    'Language model, by its name at the provider. When unset, `command-a-03-2025` or `gpt-5-mini`.',
    text,
  ),
  MNEMA_RERANKER: setting(
    'Reranker for searches with `rerank`. With `none`, or while it does not respond, such a search uses the default ranking and reports it in `degraded`.',
    choice(['none', 'cohere']).default('none'),
  ),
  MNEMA_RERANK_MODEL: setting('Model for reranking, by its name at the provider. When unset, `rerank-v3.5`.', text),
  MNEMA_COHERE_BASE_URL: setting(
    'URL of the API of Cohere, if it differs from the standard one.',
    webUrl('https://api.cohere.com'),
  ),
  MNEMA_OPENAI_BASE_URL: setting(
    'URL of a server with the API of OpenAI, such as Ollama or vLLM, with its path. When unset, the URL of OpenAI.',
    webUrl('http://127.0.0.1:11434/v1'),
  ),
  COHERE_API_KEY: setting('Key of Cohere.', providerKey),
  OPENAI_API_KEY: setting(
    'Key of OpenAI, or of the server at `MNEMA_OPENAI_BASE_URL` if it requires one.',
    providerKey,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'URL of an OpenTelemetry collector that takes OTLP over HTTP, like `http://127.0.0.1:4318`. When set, requests and their work in workers are traced. Other standard variables, such as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`, apply too.',
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
  OTEL_SERVICE_NAME: setting('Name of the server in traces.', z.string().default('mnema')),
  OTEL_TRACES_SAMPLER: setting(
    `Sampler of traces: one of ${samplerNames.map((name) => `\`${name}\``).join(', ')}.`,
    z.string().default('parentbased_always_on'),
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    'Share of traces that the samplers with `traceidratio` record, from 0 to 1. When unset, all.',
    text,
  ),
});

export type EnvironmentValues = z.output<typeof environmentSchema>;
