import { createFairQueue } from './fair-queue.ts';

export interface BatchWriterOptions<Item, Result> {
  /** Writes items, and resolves to one result for each, in their order. */
  write: (items: Item[]) => Promise<readonly Result[]>;
  maxItems: number;
  /** The maximum of weight in one call. A heavier item is written alone. @default Infinity */
  maxWeight?: number;
  /** Returns the weight of an item. @default 0 */
  weightOf?: (item: Item) => number;
  /** The maximum of concurrent calls. @default 1 */
  parallel?: number;
  /** Items of different groups alternate, so that a single item does not wait for the many of another group. */
  groupOf: (item: Item) => unknown;
  /** Whether a single item may have caused an error. Otherwise all items of the call fail with it. */
  isItemsFault: (error: unknown) => boolean;
}

type Waiting<Item, Result> = PromiseWithResolvers<Result> & { item: Item };

/** Items of a tick, or that arrive during other calls, share a call. An item that makes it fail fails alone. */
export function createBatchWriter<Item, Result>(options: BatchWriterOptions<Item, Result>) {
  const { maxItems, maxWeight = Number.POSITIVE_INFINITY, weightOf = () => 0, parallel = 1, groupOf } = options;
  const waiting = createFairQueue<Waiting<Item, Result>, unknown>();
  let running = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || running >= parallel || waiting.size === 0) return;
    scheduled = true;
    // The batch includes the other items of this tick.
    setImmediate(() => {
      scheduled = false;
      for (; running < parallel && waiting.size > 0; running++) void writeBatch(takeBatch(), options).then(ended);
    });
  }

  function ended(): void {
    running--;
    schedule();
  }

  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    let weight = 0;
    const fits = ({ item }: Waiting<Item, Result>) => batch.length === 0 || weight + weightOf(item) <= maxWeight;
    while (batch.length < maxItems) {
      const one = waiting.take(fits);
      if (!one) break;
      weight += weightOf(one.item);
      batch.push(one);
    }
    return batch;
  }

  return (item: Item): Promise<Result> => {
    const one = { ...Promise.withResolvers<Result>(), item };
    waiting.add(groupOf(item), one);
    schedule();
    return one.promise;
  };
}

async function writeBatch<Item, Result>(batch: Waiting<Item, Result>[], options: BatchWriterOptions<Item, Result>) {
  try {
    const results = await options.write(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (batch.length === 1 || !options.isItemsFault(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await writeBatch(batch.slice(0, middle), options);
    await writeBatch(batch.slice(middle), options);
  }
}
