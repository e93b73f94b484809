/** The maximum of consecutive newcomers while other accounts wait for their next turn. */
const maxNewcomersInARow = 4;

/**
 * Creates a queue that serves accounts in turn. A new account comes before those that have already been served. Items of
 * one account keep the order in which they arrived.
 */
export function createFairQueue<Item>() {
  /** Maps accounts to their items: those that have not been served, and the others in the order of their turns. */
  const newcomers = new Map<string, Item[]>();
  const served = new Map<string, Item[]>();
  let newcomersInARow = 0;
  let size = 0;

  /** Returns the list of an account, to which the caller adds an item. */
  function growing(accountId: string): Item[] {
    size++;
    const known = served.get(accountId) ?? newcomers.get(accountId);
    if (known) return known;
    const items: Item[] = [];
    newcomers.set(accountId, items);
    return items;
  }

  function next(): Map<string, Item[]> {
    const takesNewcomer = served.size === 0 || newcomersInARow < maxNewcomersInARow;
    return newcomers.size > 0 && takesNewcomer ? newcomers : served;
  }

  return {
    get size(): number {
      return size;
    },
    add: (accountId: string, item: Item) => void growing(accountId).push(item),
    /** Adds an item before the others of its account. */
    putBack: (accountId: string, item: Item) => void growing(accountId).unshift(item),
    /** Removes the oldest item of the account whose turn it is; undefined if the queue is empty. */
    take(): Item | undefined {
      while (size > 0) {
        const accounts = next();
        const [first] = accounts;
        if (!first) return undefined;
        const [accountId, items] = first;
        accounts.delete(accountId);
        if (items.length === 0) continue;
        newcomersInARow = accounts === newcomers ? newcomersInARow + 1 : 0;
        // An account without items stays for one round, because work that pauses is added again after its step.
        served.set(accountId, items);
        size--;
        return items.shift();
      }
      return undefined;
    },
  };
}
