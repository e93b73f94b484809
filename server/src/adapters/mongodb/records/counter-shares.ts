import { findOrAdd } from '../../../lib/find-or-add.ts';

/** The maximum of documents of a counter. Commands beyond it at the same time may conflict, and run again. */
const maxShares = 64;
/** The maximum of counters whose shares are remembered while no command uses them. */
const maxIdle = 1_000;

interface Share {
  number: number;
  isUsed: boolean;
  endedAt: number;
}

export interface ShareChoice {
  /** Returns the number of the document of a counter that the command adds to. */
  choose(counter: string): number;
  /** The command has ended, however it did. */
  end(): void;
}

/**
 * Spreads counters over documents. A command conflicts with each one that has added to the same document since it began,
 * so it gets a document of its own. Without others, a process always uses the same document, and others another one.
 */
export function createCounterShares(firstShare = Math.floor(Math.random() * maxShares)): { begin(): ShareChoice } {
  const sharesOf = new Map<string, Share[]>();
  /** Orders the beginnings and ends of commands. */
  let time = 0;

  return {
    begin() {
      const begunAt = ++time;
      const used = new Map<string, Share>();
      return {
        choose(counter) {
          const shares = findOrAdd(sharesOf, counter, () => []);
          let share = used.get(counter) ?? shares.find(({ isUsed, endedAt }) => !isUsed && endedAt < begunAt);
          if (!share) {
            if (shares.length === maxShares) return Math.floor(Math.random() * maxShares);
            share = { number: (firstShare + shares.length) % maxShares, isUsed: true, endedAt: 0 };
            shares.push(share);
          }
          share.isUsed = true;
          used.set(counter, share);
          return share.number;
        },
        end() {
          for (const share of used.values()) Object.assign(share, { isUsed: false, endedAt: ++time });
          used.clear();
          if (sharesOf.size <= maxIdle) return;
          for (const [counter, shares] of sharesOf) if (!shares.some(({ isUsed }) => isUsed)) sharesOf.delete(counter);
        },
      };
    },
  };
}
