import { describe, expect, it } from 'vitest';
import { Mnema } from './client.ts';

const clientOf = (...responses: (Response | Error)[]) => {
  const fetch = async () => {
    const next = responses.shift();
    if (next instanceof Response) return next;
    throw next;
  };
  return new Mnema({ apiKey: 'mnk_1', maxRetries: 1, fetch });
};
const headers = { 'x-request-id': 'req_1', 'idempotency-replayed': 'true', ratelimit: '"default";r=9;t=3' };

describe('withResponse', () => {
  it('has the value with the status, the headers and what they say', async () => {
    const retried = new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
    const mnema = clientOf(retried, Response.json({ memory_id: 'mem_1' }, { status: 202, headers }));
    const { headers: received, ...rest } = await mnema.add('tea').withResponse();
    const data = { memory_id: 'mem_1' };
    expect(rest).toEqual({ data, status: 202, requestId: 'req_1', attempts: 2, replayed: true });
    expect(received.get('ratelimit')).toBe(headers.ratelimit);
  });

  it('has null without a request id, and false for a response that is not stored', async () => {
    const { requestId, replayed } = await clientOf(Response.json({})).usage().withResponse();
    expect([requestId, replayed]).toEqual([null, false]);
  });

  it('sends nothing more than the call itself', async () => {
    const call = clientOf(Response.json({ plan: 'free' })).usage();
    expect([(await call).plan, (await call.withResponse()).data.plan]).toEqual(['free', 'free']);
  });

  it('has the first page of a list, and undefined for a call without a value', async () => {
    const mnema = clientOf(
      Response.json({ results: [{ id: 'mem_1' }], next_cursor: null }),
      new Response(null, { status: 204 }),
    );
    const list = mnema.list();
    expect((await list.withResponse()).data.results).toHaveLength(1);
    expect((await list).results).toHaveLength(1);
    const { data, status } = await mnema.update('mem_1', { text: 'x' }, { return: 'minimal' }).withResponse();
    expect([data, status]).toEqual([undefined, 204]);
  });

  it('rejects like the call, without a rejection that nobody handles', async () => {
    const unhandled: unknown[] = [];
    const keep = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', keep);
    await expect(
      clientOf(Response.json({}, { status: 404 }))
        .get('mem_1')
        .withResponse(),
    ).rejects.toThrow('404');
    await expect(new Mnema({ apiKey: 'mnk_1' }).get('').withResponse()).rejects.toThrow('memory_id');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', keep);
    expect(unhandled).toEqual([]);
  });
});
