import { expect, it } from 'vitest';
import { ConfigError, configVariables, parseConfig } from './config.ts';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message.split('\n');
  }
  throw new Error('the environment was accepted');
}

it('needs no variable at all', () => {
  expect(parseConfig({})).toEqual({
    ...{ host: '127.0.0.1', isLoopback: true, isReachable: false, port: 8787, maxConnectionsPerAddress: 256 },
    ...{ publicUrl: undefined, allowedHosts: [], trustedProxies: [], roles: { api: true, worker: true } },
    ...{ store: 'sqlite', dataDirectory: './.mnema', mongodbUri: undefined, cacheMegabytes: 512, redis: null },
    ...{ bootstrapEmail: 'admin@mnema.local', bootstrapPassword: undefined, registration: 'open', sessionDays: 30 },
    ...{ defaultPlan: 'free', rateLimits: 'plan', restUserId: 'account', webhooksAllowPrivate: false },
    ...{ contentPolicy: 'reject', mcpToolPrefix: 'service', logRetentionDays: 400, metricsToken: undefined },
    ...{ logLevel: 'info', watchdog: false, tracing: null, localRuntime: 'auto', embedder: { kind: 'local' } },
    ...{ extractor: { kind: 'none' }, reranker: { kind: 'none' }, reembedRate: 1_000 },
  });
});

