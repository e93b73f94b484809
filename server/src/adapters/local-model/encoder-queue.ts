import { createFairQueue } from '../../lib/fair-queue.ts';
import type { EncodedTexts, EncoderRequest } from './encoder-messages.ts';

/** Its embeddings are those of its texts, or of the parts of a query. */
export interface Job extends EncodedTexts {
  id: number;
  accountId: string;
  isQuery: boolean;
  /** The time after which the vectors are no longer needed. */
  until: number;
  missing: number;
  rejected: boolean;
}

export interface Item {
  job: Job;
  position: number;
  text: string;
  /** Empty before the first run. A query with many tokens becomes several items. */
  tokens: number[];
}

/** About as many as a document's chunk has. A run cannot be interrupted, so a longer query is encoded in parts. */
const maxPartTokens = 128;
const maxQueriesInARow = 4;
/** The maximum of waiting documents considered for one run. It bounds the time for tokenising between two runs. */
const lookAhead = 32;
const tokeniseMs = 10;

/** Queries come first, part by part and in turn by account. Documents follow in runs of similar lengths. */
export class EncoderQueue {
  readonly #queries = createFairQueue<Item>();
  #documents: Item[] = [];
  #queriesInARow = 0;

  isEmpty(): boolean {
    return this.#queries.size + this.#documents.length === 0;
  }

  add({ id, accountId, operation, argument }: EncoderRequest, until = Number.POSITIVE_INFINITY): void {
    const isQuery = operation === 'query';
    const texts = isQuery ? [argument] : argument;
    const job: Job = {
      ...{ id, accountId, isQuery, until, missing: texts.length, rejected: false },
      ...{ embeddings: [], words: [] },
    };
    const items = texts.map((text, position) => ({ job, position, text, tokens: [] }));
    if (!isQuery) this.#documents = this.#documents.concat(items);
    else for (const item of items) this.#queries.add(accountId, item);
  }

  /** @param tokenise sets the tokens of an item; returns false when its text can't be encoded */
  take(tokenise: (item: Item) => boolean, limits: RunLimits): Item[] {
    const isQueryDue = this.#documents.length === 0 || this.#queriesInARow < maxQueriesInARow;
    const query = isQueryDue ? this.#queries.take() : undefined;
    if (query) {
      this.#queriesInARow += 1;
      return this.#takePart(query, tokenise);
    }
    this.#queriesInARow = 0;
    const window = this.#nextDocuments(tokenise);
    const counts = window.map(({ tokens }) => tokens.length);
    const chosen = new Set(planRun(counts, limits).map((position) => window[position]));
    this.#documents = this.#documents.filter((item) => !chosen.has(item));
    return window.filter((item) => chosen.has(item));
  }

  /** Takes the next part of a query. The others wait until it is the turn of the account again. */
  #takePart(item: Item, tokenise: (item: Item) => boolean): Item[] {
    const { job } = item;
    if (job.rejected) return [];
    if (item.tokens.length > 0) return [item];
    if (!tokenise(item)) return [];
    const [first, ...rest] = toParts(item.tokens).map((tokens) => ({ ...item, tokens }));
    job.missing = 1 + rest.length;
    for (const part of rest.reverse()) this.#queries.putBack(job.accountId, part);
    return first ? [first] : [];
  }

  remove(job: Job): void {
    this.#documents = this.#documents.filter((item) => item.job !== job);
  }

  #nextDocuments(tokenise: (item: Item) => boolean): Item[] {
    const window: Item[] = [];
    const until = performance.now() + tokeniseMs;
    for (const item of this.#documents.slice(0, lookAhead)) {
      if (window.length > 0 && performance.now() > until) break;
      if (!item.job.rejected && tokenise(item)) window.push(item);
    }
    return window;
  }
}

/** Splits the tokens of a query into parts of about the same length. Each has the first and the last token of the whole. */
export function toParts(tokens: number[], maxTokens = maxPartTokens): number[][] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (tokens.length <= maxTokens || first === undefined || last === undefined) return [tokens];
  const inner = tokens.slice(1, -1);
  const length = Math.ceil(inner.length / Math.ceil(inner.length / (maxTokens - 2)));
  const parts: number[][] = [];
  for (let start = 0; start < inner.length; start += length) {
    parts.push([first, ...inner.slice(start, start + length), last]);
  }
  return parts;
}

/** The limits of one run of the model. A run cannot be interrupted, so they limit the waiting time of a query. */
export interface RunLimits {
  maxTexts: number;
  /** The number of texts times the tokens of the longest. A single text may have more. */
  maxTokens: number;
}

/** Returns the positions of the texts of the next run: the oldest, and those of similar length that fit with it. */
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
    // Padding wastes work: a run with much of it takes longer than two runs without it.
    if (nextMax > 1.5 * nextMin + 8) break;
    chosen.push(position);
    min = nextMin;
    max = nextMax;
  }
  return chosen.sort((a, b) => a - b);
}
