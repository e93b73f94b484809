import { setImmediate } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { dimensions } from '@mnema/model-bge-small-en';
import type { EncoderReply, EncoderRequest } from './encoder-messages.ts';
import type { Encoder } from './load-encoder.ts';
import { planRun } from './plan-run.ts';

interface Job {
  id: number;
  values: Float32Array<ArrayBuffer>;
  missing: number;
  rejected: boolean;
}

interface Item {
  job: Job;
  position: number;
  text: string;
  tokens: number[] | null;
  /** Set when a run with others failed, to find out which text is at fault. */
  alone: boolean;
}

/** Queries that may overtake waiting documents in a row, so that documents go on under a steady stream of queries. */
const maxQueriesInARow = 4;
/** Waiting documents looked at for one run, and the time spent on tokenising them between two runs. */
const lookAhead = 32;
const tokeniseMs = 10;

/**
 * Answers requests on the port until it is asked to close: queries first and one by one, documents in small runs,
 * looking for new requests between runs. Rejects when the runtime stops working; the thread is useless then.
 */
export async function serveEncoder(port: MessagePort, load: () => Promise<Encoder>): Promise<void> {
  const queries: Item[] = [];
  let documents: Item[] = [];
  let closing = false;
  let wake: (() => void) | null = null;

  const reply = (message: EncoderReply) =>
    port.postMessage(message, message.kind === 'vectors' ? [message.values.buffer] : []);

  port.on('message', (request: EncoderRequest) => {
    if (request.kind === 'close') {
      closing = true;
    } else {
      const texts = request.kind === 'query' ? [request.text] : request.texts;
      const job = {
        id: request.id,
        values: new Float32Array(texts.length * dimensions),
        missing: texts.length,
        rejected: false,
      };
      const items = texts.map((text, position) => ({ job, position, text, tokens: null, alone: false }));
      if (request.kind === 'query') queries.push(...items);
      else documents = documents.concat(items);
    }
    wake?.();
  });

  const startedAt = performance.now();
  const encoder = await load();
  reply({
    kind: 'started',
    runtime: encoder.runtime,
    fallbackReason: encoder.fallbackReason,
    loadMs: Math.round(performance.now() - startedAt),
  });

  const reject = (item: Item, error: unknown) => {
    if (item.job.rejected) return;
    item.job.rejected = true;
    documents = documents.filter((other) => other.job !== item.job);
    reply({ kind: 'rejected', id: item.job.id, message: error instanceof Error ? error.message : String(error) });
  };

  /** Whether the item has tokens; when it can't have any its job is rejected. */
  const tokenise = (item: Item): boolean => {
    try {
      item.tokens ??= encoder.tokenise(item.text);
      return true;
    } catch (error) {
      reject(item, error);
      return false;
    }
  };

  const run = async (items: readonly Item[]): Promise<void> => {
    let vectors: Float32Array[];
    try {
      vectors = await encoder.encode(items.map((item) => item.tokens ?? []));
    } catch (error) {
      // Either a text is at fault or the runtime is broken: this throws when it is the runtime.
      await encoder.encode([encoder.tokenise('still there')]);
      if (items.length === 1) {
        for (const item of items) reject(item, error);
      } else {
        documents = [...items.map((item) => ({ ...item, alone: true })), ...documents];
      }
      return;
    }
    for (const [index, { job, position }] of items.entries()) {
      if (job.rejected) continue;
      job.values.set(vectors[index] as Float32Array, position * dimensions);
      job.missing -= 1;
      if (job.missing === 0) reply({ kind: 'vectors', id: job.id, values: job.values });
    }
  };

  const takeDocuments = (): Item[] => {
    const window: Item[] = [];
    const until = performance.now() + tokeniseMs;
    for (const item of documents.slice(0, lookAhead)) {
      if (window.length > 0 && (item.alone || performance.now() > until)) break;
      if (item.job.rejected || !tokenise(item)) continue;
      window.push(item);
      if (item.alone) break;
    }
    const counts = window.map((item) => item.tokens?.length ?? 0);
    const chosen = new Set(planRun(counts, encoder.limits).map((position) => window[position]));
    documents = documents.filter((item) => !chosen.has(item));
    return window.filter((item) => chosen.has(item));
  };

  let queriesInARow = 0;
  while (!closing) {
    if (queries.length > 0 && (documents.length === 0 || queriesInARow < maxQueriesInARow)) {
      queriesInARow += 1;
      const query = queries.shift() as Item;
      if (tokenise(query)) await run([query]);
    } else if (documents.length > 0) {
      queriesInARow = 0;
      const items = takeDocuments();
      if (items.length > 0) await run(items);
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = null;
      continue;
    }
    // Lets requests in that arrived meanwhile.
    await setImmediate();
  }
  await encoder.release();
  port.close();
}
