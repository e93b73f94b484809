import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { dimensions } from '@mnema/model-bge-small-en';
import type { ThreadMessage, ThreadReply, ThreadRequest } from '../../lib/create-thread.ts';
import { messageOf } from '../../lib/message-of.ts';
import type { Embedding } from '../../ports/embedder.ts';
import type { EncodedTexts, EncoderRequest, EncoderStart } from './encoder-messages.ts';
import { EncoderQueue, type Item } from './encoder-queue.ts';
import { type Encoder, toUnitVector } from './load-encoder.ts';

/** A search waits five seconds for the vector of its query. A check of the model waits for the loading as well. */
const maxQueryWaitMs = 60_000;

/** Serves a port until it receives `close`. Rejects if the runtime stops working: the thread is useless then. */
export async function serveEncoder(
  port: MessagePort,
  load: () => Promise<Encoder>,
  monotonicMs: () => number = () => performance.now(),
): Promise<void> {
  const queue = new EncoderQueue();
  let closing = false;
  let wake = () => {};
  const startedAt = performance.now();
  const loading = load();
  const reply: Reply = (message, transferred = []) => port.postMessage([message], transferred);

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
    wake();
  });
  const encoder = await loading;
  const { tokenise, run } = createRuns(encoder, queue, reply, monotonicMs);
  while (!closing) {
    if (queue.isEmpty()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const items = queue.take(tokenise, encoder.limits);
    if (items.length > 0) await run(items);
    // Accepts the requests that have arrived in the meantime.
    await setImmediate();
  }
  await encoder.release();
  port.close();
}

type Reply = (message: ThreadReply, transferred?: ArrayBuffer[]) => void;

function createRuns(encoder: Encoder, queue: EncoderQueue, reply: Reply, monotonicMs: () => number) {
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
      if (item && items.length === 1) reject(item, error);
      else queue.retryAlone(items);
      return;
    }
    for (const [index, { job, position, tokens }] of items.entries()) {
      if (job.rejected) continue;
      const result = results[index] as Embedding;
      addTo(job.values, result.vector, position * dimensions);
      if (job.isQuery) {
        job.tokens.push(result.tokens);
        job.words.push(...encoder.wordsOf(tokens));
      } else job.tokens[position] = result.tokens;
      job.missing -= 1;
      if (job.missing > 0) continue;
      const values = job.isSum ? toUnitVector(job.values) : job.values;
      const encoded: EncodedTexts = { values, tokens: job.tokens, words: job.words };
      reply({ id: job.id, result: encoded }, [values.buffer]);
    }
  }

  /** Sets the tokens of an item. Returns false if its text cannot be encoded, and rejects its job. */
  function tokenise(item: Item): boolean {
    try {
      if (monotonicMs() > item.job.until) throw new Error('its vector is no longer needed');
      if (item.tokens.length === 0) item.tokens = encoder.tokenise(item.text);
      return true;
    } catch (error) {
      reject(item, error);
      return false;
    }
  }

  return { tokenise, run };
}

function addTo(sums: Float32Array, vector: Float32Array, offset: number): void {
  for (let at = 0; at < vector.length; at++) {
    sums[offset + at] = (sums[offset + at] as number) + (vector[at] as number);
  }
}
