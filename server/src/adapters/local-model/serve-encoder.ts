import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { tokenVectors } from '@mnema/model-bge-small-en';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../lib/create-thread.ts';
import { meanVector } from '../../lib/mean-vector.ts';
import { messageOf } from '../../lib/message-of.ts';
import { joinVectors } from '../../lib/quantize.ts';
import type { Embedding } from '../../ports/embedder.ts';
import type { EncodedTexts, EncoderRequest, EncoderStart } from './encoder-messages.ts';
import { EncoderQueue, type Item, type Job } from './encoder-queue.ts';
import type { Encoder } from './load-encoder.ts';

/** A search waits five seconds for the vector of its query. A check of the model waits for the loading as well. */
const maxQueryWaitMs = 60_000;
/** The maximum of tokens of a query that are compared with those of memories. Each costs time in every search. */
const maxQueryTokens = 64;

/** Serves a port until it receives `close`. Rejects if the runtime stops working: the thread is useless then. */
export async function serveEncoder(
  port: MessagePort,
  load: () => Promise<Encoder>,
  monotonicMs: () => number = () => performance.now(),
): Promise<void> {
  const queue = new EncoderQueue();
  let closing = false;
  const startedAt = performance.now();
  const loading = load();
  const reply = (message: ThreadReply) => port.postMessage([message]);

  async function accept(request: ThreadRequest): Promise<void> {
    if (request.operation === 'start') {
      const { runtime, fallbackReason } = await loading;
      const result: EncoderStart = { runtime, fallbackReason, loadMs: Math.round(performance.now() - startedAt) };
      reply({ id: request.id, result });
    } else {
      const until = request.operation === 'query' ? monotonicMs() + maxQueryWaitMs : Number.POSITIVE_INFINITY;
      queue.add(request as EncoderRequest, until);
    }
  }

  port.on('message', (message: ThreadMessage) => {
    if (message === 'close') closing = true;
    else for (const request of message) void accept(request);
  });
  const encoder = await loading;
  const { tokenise, run } = createRuns(encoder, queue, reply, monotonicMs);
  while (!closing) {
    const items = queue.take(tokenise, encoder.limits);
    if (items.length > 0) await run(items);
    // Accepts the requests that have arrived in the meantime.
    await setImmediate();
    if (queue.isEmpty() && !closing) await once(port, 'message');
  }
  await encoder.release();
  port.close();
}

function createRuns(encoder: Encoder, queue: EncoderQueue, reply: (message: ThreadReply) => void, now: () => number) {
  function reject({ job }: Item, error: unknown): void {
    if (job.rejected) return;
    job.rejected = true;
    queue.remove(job);
    reply({ id: job.id, error: { message: messageOf(error), unavailable: false } });
  }

  async function run(items: readonly Item[]): Promise<void> {
    let results: Embedding[];
    try {
      results = await encoder.encode(items.map(({ tokens }) => tokens));
    } catch (error) {
      // Either a text or the runtime is faulty. If it is the runtime, this throws.
      await encoder.encode([encoder.tokenise('still there')]);
      const [item] = items;
      if (item && items.length === 1) return reject(item, error);
      // Each text gets its own run, which shows the faulty one.
      for (const one of items) if (!one.job.rejected) await run([one]);
      return;
    }
    for (const [index, { job, position, tokens }] of items.entries()) {
      if (job.rejected) continue;
      job.embeddings[job.isQuery ? job.embeddings.length : position] = results[index] as Embedding;
      if (job.isQuery) job.words.push(...encoder.wordsOf(tokens));
      job.missing -= 1;
      if (job.missing === 0) reply({ id: job.id, result: toEncoded(job) });
    }
  }

  function tokenise(item: Item): boolean {
    try {
      if (now() > item.job.until) throw new Error('its vector is no longer needed');
      if (item.tokens.length === 0) item.tokens = encoder.tokenise(item.text);
      return true;
    } catch (error) {
      reject(item, error);
      return false;
    }
  }

  return { tokenise, run };
}

/** Joins the parts of a query: the mean of their vectors, and their first tokens. */
function toEncoded({ isQuery, embeddings, words }: Job): EncodedTexts {
  if (!isQuery) return { embeddings, words };
  const [first, ...others] = embeddings as [Embedding, ...Embedding[]];
  const mean = others.length > 0 ? meanVector(embeddings.map(({ vector }) => vector)) : null;
  const tokens = embeddings.map((part) => part.tokens);
  const joined = joinVectors(tokens, maxQueryTokens * tokenVectors.dimensions);
  return { embeddings: [{ vector: mean ?? first.vector, tokens: joined }], words: words.slice(0, maxQueryTokens) };
}
