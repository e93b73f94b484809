import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { dimensions } from '@mnema/model-bge-small-en';
import { messageOf } from '../../lib/message-of.ts';
import type { Embedding } from '../../ports/embedder.ts';
import type { EncoderReply, EncoderRequest } from './encoder-messages.ts';
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
  port.on('message', (request: EncoderRequest) => {
    if (request.kind === 'close') closing = true;
    else queue.add(request, request.kind === 'query' ? monotonicMs() + maxQueryWaitMs : Number.POSITIVE_INFINITY);
    wake();
  });
  const reply = (message: EncoderReply) =>
    port.postMessage(message, message.kind === 'vectors' ? [message.values.buffer] : []);

  const startedAt = performance.now();
  const encoder = await load();
  const { runtime, fallbackReason, limits } = encoder;
  reply({ kind: 'started', runtime, fallbackReason, loadMs: Math.round(performance.now() - startedAt) });

  const { tokenise, run } = createRuns(encoder, queue, reply, monotonicMs);
  while (!closing) {
    if (queue.isEmpty()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    const items = queue.take(tokenise, limits);
    if (items.length > 0) await run(items);
    // Accepts the requests that have arrived in the meantime.
    await setImmediate();
  }
  await encoder.release();
  port.close();
}

function createRuns(
  encoder: Encoder,
  queue: EncoderQueue,
  reply: (message: EncoderReply) => void,
  monotonicMs: () => number,
) {
  function reject({ job }: Item, error: unknown): void {
    if (job.rejected) return;
    job.rejected = true;
    queue.remove(job);
    reply({ kind: 'rejected', id: job.id, message: messageOf(error) });
  }

  /** Encodes items together, and replies to the requests that are complete. */
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
      reply({ kind: 'vectors', id: job.id, values, tokens: job.tokens, words: job.words });
    }
  }

  /** Sets the tokens of an item. Returns false if its text cannot be encoded, and rejects its job. */
  function tokenise(item: Item): boolean {
    try {
      if (monotonicMs() > item.until) throw new Error('its vector is no longer needed');
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
