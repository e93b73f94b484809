import { dimensions } from '@mnema/model-bge-small-en';
import type { EncoderRequest } from './encoder-messages.ts';

/** A request, and the vectors that it has so far. */
export interface Job {
  id: number;
  values: Float32Array<ArrayBuffer>;
  missing: number;
  rejected: boolean;
}

/** A text of a job. */
export interface Item {
  job: Job;
  position: number;
  text: string;
  tokens: number[];
  /** Set after a run with others failed, to find the faulty text. */
  alone: boolean;
}

/** The maximum of consecutive queries while documents wait. */
const maxQueriesInARow = 4;
/** The maximum of waiting documents considered for one run. It bounds the time for tokenising between two runs. */
const lookAhead = 32;
const tokeniseMs = 10;

/** The texts that wait for the encoder: queries first and one by one, documents in runs of similar lengths. */
export class EncoderQueue {
  #queries: Item[] = [];
  #documents: Item[] = [];
  #queriesInARow = 0;

  isEmpty(): boolean {
    return this.#queries.length + this.#documents.length === 0;
  }

  add(request: Exclude<EncoderRequest, { kind: 'close' }>): void {
    const texts = request.kind === 'query' ? [request.text] : request.texts;
    const values = new Float32Array(texts.length * dimensions);
    const job = { id: request.id, values, missing: texts.length, rejected: false };
    const items = texts.map((text, position) => ({ job, position, text, tokens: [], alone: false }));
    if (request.kind === 'query') this.#queries.push(...items);
    else this.#documents = this.#documents.concat(items);
  }

  /**
   * Takes the items of the next run; there are none when their texts have no tokens.
   * @param tokenise sets the tokens of an item; returns false when its text can't be encoded
   */
  take(tokenise: (item: Item) => boolean, limits: RunLimits): Item[] {
    if (this.#queries.length > 0 && (this.#documents.length === 0 || this.#queriesInARow < maxQueriesInARow)) {
      this.#queriesInARow += 1;
      return this.#queries.splice(0, 1).filter(tokenise);
    }
    this.#queriesInARow = 0;
    const window = this.#nextDocuments(tokenise);
    const counts = window.map(({ tokens }) => tokens.length);
    const chosen = new Set(planRun(counts, limits).map((position) => window[position]));
    this.#documents = this.#documents.filter((item) => !chosen.has(item));
    return window.filter((item) => chosen.has(item));
  }

  /** Puts documents back whose run failed, each for a run of its own. */
  retryAlone(items: readonly Item[]): void {
    this.#documents = [...items.map((item) => ({ ...item, alone: true })), ...this.#documents];
  }

  /** Removes the waiting documents of a job. */
  remove(job: Job): void {
    this.#documents = this.#documents.filter((item) => item.job !== job);
  }

  #nextDocuments(tokenise: (item: Item) => boolean): Item[] {
    const window: Item[] = [];
    const until = performance.now() + tokeniseMs;
    for (const item of this.#documents.slice(0, lookAhead)) {
      if (window.length > 0 && (item.alone || performance.now() > until)) break;
      if (item.job.rejected || !tokenise(item)) continue;
      window.push(item);
      if (item.alone) break;
    }
    return window;
  }
}

/** The limits of one run of the model. A run can't be interrupted, so they bound how long a query waits for it. */
export interface RunLimits {
  maxTexts: number;
  /** The number of texts times the tokens of the longest. A single text may have more. */
  maxTokens: number;
}

/**
 * Chooses the texts of the next run by their token counts, oldest first: always the oldest, and texts of similar length
 * that fit beside it. Returns their positions in ascending order.
 */
export function planRun(tokenCounts: readonly number[], limits: RunLimits): number[] {
  const oldest = tokenCounts[0];
  if (oldest === undefined) return [];
  const others = tokenCounts
    .map((count, position) => ({ count, position }))
    .slice(1)
    .sort((a, b) => Math.abs(a.count - oldest) - Math.abs(b.count - oldest) || a.position - b.position);
  const chosen = [0];
  let min = oldest;
  let max = oldest;
  for (const { count, position } of others) {
    const nextMin = Math.min(min, count);
    const nextMax = Math.max(max, count);
    const rows = chosen.length + 1;
    if (rows > limits.maxTexts || rows * nextMax > limits.maxTokens) break;
    // Padding is wasted work: a run with much of it takes longer than two without.
    if (nextMax > 1.5 * nextMin + 8) break;
    chosen.push(position);
    min = nextMin;
    max = nextMax;
  }
  return chosen.sort((a, b) => a - b);
}
