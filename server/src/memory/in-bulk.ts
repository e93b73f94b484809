import { StoreUnavailableError } from '../ports/store-error.ts';

interface Waiting<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item;
}

/**
 * `write` for one item at a time: what is handed over while a call is under way goes into the next one together.
 * Everybody in it gets the answer of the whole call. When a call of several fails, each is written by itself, so that
 * only what is at fault fails; but not when the store is away, which is nobody's fault.
 * @param most - items in one call
 */
export function inBulk<Item, Answer>(
  write: (items: Item[]) => Promise<Answer>,
  { most }: { most: number },
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let running = false;

  async function writeAll(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answer = await write(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve(answer);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof StoreUnavailableError)) {
        for (const one of batch) await writeAll([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async function run(): Promise<void> {
    running = true;
    // What others of this turn of the event loop bring comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await writeAll(waiting.splice(0, most));
    running = false;
  }

  return (item) => {
    const one = { ...Promise.withResolvers<Answer>(), item };
    waiting.push(one);
    if (!running) void run();
    return one.promise;
  };
}
