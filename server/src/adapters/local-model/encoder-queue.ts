import { dimensions } from '@mnema/model-bge-small-en';
import type { EncoderRequest } from './encoder-messages.ts';
import { planRun, type RunLimits } from './plan-run.ts';

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
