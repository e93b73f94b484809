import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkEmbedder, checkExtractor, checkReranker } from '../../src/app/services/doctor.ts';
import { parseConfig } from '../../src/config/config.ts';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { startOpenAiStandIn } from '../providers/openai-stand-in.ts';
import type { Failure, StandIn } from '../providers/stand-in.ts';
import { startCollector } from '../tracing/start-collector.ts';
import { type Diagnosis, runDoctor } from './run-doctor.ts';
import { temporaryDirectory } from './spawn-server.ts';

const limit = { timeout: 120_000 };

function diagnose(environment: Record<string, string>): Promise<Diagnosis> {
  return runDoctor({ directory: temporaryDirectory(), environment });
}

const providers: [string, () => Promise<StandIn>][] = [
  ['cohere', startCohereStandIn],
  ['openai', startOpenAiStandIn],
];

const withModels = (provider: string, { key, url }: StandIn): Record<string, string> => ({
  MNEMA_EMBEDDER: provider,
  MNEMA_EXTRACTOR: provider,
  [`${provider.toUpperCase()}_API_KEY`]: key,
  [`MNEMA_${provider.toUpperCase()}_BASE_URL`]: provider === 'openai' ? `${url}/v1` : url,
  ...(provider === 'openai' ? { MNEMA_EXTRACTION_MODEL: 'gpt-5-mini' } : {}),
});

const withReranker = ({ key, url }: StandIn) => ({
  MNEMA_RERANKER: 'cohere',
  COHERE_API_KEY: key,
  MNEMA_COHERE_BASE_URL: url,
});

const failures = (keyVariable: string): [Failure, RegExp][] => [
  ['unauthorized', new RegExp(`rejects the key: check ${keyVariable}`)],
  ['unknown-model', /404/],
  ['truncated', /./],
  ['reset', /cannot be reached/],
  ['hang', /did not respond|no response/],
];

// One that hangs is waited for: these wait side by side.
describe.concurrent('mnema doctor and a provider that fails', limit, () => {
  const ofModels = providers.flatMap(([provider, start]) =>
    failures(`${provider.toUpperCase()}_API_KEY`).map(([failure, reason]) => ({ provider, start, failure, reason })),
  );
  it.for(ofModels)(
    'gives the reason why the models of $provider do not respond when it is $failure',
    async ({ provider, start, failure, reason }, { expect, onTestFinished }) => {
      const standIn = await start();
      onTestFinished(() => standIn.close());
      standIn.fail(failure);
      const config = parseConfig(withModels(provider, standIn));
      const found = await Promise.all([checkEmbedder(config), checkExtractor(config)]);
      for (const [at, variable] of ['MNEMA_EMBEDDING_MODEL', 'MNEMA_EXTRACTION_MODEL'].entries()) {
        expect(found[at]).toEqual({
          status: 'problem',
          finding: expect.stringMatching(reason),
          fix: expect.any(String),
        });
        const name = provider.toUpperCase();
        for (const named of [variable, `${name}_API_KEY`, `MNEMA_${name}_BASE_URL`]) {
          expect(found[at]?.fix).toContain(named);
        }
      }
      expect(JSON.stringify(found)).not.toContain(standIn.key);
    },
  );

  const ofReranker = failures('COHERE_API_KEY').filter(([failure]) => failure !== 'truncated');
  it.for(ofReranker)(
    'gives the reason why the reranker does not respond when it is %s',
    async ([failure, reason], { expect, onTestFinished }) => {
      const standIn = await startCohereStandIn();
      onTestFinished(() => standIn.close());
      standIn.fail(failure);
      expect(await checkReranker(parseConfig(withReranker(standIn)))).toEqual({
        status: 'problem',
        finding: expect.stringMatching(reason),
        fix: expect.stringMatching(/COHERE_API_KEY.*MNEMA_RERANK_MODEL.*MNEMA_COHERE_BASE_URL/),
      });
    },
  );
});

