import { describe, expect, it } from 'vitest';
import { Mnema } from './client.ts';
import { MnemaError } from './errors.ts';
import type { AddParams, Problem } from './types.ts';

interface Sent {
  key: string | null;
  prefer: string | null;
  memories: AddParams[];
  bytes: number;
}

const problem = { code: 'invalid_request', status: 400, detail: 'the text is blank' } as Problem;

/** Serves batches, rejects blank memories, and fails the request of this number. */
function clientOf({ failing = 0 } = {}): { mnema: Mnema; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch = async (_url: string, { headers, body }: RequestInit): Promise<Response> => {
    const { memories } = JSON.parse(String(body)) as { memories: AddParams[] };
    const names = new Headers(headers);
    const bytes = new TextEncoder().encode(String(body)).length;
    sent.push({ key: names.get('idempotency-key'), prefer: names.get('prefer'), memories, bytes });
    if (sent.length === failing) return Response.json({ code: 'unavailable', detail: 'closed' }, { status: 503 });
    const results = memories.map(({ text }, index) =>
      text === '' ? { index, error: problem } : { index, memory: { memory_id: `mem_${text?.slice(0, 9)}` } },
    );
    const rejected = results.filter(({ error }) => error !== undefined).length;
    return Response.json({ accepted: results.length - rejected, rejected, results });
  };
  return { mnema: new Mnema({ apiKey: 'mnk_1', maxRetries: 0, fetch }), sent };
}

const textsOf = (count: number): AddParams[] => Array.from({ length: count }, (_, index) => ({ text: String(index) }));

async function errorOf(promise: Promise<unknown>): Promise<MnemaError> {
  const error = await promise.catch((caught: unknown) => caught);
  if (!MnemaError.is(error)) throw error;
  return error;
}

describe('addMany', () => {
  it('sends at most 100 memories in a request, in order, and counts the results over the whole list', async () => {
    const { mnema, sent } = clientOf();
    const memories = textsOf(201);
    memories[150] = { text: '' };
    const done = await mnema.addMany(memories, { idempotencyKey: 'import', waitSeconds: 3 });
    expect(sent.map(({ key, prefer, memories: { length } }) => [key, prefer, length])).toEqual([
      ['import/0', 'wait=3', 100],
      ['import/100', 'wait=3', 100],
      ['import/200', 'wait=3', 1],
    ]);
    expect([done.accepted, done.rejected, done.idempotencyKey]).toEqual([200, 1, 'import']);
    expect(done.results.map(({ index }) => index)).toEqual(memories.map((_memory, index) => index));
    expect([done.results[149]?.memory?.memory_id, done.results[150]?.error?.code]).toEqual([
      'mem_149',
      'invalid_request',
    ]);
  });

  it('sends at most 4 MB in a request, counted in UTF-8', async () => {
    const { mnema, sent } = clientOf();
    const limit = 4 * 1024 * 1024;
    // With its braces, names and comma this memory fills half of the largest body.
    const half = { text: 'é'.repeat((limit - 14) / 4 - 6) };
    await mnema.addMany([half, half, half]);
    expect(sent.map(({ memories: { length } }) => length)).toEqual([2, 1]);
    expect(sent[0]?.bytes).toBeLessThanOrEqual(limit);
    expect(sent[0]?.bytes).toBeGreaterThan(limit - 10);
  });

  it('has a key of its own for each call', async () => {
    const { mnema, sent } = clientOf();
    const made = [await mnema.addMany(textsOf(1)), await mnema.addMany(textsOf(1))];
    expect(sent.map(({ key }) => key)).toEqual(made.map(({ idempotencyKey }) => `${idempotencyKey}/0`));
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('sends nothing for an empty list', async () => {
    const { mnema, sent } = clientOf();
    expect(await mnema.addMany([])).toMatchObject({ accepted: 0, rejected: 0, results: [] });
    expect(sent).toEqual([]);
  });

  it('fails with what was done before, and with the key to go on with', async () => {
    const { mnema, sent } = clientOf({ failing: 2 });
    const error = await errorOf(mnema.addMany(textsOf(201)));
    expect([error.name, error.batch?.accepted, error.batch?.results.length]).toEqual([
      'ServiceUnavailableError',
      100,
      100,
    ]);
    const again = await mnema.addMany(textsOf(201), { idempotencyKey: error.batch?.idempotencyKey });
    expect([again.accepted, sent[2]?.key, sent[3]?.key]).toEqual([201, sent[0]?.key, sent[1]?.key]);
  });

  it('stops before the next request when the caller gives up', async () => {
    const { mnema, sent } = clientOf();
    const error = await errorOf(mnema.addMany(textsOf(1), { signal: AbortSignal.abort() }));
    expect([error.name, error.batch?.results, sent.length]).toEqual(['APIAbortError', [], 0]);
  });

  it.each<[string, AddParams[], string]>([
    ['has no JSON', [...textsOf(150), { text: 'x', metadata: { score: Number.NaN } }], '/150/metadata/score: NaN'],
    ['is larger than a request', [...textsOf(101), { text: 'x'.repeat(4 * 1024 * 1024) }], '/101: is larger than 4 MB'],
    ['is missing from a list', 'text' as unknown as AddParams[], ': must be an array'],
  ])('sends nothing when a memory %s', async (_reason, memories, message) => {
    const { mnema, sent } = clientOf();
    const error = await errorOf(mnema.addMany(memories));
    expect([error.code, error.batch, sent.length]).toEqual(['invalid_argument', null, 0]);
    expect(error.message).toContain(`/body/memories${message}`);
  });

  it('takes a key that has room for the position of each memory', async () => {
    const { mnema, sent } = clientOf();
    await mnema.addMany(textsOf(10), { idempotencyKey: 'k'.repeat(252) });
    const error = await errorOf(mnema.addMany(textsOf(10), { idempotencyKey: 'k'.repeat(253) }));
    expect([error.code, sent.length]).toEqual(['invalid_argument', 1]);
    expect((await errorOf(mnema.addMany(textsOf(1), { idempotencyKey: '' }))).code).toBe('invalid_argument');
  });
});
