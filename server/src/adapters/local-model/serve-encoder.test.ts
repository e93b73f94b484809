import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EncoderReply, EncoderRequest } from './encoder-messages.ts';
import type { Encoder } from './load-encoder.ts';
import { serveEncoder } from './serve-encoder.ts';

/** Makes one token of each text, its number. Records the runs, and fails where the options demand it. */
function fakeEncoder(options: { failOn?: number[]; brokenAfter?: number } = {}) {
  const runs: number[][] = [];
  const encoder: Encoder = {
    runtime: 'native',
    fallbackReason: null,
    limits: { maxTexts: 4, maxTokens: 192 },
    tokenise: (text) => {
      if (text === 'untokenisable') throw new Error('no tokens');
      return [text === 'still there' ? -1 : Number(text)];
    },
    encode: async (tokenLists) => {
      const tokens = tokenLists.map(([token]) => token as number);
      runs.push(tokens);
      if (runs.length > (options.brokenAfter ?? Number.POSITIVE_INFINITY)) throw new Error('runtime broken');
      if (tokens.some((token) => options.failOn?.includes(token))) throw new Error('bad input');
      return tokens.map((token) => ({
        vector: new Float32Array(384).fill(token),
        tokens: new Int8Array(128).fill(token),
      }));
    },
    wordsOf: (tokens) => tokens.map(String),
    release: async () => undefined,
  };
  return { encoder, runs };
}