describe.each(providers)('mnema doctor with %s', limit, (provider, start) => {
  let standIn: StandIn;
  const name = provider.toUpperCase();
  beforeAll(async () => {
    standIn = await start();
  });
  afterAll(() => standIn.close());

  const environment = () => withModels(provider, standIn);
  const withProvider = (changes: Record<string, string> = {}) => diagnose({ ...environment(), ...changes });

  it('requests one vector and one extraction, and reports no problem', async () => {
    standIn.fail(null);
    const before = standIn.requests.length;
    const { checks, problems, stdout } = await withProvider();
    expect(problems).toEqual([]);
    expect(checks.embedder?.finding).toMatch(/responds in \d+ ms, with vectors of \d+ numbers/);
    expect(checks.extractor?.finding).toMatch(/in the requested format/);
    expect(checks.model).toBeUndefined();
    expect(standIn.requests.length - before).toBe(2);
    expect(stdout).not.toContain(standIn.key);
  });

  it('reports vectors of another length than is configured', async () => {
    standIn.fail('wrong-dimension');
    const found = await checkEmbedder(parseConfig(environment()));
    standIn.fail(null);
    expect(found).toMatchObject({
      finding: expect.stringMatching(/vectors of 7 numbers, not \d+: set MNEMA_EMBEDDING_DIMENSIONS/),
    });
  });

  it('reports a key that the provider rejects, and does not print it', async () => {
    const { checks, problems, stdout } = await withProvider({ [`${name}_API_KEY`]: 'hush-hush-hush' });
    expect(problems).toEqual(['embedder', 'extractor']);
    expect(checks.embedder?.finding).toContain(`${name}_API_KEY`);
    expect(stdout).not.toContain('hush');
  });
});

describe('mnema doctor with a reranker', limit, () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startCohereStandIn();
  });
  afterAll(() => standIn.close());
  const environment = () => withReranker(standIn);

  it('requests one reranking, and reports no problem', async () => {
    const { checks, problems, stdout } = await diagnose(environment());
    expect(problems).toEqual([]);
    expect(checks.reranker?.finding).toMatch(/^cohere\/rerank-v3\.5 responds in \d+ ms$/);
    expect(standIn.requests).toHaveLength(1);
    expect(stdout).not.toContain(standIn.key);
  });

  it('reports a key that the provider rejects, and does not print it', async () => {
    const { checks, problems, stdout } = await diagnose({ ...environment(), COHERE_API_KEY: 'hush-hush-hush' });
    expect(problems).toEqual(['reranker']);
    expect(checks.reranker?.finding).toContain('COHERE_API_KEY');
    expect(stdout).not.toContain('hush');
  });
});

describe('mnema doctor with traces', limit, () => {
  const withCollector = (url: string, more: Record<string, string> = {}) =>
    diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more });

  it('sends nothing to the collector, as it would send spans, and finds it well', async () => {
    const collector = await startCollector();
    const { checks, problems } = await withCollector(collector.url, { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine' });
    expect(problems).toEqual([]);
    expect(checks.traces?.finding).toMatch(/^the collector takes traces in \d+ ms$/);
    expect(collector.headers).toMatchObject([{ 'x-tenant': 'mine' }]);
    expect(collector.spans).toEqual([]);
  });

  it('does not look for one when no traces are sent', async () => {
    const { checks } = await withCollector('http://127.0.0.1:1', { OTEL_TRACES_EXPORTER: 'none' });
    expect(checks.traces).toBeUndefined();
  });

  it('distinguishes a wrong path, a wrong port and one that hangs, and calls none of it a problem', async () => {
    const [right, hanging] = await Promise.all([startCollector(), startCollector({ hangs: true })]);
    const found = await Promise.all(
      [`${right.url}/other`, 'http://127.0.0.1:1', hanging.url].map((url) => withCollector(url)),
    );
    expect(found.map(({ problems }) => problems)).toEqual([[], [], []]);
    expect(found.map(({ checks }) => checks.traces?.finding)).toEqual([
      expect.stringContaining('it responded with 400'),
      expect.stringContaining('ECONNREFUSED'),
      expect.stringMatching(/timed out|no response/),
    ]);
    expect(found[0]?.checks.traces).toMatchObject({ status: 'warning', fix: expect.stringContaining('OTEL_EXPORTER') });
  });
});

it('is done within 15 seconds when everything accepts connections and never responds', limit, async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const startedAt = performance.now();
  const { problems } = await diagnose({
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
  });
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(problems).toEqual([...['MongoDB', 'search indexes', 'port', 'Redis', 'embedder', 'extractor', 'reranker']]);
});
