import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkEmbedder } from '../../src/app/services/doctor.ts';
import { parseConfig } from '../../src/config/config.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startOpenAiStandIn } from '../providers/openai-stand-in.ts';
import type { StandIn } from '../providers/stand-in.ts';
import { startCollector } from '../tracing/start-collector.ts';
import { runDoctor } from './run-doctor.ts';

const limit = { timeout: 120_000 };
const providers = { cohere: startCohereStandIn, openai: startOpenAiStandIn };
type Provider = keyof typeof providers;

const settingsOf = (provider: Provider, standIn: StandIn, of: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(of.map((model) => [`MNEMA_${model}`, provider])),
  ...standIn.environment,
  ...(provider === 'openai' ? { MNEMA_EXTRACTION_MODEL: 'gpt-5-mini' } : {}),
});
const models = ['EMBEDDER', 'EXTRACTOR'];

describe('mnema doctor', limit, () => {
  it('is done within 15 seconds when everything accepts connections and never responds', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const startedAt = performance.now();
    const { problems } = await runDoctor({
      directory: '/not/looked/at',
      environment: {
        MNEMA_STORE: 'mongodb',
        MNEMA_MONGODB_URI: `mongodb://${address}/mnema`,
        MNEMA_QUEUE: 'bull',
        MNEMA_REDIS_URL: `redis://${address}`,
        MNEMA_EMBEDDER: 'cohere',
        MNEMA_EXTRACTOR: 'cohere',
        MNEMA_RERANKER: 'cohere',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://${address}`,
        COHERE_API_KEY: 'a-key',
        MNEMA_COHERE_BASE_URL: `http://${address}`,
        MNEMA_PORT: address.split(':')[1] ?? '',
      },
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(problems).toEqual(['MongoDB', 'search indexes', 'port', 'Redis', 'embedder', 'extractor', 'reranker']);
  });
});

describe.each(['cohere', 'openai'] as const)('mnema doctor with %s', limit, (provider) => {
  let standIn: StandIn;
  const name = provider.toUpperCase();
  const checked = provider === 'cohere' ? [...models, 'RERANKER'] : models;
  beforeAll(async () => {
    standIn = await providers[provider]();
  });
  afterAll(() => standIn.close());
  const environment = () => settingsOf(provider, standIn, checked);

  it('requests one vector, one extraction and one reranking, and reports no problem', async () => {
    const { checks, problems, stdout } = await runDoctor({ environment: environment() });
    expect(problems).toEqual([]);
    expect(checks.embedder?.finding).toMatch(/responds in \d+ ms, with vectors of \d+ numbers/);
    expect(checks.extractor?.finding).toMatch(/in the requested format/);
    if (provider === 'cohere') expect(checks.reranker?.finding).toMatch(/^cohere\/rerank-v3\.5 responds in \d+ ms$/);
    expect(checks.model).toBeUndefined();
    expect(standIn.requests).toHaveLength(checked.length);
    expect(stdout).not.toContain(standIn.key);
  });

  it('reports vectors of another length than is configured', async () => {
    standIn.fail('wrong-dimension');
    const found = await checkEmbedder(parseConfig(environment()));
    standIn.fail(null);
    expect(found.finding).toMatch(/vectors of 7 numbers, not \d+: set MNEMA_EMBEDDING_DIMENSIONS/);
  });

  it('reports a key that the provider rejects, and does not print it', async () => {
    const wrong = { ...environment(), [`${name}_API_KEY`]: 'hush-hush-hush' };
    const { checks, problems, stdout } = await runDoctor({ environment: wrong });
    expect(problems).toEqual(checked.map((model) => model.toLowerCase()));
    const variables = ['MNEMA_EMBEDDING_MODEL', 'MNEMA_EXTRACTION_MODEL', 'MNEMA_RERANK_MODEL'];
    for (const [at, problem] of problems.entries()) {
      const { finding, fix } = checks[problem] ?? {};
      expect(finding).toContain(`${name}_API_KEY`);
      for (const named of [`${name}_API_KEY`, variables[at], `MNEMA_${name}_BASE_URL`]) expect(fix).toContain(named);
    }
    expect(stdout).not.toContain('hush');
  });
});

describe('mnema doctor with traces', limit, () => {
  const withCollector = (url: string, more: Record<string, string> = {}) =>
    runDoctor({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more }, isProcess: true });

  it('sends nothing to the collector, as it would send spans, and finds it well', async () => {
    const collector = await startCollector();
    const { checks, problems } = await withCollector(collector.url, { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine' });
    expect(problems).toEqual([]);
    expect(checks.traces?.finding).toMatch(/^the collector takes traces in \d+ ms$/);
    expect(collector.headers).toMatchObject([{ 'x-tenant': 'mine' }]);
    expect(collector.spans).toEqual([]);
  });

  it('distinguishes a wrong path, a wrong port and one that hangs, calls none of it a problem, and may look for none', async () => {
    const [right, hanging] = await Promise.all([startCollector(), startCollector({ hangs: true })]);
    const urls = [`${right.url}/other`, 'http://127.0.0.1:1', hanging.url];
    const [path, port, silent, none] = await Promise.all([
      ...urls.map((url) => withCollector(url)),
      withCollector('http://127.0.0.1:1', { OTEL_TRACES_EXPORTER: 'none' }),
    ]);
    for (const one of [path, port, silent]) expect(one?.problems).toEqual([]);
    const fix = expect.stringContaining('OTEL_EXPORTER');
    expect(path?.checks.traces).toMatchObject({ status: 'warning', fix });
    expect(path?.checks.traces?.finding).toContain('it responded with 400');
    expect(port?.checks.traces?.finding).toContain('ECONNREFUSED');
    expect(silent?.checks.traces?.finding).toMatch(/timed out|no response/);
    expect(none?.checks.traces).toBeUndefined();
  });
});
