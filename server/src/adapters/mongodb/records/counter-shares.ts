/** The maximum of documents of a counter. Commands beyond it at the same time may conflict, and run again. */
const maxShares = 64;
/** The maximum of counters whose shares are remembered while no command uses them. */
const maxIdle = 1_000;

interface Share {
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

  function forgetIdle(): void {
    for (const [counter, shares] of sharesOf) if (!shares.some(({ isUsed }) => isUsed)) sharesOf.delete(counter);
  }

  return {
    begin() {
      const begunAt = ++time;
      const used = new Map<string, { number: number; share: Share }>();
      return {
        choose(counter) {
          const present = used.get(counter);
          if (present) return present.number;
          const shares = sharesOf.get(counter) ?? [];
          sharesOf.set(counter, shares);
          const free = shares.findIndex(({ isUsed, endedAt }) => !isUsed && endedAt < begunAt);
          const at = free === -1 ? shares.length : free;
          if (at === maxShares) return Math.floor(Math.random() * maxShares);
          const share = { isUsed: true, endedAt: 0 };
          shares[at] = share;
          const number = (firstShare + at) % maxShares;
          used.set(counter, { number, share });
          return number;
        },
        end() {
          for (const { share } of used.values()) Object.assign(share, { isUsed: false, endedAt: ++time });
          used.clear();
          if (sharesOf.size > maxIdle) forgetIdle();
        },
      };
    },
  };
}
