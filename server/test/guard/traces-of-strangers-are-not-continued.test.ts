import { expect, vi } from 'vitest';
import { noTracer } from '../../src/ports/tracer.ts';
import { it, useAccount } from '../http/shared-apps.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const { app } = useAccount();

it('a traceparent without a valid credential has no effect', async () => {
  const link = vi.fn();
  const start = vi.fn<typeof noTracer.start>((...begun) => ({ ...noTracer.start(...begun), link }));
  const { call } = await app.withServices({ tracer: { ...noTracer, start } });
  for (const credential of [{}, { 'X-API-Key': `${app.first.key}x` }]) {
    const headers = { ...credential, traceparent };
    expect((await call({ method: 'GET', path: '/memories', headers })).status).toBe(401);
  }
  expect(start.mock.calls.map(([, { parent }]) => parent)).toEqual([null, null]);
  expect(link).not.toHaveBeenCalled();
});