function serve(encoder: Encoder, monotonicMs?: () => number) {
  const { port1, port2 } = new MessageChannel();
  const loaded = Promise.withResolvers<Encoder>();
  const served = serveEncoder(port2 as MessagePort, () => loaded.promise, monotonicMs);
  // Tests that expect the service to fail await `served` themselves.
  served.catch(() => undefined);
  const replies: EncoderReply[] = [];
  port1.on('message', (reply: EncoderReply) => replies.push(reply));
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  return {
    served,
    replies,
    send: (request: EncoderRequest) => port1.postMessage(request),
    /** Lets the service start. Requests sent before have arrived. */
    start: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      loaded.resolve(encoder);
    },
    reply: (id: number) =>
      expect.poll(() => replies.find((reply) => 'id' in reply && reply.id === id), { timeout: 5_000 }),
  };
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('serveEncoder', () => {
  it('reports the runtime before anything else', async () => {
    const service = serve(fakeEncoder().encoder);
    service.send({ kind: 'query', accountId: 'acct', id: 1, text: '7' });
    await service.start();
    await service.reply(1).toMatchObject({ kind: 'vectors' });
    expect(service.replies[0]).toMatchObject({ kind: 'started', runtime: 'native', fallbackReason: null });
  });

  it('runs a query between the runs of documents that came before it', async () => {
    const { encoder, runs } = fakeEncoder();
    const service = serve(encoder);
    service.send({ kind: 'documents', id: 1, texts: texts(40) });
    service.send({ kind: 'query', accountId: 'acct', id: 2, text: '999' });
    await service.start();
    await service.reply(1).toMatchObject({ kind: 'vectors' });
    expect(runs.findIndex((run) => run.includes(999))).toBeLessThan(2);
    expect(runs.every((run) => run.length <= 4)).toBe(true);
  });

  it('lets documents go on under a steady stream of queries', async () => {
    const { encoder, runs } = fakeEncoder();
    const service = serve(encoder);
    service.send({ kind: 'documents', id: 1, texts: ['5'] });
    for (let id = 2; id < 102; id += 1) service.send({ kind: 'query', accountId: 'acct', id, text: '999' });
    await service.start();
    await service.reply(101).toMatchObject({ kind: 'vectors' });
    expect(runs.findIndex((run) => run.includes(5))).toBeLessThan(20);
  });

  it('puts every vector at the position of its text', async () => {
    const service = serve(fakeEncoder().encoder);
    service.send({ kind: 'documents', id: 1, texts: texts(11) });
    service.send({ kind: 'documents', id: 2, texts: ['50', '40'] });
    await service.start();
    await service.reply(2).toMatchObject({ kind: 'vectors' });
    const firstValues = (id: number) => {
      const reply = service.replies.find((candidate) => candidate.kind === 'vectors' && candidate.id === id);
      if (reply?.kind !== 'vectors') throw new Error(`no vectors for ${id}`);
      return Array.from({ length: reply.values.length / 384 }, (_, index) => reply.values[index * 384]);
    };
    expect(firstValues(1)).toEqual(texts(11).map(Number));
    expect(firstValues(2)).toEqual([50, 40]);
  });

  it('drops queries whose searches went on without a vector, so that they do not add up', async () => {
    let nowMs = 0;
    const { encoder, runs } = fakeEncoder();
    const service = serve(encoder, () => nowMs);
    service.send({ kind: 'query', id: 1, accountId: 'acct', text: '1' });
    await new Promise((resolve) => setTimeout(resolve));
    nowMs = 60_001;
    service.send({ kind: 'query', id: 2, accountId: 'acct', text: '2' });
    await service.start();
    await service.reply(2).toMatchObject({ kind: 'vectors' });
    await service.reply(1).toMatchObject({ kind: 'rejected' });
    expect(runs).toEqual([[2]]);
  });

  it('replies to a long query with the mean of its parts as a unit vector', async () => {
    const { encoder } = fakeEncoder();
    let runs = 0;
    const service = serve({
      ...encoder,
      tokenise: () => new Array<number>(300).fill(7),
      encode: async () => [{ vector: new Float32Array(384).fill(1, runs, ++runs), tokens: new Int8Array(128) }],
    });
    service.send({ kind: 'query', id: 1, accountId: 'acct', text: 'long' });
    await service.start();
    await service.reply(1).toMatchObject({ kind: 'vectors' });
    const reply = service.replies.find((one) => one.kind === 'vectors');
    expect([...(reply?.values ?? [])].slice(0, 4)).toEqual([...new Array(3).fill(expect.closeTo(3 ** -0.5)), 0]);
  });

  it('rejects only the request whose text the model rejects, not others in the same run', async () => {
    const service = serve(fakeEncoder({ failOn: [13] }).encoder);
    service.send({ kind: 'documents', id: 1, texts: ['1', '2'] });
    service.send({ kind: 'documents', id: 2, texts: ['12', '13', '14'] });
    service.send({ kind: 'documents', id: 3, texts: ['3'] });
    service.send({ kind: 'query', accountId: 'acct', id: 4, text: '13' });
    await service.start();
    await service.reply(3).toMatchObject({ kind: 'vectors' });
    await service.reply(1).toMatchObject({ kind: 'vectors' });
    await service.reply(2).toEqual({ kind: 'rejected', id: 2, message: 'bad input' });
    await service.reply(4).toEqual({ kind: 'rejected', id: 4, message: 'bad input' });
    expect(service.replies.filter((reply) => 'id' in reply)).toHaveLength(4);
  });

  it('rejects a text that cannot be tokenised and goes on', async () => {
    const service = serve(fakeEncoder().encoder);
    service.send({ kind: 'documents', id: 1, texts: ['1', 'untokenisable', '2'] });
    service.send({ kind: 'documents', id: 2, texts: ['3'] });
    await service.start();
    await service.reply(2).toMatchObject({ kind: 'vectors' });
    await service.reply(1).toEqual({ kind: 'rejected', id: 1, message: 'no tokens' });
  });

  it('ends when the runtime is broken, instead of rejecting the texts', async () => {
    const service = serve(fakeEncoder({ brokenAfter: 1 }).encoder);
    service.send({ kind: 'documents', id: 1, texts: texts(12) });
    await service.start();
    await expect(service.served).rejects.toThrow('runtime broken');
    expect(service.replies.filter((reply) => reply.kind === 'rejected')).toEqual([]);
  });

  it('stops after the present run when it is told to close', async () => {
    const { encoder, runs } = fakeEncoder();
    const service = serve(encoder);
    service.send({ kind: 'documents', id: 1, texts: texts(1_000) });
    service.send({ kind: 'close' });
    await service.start();
    await service.served;
    expect(runs.length).toBeLessThan(5);
  });
});
