/** The maximum of consecutive newcomers while other accounts wait for their next turn. */
const maxNewcomersInARow = 4;

/** Serves accounts in turn, new ones before those that have been served. Items of one account keep their order. */
export function createFairQueue<Item, Account = string>() {
  /** Maps accounts to their items: those that have not been served, and the others in the order of their turns. */
  const newcomers = new Map<Account, Item[]>();
  const served = new Map<Account, Item[]>();
  let newcomersInARow = 0;
  let size = 0;

  function growing(accountId: Account): Item[] {
    size++;
    const known = served.get(accountId) ?? newcomers.get(accountId);
    if (known) return known;
    const items: Item[] = [];
    newcomers.set(accountId, items);
    return items;
  }

  function next(): Map<Account, Item[]> {
    const takesNewcomer = served.size === 0 || newcomersInARow < maxNewcomersInARow;
    return newcomers.size > 0 && takesNewcomer ? newcomers : served;
  }

  return {
    get size(): number {
      return size;
    },
    add: (accountId: Account, item: Item) => void growing(accountId).push(item),
    putBack: (accountId: Account, item: Item) => void growing(accountId).unshift(item),
    /** Removes the oldest item of the account whose turn it is. Returns undefined if there is none that is wanted. */
    take(isWanted: (item: Item) => boolean = () => true): Item | undefined {
      while (size > 0) {
        const accounts = next();
        const [first] = accounts;
        if (!first) return undefined;
        const [accountId, items] = first;
        if (items[0] !== undefined && !isWanted(items[0])) return undefined;
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
