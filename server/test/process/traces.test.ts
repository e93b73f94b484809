import { expect, it } from 'vitest';
import { startCollector } from '../tracing/start-collector.ts';
import { jsonLines, spawnServer, until, withoutEncoder } from './spawn-server.ts';

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-00`;
const secretText = 'the quokka of Rottnest sleeps at noon';

it('one trace goes from a request, and from a call over MCP, to the ingest of the memory, without texts, ids or users', async () => {
  const collector = await startCollector();
  const server = await spawnServer({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'mnema-under-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      MNEMA_REST_USER_ID: 'request',
      MNEMA_LOG_LEVEL: 'debug',
    },
  });
  const { client } = server;
  const content = { text: secretText, user_id: 'ida-of-rottnest' };
  const written = await client.send('POST', '/memories', content, { traceparent, Prefer: 'wait=10' });
  expect(written.status).toBe(201);
  const id = written.body.memory_id as string;
  await client.send('GET', `/memories/${id}`);
  await client.send('POST', '/search', { query: 'quokka' });
  const call = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'service_add', arguments: { text: `${secretText} again` } },
  };
  expect((await client.send('POST', '/mcp', call)).status).toBe(200);
  for (const path of ['/healthz', '/readyz', '/metrics']) await client.send('GET', path);
  const names = () => collector.spans.map(({ name }) => name);
  const what = () => `two memories to be ingested; so far ${names()}`;
  await until(() => names().filter((name) => name === 'ingest').length === 2, what, 10_000);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const { spans } = collector;

  const request = spans.find(({ name }) => name === 'POST /memories');
  // The caller's trace is linked; whether ours is sampled is not for the caller to decide.
  expect(request).toMatchObject({ parentSpanId: '', links: [caller], kind: 2, service: 'mnema-under-test' });
  const traceId = request?.traceId;
  expect(traceId).not.toBe(caller.traceId);
  expect(request?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/memories',
    'http.response.status_code': 201,
    'mnema.operation': 'createMemory',
  });
  const ingest = spans.find((span) => span.name === 'ingest' && span.traceId === traceId);
  expect(ingest).toMatchObject({ parentSpanId: request?.spanId, kind: 5, failed: false });
  const namesBelow = (parent: string | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent).map(({ name }) => name);
  expect(namesBelow(request?.spanId)).toEqual(expect.arrayContaining(['api_keys.scan', 'insert', 'ingest']));
  expect(namesBelow(ingest?.spanId)).toEqual(['embed documents', 'complete']);

  const mcp = spans.find(({ name }) => name === 'POST /mcp');
  expect(mcp).toMatchObject({ parentSpanId: '', attributes: { 'mnema.operation': 'service_add' } });
  expect(mcp?.links).toEqual([]);
  expect(mcp?.traceId).not.toBe(traceId);
  expect(namesBelow(mcp?.spanId)).toEqual(expect.arrayContaining(['insert', 'ingest']));
  expect(namesBelow(spans.find(({ name }) => name === 'POST /search')?.spanId)).toEqual(
    expect.arrayContaining(['embed query', 'candidates']),
  );
  expect(spans.map(({ name }) => name)).toContain('GET /memories/{memory_id}');
  // Nothing comes from polls and checks of health.
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === '');
  expect(new Set(roots.map(({ kind }) => kind))).toEqual(new Set([2]));
  expect(spans.map(({ name }) => name).join()).not.toMatch(/healthz|readyz|metrics|claim|probe/);

  const exported = JSON.stringify(spans);
  for (const secret of ['quokka', id, 'ida-of-rottnest', server.key as string, 'mem_', 'acct_', 'key_']) {
    expect(exported).not.toContain(secret);
  }
  expect(collector.headers[0]?.authorization).toBe('Bearer of-the-collector');
  const lines = jsonLines(server.stderr());
  expect(lines.find(({ operation }) => operation === 'createMemory')).toMatchObject({
    trace_id: traceId,
    span_id: request?.spanId,
  });
  expect(lines.find(({ msg }) => msg === 'listening')).not.toHaveProperty('trace_id');
}, 120_000);

it('neither SDK nor exporter of OpenTelemetry is loaded unless a collector is named', async () => {
  const reporting = `--import=${new URL('../tracing/report-loads.mjs', import.meta.url)}`;
  const loaded = async (environment: Record<string, string>) => {
    const server = await spawnServer({ environment: { ...withoutEncoder, ...environment, NODE_OPTIONS: reporting } });
    const { status } = await server.client.send('POST', '/memories', { text: secretText }, { traceparent });
    expect(status).toBe(202);
    await server.end('SIGTERM');
    return /^loads /m.test(server.stderr());
  };
  const { url: OTEL_EXPORTER_OTLP_ENDPOINT } = await startCollector();
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' };
  const all = await Promise.all([{}, off, { OTEL_EXPORTER_OTLP_ENDPOINT }].map(loaded));
  expect(all).toEqual([false, false, true]);
}, 90_000);

it('a collector that is away or hangs is reported and disturbs neither requests nor the stop', async () => {
  const hanging = await startCollector({ hangs: true });
  const run = async (url: string) => {
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BSP_MAX_QUEUE_SIZE: '10' };
    const server = await spawnServer({ environment: { ...withoutEncoder, ...traces } });
    for (let number = 0; number < 20; number++) {
      const { status } = await server.client.send('POST', '/memories', { text: `${secretText} ${number}` });
      expect(status).toBe(202);
    }
    const startedAt = performance.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(server.stderr()).toContain('traces cannot be sent');
  };
  await Promise.all(['http://127.0.0.1:9', hanging.url].map(run));
  expect(hanging.headers.length).toBeGreaterThan(0);
}, 90_000);
