interface Waiting<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item;
}

/**
 * `write` for one item at a time: what is handed over while a call is under way goes into the next one together.
 * `write` answers for each item, in their order. When a call of several fails, each is written by itself, so that only
 * what is at fault fails.
 * @param most - items in one call
 * @param isOutage - whether an error is nobody's fault: then all items of the call fail with it
 * @param groupOf - groups take turns, so that a single item does not wait for the many of another group
 */
export function inBulk<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
  { most, groupOf, isOutage }: { most: number; groupOf: (item: Item) => string; isOutage: (error: unknown) => boolean },
): (item: Item) => Promise<Answer> {
  /** No group is empty. The first has its turn next. */
  const waiting = new Map<string, Waiting<Item, Answer>[]>();
  let running = false;

  function takeInTurn(): Waiting<Item, Answer>[] {
    const taken: Waiting<Item, Answer>[] = [];
    for (const [name, group] of waiting) {
      if (taken.length === most) break;
      taken.push(group.shift() as Waiting<Item, Answer>);
      waiting.delete(name);
      // To the end: the loop comes to it again.
      if (group.length > 0) waiting.set(name, group);
    }
    return taken;
  }

  async function writeAll(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await write(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) {
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
    while (waiting.size > 0) await writeAll(takeInTurn());
    running = false;
  }

  return (item) => {
    const one = { ...Promise.withResolvers<Answer>(), item };
    const name = groupOf(item);
    const group = waiting.get(name);
    if (group) group.push(one);
    else waiting.set(name, [one]);
    if (!running) void run();
    return one.promise;
  };
}
