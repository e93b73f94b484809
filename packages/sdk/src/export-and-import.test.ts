import { describe, expect, it } from 'vitest';
import { Mnema } from './client.ts';
import { APIAbortError, APIConnectionError, IncompleteExportError } from './errors.ts';
import type { ExportedMemory } from './types.ts';

const header = '{"format":"mnema","version":1}';
const encoder = new TextEncoder();

/** Creates a client that receives these pieces of a body, and counts how many it has read. */
function exporting(pieces: string[], end: 'closed' | 'broken' | 'open' = 'closed') {
  const state = { read: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.read];
        state.read += 1;
        if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
        if (end === 'closed') controller.close();
        if (end === 'broken') controller.error(new Error('socket hang up'));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const mnema = new Mnema({ apiKey: 'mnk_1', maxRetries: 0, timeoutMs: 50, fetch: async () => new Response(body) });
  return { mnema, state };
}

async function collect(memories: AsyncIterable<ExportedMemory>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of memories) ids.push(id);
  return ids;
}

describe('export', () => {
  it('reads lines wherever the pieces of the body end', async () => {
    const text = `${header}\n{"id":"mem_1","memory":"Grüße\u2028"}\n{"id":"mem_2"}\n{"end":true,"count":2}`;
    for (const size of [1, 7, 1000]) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
      expect(await collect(exporting([...pieces]).mnema.export())).toEqual(['mem_1', 'mem_2']);
    }
  });

  it.each([
    ['the end', [header, '\n{"id":"mem_1"}\n']],
    ['half a line', [header, '\n{"id":"mem_1"}\n{"id":']],
    ['a memory', [header, '\n{"id":"mem_1"}\n{"end":true,"count":2}\n']],
    ['the header', ['{"id":"mem_1"}\n{"end":true,"count":1}\n']],
    ['everything', []],
  ])('rejects when %s is missing', async (_missing, pieces) => {
    const error = await collect(exporting(pieces).mnema.export()).catch((caught: unknown) => caught);
    expect(IncompleteExportError.is(error) && APIConnectionError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: 'incomplete_export', message: expect.stringContaining('start it again') });
  });

  it.each(['broken', 'open'] as const)('rejects when the connection is %s before the end', async (end) => {
    const call = collect(exporting([`${header}\n{"id":"mem_1"}\n`], end).mnema.export());
    await expect(call).rejects.toThrow(end === 'open' ? 'within 50 ms' : 'socket hang up');
    await expect(call).rejects.toBeInstanceOf(IncompleteExportError);
  });

  it('reads no further than its caller, and ends the response when the caller stops', async () => {
    const { mnema, state } = exporting([`${header}\n`, '{"id":"mem_1"}\n', '{"id":"mem_2"}\n'], 'open');
    for await (const { id } of mnema.export()) {
      expect(id).toBe('mem_1');
      break;
    }
    expect(state).toEqual({ read: 2, cancelled: true });
  });

  it('ends with the signal of the caller', async () => {
    const abort = new AbortController();
    const { mnema } = exporting([`${header}\n{"id":"mem_1"}\n`], 'open');
    const reading = (async () => {
      for await (const _memory of mnema.export({}, { signal: abort.signal })) abort.abort();
    })();
    await expect(reading).rejects.toBeInstanceOf(APIAbortError);
  });
});

/** Creates a client that records the lines of each import, and rejects those that contain "bad". */
function importing(fail = Number.POSITIVE_INFINITY) {
  const sent: string[][] = [];
  const fetch = async (_url: string, { body, headers }: RequestInit): Promise<Response> => {
    expect(new Headers(headers).get('content-type')).toBe('application/x-ndjson');
    if (sent.length + 1 >= fail) return Response.json({ code: 'not_found' }, { status: 404 });
    const lines = String(body).split('\n');
    sent.push(lines);
    const rejected = lines.flatMap((text, index) =>
      text.includes('bad') ? [{ line: index + 1, code: 'invalid_request', message: 'no' }] : [],
    );
    const ignored = String(body).includes('"x":1') ? { ignored: { x: 1 } } : {};
    return Response.json({ accepted: lines.length - rejected.length, skipped: 0, rejected, ...ignored });
  };
  return { mnema: new Mnema({ apiKey: 'mnk_1', maxRetries: 0, fetch }), sent };
}

describe('importMemories', () => {
  const lines = ['{"text":"ä"}', '{"text":"b"}'];
  async function* stream() {
    yield* [...encoder.encode(lines.join('\n'))].map((byte) => Uint8Array.of(byte));
  }

  it.each([
    ['a text', () => lines.join('\n')],
    ['lines', () => lines.map((line) => `${line}\n`)],
    ['objects', () => [{ text: 'ä' }, { text: 'b' }]],
    ['a stream of bytes', () => stream()],
  ])('takes %s', async (_name, source) => {
    const { mnema, sent } = importing();
    expect(await mnema.importMemories(source())).toEqual({ accepted: 2, skipped: 0, rejected: [] });
    expect(sent).toEqual([lines]);
  });

  it('cuts after 10,000 lines and numbers lines over all requests, empty ones as well', async () => {
    const { mnema, sent } = importing();
    const many = ['{"x":1}', ...Array.from({ length: 10_000 }, () => '{}'), '', '{"x":1,"text":"bad"}'];
    const { rejected, ignored } = await mnema.importMemories(many);
    expect(sent.map(({ length }) => length)).toEqual([10_000, 3]);
    expect(ignored).toEqual({ x: 2 });
    expect(rejected).toEqual([{ line: 10_003, code: 'invalid_request', message: 'no' }]);
  });

  it('cuts before 4 MB, and rejects a larger line alone', async () => {
    const { mnema, sent } = importing();
    const large = { text: 'x'.repeat(3_000_000) };
    const source = [large, large, { text: 'x'.repeat(5_000_000) }, { text: 'bad' }];
    const { rejected } = await mnema.importMemories(source);
    expect(sent.map(({ length }) => length)).toEqual([1, 3]);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [3, 'payload_too_large'],
      [4, 'invalid_request'],
    ]);
    const file = (async function* () {
      for (let at = 0; at < 90; at += 1) yield encoder.encode('x'.repeat(100_000));
      yield encoder.encode('\n{"text":"bad"}\n');
    })();
    expect((await mnema.importMemories(file)).rejected.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('rejects with what was done before, and sends nothing for an empty source', async () => {
    const { mnema, sent } = importing(2);
    const many = Array.from({ length: 10_001 }, () => '{}');
    await expect(mnema.importMemories(many)).rejects.toMatchObject({
      status: 404,
      imported: { accepted: 10_000, skipped: 0, rejected: [] },
    });
    expect(await mnema.importMemories([])).toEqual({ accepted: 0, skipped: 0, rejected: [] });
    expect(sent).toHaveLength(1);
  });

  it('rejects bytes that are no text, and the client of one user', async () => {
    const { mnema, sent } = importing();
    await expect(mnema.importMemories([Uint8Array.of(0xff)])).rejects.toThrow('is not UTF-8');
    await expect(mnema.forUser('alice').importMemories(lines)).rejects.toThrow('/user_id');
    expect(sent).toEqual([]);
  });
});
