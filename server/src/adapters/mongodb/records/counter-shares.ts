import { findOrAdd } from '../../../lib/find-or-add.ts';

/** The maximum of documents of a counter. Commands beyond it at the same time may conflict, and run again. */
const maxShares = 64;

/**
 * Spreads counters over documents. A command conflicts with each one that has added to the same document since it
 * began. So the commands of an account that run at the same time get different documents. Other processes use others,
 * and so do the commands of the server itself, which add to counters of all accounts.
 */
export function createCounterShares(firstShare = Math.floor(Math.random() * maxShares)) {
  /** Maps accounts to the numbers of their commands that run. An empty string stands for the server itself. */
  const running = new Map<string, Set<number>>();

  return function begin(accountId: string): { share: number; end(): void } {
    const numbers = findOrAdd(running, accountId, () => new Set<number>());
    let number = 0;
    while (numbers.has(number)) number++;
    numbers.add(number);
    const share = accountId === '' ? firstShare - 1 - number : firstShare + number;
    return {
      share: (maxShares + (share % maxShares)) % maxShares,
      end() {
        numbers.delete(number);
        if (numbers.size === 0) running.delete(accountId);
      },
    };
  };
}