it.each([
  ['MNEMA_HOST', '::', { host: '::', isLoopback: false, isReachable: true }],
  ['MNEMA_HOST', '127.8.9.10', { registration: 'open' }],
  ['MNEMA_HOST', '::1', { registration: 'open' }],
  ['MNEMA_HOST', 'LOCALHOST', { registration: 'open' }],
  ['MNEMA_PORT', '0', { port: 0 }],
  ['MNEMA_DATA_DIR', '/var/lib/my memories', { dataDirectory: '/var/lib/my memories' }],
  ['MNEMA_BOOTSTRAP_EMAIL', 'ada@example.com', { bootstrapEmail: 'ada@example.com' }],
  ['MNEMA_BOOTSTRAP_PASSWORD', ' pass word ', { bootstrapPassword: ' pass word ' }],
  ['MNEMA_REGISTRATION', 'closed', { registration: 'closed' }],
  ['MNEMA_DEFAULT_PLAN', 'starter', { defaultPlan: 'starter' }],
  ['MNEMA_REST_USER_ID', 'request', { restUserId: 'request' }],
  ['MNEMA_WEBHOOK_ALLOW_PRIVATE', 'true', { webhooksAllowPrivate: true }],
  ['MNEMA_SESSION_DAYS', '3650', { sessionDays: 3650 }],
  ['MNEMA_RATE_LIMITS', 'off', { rateLimits: 'off' }],
  ['MNEMA_PUBLIC_URL', 'https://memory.example.com/base', { publicUrl: 'https://memory.example.com/base' }],
  ['MNEMA_ALLOWED_HOSTS', 'm.lan, 10.0.0.7,2001:db8::7', { allowedHosts: ['m.lan', '10.0.0.7', '2001:db8::7'] }],
  ['MNEMA_TRUSTED_PROXIES', 'loopback, 10.0.0.0/8', { trustedProxies: ['loopback', '10.0.0.0/8'] }],
  ['MNEMA_TRUSTED_PROXIES', '192.0.2.1,fd00::/8', { trustedProxies: ['192.0.2.1', 'fd00::/8'] }],
  ['MNEMA_CONTENT_POLICY', 'redact', { contentPolicy: 'redact' }],
  ['MNEMA_MCP_TOOL_PREFIX', 'acme.memory-1', { mcpToolPrefix: 'acme.memory-1' }],
  ['MNEMA_MAX_CONNECTIONS_PER_ADDRESS', '64', { maxConnectionsPerAddress: 64 }],
  ['MNEMA_LOG_RETENTION_DAYS', '30', { logRetentionDays: 30 }],
  ['MNEMA_METRICS_TOKEN', '0123456789abcdef', { metricsToken: '0123456789abcdef' }],
  ['MNEMA_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['MNEMA_WATCHDOG', 'on', { watchdog: true }],
  ['MNEMA_ROLES', 'worker, api', { roles: { api: true, worker: true } }],
  ['MNEMA_CACHE_MB', '64', { cacheMegabytes: 64 }],
  ['MNEMA_LOCAL_RUNTIME', 'wasm', { localRuntime: 'wasm' }],
])('takes %s=%s', (name, value, expected) => expect(parseConfig({ [name]: value })).toMatchObject(expected));

it('takes the addresses of MongoDB and Redis with the settings that need them', () => {
  const redis = { url: 'rediss://ada:sesame@redis.example.com:6380/2', prefix: 'blue' };
  const queue = { MNEMA_QUEUE: 'bull', MNEMA_REDIS_URL: redis.url, MNEMA_REDIS_PREFIX: redis.prefix };
  const mongodbUri = 'mongodb://db.lan/memories';
  const mongodb = { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodbUri };
  expect(parseConfig({ ...queue, ...mongodb })).toMatchObject({ store: 'mongodb', mongodbUri, redis });
});

it.each([
  ...['0.0.0.0', '192.0.2.7', 'memory.example.com'].map((host) => ({ MNEMA_HOST: host })),
  { MNEMA_PUBLIC_URL: 'https://memory.example.com' },
  { MNEMA_ALLOWED_HOSTS: 'memory.example.com' },
  { MNEMA_TRUSTED_PROXIES: 'loopback' },
])('closes registration with %j, because other machines may reach the server', (environment) => {
  expect(parseConfig(environment)).toMatchObject({ isReachable: true, registration: 'closed' });
  expect(parseConfig({ ...environment, MNEMA_REGISTRATION: 'open' }).registration).toBe('open');
});

it('takes another embedder with its key, and defaults that fit it', () => {
  const apiKey = ['a', 'key'].join('-');
  expect(parseConfig({ MNEMA_EMBEDDER: 'cohere', COHERE_API_KEY: apiKey }).embedder).toEqual({
    ...{ kind: 'cohere', apiKey, baseUrl: undefined, model: 'embed-v4.0', dimensions: 1024, cosineBand: undefined },
    ...{ textsPerCall: 96, parallel: 4 },
  });
  const baseUrl = 'http://127.0.0.1:11434/v1';
  const settings = {
    ...{ MNEMA_EMBEDDER: 'openai', MNEMA_OPENAI_BASE_URL: baseUrl, MNEMA_EMBEDDING_MODEL: 'bge-m3' },
    ...{ MNEMA_EMBEDDING_DIMENSIONS: '1024', MNEMA_EMBEDDING_COSINES: '0.41, .78', MNEMA_EMBEDDING_BATCH: '32' },
  };
  expect(parseConfig({ ...settings, MNEMA_EMBEDDING_PARALLEL: '1' }).embedder).toEqual({
    ...{ kind: 'openai', apiKey: undefined, baseUrl, model: 'bge-m3', dimensions: 1024, textsPerCall: 32 },
    ...{ cosineBand: { low: 0.41, high: 0.78 }, parallel: 1 },
  });
});

it.each([
  ['COHERE_API_KEY', { MNEMA_EMBEDDER: 'cohere' }],
  ['OPENAI_API_KEY', { MNEMA_EMBEDDER: 'openai' }],
  ['MNEMA_COHERE_BASE_URL', { MNEMA_COHERE_BASE_URL: 'http://127.0.0.1:1' }],
  ['MNEMA_OPENAI_BASE_URL', { MNEMA_EMBEDDER: 'cohere', COHERE_API_KEY: 'k', MNEMA_OPENAI_BASE_URL: 'http://x' }],
  ['COHERE_API_KEY', { MNEMA_EXTRACTOR: 'cohere' }],
  ['MNEMA_EXTRACTION_MODEL', { MNEMA_EXTRACTION_MODEL: 'command-a-03-2025' }],
  ['MNEMA_EXTRACTION_MODEL', { MNEMA_EXTRACTOR: 'openai', MNEMA_OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }],
  ['MNEMA_EMBEDDING_MODEL', { MNEMA_EMBEDDING_MODEL: 'embed-v4.0' }],
  ['MNEMA_EMBEDDING_DIMENSIONS', { MNEMA_EMBEDDING_DIMENSIONS: '512' }],
  ['MNEMA_EMBEDDING_DIMENSIONS', { MNEMA_EMBEDDER: 'cohere', COHERE_API_KEY: 'k', MNEMA_EMBEDDING_DIMENSIONS: '500' }],
  ['MNEMA_EMBEDDING_DIMENSIONS', { MNEMA_EMBEDDER: 'cohere', COHERE_API_KEY: 'k', MNEMA_EMBEDDING_MODEL: 'embed-v9' }],
  ['MNEMA_EMBEDDING_COSINES', { MNEMA_EMBEDDING_COSINES: '0.2,0.7' }],
  ['MNEMA_EMBEDDING_COSINES', { MNEMA_EMBEDDER: 'cohere', COHERE_API_KEY: 'k', MNEMA_EMBEDDING_COSINES: '0.7,0.2' }],
])('reports that %s is missing or does not fit', (name, environment) => {
  expect(problemsOf(environment)).toEqual([expect.stringMatching(`^${name} (must|has no effect)`)]);
});

it('counts an empty value as unset, whatever its name', () => {
  const empty = Object.fromEntries(configVariables.map(({ name }) => [name, '']));
  expect(parseConfig({ ...empty, MNEMA_PROT: '' })).toEqual(parseConfig({}));
});

it('lists all problems, one a line, each naming its variable', () => {
  const settings = { MNEMA_PORT: '99999', MNEMA_SESSION_DAYS: '0', MNEMA_REGISTRATION: 'yes' };
  const problems = problemsOf({ ...settings, MNEMA_BOOTSTRAP_EMAIL: 'nobody', MNEMA_COLOUR: 'blue' });
  const names = [...Object.keys(settings), 'MNEMA_BOOTSTRAP_EMAIL', 'MNEMA_COLOUR'];
  expect(problems.map((line) => line.split(' ')[0]).toSorted()).toEqual(names.toSorted());
});

it.each([
  ...['65536', '-1', '80.5', '0x50', '1e3', ' 80', 'http'].map((port) => ['MNEMA_PORT', port]),
  ['MNEMA_LOG_LEVEL', 'verbose'],
])('rejects %s=%j and says which values are allowed', (name, value) => {
  const allowed = name === 'MNEMA_PORT' ? 'a whole number from 0 to 65535' : 'one of silent, error, warn, info, debug';
  expect(problemsOf({ [name as string]: value as string })).toEqual([
    `${name} must be ${allowed}; it is ${JSON.stringify(value)}.`,
  ]);
});

it('names the setting that a misspelt one may mean, and lists all when none is similar', () => {
  expect(problemsOf({ MNEMA_DATADIR: 'x' })).toEqual([
    'MNEMA_DATADIR is not a setting of the server: did you mean MNEMA_DATA_DIR?',
  ]);
  const [problem] = problemsOf({ MNEMA_COLOUR: 'blue' });
  expect(problem).not.toContain('did you mean');
  for (const { name } of configVariables) expect(problem).toContain(name);
});

it('ignores the names of clients, tests and other programs', () => {
  const ofClients = { MNEMA_API_KEY: 'k', MNEMA_BASE_URL: 'http://x', MNEMA_LOG: 'debug' };
  const others = { MNEMA_TEST_ANYTHING: '1', MNEMONIC: '1', PATH: '/bin' };
  expect(parseConfig({ ...ofClients, ...others })).toEqual(parseConfig({}));
});

it.each([
  ['MNEMA_PUBLIC_URL', ['memory.example.com', 'ftp://memory.example.com', 'https://ada:sesame@memory.example.com']],
  ['MNEMA_MCP_TOOL_PREFIX', ['my tools', '_tools', 'a'.repeat(41)]],
  ['MNEMA_ALLOWED_HOSTS', ['memory.example.com:8787', 'https://memory.example.com', '*.example.com', 'a.b,,c.d']],
  ['MNEMA_TRUSTED_PROXIES', ['true', '1', '*', '0.0.0.0/0', '10.0.0.0/33', 'loopback proxy.lan']],
  ['MNEMA_REDIS_URL', ['http://ada:sesame@redis.example.com', 'redis.example.com:6379']],
  ['MNEMA_REDIS_PREFIX', ['{mnema}']],
  ['MNEMA_RATE_LIMITS', ['none']],
  ['MNEMA_QUEUE', ['redis']],
  ['MNEMA_ROLES', ['api,writer']],
  ['MNEMA_BOOTSTRAP_PASSWORD', ['sesame']],
  ['MNEMA_METRICS_TOKEN', ['sesame']],
])('rejects for %s each of %j', (name, values) => {
  for (const value of values) {
    const problems = problemsOf({ [name]: value });
    expect([value, problems]).toEqual([value, [expect.stringMatching(`^${name} must `)]]);
    expect(problems.join()).not.toContain('sesame');
  }
});

it.each([
  [{ MNEMA_QUEUE: 'bull' }, 'MNEMA_QUEUE=bull needs MNEMA_REDIS_URL'],
  [{ MNEMA_REDIS_URL: 'redis://:sesame@localhost' }, 'MNEMA_REDIS_URL has no effect without MNEMA_QUEUE=bull'],
  [{ MNEMA_REDIS_PREFIX: 'blue' }, 'MNEMA_REDIS_PREFIX has no effect without MNEMA_QUEUE=bull'],
  [{ MNEMA_ROLES: 'worker' }, 'MNEMA_ROLES must be api,worker with SQLite'],
  [{ MNEMA_ROLES: 'api' }, 'MNEMA_ROLES must be api,worker with SQLite'],
  [{ MNEMA_STORE: 'mongodb' }, 'set MNEMA_MONGODB_URI'],
  [{ MNEMA_MONGODB_URI: 'mongodb+srv://ada:sesame@db.example.com/mnema' }, 'MNEMA_STORE is not mongodb'],
  [{ MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: 'https://ada:sesame@db.lan' }, 'must be a connection string'],
])('rejects %j, which contradicts itself, with the way out', (environment, stated) => {
  const problems = problemsOf(environment);
  expect(problems).toEqual([expect.stringContaining(stated)]);
  expect(problems.join()).not.toContain('sesame');
});

it('describes every variable and names its default', () => {
  for (const { description } of configVariables) expect(description).toMatch(/\.$/);
  const defaults = configVariables.flatMap(({ name, defaultValue }) =>
    defaultValue === null ? [] : [[name, defaultValue]],
  );
  expect(defaults.length).toBeGreaterThan(15);
  expect(parseConfig(Object.fromEntries(defaults))).toEqual(parseConfig({}));
});

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it('tracing: begins with the address of a collector, for all signals or for traces alone', () => {
  const usual = { serviceName: 'mnema', sampler: { name: 'parentbased_always_on', ratio: 1 } };
  expect(parseConfig(endpoint).tracing).toEqual(usual);
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.com/v1/traces' };
  expect(parseConfig(traces).tracing).toEqual(usual);
  const sampler = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
  const sampled = { serviceName: 'memory', sampler: { name: 'traceidratio', ratio: 0.25 } };
  expect(parseConfig({ ...endpoint, OTEL_SERVICE_NAME: 'memory', ...sampler }).tracing).toEqual(sampled);
});

it('tracing: is off as the standard defines, and then its variables may have any value for other programs', () => {
  const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray', OTEL_METRICS_EXPORTER: 'none' };
  expect(parseConfig(grpc).tracing).toBeNull();
  expect(parseConfig({ ...endpoint, ...grpc, OTEL_SDK_DISABLED: 'TRUE' }).tracing).toBeNull();
  expect(parseConfig({ ...endpoint, ...grpc, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull();
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT must be', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be', { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'nowhere' }],
  ['OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf', { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['OTEL_TRACES_EXPORTER must be', { ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin' }],
  ['OTEL_TRACES_SAMPLER must be', { ...endpoint, OTEL_TRACES_SAMPLER: 'xray' }],
  ['OTEL_TRACES_SAMPLER_ARG must', { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }],
])('tracing: reports the problem: %s', (problem, environment) => {
  expect(problemsOf(environment)).toEqual([expect.stringContaining(problem)]);
});
