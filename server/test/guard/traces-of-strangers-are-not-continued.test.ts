import { expect } from 'vitest';
import { noTracer, type Span, type Tracer } from '../../src/ports/tracer.ts';
import { it, useAccount } from '../http/shared-apps.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const { app } = useAccount();

/** Starts a server that notes the traces its requests begin in, and those they are linked to. */
async function serveTraced() {
  const traces: { parent: string | null | undefined; links: string[] }[] = [];
  const tracer: Tracer = {
    ...noTracer,
    start(name, options) {
      const links: string[] = [];
      traces.push({ parent: options.parent, links });
      const span: Span = noTracer.start(name, options);
      return { ...span, link: (traceParent: string) => void links.push(traceParent) };
    },
  };
  return { traces, ...(await app.withServices({ tracer })) };
}

it('a traceparent without a valid credential has no effect', async () => {
  const { call, traces } = await serveTraced();
  for (const credential of [{}, { 'X-API-Key': `${app.first.key}x` }]) {
    const headers = { ...credential, traceparent };
    expect((await call({ method: 'GET', path: '/memories', headers })).status).toBe(401);
  }
  expect(traces).toEqual([
    { parent: null, links: [] },
    { parent: null, links: [] },
  ]);
});

it('a request with a valid credential begins a trace of ours, linked to that of its caller', async () => {
  const { call, traces } = await serveTraced();
  const headers = { ...app.first.api.headers, traceparent };
  expect((await call({ method: 'GET', path: '/memories', headers })).status).toBe(200);
  expect(traces).toEqual([{ parent: null, links: [traceparent] }]);
});
