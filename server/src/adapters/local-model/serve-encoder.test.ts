import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import type { ThreadMessage, ThreadReply } from '../../lib/create-thread.ts';
import type { EncodedTexts, EncoderRequest } from './encoder-messages.ts';
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
      const filled = (token: number) => ({ vector: new Float32Array(384).fill(token), tokens: new Int8Array(128) });
      return tokens.map(filled);
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
  const replies: ThreadReply[] = [];
  port1.on('message', (received: ThreadReply[]) => replies.push(...received));
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  return {
    served,
    replies,
    send: (request: EncoderRequest | { id: number; operation: 'start' }) => port1.postMessage([request]),
    close: () => port1.postMessage('close' satisfies ThreadMessage),
    /** Lets the service start. Requests sent before have arrived. */
    start: async () => {
      await new Promise((resolve) => setTimeout(resolve));
      loaded.resolve(encoder);
    },
    reply: (id: number) => expect.poll(() => replies.find((reply) => reply.id === id), { timeout: 5_000 }),
  };
}

/** The result of a request that was encoded. */
const encoded = { result: { embeddings: expect.any(Array) } };
const rejected = (id: number, message: string) => ({ id, error: { message, unavailable: false } });

function resultOf(replies: ThreadReply[], id: number): EncodedTexts {
  const reply = replies.find((one) => one.id === id);
  if (!reply || !('result' in reply)) throw new Error(`no vectors for ${id}`);
  return reply.result as EncodedTexts;
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index));

it('reports the runtime before anything else', async () => {
  const service = serve(fakeEncoder().encoder);
  service.send({ operation: 'query', accountId: 'acct', id: 1, argument: '7' });
  service.send({ operation: 'start', id: 2 });
  await service.start();
  await service.reply(1).toMatchObject(encoded);
  expect(service.replies[0]).toMatchObject({ id: 2, result: { runtime: 'native', fallbackReason: null } });
});

it('runs a query between the runs of documents before it, and puts every vector at the position of its text', async () => {
  const { encoder, runs } = fakeEncoder();
  const service = serve(encoder);
  service.send({ operation: 'documents', accountId: '', id: 1, argument: texts(40) });
  service.send({ operation: 'query', accountId: 'acct', id: 2, argument: '999' });
  service.send({ operation: 'documents', accountId: '', id: 3, argument: ['50', '40'] });
  await service.start();
  for (const id of [1, 3]) await service.reply(id).toMatchObject(encoded);
  expect(runs.findIndex((run) => run.includes(999))).toBeLessThan(2);
  expect(runs.every((run) => run.length <= 4)).toBe(true);
  const firstValues = (id: number) => resultOf(service.replies, id).embeddings.map(({ vector }) => vector[0]);
  expect([firstValues(1), firstValues(3)]).toEqual([texts(40).map(Number), [50, 40]]);
});

it('lets documents go on under a steady stream of queries', async () => {
  const { encoder, runs } = fakeEncoder();
  const service = serve(encoder);
  service.send({ operation: 'documents', accountId: '', id: 1, argument: ['5'] });
  for (let id = 2; id < 102; id += 1) service.send({ operation: 'query', accountId: 'acct', id, argument: '999' });
  await service.start();
  await service.reply(101).toMatchObject(encoded);
  expect(runs.findIndex((run) => run.includes(5))).toBeLessThan(20);
});

it('drops queries whose searches went on without a vector, so that they do not add up', async () => {
  let nowMs = 0;
  const { encoder, runs } = fakeEncoder();
  const service = serve(encoder, () => nowMs);
  service.send({ operation: 'query', accountId: 'acct', id: 1, argument: '1' });
  await new Promise((resolve) => setTimeout(resolve));
  nowMs = 60_001;
  service.send({ operation: 'query', accountId: 'acct', id: 2, argument: '2' });
  await service.start();
  await service.reply(2).toMatchObject(encoded);
  await service.reply(1).toMatchObject({ error: {} });
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
  service.send({ operation: 'query', accountId: 'acct', id: 1, argument: 'long' });
  await service.start();
  await service.reply(1).toMatchObject(encoded);
  const [query] = resultOf(service.replies, 1).embeddings;
  expect([...(query?.vector ?? [])].slice(0, 4)).toEqual([...new Array(3).fill(expect.closeTo(3 ** -0.5)), 0]);
});

it('rejects only the request whose text the model rejects or cannot tokenise, not others in the same run', async () => {
  const service = serve(fakeEncoder({ failOn: [13] }).encoder);
  service.send({ operation: 'documents', accountId: '', id: 1, argument: ['1', '2'] });
  service.send({ operation: 'documents', accountId: '', id: 2, argument: ['12', '13', '14'] });
  service.send({ operation: 'documents', accountId: '', id: 3, argument: ['3'] });
  service.send({ operation: 'query', accountId: 'acct', id: 4, argument: '13' });
  service.send({ operation: 'documents', accountId: '', id: 5, argument: ['1', 'untokenisable', '2'] });
  await service.start();
  await service.reply(3).toMatchObject(encoded);
  await service.reply(1).toMatchObject(encoded);
  await service.reply(2).toEqual(rejected(2, 'bad input'));
  await service.reply(4).toEqual(rejected(4, 'bad input'));
  await service.reply(5).toEqual(rejected(5, 'no tokens'));
  expect(service.replies).toHaveLength(5);
});

it('ends when the runtime is broken, instead of rejecting the texts', async () => {
  const service = serve(fakeEncoder({ brokenAfter: 1 }).encoder);
  service.send({ operation: 'documents', accountId: '', id: 1, argument: texts(12) });
  await service.start();
  await expect(service.served).rejects.toThrow('runtime broken');
  expect(service.replies.filter((reply) => 'error' in reply)).toEqual([]);
});

it('stops after the present run when it is told to close', async () => {
  const { encoder, runs } = fakeEncoder();
  const service = serve(encoder);
  service.send({ operation: 'documents', accountId: '', id: 1, argument: texts(1_000) });
  service.close();
  await service.start();
  await service.served;
  expect(runs.length).toBeLessThan(5);
});
