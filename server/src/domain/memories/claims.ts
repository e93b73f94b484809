import { untilNone } from '../../lib/until-none.ts';
import { type Claim, type ClaimKey, type ClaimOptions, toKey } from './claim.ts';
import type { MemoryRecords } from './commands.ts';
import { firstRotation } from './due-memories.ts';
import { memories } from './kinds.ts';

export interface Worker {
  /** Identifies this process. It contains no slash. */
  workerId: string;
  /** Lists workers that may have crashed. Their memories are not claimed. @default none */
  silent?: () => readonly string[];
}

/**
 * Leases memories to workers, any number of which may end at any time. Re-embedding changes neither the status nor the
 * version nor the times of a memory, which stays searchable in the meantime.
 */
export function createClaims(records: MemoryRecords, { workerId, silent = () => [] }: Worker) {
  let rotation = firstRotation;
  let count = 0;
  /** The leases of claims whose response was lost. No worker got the memories, which would wait until the leases end. */
  const lost = new Set<string>();

  return {
    /**
     * Claims due memories and counts an attempt for each. Accounts share a claim fairly: each with something due gets
     * about the same number, so that an import of one does not delay the others. Within an account, the oldest memories
     * come first. All workers together extract facts from one memory of a user at a time, until its lease ends.
     * Otherwise, concurrent extractions of two texts with the same fact would not find each other's facts.
     */
    async claim(options: ClaimOptions): Promise<Claim[]> {
      const ended = { leases: [...lost], reason: 'lost', at: options.now } as const;
      if (lost.size > 0) await untilNone(() => records.run('', 'endLeases', ended));
      for (const lease of ended.leases) lost.delete(lease);
      const leasedBy = `${workerId}/${++count}`;
      try {
        const input = { options, leasedBy, silent: silent(), rotation };
        const claimed = await records.run('', 'claimMemories', input);
        ({ rotation } = claimed);
        return claimed.claims;
      } catch (error) {
        lost.add(leasedBy);
        throw error;
      }
    },
    /** Renews leases. Memories that changed, are gone or were released stay untouched. */
    extend: (claims: readonly ClaimKey[], until: number) =>
      records.run('', 'extendLeases', { worker: workerId, claims: claims.map(toKey), until }),
    /** Releases memories, which are due again at `at`. @param options.rejected the attempt to re-embed counts */
    release: (claims: readonly ClaimKey[], at: number, { rejected } = { rejected: false }) =>
      records.run('', 'releaseMemories', { worker: workerId, claims: claims.map(toKey), at, rejected }),
  };
}

/** Far more leases than workers have at once. */
const maxLeases = 100_000;

/** Reads the leases of workers. @returns what ends those of crashed workers, and counts the crash of each memory */
export async function readLeases(records: MemoryRecords) {
  const held = (await records.distinct(memories, 'leased', { of: [], limit: maxLeases })) as string[];
  return async (isCrashed: (workerId: string) => boolean): Promise<void> => {
    const leases = held.filter((lease) => isCrashed(lease.slice(0, lease.lastIndexOf('/'))));
    if (leases.length > 0) await untilNone(() => records.run('', 'endLeases', { leases, reason: 'crashed' }));
  };
}
