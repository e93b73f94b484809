import { z } from 'zod';
import { emailProblem } from '../domain/accounts/account-identifier.ts';
import { passwordProblem } from '../domain/accounts/password-rules.ts';
import { maxTextsPerCall } from './provider-config.ts';
import { samplerNames } from './tracing-config.ts';
import {
  band,
  choice,
  isHostName,
  isProxy,
  isRedisUrl,
  isRole,
  isWebUrl,
  itemsOf,
  list,
  rule,
  webUrl,
  wholeNumber,
  withInput,
} from './variable-types.ts';

/** Every variable of the environment, in the order of the documentation. */
export const environmentSchema = z.object({
  MNEMA_HOST: z
    .string()
    .regex(/^[^\s/]+$/, { error: withInput('must be an address or host name to listen on, like 127.0.0.1 or 0.0.0.0') })
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
      error: withInput('must have 1 to 40 letters, digits, _, . or -, beginning with a letter or digit'),
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
    .refine((text) => itemsOf(text).every(isRole), { error: withInput('must be api, worker or api,worker') })
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
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, { error: withInput('must have 1 to 64 letters, digits, _, . or -') })
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
  MNEMA_EMBEDDING_BATCH: wholeNumber(1, maxTextsPerCall)
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

export type EnvironmentValues = z.output<typeof environmentSchema>;
