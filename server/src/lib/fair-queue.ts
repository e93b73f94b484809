/** A queue that serves accounts in turn. Items of one account keep the order in which they arrived. */
export interface FairQueue<Item> {
  readonly size: number;
  add(accountId: string, item: Item): void;
  /** Adds an item before the others of its account. */
  putBack(accountId: string, item: Item): void;
  /** Removes the oldest item of the account whose turn it is; undefined when the queue is empty. */
  take(): Item | undefined;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** Maps accounts to their items. No list is empty. The first account is served next. */
  const waiting = new Map<string, Item[]>();
  let size = 0;

  /** Returns the list of an account, to which the caller adds an item. */
  function growing(accountId: string): Item[] {
    size++;
    const items = waiting.get(accountId) ?? [];
    waiting.set(accountId, items);
    return items;
  }

  return {
    get size() {
      return size;
    },
    add: (accountId, item) => void growing(accountId).push(item),
    putBack: (accountId, item) => void growing(accountId).unshift(item),
    take() {
      const [next] = waiting;
      if (!next) return undefined;
      const [accountId, items] = next;
      const item = items.shift();
      size--;
      // An account that has more moves to the end.
      waiting.delete(accountId);
      if (items.length > 0) waiting.set(accountId, items);
      return item;
    },
  };
}
