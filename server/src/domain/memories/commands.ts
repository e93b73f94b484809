import type { RecordStore, Transaction } from '../../ports/record-store.ts';
import { keptResponses } from '../usage/kinds.ts';
import { claimCommands } from './claim-commands.ts';
import { commitMemories } from './commit-memories.ts';
import { memoryDeletionCommands } from './deletion-commands.ts';
import { memoryDeletionQueries } from './deletion-queries.ts';
import { leaseCommands } from './lease-commands.ts';
import { memoryReads } from './memory-queries.ts';

const maxPurged = 1_000;

export const memoryCommands = {
  commitMemories,
  ...claimCommands,
  ...leaseCommands,
  ...memoryDeletionCommands,

  /** Removes stored responses that have expired. @returns how many there were, at most a slice */
  async purgeResponses(tx: Transaction): Promise<number> {
    const expired = await tx.scan(keptResponses, 'expiry', { of: [], expired: true, limit: maxPurged });
    for (const response of expired) tx.delete(keptResponses, response);
    return expired.length;
  },
};

export const memoryQueries = { ...memoryReads, ...memoryDeletionQueries };

export type MemoryRecords = RecordStore<typeof memoryCommands, typeof memoryQueries>;
