import { coalesce } from './coalesce.ts';

interface CollectorOptions<Item> {
  write: (items: Item[]) => Promise<void>;
  /** The maximum of items in one write, so that other writes can run in between. @default Infinity */
  maxItems?: number;
  flushMs: number;
  merge: (earlier: Item, later: Item) => Item;
  onError: (error: unknown) => void;
  /** Beyond this number, the oldest items are dropped, so that a long outage does not fill the memory. @default Infinity */
  maxKept?: number;
  onDropped?: (items: Item[]) => void;
}

export type Collector<Item> = ReturnType<typeof createCollector<Item>>;

/** Collects items by key and writes them together, which costs less. A crash may lose those of the last `flushMs`. */
export function createCollector<Item>(options: CollectorOptions<Item>) {
  const { write, flushMs, merge, onError, onDropped, maxItems = Infinity, maxKept = Infinity } = options;
  let collected = new Map<string, Item>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function put(key: string, item: Item): void {
    const earlier = collected.get(key);
    collected.set(key, earlier === undefined ? item : merge(earlier, item));
  }

  function dropOldest(count: number): void {
    const oldest = [...collected].slice(0, count);
    for (const [key] of oldest) collected.delete(key);
    onDropped?.(oldest.map(([, item]) => item));
  }

  const flushes = coalesce(async () => {
    const all = [...collected];
    collected = new Map();
    for (let start = 0; start < all.length; start += maxItems) {
      try {
        await write(all.slice(start, start + maxItems).map(([, item]) => item));
      } catch (error) {
        const later = collected;
        collected = new Map(all.slice(start));
        for (const [key, item] of later) put(key, item);
        onError(error);
        break;
      }
    }
  });

  function schedule(): void {
    if (timer || stopped) return;
    timer = setTimeout(async () => {
      await flushes.run();
      timer = undefined;
      if (collected.size > 0) schedule();
    }, flushMs);
    timer.unref();
  }

  return {
    add(key: string, item: Item): void {
      put(key, item);
      // A hundredth more, because dropping them one by one would cost much.
      if (collected.size > maxKept) dropOldest(collected.size - maxKept * 0.99);
      schedule();
    },
    /** Resolves when a write of all that was present at this call has ended. */
    flush: flushes.run,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await flushes.run();
      await flushes.stop();
    },
  };
}
